package fileset

import (
	"bytes"
	"context"
	"maps"
	"slices"

	"flyby/internal/codec"
	"flyby/internal/codec/json"
	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// readJSON reads the rows of a document of JSON.
func readJSON(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	names := slices.Concat(slices.Collect(maps.Values(o.Columns)), o.Attributes)
	for _, t := range o.Tests {
		names = append(names, t.Column)
	}
	r, err := json.Options{Names: names, ID: o.ID}.Open(ctx, src, o.Threads)
	if err != nil {
		return nil, err
	}
	if len(r.Columns()) == 0 {
		return nil, &format.Error{File: src.Name, Cause: "no rows", Err: trajectory.ErrEmpty}
	}
	return reading.ReadBatches(ctx, src, r, o)
}

// estimateJSON is Format.Estimate of JSON: by the rows at the beginning of a file, or by the objects and lists there where they are part of one value.
func estimateJSON(src *infile.Source, o *reading.Options) (rows uint64, ok bool) {
	head, more, ok := reading.HeadOf(src)
	if !ok {
		return 0, false
	}
	n := rowsIn(&infile.Source{Name: src.Name, Data: bytes.NewReader(head), Signs: src.Signs})
	if n == 0 {
		n = bytes.Count(head, []byte("{")) + bytes.Count(head, []byte("["))
	}
	return reading.Extrapolate(src, n, more), true
}

// rowsIn counts the rows of a document up to its end, or to where it is cut.
func rowsIn(src *infile.Source) (n int) {
	r, err := json.Open(context.Background(), src, 1)
	if err != nil {
		return 0
	}
	defer r.Close() //nolint:errcheck // it was only read
	r.Want(nil, nil)
	var b codec.Batch
	for r.Next(context.Background(), &b) == nil {
		n += b.Rows
	}
	return n
}
