package input

import (
	"context"
	"io"

	"flyby/internal/infile"
)

// OpenBody is Open of bytes in place of files, which messages call by a name: those of a request, say. Options.Read.Format says what they are. They can be read more than once. The data's Close
// closes the bytes where they have a method for it, and no database over them may be open any more.
func OpenBody(ctx context.Context, name string, bytes io.ReaderAt, size int64, o Options) (*Data, error) {
	body := infile.NewBody(name, bytes, size)
	o.Read.Stdin = body
	d, err := OpenFiles(ctx, []string{name}, []File{body.File()}, o)
	if err != nil {
		return nil, err
	}
	if closer, ok := bytes.(io.Closer); ok {
		d.free = closer.Close
	}
	return d, nil
}
