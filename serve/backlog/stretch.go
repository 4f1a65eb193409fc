package backlog

import "flyby/internal/spill"

// stretchBytes is about the size of a file: a file whose bytes were sent makes room for others.
const stretchBytes = 16 << 20

// A stretch of an answer is a file, with the number of bytes in it and the number of bytes that were sent.
type stretch struct {
	file           *spill.File // nil: not made yet
	written, taken int64
}

// close removes the file.
func (f *stretch) close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
