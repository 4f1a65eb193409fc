package csv

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/testing/codectest"
)

// open is a codec.OpenFunc for any separator.
func open(_ context.Context, src *infile.Source, _ int) (codec.Reader, error) {
	return OpenAs(src, infile.Separators, nil)
}

// TestTexts: text of all dialects, also where each block is a record: rows, what columns are, and the lines of rows.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name, text, kinds string
		rows              [][]string
		lines             string
	}{
		{"commas", "id,t,note\n007,1.5,\"a \"\"b\"\"\nc\"\n\n8,x,\r\n9,2\n10,3,\"d\n", "ddt", [][]string{{"007", "1.5", "a \"b\"\nc"}, {"8", "x", ""}, {"2 columns where the header has 3"}, {"a quoted field does not end"}}, "2 5 6 7"},
		{"semicolons behind comments", "# by hand\n#\nid;x\na;1\nb;\n", "td", [][]string{{"a", "1"}, {"b", ""}}, "4 5"},
		{"a byte order mark, no line feed at the end", "\ufeffid\tx\na\t1", "td", [][]string{{"a", "1"}}, "2"},
		{"no rows", "a,b\n", "tt", nil, ""},
		{"geometry", "id,g\na,POINT (1 2)\nb,\nc,POINT Z (1 2 3)\nd,POINT (1)\ne,SRID=4326;POINT (1 2)\n", "tg",
			[][]string{{"a", string(geoparquet.AppendPoint(nil, []float64{1, 2}))}, {"b", ""}, {"c", ""}, {"d", "!1 numbers in a position of a POINT"}, {"e", "!a geometry of SRID 4326, where the first has none"}}, "2 3 4 5 6"},
	} {
		for _, small := range []bool{false, true} {
			src := codectest.Source("a.csv", []byte(c.text))
			if small {
				src.Total = 1
			}
			tables, err := codectest.Read(open, src)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			kinds := ""
			for _, column := range tables[0].Columns {
				kinds += map[codec.Kind]string{codec.Digits: "d", codec.Text: "t", codec.Bytes: "g"}[column.Kind]
			}
			places := strings.ReplaceAll(strings.Join(tables[0].Places, " "), "a.csv:", "")
			if rows := tables[0].Rows; c.name == "geometry" {
				rows[2][1] = "" // the bytes of the point in 3-D
			}
			if !reflect.DeepEqual(tables[0].Rows, c.rows) || kinds != c.kinds || places != c.lines {
				t.Errorf("%s: %q, %s at %s; want %q, %s at %s", c.name, tables[0].Rows, kinds, places, c.rows, c.kinds, c.lines)
			}
		}
	}
}

// TestNoText: what is no text with a header.
func TestNoText(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "a.csv: empty file",
		"# a\n# b\n":                     "a.csv:3: no header after the lines that begin with #",
		"a,\"b\n1,2\n":                   "a.csv:1: a quoted field does not end",
		"a\n" + strings.Repeat("b", 3e6): "a.csv:2: a line longer than 1048576 bytes",
	} {
		if _, err := codectest.Read(open, codectest.Source("a.csv", []byte(text))); err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
}

// TestBrokenRowsMiss: a row of another number of fields misses a condition if its cell does; a row whose quoting is broken does not.
func TestBrokenRowsMiss(t *testing.T) {
	const text = "a,b,c\n1,2,3\n1,2\n4,2\n4,\"2\n"
	missed, err := codectest.Missed(open, codectest.Source("a.csv", []byte(text)), "a", "1")
	if want := map[int]bool{0: false, 1: false, 2: true, 3: false}; err != nil || !reflect.DeepEqual(missed, want) {
		t.Errorf("%v, %v", missed, err)
	}
}

// TestReference: the reference system of a column of geometry is the one of its first geometry.
func TestReference(t *testing.T) {
	for text, want := range map[string]geoparquet.CRS{
		"g\nPOINT (1 2)\n": {},
		"g\n\"\"\n0101000020E6100000000000000000F03F0000000000000040\n": {Meaning: geoparquet.Degrees, ID: "EPSG:4326"},
		"g\nSRID=25832;POINT (1 2)\n":                                   {Meaning: geoparquet.Other, Name: "SRID 25832"},
	} {
		tables, err := codectest.Read(open, codectest.Source("a.csv", []byte(text)))
		if err != nil || tables[0].Columns[0].Shape == nil || tables[0].Columns[0].Shape.CRS != want {
			t.Errorf("%q: %+v, %v", text, tables, err)
		}
	}
}

func FuzzCSV(f *testing.F) {
	f.Add([]byte("id,t,note\n007,1.5,\"a \"\"b\"\"\nc\"\n\n8,x,\r\n9,2\n"))
	f.Add([]byte("# a\nid;g\na;POINT (1 2)\nb;\nc;POINT Z (1 2 3)\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			t.Skip()
		}
		codectest.Read(open, codectest.Source("a.csv", data)) //nolint:errcheck // any error is good
	})
}
