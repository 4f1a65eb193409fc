package format

import (
	"fmt"

	"github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
	"flyby/trajectory"
)

// A Parquet file of trajectories says in its key-value metadata what frame its positions
// are in, if that is not trajectory.Plain. A file without the key has plain coordinates.
const (
	frameKey          = "flyby.frame"
	frameEarthCentred = "earth-centred"
)

// frameNote returns the metadata that a file of positions in a frame has.
func frameNote(f trajectory.Frame) []format.KeyValue {
	if f == trajectory.EarthCentred {
		return []format.KeyValue{{Key: frameKey, Value: frameEarthCentred}}
	}
	return nil
}

// frameOf returns the frame that the metadata name. cause says what is wrong with it, or
// with reading such positions as degrees.
func (f *parquetFooter) frameOf(lonLat bool) (frame trajectory.Frame, cause string) {
	switch {
	case !f.framed:
		return trajectory.Plain, ""
	case string(f.frame) != frameEarthCentred:
		return 0, fmt.Sprintf("its metadata say %s = %q, which this flyby does not know", frameKey, infile.Shorten(string(f.frame)))
	case lonLat:
		return 0, fmt.Sprintf("x, y and z are %v already, not longitude, latitude and height", trajectory.EarthCentred)
	}
	return trajectory.EarthCentred, ""
}
