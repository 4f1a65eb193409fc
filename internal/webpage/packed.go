package webpage

import (
	"encoding/base64"

	"github.com/klauspost/compress/gzip"
)

// A PackedSize measures how large a text is once a page packs it, or a little more: it is faster than packing.
type PackedSize struct {
	z     *gzip.Writer
	bytes int
}

// Add adds a piece of the text.
func (s *PackedSize) Add(text []byte) {
	if s.z == nil {
		s.z = gzip.NewWriter((*packedBytes)(&s.bytes))
	}
	s.z.Write(text) //nolint:errcheck // a count takes all
}

// Bytes returns the size of the whole text.
func (s *PackedSize) Bytes() int {
	if s.z != nil {
		s.z.Close() //nolint:errcheck // a count takes all
	}
	return base64.StdEncoding.EncodedLen(s.bytes)
}

// packedBytes counts what is written.
type packedBytes int

// Write counts bytes.
func (n *packedBytes) Write(p []byte) (int, error) {
	*n += packedBytes(len(p))
	return len(p), nil
}
