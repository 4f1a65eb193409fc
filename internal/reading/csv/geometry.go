package csv

import (
	"cmp"
	"context"

	records "flyby/internal/codec/csv"
	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory/format"
)

// readGeometry reads text without columns of places by the geometries in one of its columns. The error is lacking, which says what columns there
// are not, where no column has geometries, or several have them and the options name none.
func readGeometry(ctx context.Context, src *infile.Source, o *reading.Options, lacking error) (*reading.Parsed, error) {
	r, err := records.OpenAs(src, cmp.Or(o.Separators, infile.Separators), nil)
	if err != nil || o.Preset != "" && o.Preset != format.NoPreset {
		return nil, lacking
	}
	geometries, named := 0, false
	for _, c := range r.Columns() {
		if c.Shape != nil {
			geometries++
			named = named || o.Columns["x"] == c.Name+reading.XPart
		}
	}
	if geometries != 1 && !named {
		return nil, lacking
	}
	return reading.ReadBatches(ctx, src, r, o)
}
