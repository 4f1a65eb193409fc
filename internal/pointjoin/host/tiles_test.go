package host_test

import (
	"slices"
	"testing"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/points"
)

// TestPredictTiles: four times the points, all near each other, are predicted to take about
// sixteen times as long.
func TestPredictTiles(t *testing.T) {
	all := host.Methods()
	predict := all[slices.IndexFunc(all, func(m pointjoin.Method) bool { return m.Name == "tiles" })].Predict
	seconds := func(rows int) float64 {
		columns := make([][]float64, 200)
		for j := range columns {
			columns[j] = make([]float64, rows)
			for i := range columns[j] {
				columns[j][i] = float64(i % (j + 2))
			}
		}
		s, err := points.New(columns, points.RowIDs(rows))
		if err != nil {
			t.Fatal(err)
		}
		within, err := pointjoin.NewThreshold(1e6)
		if err != nil {
			t.Fatal(err)
		}
		return predict(s, within)
	}
	if few, many := seconds(2500), seconds(10_000); many < 8*few || many > 24*few {
		t.Errorf("2,500 points take %v s, 10,000 %v s", few, many)
	}
}
