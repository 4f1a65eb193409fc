package input

import (
	"context"
	"io"

	"flyby/internal/infile"
	"flyby/internal/reading/fileset"
)

// OpenBody is Open for bytes in place of files, such as the body of a request; messages call them name. Options.Read.Format is their
// format. They can be read more than once. The data's Close also closes the bytes, if from is an io.Closer; no database over the data
// may then be open.
func OpenBody(ctx context.Context, name string, from io.ReaderAt, size int64, o Options) (*Data, error) {
	body := infile.NewBody(name, from, size)
	o.Read.Stdin = body
	d, err := OpenFiles(ctx, []string{name}, []File{body.File()}, o)
	if err != nil {
		return nil, err
	}
	if d.known {
		d.rows = max(d.rows, fileset.MarksIn(body, o.Read))
	}
	if closer, ok := from.(io.Closer); ok {
		d.free = closer.Close
	}
	return d, nil
}
