package parquet

import (
	"fmt"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// frameOf returns the frame that the metadata name. cause says what is wrong with it, or
// with reading such positions as degrees.
func frameOf(f *parquet.File, lonLat bool) (frame trajectory.Frame, cause string) {
	named, framed := f.Notes[format.FrameKey]
	switch {
	case !framed:
		return trajectory.Plain, ""
	case string(named) != format.FrameEarthCentred:
		return 0, fmt.Sprintf("its metadata say %s = %q, which this flyby does not know", format.FrameKey, infile.Shorten(string(named)))
	case lonLat:
		return 0, fmt.Sprintf("x, y and z are %v already, not longitude, latitude and height", trajectory.EarthCentred)
	}
	return trajectory.EarthCentred, ""
}
