// Package arrow estimates how many rows of trajectories a stream or a file of Arrow's IPC has; internal/codec/arrow reads them. See docs/decisions/0109-arrow-streams.md.
package arrow

import (
	"context"

	"flyby/internal/codec/arrow"
	"flyby/internal/infile"
	"flyby/internal/reading"
)

// Estimate is input.EstimateRows: as many rows as fit into the bytes by the types of columns.
func Estimate(src *infile.Source, o *reading.Options) (rows uint64, ok bool) {
	r, err := arrow.Open(context.Background(), src, o.Threads)
	if err != nil {
		return 0, false
	}
	return uint64(src.Total) / uint64(r.(*arrow.Reader).RowBytes()), true
}
