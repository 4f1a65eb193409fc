package backlog

import "flyby/internal/spill"

// fileBytes is about the most bytes of one file: a file whose bytes were sent makes room for others.
const fileBytes = 16 << 20

// A waitingFile is a file, with the number of bytes in it and the number of bytes that were sent.
type waitingFile struct {
	file           *spill.File // nil: not made yet
	written, taken int64
}

// close removes the file.
func (f *waitingFile) close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
