package geoparquet

import (
	"encoding/hex"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

// unhex is bytes of hexadecimal digits with spaces.
func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The numbers 1 to 6, and -2.5, as little-endian float64.
const (
	one   = "000000000000f03f"
	two   = "0000000000000040"
	three = "0000000000000840"
	four  = "0000000000001040"
	minus = "00000000000004c0"
)

// TestPointBytes: the bytes of points, made by hand: order of bytes, ISO number of the type, coordinates.
func TestPointBytes(t *testing.T) {
	for want, at := range map[string][]float64{
		"01 01000000 " + one + minus:         {1, -2.5},
		"01 e9030000 " + one + minus + three: {1, -2.5, 3},
	} {
		if got := AppendPoint([]byte("ab"), at); string(got) != "ab"+string(unhex(t, want)) {
			t.Errorf("%v: %x, want %s", at, got[2:], want)
		}
	}
}

// TestLineBytes: the bytes of lines, made by hand: a position that is alone stands twice, and axes beyond the geometry's are left out.
func TestLineBytes(t *testing.T) {
	type step struct {
		at     []float64
		begins bool
	}
	for name, c := range map[string]struct {
		axes  int
		steps []step
		want  string
	}{
		"none":    {2, nil, "01 05000000 00000000"},
		"one":     {2, []step{{[]float64{1, 2}, true}, {[]float64{3, 4}, false}}, "01 05000000 01000000 01 02000000 02000000" + one + two + three + four},
		"instant": {2, []step{{[]float64{1, 2}, true}}, "01 05000000 01000000 01 02000000 02000000" + one + two + one + two},
		"two": {2, []step{{[]float64{1, 2, 9}, true}, {[]float64{3, 4, 9}, false}, {[]float64{1, 1, 9}, true}}, "01 05000000 02000000 01 02000000 02000000" + one + two + three + four +
			"01 02000000 02000000" + one + one + one + one},
		"heights": {3, []step{{[]float64{1, 2, 3}, false}, {[]float64{3, 4, 1}, false}}, "01 ed030000 01000000 01 ea030000 02000000" + one + two + three + three + four + one},
	} {
		w := NewLineWriter([]byte("ab"), c.axes)
		for _, s := range c.steps {
			w.Add(s.at, s.begins)
		}
		if got := w.End(); string(got) != "ab"+string(unhex(t, c.want)) {
			t.Errorf("%s: %x, want %s", name, got[2:], c.want)
		}
	}
}

// TestMetadataFields: each field is what GeoParquet 1.1 wants it to be, and there are no others. Its facts: version, primary_column and columns must be there, and of a column encoding and
// geometry_types, whose names of three axes end in " Z"; no crs means OGC:CRS84, null none; bbox has the least of all axes before the most.
func TestMetadataFields(t *testing.T) {
	for name, c := range map[string]struct {
		column WrittenColumn
		at     [][]float64
		want   map[string]any // of the column
	}{
		"points in degrees": {WrittenColumn{Name: "geometry", Type: Point, Axes: 2, Degrees: true}, [][]float64{{1, 2}, {-3, 5}, {0, 0}},
			map[string]any{"encoding": "WKB", "geometry_types": []any{"Point"}, "bbox": []any{-3., 0., 1., 5.}}},
		"lines of lengths with heights": {WrittenColumn{Name: "g", Type: MultiLineString, Axes: 3}, [][]float64{{1, 2, 7}, {-3, 5, -8.5}},
			map[string]any{"encoding": "WKB", "geometry_types": []any{"MultiLineString Z"}, "crs": nil, "bbox": []any{-3., 2., -8.5, 1., 5., 7.}}},
		"no row": {WrittenColumn{Name: "geometry", Type: Point, Axes: 3, Degrees: true}, nil,
			map[string]any{"encoding": "WKB", "geometry_types": []any{"Point Z"}}},
	} {
		for _, at := range c.at {
			c.column.Bounds.Add(at)
		}
		text, err := c.column.Metadata()
		if err != nil {
			t.Fatal(err)
		}
		var got any
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		want := map[string]any{"version": "1.1.0", "primary_column": c.column.Name, "columns": map[string]any{c.column.Name: c.want}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %s, want %v", name, text, want)
		}
	}
}

// TestMetadataOfNoNumber: a bound that JSON has no word for is an error that names the column.
func TestMetadataOfNoNumber(t *testing.T) {
	c := WrittenColumn{Name: "geometry", Type: Point, Axes: 2}
	c.Bounds.Add([]float64{math.Inf(1), 0})
	if _, err := c.Metadata(); err == nil || !strings.Contains(err.Error(), "column geometry") {
		t.Errorf("%v", err)
	}
}

// TestArrowFields: of GeoArrow, crs is PROJJSON and crs_type says so; edges are left out where they are straight, and all of it where no CRS is known.
func TestArrowFields(t *testing.T) {
	lengths, degrees := WrittenColumn{Type: Point, Axes: 2}, WrittenColumn{Type: Point, Axes: 2, Degrees: true}
	if text := lengths.ArrowMetadata(); text != "" {
		t.Errorf("of lengths: %s", text)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(degrees.ArrowMetadata()), &got); err != nil {
		t.Fatal(err)
	}
	crs, ok := got["crs"].(map[string]any)
	if !ok || len(got) != 2 || got["crs_type"] != "projjson" || crs["type"] != "GeographicCRS" {
		t.Errorf("%v", got)
	}
	if id := crs["id"]; !reflect.DeepEqual(id, map[string]any{"authority": "OGC", "code": "CRS84"}) {
		t.Errorf("id %v", id)
	}
	var axes []any
	for _, axis := range crs["coordinate_system"].(map[string]any)["axis"].([]any) {
		a := axis.(map[string]any)
		axes = append(axes, a["direction"], a["unit"])
	}
	if want := []any{"east", "degree", "north", "degree"}; !reflect.DeepEqual(axes, want) {
		t.Errorf("axes %v", axes)
	}
}
