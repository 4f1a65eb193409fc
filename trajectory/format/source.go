package format

import (
	"io"

	"flyby/internal/infile"
)

// An Error says what is wrong in a file and where.
type Error = infile.Error

// HeadOf reads the beginning of a file. more is false where it is the whole file.
func HeadOf(s *infile.Source) (head []byte, more, ok bool) {
	head = make([]byte, 1<<20)
	n, err := s.Fill(head)
	return head[:n], err == nil, err == nil || err == io.EOF
}

// Extrapolate estimates how many rows a file has from the rows in its head. Without more, the head
// is the whole file.
func Extrapolate(s *infile.Source, rows int, more bool) uint64 {
	done := s.Done.Load()
	if !more || done == 0 || s.Total <= done {
		return uint64(rows)
	}
	return uint64(float64(rows) * (float64(s.Total) / float64(done)))
}
