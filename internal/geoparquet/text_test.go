package geoparquet

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/infile"
)

// TestPointsOfText: points as GeoPandas, PostGIS and MobilityDB write them.
func TestPointsOfText(t *testing.T) {
	for _, c := range []struct {
		text         string
		at           [3]float64
		hasZ         bool
		value, cause string
	}{
		{"POINT (10.0 55.0)", [3]float64{10, 55}, false, "", ""},
		{"POINT(10.05 54.99)", [3]float64{10.05, 54.99}, false, "", ""},
		{" point ( -1e-3\t+2.5 ) ", [3]float64{-0.001, 2.5}, false, "", ""},
		{"POINT Z (1 2 3)", [3]float64{1, 2, 3}, true, "", ""},
		{"POINTZ(1 2 3)", [3]float64{1, 2, 3}, true, "", ""},
		{"POINT(1 2 3)", [3]float64{1, 2, 3}, true, "", ""},
		{"POINT M (1 2 3)", [3]float64{1, 2}, false, "", ""},
		{"POINTM(1 2 3)", [3]float64{1, 2}, false, "", ""},
		{"POINT ZM (1 2 3 4)", [3]float64{1, 2, 3}, true, "", ""},
		{"POINT(1 2 3 4)", [3]float64{1, 2, 3}, true, "", ""},
		{"SRID=4326;POINT(1 2)", [3]float64{1, 2}, false, "", ""},
		{"srid=4326; Point Z (1 2 3)", [3]float64{1, 2, 3}, true, "", ""},
		{"POINT (0.1 123456789012345678901234567890)", [3]float64{0.1, 123456789012345678901234567890}, false, "", ""},
		{"POINT EMPTY", [3]float64{}, false, "POINT EMPTY", "no place"},
		{"POINT Z EMPTY", [3]float64{}, true, "POINT EMPTY", "no place"},
		{"0101000000000000000000F03F0000000000000040", [3]float64{1, 2}, false, "", ""},
		{"0101000020e6100000000000000000f03f0000000000000040", [3]float64{1, 2}, false, "", ""},
		{`\x0101000000000000000000F03F0000000000000040`, [3]float64{1, 2}, false, "", ""},
		{"00000000013FF00000000000004000000000000000", [3]float64{1, 2}, false, "", ""},
		{"01010000A0E6100000000000000000F03F00000000000000400000000000000840", [3]float64{1, 2, 3}, true, "", ""},
		{"LINESTRING (1 2, 3 4)", [3]float64{}, false, "LINESTRING", "not a point"},
		{"POLYGON ((0 0, 1 0, 1 1, 0 0))", [3]float64{}, false, "POLYGON", "not a point"},
		{"SRID=4326;MULTIPOINTZ((1 2 3))", [3]float64{}, false, "MULTIPOINT Z", "not a point"},
		{"GEOMETRYCOLLECTION EMPTY", [3]float64{}, false, "GEOMETRYCOLLECTION", "not a point"},
		{"0101000000000000000000F03F", [3]float64{}, false, "POINT", "a geometry that is cut: 8 bytes of positions, where it says 16"},
	} {
		b, cause := AppendText([]byte("before")[:0], []byte(c.text))
		if cause != "" {
			t.Errorf("%s: %s", c.text, cause)
			continue
		}
		at, hasZ, value, cause := Point(b)
		if at != c.at || hasZ != c.hasZ || value != c.value || cause != c.cause {
			t.Errorf("%s: %v, %v, %q, %q, want %+v", c.text, at, hasZ, value, cause, c)
		}
	}
}

// TestLinesOfText: lines with M, whose number of axes may be said by the name or by the numbers.
func TestLinesOfText(t *testing.T) {
	for _, c := range []struct{ text, want, cause string }{
		{"LINESTRING M (1 2 10, 3 4 20)", "false [1 2 0] 10 [3 4 0] 20", ""},
		{"LINESTRINGM(1 2 10,3 4 20)", "false [1 2 0] 10 [3 4 0] 20", ""},
		{"SRID=4326;LINESTRING ZM (1 2 5 10, 3 4 6 20)", "true [1 2 5] 10 [3 4 6] 20", ""},
		{"LINESTRING(1 2 5 10, 3 4 6 20)", "true [1 2 5] 10 [3 4 6] 20", ""},
		{"LINESTRING M EMPTY", "false", ""},
		{"LINESTRING (1 2, 3 4)", "", "a line without M, which are its times"},
		{"LINESTRING(1 2 3, 4 5 6)", "", "a line without M, which are its times"},
		{"POINT M (1 2 3)", "", "not a line"},
	} {
		b, cause := AppendText(nil, []byte(c.text))
		if cause != "" {
			t.Errorf("%s: %s", c.text, cause)
			continue
		}
		l, _, cause := ReadLine(b)
		var got strings.Builder
		if cause == "" {
			fmt.Fprint(&got, l.HasZ)
			for i := range l.Len() {
				at, m := l.Vertex(i)
				fmt.Fprint(&got, " ", at, " ", m)
			}
		}
		if got.String() != c.want || cause != c.cause {
			t.Errorf("%s: %s, %q, want %s, %q", c.text, got.String(), cause, c.want, c.cause)
		}
	}
}

// TestNoGeometryInText: what is wrong with text.
func TestNoGeometryInText(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  notText,
		"10 55":                             notText,
		"POINTS (1 2)":                      notText,
		"GEOMETRY (1 2)":                    notText,
		"POINTMZ (1 2 3 4)":                 notText,
		"POINT":                             "well-known text that is cut: positions stand in parentheses",
		"POINT (1 2":                        "well-known text that is cut: positions stand in parentheses",
		"POINT X (1 2)":                     "well-known text that is cut: positions stand in parentheses",
		"POINT (1 2) x":                     "well-known text that is cut: positions stand in parentheses",
		"POINT (1 2) )":                     "text behind the geometry",
		"POINT EMPTY (1 2)":                 "text behind the geometry",
		"POINT (1)":                         "1 numbers in a position of a POINT",
		"POINT Z (1 2)":                     "2 numbers in a position of a POINT Z",
		"POINT (1 2 3 4 5)":                 "5 numbers in a position of a POINT ZM",
		"POINT (1 2, 3 4)":                  "a point of several positions",
		"POINT (1,5 2)":                     "1 numbers in a position of a POINT",
		"POINT (nan nan)":                   `"nan": not a finite number`,
		"POINT (1 abc)":                     `"abc": not a number`,
		"POINT (1 2e999)":                   `"2e999": too large for float64`,
		"POINT ((1 2))":                     `"(1": not a number`,
		"LINESTRING M (1 2 3, 4 5)":         "2 numbers in a position of a LINESTRING M",
		"LINESTRING (1 2, 4 5 6)":           "3 numbers in a position of a LINESTRING",
		"LINESTRING ()":                     "0 numbers in a position of a LINESTRING",
		"SRID=;POINT(1 2)":                  "an SRID that is no number: PostGIS writes SRID=4326;POINT(1 2)",
		"SRID=4326 POINT(1 2)":              "an SRID that is no number: PostGIS writes SRID=4326;POINT(1 2)",
		"SRID=99999999999;POINT(1 2)":       "an SRID that is no number: PostGIS writes SRID=4326;POINT(1 2)",
		"010100000":                         "hexadecimal digits that are no bytes",
		"01x1000000000000000000F03F0000000": "hexadecimal digits that are no bytes",
		"0101":                              "no geometry: 2 bytes",
	} {
		if _, cause := AppendText(nil, []byte(text)); !strings.HasPrefix(cause, want) || cause == "" {
			t.Errorf("%q: %q, want %q", text, cause, want)
		}
	}
}

// TestSRID: the reference system of a geometry.
func TestSRID(t *testing.T) {
	for text, want := range map[string]CRS{
		"POINT (1 2)":               {},
		"SRID=0;POINT (1 2)":        {},
		"SRID=4326;POINT Z (1 2 3)": {Meaning: Degrees, ID: "EPSG:4326"},
		"0101000020E6100000000000000000F03F0000000000000040": {Meaning: Degrees, ID: "EPSG:4326"},
		"0020000001000010E63FF00000000000004000000000000000": {Meaning: Degrees, ID: "EPSG:4326"},
		"SRID=25832;LINESTRING M (1 2 3)":                    {Meaning: Other, Name: "SRID 25832"},
	} {
		b, cause := AppendText(nil, []byte(text))
		if got := SRIDOf(SRID(b)); got != want || cause != "" {
			t.Errorf("%s: %+v, %q, want %+v", text, got, cause, want)
		}
	}
	if _, said := SRID(nil); said {
		t.Error("no bytes have an SRID")
	}
}

// TestLooks: which columns of text are geometry.
func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{
		"":                             false,
		"|":                            false,
		"POINT (1 2)":                  true,
		"|POINT (1 2)||POINT EMPTY":    true,
		"POINT (1 2)|POINT (1)":        true,
		"POINT (1)|POINTS":             false,
		"POINT (1 2)|abc":              false,
		"POLYGON ((0 0, 1 0, 1 1))":    true,
		"SRID=4326;LINESTRINGM(1 2 3)": true,
		"0101000000000000000000F03F0000000000000040": true,
		"0101000000000000000000F03F000000000000004":  false,
		"0101":       false,
		"0001234567": false, // an id
		"0103000000010000000400000000000000000000": true,
		"2020-01-01 00:00:00":                      false,
		"1.5":                                      false,
	} {
		var texts [][]byte
		for one := range strings.SplitSeq(text, "|") {
			texts = append(texts, []byte(one))
		}
		if got := Looks(texts); got != want {
			t.Errorf("%q looks like geometry: %v", text, got)
		}
	}
}

// TestTextTakesNoMemory: reading a point into a buffer with room allocates nothing.
func TestTextTakesNoMemory(t *testing.T) {
	var room [100]byte
	for _, text := range [][]byte{[]byte("POINT Z (10.05 54.99 1e3)"), []byte("0101000020E6100000000000000000F03F0000000000000040")} {
		n := testing.AllocsPerRun(100, func() {
			if _, cause := AppendText(room[:0], text); cause != "" {
				t.Error(cause)
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}

// printed returns a point or a line as well-known text, "" for any other geometry.
func printed(b []byte) string {
	s, order, rest, cause := readShape(b)
	if cause != "" || s.kind != pointKind && s.kind != lineKind {
		return ""
	}
	axes := s.bytes() / 8
	if s.kind == lineKind {
		rest = rest[4:]
	}
	var positions []string
	for ; len(rest) >= s.bytes(); rest = rest[s.bytes():] {
		var numbers []string
		for i := range axes {
			x := number(rest, order, i)
			if math.IsNaN(x-x) || math.Abs(x) > infile.MaxMagnitude {
				return ""
			}
			numbers = append(numbers, strconv.FormatFloat(x, 'g', -1, 64))
		}
		positions = append(positions, strings.Join(numbers, " "))
	}
	text := s.String() + " (" + strings.Join(positions, ", ") + ")"
	if len(positions) == 0 {
		text = s.String() + " EMPTY"
	}
	if srid, said := SRID(b); said {
		return fmt.Sprintf("SRID=%d;%s", srid, text)
	}
	return text
}

// FuzzWKT: nothing panics, and what is printed again is read as the same.
func FuzzWKT(f *testing.F) {
	for _, text := range []string{"POINT (10.05 54.99)", "SRID=4326;POINTZM(1 2 3 4)", "LINESTRING M (1 2 3, 4 5 6)", "LINESTRING EMPTY", "POLYGON ((0 0))", "POINT EMPTY", "0101000020E6100000000000000000F03F0000000000000040", "SRID=4294967295;POINT (1 2)"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		b, cause := AppendText(nil, text)
		Looks([][]byte{text, nil})
		if cause != "" {
			return
		}
		Point(b)
		ReadLine(b)
		if !isSized(b) {
			return
		}
		again := printed(b)
		if again == "" {
			return
		}
		if back, cause := AppendText(nil, []byte(again)); cause != "" || printed(back) != again {
			t.Errorf("%q: %q, %q, %x, %x", text, again, cause, b, back)
		}
	})
}

// BenchmarkAppendText reads points.
func BenchmarkAppendText(b *testing.B) {
	at := [2]float64{10.0512345, math.Pi}
	wkt := []byte(fmt.Sprintf("POINT (%v %v)", at[0], at[1]))
	var digits bytes.Buffer
	hex.NewEncoder(&digits).Write(AppendPoint(nil, at[:])) //nolint:errcheck // a buffer
	for name, text := range map[string][]byte{"WKT": wkt, "hex": digits.Bytes()} {
		b.Run(name, func(b *testing.B) {
			var room [100]byte
			for b.Loop() {
				AppendText(room[:0], text)
			}
		})
	}
}
