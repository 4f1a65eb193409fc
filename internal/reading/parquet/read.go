package parquet

import (
	"context"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Read reads the rows of a file in batches, or columns as a whole.
func Read(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	if src.At == nil || src.Total == 0 {
		return nil, &format.Error{File: src.Name, Cause: "empty file", Err: trajectory.ErrEmpty}
	}
	r, err := parquet.OpenBatches(ctx, src, o.Threads)
	if err != nil {
		return nil, err
	}
	return reading.ReadBatches(ctx, src, r, o)
}
