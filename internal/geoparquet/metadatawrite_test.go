package geoparquet

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestMetadataFields: the fields are GeoParquet 1.1's, and there are no others. Its facts: version, primary_column and columns are required,
// and in a column encoding and geometry_types, whose names of three axes end in " Z"; no crs means OGC:CRS84, null unknown; bbox has the
// least of all axes before the greatest.
func TestMetadataFields(t *testing.T) {
	for name, c := range map[string]struct {
		column WrittenColumn
		at     [][]float64
		want   map[string]any // of the column
	}{
		"points in degrees": {WrittenColumn{Name: "geometry", Type: PointType, Axes: 2, Degrees: true}, [][]float64{{1, 2}, {-3, 5}, {0, 0}},
			map[string]any{"encoding": "WKB", "geometry_types": []any{"Point"}, "bbox": []any{-3., 0., 1., 5.}}},
		"lines of lengths with heights": {WrittenColumn{Name: "g", Type: MultiLineType, Axes: 3}, [][]float64{{1, 2, 7}, {-3, 5, -8.5}},
			map[string]any{"encoding": "WKB", "geometry_types": []any{"MultiLineString Z"}, "crs": nil, "bbox": []any{-3., 2., -8.5, 1., 5., 7.}}},
		"no row": {WrittenColumn{Name: "geometry", Type: PointType, Axes: 3, Degrees: true}, nil,
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

// TestMetadataOfNoNumber: a bound that JSON cannot write is an error that names the column.
func TestMetadataOfNoNumber(t *testing.T) {
	c := WrittenColumn{Name: "geometry", Type: PointType, Axes: 2}
	c.Bounds.Add([]float64{math.Inf(1), 0})
	if _, err := c.Metadata(); err == nil || !strings.Contains(err.Error(), "column geometry") {
		t.Errorf("%v", err)
	}
}

// TestArrowFields: in GeoArrow, crs is PROJJSON and crs_type says so; edges are left out where they are straight, and all fields where no CRS
// is known.
func TestArrowFields(t *testing.T) {
	lengths, degrees := WrittenColumn{Type: PointType, Axes: 2}, WrittenColumn{Type: PointType, Axes: 2, Degrees: true}
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
