package parquet

import (
	"context"
	"math/rand/v2"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/internal/testing/tabletest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// FuzzParquet reads files of every codec, version of pages and encoding with bytes changed, also
// row group by row group.
func FuzzParquet(f *testing.F) {
	x := 1.5
	f.Add([]byte(formattest.InGroups(f, formattest.PlainRows(30), 10)))
	f.Add([]byte(formattest.InGroups(f, []formattest.Named{{ID: "a", T: 1, X: &x, Y: 2}, {ID: "b", T: 2, X: &x, Y: 2}, {ID: "a", T: 3, X: nil, Y: 2}}, 2)))
	rows := mixedRows(rand.New(rand.NewPCG(3, 1)), 60)
	for _, m := range mixes() {
		f.Add(m.file(f, rows, 60))
	}
	for _, c := range crafted(f) {
		f.Add(c.file.bytes())
	}
	for _, c := range formattest.PresetCases() {
		f.Add([]byte(tabletest.Of(f, c.Text).Parquet(f, true, 2)))
	}
	placed := []formattest.Placed{{ID: 1, T: 1, Geometry: formattest.Geometry(1, nil, 1, 2)}, {ID: 1, T: 2}, {ID: 2, T: 2, Geometry: formattest.GeometryBig(1001, nil, 1, 2, 3)}}
	f.Add([]byte(formattest.InGroups(f, placed, 2, formattest.GeoKey("WKB", ""))))
	lines := []formattest.Travelled{{ID: "a", Geometry: formattest.LineM(1, 2, 3, 4, 5, 6)}, {ID: "b"}, {ID: "a", Geometry: formattest.LineM(1, 2, 7)}}
	f.Add([]byte(formattest.InGroups(f, lines, 2, formattest.GeoKey("WKB", `,"crs":{"type":"ProjectedCRS","coordinate_system":{"axis":[{"unit":"metre"},{"unit":"metre"}]}}`))))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > formattest.LargestInput {
			return
		}
		for _, o := range []reading.Options{{Options: format.Options{Reading: format.Reading{Threads: 1}}}, {Options: format.Options{Reading: format.Reading{Threads: 2, SkipBadRows: true}}}} {
			p, err := Read(context.Background(), formattest.InMemory(data), &o)
			formattest.Outcome(t, p, err, o.Options)
		}
		take := func(*reading.Rows, func(*trajectory.RowError) error) error { return nil }
		readParts(context.Background(), formattest.InMemory(data), &reading.Options{Options: format.Options{Reading: format.Reading{Threads: 2}}, Take: take}, 16) //nolint:errcheck // it returns, whatever it says
	})
}
