package job

import (
	"context"

	"flyby/internal/infile"
	"flyby/internal/source"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// isOrigin reports whether a data set is the place infile.Origin.
func isOrigin(in *source.Input) bool { return len(in.Files) == 1 && in.Files[0].IsOrigin() }

// origin reads the place where all coordinates are 0, in the space and the units of another data set.
func (j *Job) origin(ctx context.Context, in *source.Input, other *source.Set) (*source.Set, error) {
	space := other.Space()
	if space.Frame != trajectory.Plain {
		return nil, wrong("Queries", "%s: is for plain coordinates, and positions are %v: a file says which place is meant", infile.Origin, space.Frame)
	}
	if in.Read.Units.Length = other.Report.Units.Length; space.Dim == 2 {
		in.Read.Height = format.NoHeight
	}
	return j.places(ctx, in, other)
}
