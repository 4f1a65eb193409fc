package arrow

import (
	"sync"

	"flyby/internal/memory"
)

// A body has the bytes of a batch: all of them, or as many as were asked for of a large batch of a file.
type body struct {
	whole []byte
	from  *messages // reads buffers at their places; nil: whole has them
	at    int64     // the place of the body

	mutex  sync.Mutex
	loaded map[int64][]byte // buffers by their places in the body
}

// A buffer is a part of a body. It lies within.
type buffer struct {
	of         *body // nil: there is no such buffer
	from, size int64
}

// A readError is what a panic has where bytes cannot be read.
type readError struct{ err error }

// all returns the bytes of a buffer, nil for no buffer.
func (b buffer) all() []byte {
	switch {
	case b.of == nil:
		return nil
	case b.of.from == nil:
		return b.of.whole[b.from:][:b.size]
	}
	b.of.mutex.Lock()
	defer b.of.mutex.Unlock()
	bytes, ok := b.of.loaded[b.from]
	if !ok || int64(len(bytes)) < b.size {
		bytes = b.read(nil, 0, b.size)
		b.of.loaded[b.from] = bytes
	}
	return bytes[:b.size]
}

// part returns n bytes of a buffer from a place on, perhaps in scratch.
func (b buffer) part(scratch *[]byte, from, n int64) []byte {
	if b.of == nil || b.of.from == nil {
		return b.all()[from:][:n]
	}
	*scratch = b.read(*scratch, from, n)
	return *scratch
}

// read reads n bytes of a buffer from a place on, into the memory of to where it is large enough.
func (b buffer) read(to []byte, from, n int64) []byte {
	if int64(cap(to)) < n {
		if err := memory.Need("bytes of a batch", uint64(n)); err != nil {
			panic(readError{b.of.from.src.Outgrown(err)})
		}
		to = roomFor(n)
	}
	to = to[:n]
	if err := b.of.from.readAt(to, b.of.at+b.from+from); err != nil {
		panic(readError{err})
	}
	return to
}
