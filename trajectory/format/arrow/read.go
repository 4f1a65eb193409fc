// Package arrow reads trajectories from Arrow's IPC: streams and files. See docs/decisions/0109-arrow-streams.md.
package arrow

import (
	"context"

	"flyby/internal/codec/arrow"
	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// Read reads a stream or a file, whose first bytes tell which it is.
func Read(ctx context.Context, src *infile.Source, o *format.Options) (*format.Parsed, error) {
	r, err := arrow.Open(ctx, src, o.Threads)
	if err != nil {
		return nil, err
	}
	return format.ReadBatches(ctx, src, r, o)
}

// Estimate is input.EstimateRows: as many rows as fit into the bytes by the types of columns.
func Estimate(src *infile.Source, o *format.Options) (rows uint64, ok bool) {
	r, err := arrow.Open(context.Background(), src, o.Threads)
	if err != nil {
		return 0, false
	}
	return uint64(src.Total) / uint64(r.(*arrow.Reader).RowBytes()), true
}
