package json

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// rowsOfText returns the columns and the rows of a document as text, then how its reading ends, and the places of the rows.
func rowsOfText(text string, o Options) string {
	src := &infile.Source{Name: "f.json", Data: strings.NewReader(text), Total: int64(len(text))}
	r, err := o.Open(context.Background(), src, 1)
	if err != nil {
		return "!" + err.Error()
	}
	defer r.Close() //nolint:errcheck // it has no error
	var all []int
	for i := range r.Columns() {
		all = append(all, i)
	}
	r.Want(all, nil)
	var out strings.Builder
	out.WriteString(strings.Join(codec.NamesOf(r.Columns()), "|") + "\n")
	var s codec.Sense
	for {
		var b codec.Batch
		err := r.Next(context.Background(), &b)
		if err == io.EOF {
			return out.String()
		}
		if err != nil {
			return out.String() + "!" + err.Error()
		}
		if b.Rest != nil {
			if err := b.Rest(); err != nil {
				return out.String() + "!" + err.Error()
			}
		}
		for row := range b.Rows {
			place := r.Place(b.First + row)
			var cells []string
			for i, c := range r.Columns() {
				v := &b.Values[i]
				cell := s.Cell(&c, v, row)
				text := cell.String()
				if v.Nulls.Has(row) {
					text = "-"
				}
				if f := v.Fault(row); f != nil {
					text = fmt.Sprintf("<%s: %s>", f.Value, f.Cause)
				}
				cells = append(cells, text)
			}
			fmt.Fprintf(&out, "%s @%s\n", strings.Join(cells, "|"), strings.TrimPrefix(place.Place(), "f.json"))
		}
	}
}

// TestRows: the columns and rows of documents, with the places of rows, and how the reading of broken ones ends.
func TestRows(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", " \n", "\n"},
		{"an empty list", "[]", "\n"},
		{"a list that does not end", "[{\"a\":1}", "a\n1 @: row 0\n!f.json:1: the document ends inside of a value"},
		{"a comma too many", "[{\"a\":1},]", "a\n1 @: row 0\n!f.json:1: no value"},
		{"text behind a list", "[{\"a\":1}]]", "a\n1 @: row 0\n!f.json:1: something is behind the end of the document"},
		{"a list of numbers", "[1]", "!f.json:1: neither an object nor a list"},
		{"text", "id,t,x", "!f.json:1: not JSON: it begins with \"i\""},
		{"UTF-16", "\xff\xfe{\x00", "!f.json: it is UTF-16 text; convert it to UTF-8"},
		{"text behind a line", `{"a":1} x`, "a\n1 @:1\n!f.json:1: no value"},
		{"a number that is none", "{\"a\":1}\n{\"a\":01}", "a\n1 @:1\n!f.json:2: no number of JSON"},
		{"a control character", "{\"a\":\"\x01\"}", "!f.json:1: a control character inside of a text"},
		{"lists inside each other", "{\"a\":" + strings.Repeat("[", 99), "!f.json:1: more than 64 lists and objects inside each other"},
		{
			"lines", "\xef\xbb\xbf" + `{"id":"a","t":1,"x":1.5,"y":2}` + "\r\n\n" + `{"y":3,"id":7,"t":"2","x":null, "ship":true}`,
			"id|t|x|y|ship\na|1|1.5|2|- @:1\n7|2|-|3|true @:3\n",
		},
		{
			"objects inside of objects", `[{"a":{"b":1,"c":[1]}},` + "\n" + `{"a":{"b":[2],"c":"y"}},{"a":{"b":1,"b":2}}]`,
			"a.b|a.c\n1|<[: must be a number, a text or null> @: row 0\n<[: must be a number, a text or null>|y @: row 1\n<2: the key stands twice in an object>|- @: row 2\n",
		},
		{"texts", `{"\u0061":"\ud83d\ude97\n\"\/"}{"a":"\ud83dx"}`, "a\n\U0001F697\n\"/ @:1\n\xed\xa0\xbdx @:1\n"},
		{
			"rows below a key", `{"now":10.5,"aircraft":[{"hex":"a","lat":1,"seen_pos":0.25},{"hex":"b","lat":null}],"messages":4}`,
			"now|messages|hex|lat|seen_pos|now - seen_pos\n10.5|4|a|1|0.25|10.25 @: aircraft.0\n10.5|4|b|-|-|- @: aircraft.1\n",
		},
		{
			"rows that are lists", `{"icao":"abc","timestamp":17.5,"trace":[[0,1,2,"ground"],[1.25,1,3,400,{"flight":"X"}]]}`,
			"icao|timestamp|trace.0|trace.1|trace.2|trace.3|trace.4.flight|timestamp + trace.0\nabc|17.5|0|1|2|ground|-|17.5 @: trace.0\nabc|17.5|1.25|1|3|400|X|18.75 @: trace.1\n",
		},
		{"a list of lists", `[[0,1,2],[1,"a"]]`, "0|1|2\n0|1|2 @: row 0\n1|a|- @: row 1\n"},
		{
			"lists in lines", `{"id":"a","points":[{"t":1,"id":4},{"t":2}]}` + "\n" + `{"id":"b","points":[]}` + "\n" + `{"id":"c","points":[{"t":3},5]}`,
			"id|t|points.id\na|1|4 @:1: points.0\na|2|- @:1: points.1\nc|3|- @:3: points.0\n!f.json:3: points: item 1 is neither an object nor a list",
		},
		{"two lists", `{"a":[{"b":1}],"c":[{"d":1}]}`, `!f.json: rows stand below several keys: "a", "c"`},
		{
			"a Timeline", `{"semanticSegments":[{"s":1,"timelinePath":[{"point":"48.1°, 11.5°","time":"u"},{"point":"-1°,2°","time":"v"}]},{"s":2,"visit":{"p":1}},{"s":3,"timelinePath":[{"point":"x"}]}],"rawSignals":[{"a":1}]}`,
			"s|visit.p|point|time|point.latitude|point.longitude|timeline\n1|-|48.1°, 11.5°|u|48.1|11.5|f @: semanticSegments.0.timelinePath.0\n1|-|-1°,2°|v|-1|2|f @: semanticSegments.0.timelinePath.1\n3|-|x|-|x|x|f @: semanticSegments.2.timelinePath.0\n",
		},
		{
			"messages", `{"Message":{"PositionReport":{"Latitude":1,"Longitude":2}}}` + "\n" + `{"Message":{"StandardClassBPositionReport":{"Latitude":3,"Longitude":null}}}`,
			"Message.PositionReport.Latitude|Message.PositionReport.Longitude|Message.StandardClassBPositionReport.Latitude|Message.StandardClassBPositionReport.Longitude|Message.Latitude|Message.Longitude\n1|2|-|-|1|2 @:1\n-|-|3|-|3|- @:2\n",
		},
	} {
		if got := rowsOfText(c.text, Options{}); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestPositions: the rows of features of GeoJSON and of motion of MF-JSON.
func TestPositions(t *testing.T) {
	line := func(properties, coordinates string) string {
		return `{"type":"Feature","properties":{` + properties + `},"geometry":{"type":"LineString","coordinates":` + coordinates + `}}`
	}
	moving := func(members string) string { return `{"id":1,"trip":{"type":"MovingGeomPoint",` + members + `}}` }
	for _, c := range []struct{ name, text, want string }{
		{
			"a collection", `{"type":"FeatureCollection","features":[` + line(`"id":"a","coordTimes":["u","v"]`, "[[1,2,3],[4,5,6]]") + `,{"type":"Feature","properties":{"id":"b"},"geometry":{"type":"Point","coordinates":[7,8]}},{"type":"Feature","properties":{"id":"c"},"geometry":null},{"type":"Feature","properties":{"id":"d"},"geometry":{"type":"Polygon","coordinates":[[7,8]]}}]}`,
			"id|x|y|z|t\na|1|2|3|u @: features.0.geometry.coordinates.0\na|4|5|6|v @: features.0.geometry.coordinates.1\nb|7|8|-|- @: features.1\nc|-|-|-|- @: features.2\nd|<Polygon: no position: points and lines are read, and polygons by flyby visits --zones>|-|-|- @: features.3\n",
		},
		{"a fourth number", line("", "[[1,2,3,4],[5,6,7,8]]"), "x|y|z|t\n1|2|3|4 @: geometry.coordinates.0\n5|6|7|8 @: geometry.coordinates.1\n"},
		{"times of a converter", line(`"x":1,"coordinateProperties":{"times":[5,6]}`, "[[1,2],[3,4]]"), "x|geometry.x|y|t\n1|1|2|5 @: geometry.coordinates.0\n1|3|4|6 @: geometry.coordinates.1\n"},
		{"too few times", line(`"times":[5]`, "[[1,2],[3,4]]"), "x|y|t\n1|2|5 @: geometry.coordinates.0\n3|4|- @: geometry.coordinates.1\n!f.json: 1 times of 2 positions"},
		{"positions that are none", line(`"times":[5,6]`, "[[1],[3,true]]"), "x|y|t\n<[1]: a position is a list of two to four numbers>|-|5 @: geometry.coordinates.0\n3|<true: not a number>|6 @: geometry.coordinates.1\n"},
		{
			"lines", strings.Replace(line(`"times":[[1,2],[3,4]]`, "[[[1,2],[3,4]],[[5,6],[7,8]]]"), "LineString", "MultiLineString", 1),
			"x|y|t|piece\n1|2|1|0 @: geometry.coordinates.0.0\n3|4|2|0 @: geometry.coordinates.0.1\n5|6|3|1 @: geometry.coordinates.1.0\n7|8|4|1 @: geometry.coordinates.1.1\n",
		},
		{
			"a moving feature", `{"type":"Feature","temporalGeometry":{"type":"MovingPoint","datetimes":["u","v"],"coordinates":[[1,2],[2,3]],"interpolation":"Linear"},"properties":{"name":"n"}}`,
			"name|x|y|t\nn|1|2|u @: temporalGeometry.coordinates.0\nn|2|3|v @: temporalGeometry.coordinates.1\n",
		},
		{
			"sequences", moving(`"interpolation":"Linear","sequences":[{"coordinates":[[1,2],[3,4]],"datetimes":["u","v"],"lower_inc":true},{"coordinates":[[5,6]],"datetimes":["w"]}]`),
			"id|x|y|t|piece\n1|1|2|u|0 @: trip.sequences.0.coordinates.0\n1|3|4|v|0 @: trip.sequences.0.coordinates.1\n1|5|6|w|1 @: trip.sequences.1.coordinates.0\n",
		},
		{"an instant", moving(`"interpolation":"None","coordinates":[1,2],"datetimes":"u"`), "id|x|y|t\n1|1|2|u @:1\n"},
		{"steps", moving(`"interpolation":["Step"],"coordinates":[[1,2],[3,4]],"datetimes":["u","v"]`), "id|x|y|t\n!f.json: trip: interpolation \"Step\": between two positions flyby's motion is linear, and steps, which hold until the next position, are not read"},
		{"moving numbers", strings.Replace(moving(`"coordinates":[[1,2],[3,4]],"datetimes":["u","v"]`), "GeomPoint", "Float", 1), "id|x|y|t\n!f.json: trip: type \"MovingFloat\": moving points are read"},
	} {
		if got := rowsOfText(c.text, Options{}); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestCRS: positions have the CRS of RFC 7946, or the one that a document names.
func TestCRS(t *testing.T) {
	const positions = `"coordinates":[[1,2],[3,4]],"datetimes":["u","v"]}`
	crs := func(name string) string { return `"crs":{"type":"Name","properties":{"name":"` + name + `"}},` }
	for text, want := range map[string]string{
		`{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}`: "OGC:CRS84",
		`{"type":"Feature","temporalGeometry":{` + positions + `}`:           "OGC:CRS84",
		`{"type":"MovingPoint",` + crs("EPSG:4326") + positions:              "EPSG:4326",
		`{"type":"MovingPoint",` + positions:                                 "",
		`{"type":"FeatureCollection",` + crs("urn:ogc:def:crs:EPSG::25832") + `"features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}]}`: "EPSG:25832",
	} {
		src := &infile.Source{Name: "f.json", Data: strings.NewReader(text)}
		r, err := Open(t.Context(), src, 1)
		if err != nil {
			t.Fatal(err)
		}
		got, x := "", r.Columns()[slices.Index(codec.NamesOf(r.Columns()), "x")]
		if x.Shape != nil {
			got = x.Shape.CRS.ID
		}
		if got != want {
			t.Errorf("%s: CRS %q, want %q", text, got, want)
		}
	}
}

// TestNames: columns that the first rows lack are looked for further on.
func TestNames(t *testing.T) {
	text := strings.Repeat(`{"a":1}`+"\n", 5000) + `{"b":2}` + "\n"
	for _, c := range []struct {
		names []string
		want  string
	}{{nil, "a\n"}, {[]string{"b"}, "a|b\n"}, {[]string{"c"}, "a|b\n"}} {
		if got := rowsOfText(text, Options{Names: c.names}); !strings.HasPrefix(got, c.want) || strings.Count(got, "\n") != 5002 {
			t.Errorf("%v: %.20q, %d lines", c.names, got, strings.Count(got, "\n"))
		}
	}
}

// TestLongDocument: a document longer than a value may be is read item by item, with the values in front of the list; a value that long is an error.
func TestLongDocument(t *testing.T) {
	row := `{"hex":"a","lat":1},` + strings.Repeat(" ", 1000)
	n := MostValue/len(row) + 10
	long := `{"o":{"now":3,"aircraft":[` + strings.Repeat(row, n) + `{"hex":"b"}],"later":1}, "last":"}"}`
	for _, c := range []struct{ behind, end string }{{"", "3|b|- @: o.aircraft.%d\n"}, {"x", "!f.json:1: something is behind the end of the document"}} {
		got := rowsOfText(long+c.behind, Options{})
		if !strings.HasPrefix(got, "o.now|hex|lat\n3|a|1 @: o.aircraft.0\n") || !strings.HasSuffix(got, strings.Replace(c.end, "%d", strconv.Itoa(n), 1)) {
			t.Errorf("%.80q ... %q", got, got[max(0, len(got)-80):])
		}
	}
	if got := rowsOfText(long[:len(long)-3], Options{}); !strings.HasSuffix(got, cutShort) {
		t.Errorf("cut: %q", got[max(0, len(got)-80):])
	}
	if got := rowsOfText(`{"a":"`+strings.Repeat("x", MostValue)+`"}`, Options{}); got != "!f.json:1: a value longer than 16777216 bytes" {
		t.Errorf("%.80q", got)
	}
}

// TestSums: sums of decimal numbers are exact, or no numbers.
func TestSums(t *testing.T) {
	for _, c := range []struct {
		a, b string
		sign int64
		want string
	}{
		{"1714564800.1", "0.25", -1, "1714564799.85"},
		{"1e3", "-1.5E-1", 1, "999.85"},
		{"0.1", "0.2", 1, "0.3"},
		{"12345678901234567890", "1", 1, "12345678901234567890 + 1"},
		{"1", "1e-30", -1, "1 - 1e-30"},
		{"1", "1.25", -1, "-0.25"},
		{"1.5", "0.5", 1, "2"},
		{"x", "1", 1, "x + 1"},
	} {
		if got := string(appendSum(nil, [][]byte{[]byte(c.a), []byte(c.b)}, c.sign)); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// TestPeek: the first rows are shown ahead, and come again.
func TestPeek(t *testing.T) {
	src := &infile.Source{Name: "f.json", Data: strings.NewReader(`{"now":1,"aircraft":[{"hex":"a"},{"hex":"b"}]}`)}
	r, err := Open(t.Context(), src, 1)
	if err != nil {
		t.Fatal(err)
	}
	var ahead, all codec.Batch
	if err := r.(codec.Peeker).Peek(t.Context(), []int{1}, &ahead); err != nil || ahead.Rows != 2 || string(ahead.Values[1].Text(1)) != "b" {
		t.Errorf("%v, %d rows", err, ahead.Rows)
	}
	r.Want([]int{0}, nil)
	if err := r.Next(t.Context(), &all); err != nil || all.Rows != 2 || string(all.Values[0].Text(1)) != "1" || r.Place(1).Path != "aircraft.1" {
		t.Errorf("%v, %d rows, %+v", err, all.Rows, r.Place(1))
	}
}

// FuzzRows: no bytes lead to a panic or to more memory than they justify, and no character stands for bytes or halves of pairs that are none; what is
// read is JSON by encoding/json.
func FuzzRows(f *testing.F) {
	for _, text := range []string{
		`{"id":"a","t":1,"x":1.5,"y":2}` + "\n" + `{"y":3,"id":"\ud83d\ude97","t":"2","x":null}`,
		`{"now":10.5,"aircraft":[{"hex":"a","lat":1,"seen_pos":0.25},{"hex":"b","lat":null}],"messages":4}`,
		`{"icao":"abc","timestamp":17.5,"trace":[[0,1,2,"ground"],[1.25,1,3,400,{"flight":"X"}]]}`,
		`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"times":[[1,2]]},"geometry":{"type":"MultiLineString","coordinates":[[[1,2,3],[4,5,6]]]}}]}`,
		`{"id":1,"trip":{"type":"MovingGeomPoint","interpolation":"Linear","sequences":[{"coordinates":[[1,2],[3,4]],"datetimes":["u","v"]}]}}`,
		`{"semanticSegments":[{"timelinePath":[{"point":"48.1°, 11.5°","time":"u"}]}],"rawSignals":[{"a":1}]}`,
		strings.Repeat("[", 70),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := rowsOfText(text, Options{})
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20+1<<14*uint64(len(text)) {
			t.Errorf("%d bytes for %d", took, len(text))
		}
		if strings.HasPrefix(got, "!") || strings.Contains(got, "\n!") {
			return
		}
		if most := strings.Count(text, "\ufffd") + strings.Count(strings.ToLower(text), `\ufffd`); strings.Count(got, "\ufffd") > most*strings.Count(got, "\n") {
			t.Errorf("%q became %q", text, got)
		}
		d := json.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\xef\xbb\xbf")))
		for {
			var value any
			if err := d.Decode(&value); err == io.EOF {
				return
			} else if err != nil {
				t.Fatalf("%q is taken, and %v", text, err)
			}
		}
	})
}
