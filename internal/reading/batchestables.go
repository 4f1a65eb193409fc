package reading

import (
	"context"
	"io"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// readTables reads the one table of a file whose columns are asked for, or returns the error of the first table where none has them.
func readTables(ctx context.Context, src *infile.Source, from codec.Tables, o *Options) (parsed *Parsed, err error) {
	var unfit error
	for of, known := 0, *o; ; {
		own := known
		r := newBatchReader(ctx, src, from, &own)
		switch err := r.fit(); {
		case err != nil && unfit == nil:
			unfit = err
		case err != nil:
		case parsed != nil:
			return nil, from.Both(of)
		default:
			if parsed, err = r.parsed("no rows in the table"); err != nil {
				return nil, err
			}
			of, *o = from.Table(), own
		}
		switch err := from.Turn(ctx); {
		case err == io.EOF && parsed == nil:
			return nil, unfit
		case err == io.EOF:
			return parsed, nil
		case err != nil:
			return nil, err
		}
	}
}

// ClaimedRows returns the number of rows, or about the number of vertices of lines, that a file says it has in the table whose columns are asked for; ok is false for a file without such a table, or
// nothing is said.
func ClaimedRows(ctx context.Context, src *infile.Source, from codec.Reader, o *Options) (rows uint64, ok bool) {
	for {
		own := *o
		if r := newBatchReader(ctx, src, from, &own); r.fit() == nil {
			if sized, ok := from.(codec.Sized); ok && r.isTrack() {
				const vertex = 16 // bytes, packed
				return uint64(sized.Size(r.bytes)) / vertex, true
			}
			return uint64(max(0, from.Claims())), from.Claims() >= 0
		}
		tables, several := from.(codec.Tables)
		if !several || tables.Turn(ctx) != nil {
			return 0, false
		}
	}
}
