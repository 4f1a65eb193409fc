package fileset

import (
	"context"

	"flyby/internal/codec"
	"flyby/internal/codec/votable"
	"flyby/internal/infile"
	"flyby/internal/reading"
)

// claims returns Format.Estimate of a codec whose files say how many rows they have.
func claims(open codec.OpenFunc) func(*infile.Source, *reading.Options) (rows uint64, ok bool) {
	return func(src *infile.Source, o *reading.Options) (rows uint64, ok bool) {
		r, err := open(context.Background(), src, o.Threads)
		if err != nil {
			return 0, false
		}
		defer r.Close() //nolint:errcheck // it was only read
		return reading.ClaimedRows(context.Background(), src, r, o)
	}
}

// estimateXML is Format.Estimate of VOTable, and of SUMO, whose files have the same extension: it counts elements that begin, or divides bytes by
// the bytes of a row.
func estimateXML(src *infile.Source, o *reading.Options) (rows uint64, ok bool) {
	head, more, ok := reading.HeadOf(src)
	if !ok {
		return 0, false
	}
	begun, width, ok := votable.Glance(head)
	if width > 0 {
		return votable.RowsIn(src, width), ok
	}
	return reading.Extrapolate(src, begun, more), ok
}
