package fileset

import (
	"slices"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestPairInGroups: row groups with columns of longitude and latitude are read as with
// Options.LonLat.
func TestPairInGroups(t *testing.T) {
	type row struct {
		ID  int64   `parquet:"id"`
		T   float64 `parquet:"t"`
		Lon float64 `parquet:"Lon"`
		Lat float64 `parquet:"Lat"`
	}
	path := groupedFile(t, 2, []row{{1, 0, 10, 50}, {1, 1, 10, 51}, {1, 2, 10, 91}, {1, 3, 10, 53}})
	g, ok := OpenGroups(path, format.Options{Reading: format.Reading{SkipBadRows: true}})
	if !ok || !g.LonLat() {
		t.Fatalf("open %v, or no degrees", ok)
	}
	defer g.Close()
	for _, numbers := range []bool{false, true} {
		var lats []float64
		_, report, err := g.Read(t.Context(), parquet.Pick{Groups: []int{0, 1}, Numbers: numbers}, func(r *reading.Rows, _ func(*trajectory.RowError) error) error {
			lats = append(lats, r.Y...)
			if !r.LonLat {
				t.Error("rows are no degrees")
			}
			return nil
		})
		if err != nil || report.LonLat != "x=Lon y=Lat" || report.Skipped != 1 || !slices.Equal(lats, []float64{50, 51, 53}) {
			t.Errorf("numbers %v: %v, %+v, latitudes %v", numbers, err, report, lats)
		}
	}
}
