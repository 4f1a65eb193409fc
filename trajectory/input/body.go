package input

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"flyby/internal/infile"
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
	if f, _ := formatOf(&o.Read, "-"); (f.Estimate == nil || f.Mark != "") && d.known {
		d.rows = max(d.rows, marksIn(body, cmp.Or(f.Mark, "\n")))
	}
	if closer, ok := from.(io.Closer); ok {
		d.free = closer.Close
	}
	return d, nil
}

// marksIn counts all marks in a body, since a stranger's first rows may be longer than the others.
func marksIn(body *infile.Body, mark string) (n uint64) {
	block, kept := make([]byte, infile.BlockSize), 0
	for at := int64(0); at < body.Size(); {
		got, err := body.ReadAt(block[kept:], at)
		some := block[:kept+got]
		n += uint64(bytes.Count(some, []byte(mark)))
		if at += int64(got); err != nil {
			break
		}
		kept = copy(block, some[len(some)-min(len(some), len(mark)-1):]) // a mark may begin in these
	}
	return n
}
