package job

import (
	"bytes"
	"context"
	"errors"
	"io"

	"flyby/internal/infile"
)

// A Body is the bytes of a request to a base: zones, or query points. They are kept until it is closed.
type Body struct {
	io.Closer
	text *infile.Body
}

// Body copies all bytes of a reader to a nameless file in Tmp, or, if they are few, to memory. Messages call them name. The caller closes the body, after the jobs.
func (b *Base) Body(ctx context.Context, name string, from io.Reader) (*Body, error) {
	kept, size, err := b.keep(&stoppable{ctx, from})
	if err != nil {
		return nil, err
	}
	return &Body{kept, infile.NewBody(name, kept, size)}, nil
}

// Bodies of at most smallBody bytes lie in memory, smallBodies at a time: 8 MiB in all, however many clients wait.
const (
	smallBody   = 128 << 10
	smallBodies = 64
)

// A body holds the bytes that queries are read from.
type body interface {
	io.ReaderAt
	io.Closer
}

// keep copies all bytes of a reader.
func (b *Base) keep(from io.Reader) (body, int64, error) {
	select {
	case b.small <- struct{}{}:
	default:
		return b.inFile(from)
	}
	leave := func() { <-b.small }
	var text bytes.Buffer
	text.Grow(smallBody + bytes.MinRead) // ReadFrom needs MinRead more to see the end
	n, err := text.ReadFrom(io.LimitReader(from, smallBody+1))
	if err == nil && n <= smallBody {
		return &inMemory{bytes.NewReader(text.Bytes()), leave}, n, nil
	}
	defer leave()
	if err != nil {
		return nil, 0, err
	}
	return b.inFile(io.MultiReader(&text, from))
}

// inMemory is a small body. It is closed once.
type inMemory struct {
	*bytes.Reader
	leave func()
}

func (m *inMemory) Close() error {
	m.leave()
	return nil
}

// inFile copies all bytes of a reader to a file.
func (b *Base) inFile(from io.Reader) (body, int64, error) {
	file, err := b.folder.Create()
	if err != nil {
		return nil, 0, err
	}
	size, err := io.Copy(file, from)
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, size, nil
}

// A stoppable reader ends with its context.
type stoppable struct {
	ctx  context.Context
	from io.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.from.Read(p)
}
