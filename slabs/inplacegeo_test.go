package slabs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"flyby/internal/testing/formattest"
)

// geoFile writes rows of GeoParquet in row groups of some rows, in metres.
func geoFile[T any](t testing.TB, name, encoding string, each int, rows []T) (path string) {
	t.Helper()
	const metres = `,"crs":{"type":"ProjectedCRS","name":"here","coordinate_system":{"axis":[{"unit":"metre"},{"unit":"metre"}]}}`
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, inGroups(t, each, rows, formattest.GeoKey(encoding, metres)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// geoPoints writes a file with positions in well-known binary.
func geoPoints(t testing.TB, name string, all []logged) string {
	var rows []formattest.Placed
	for _, l := range all {
		rows = append(rows, formattest.Placed{ID: l.ID, T: l.T, Geometry: formattest.Geometry(formattest.WKBPointZ, nil, *l.X, l.Y, l.Z)})
	}
	return geoFile(t, name, "WKB", 24, rows)
}

// A structured is a row with a position in the native encoding.
type structured struct {
	ID       int64   `parquet:"id"`
	T        float64 `parquet:"t"`
	Geometry struct {
		X float64 `parquet:"x"`
		Y float64 `parquet:"y"`
	} `parquet:"geometry"`
}

// geoStructs writes a file with positions in the native encoding.
func geoStructs(t testing.TB, name string, all []logged) string {
	rows := make([]structured, len(all))
	for i, l := range all {
		rows[i].ID, rows[i].T, rows[i].Geometry.X, rows[i].Geometry.Y = l.ID, l.T, *l.X, l.Y
	}
	return geoFile(t, name, "point", 24, rows)
}

// geoLines writes a file with a line for each object.
func geoLines(t testing.TB, name string, all []logged) string {
	numbers := map[int64][]float64{}
	for _, l := range all {
		numbers[l.ID] = append(numbers[l.ID], *l.X, l.Y, l.T)
	}
	var rows []formattest.Travelled
	for id := range int64(len(numbers)) {
		rows = append(rows, formattest.Travelled{ID: fmt.Sprint(id), Geometry: formattest.LineM(numbers[id]...)})
	}
	return geoFile(t, name, "WKB", 5, rows)
}
