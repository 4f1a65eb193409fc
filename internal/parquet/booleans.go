package parquet

import (
	"encoding/binary"
	"fmt"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
)

// bitValues reads booleans, one byte each: from packed bits, as in PLAIN, or from runs.
type bitValues struct {
	runs *RunReader // nil: packed bits
	bits []byte
	bit  int
	v    []uint32
	out  []byte
}

// newBitValues reads the booleans of a page.
func newBitValues(encoding pqformat.Encoding, body []byte) (*bitValues, error) {
	const head = 4 // bytes of the runs' length
	switch {
	case encoding == pqformat.Plain:
		return &bitValues{bits: body}, nil
	case encoding == pqformat.RLE && len(body) >= head && int64(binary.LittleEndian.Uint32(body)) <= int64(len(body)-head):
		return &bitValues{runs: &RunReader{Rest: body[head:][:binary.LittleEndian.Uint32(body)], Width: 1}}, nil
	case encoding == pqformat.RLE:
		return nil, fmt.Errorf("runs of booleans that do not fit into %d bytes", len(body))
	}
	return nil, unread(fmt.Sprintf("encoding %v of booleans", encoding))
}

func (r *bitValues) next(n int) (v Values, ok bool) {
	r.v, r.out = infile.Resized(r.v, n), infile.Resized(r.out, n)
	switch {
	case r.runs != nil && !r.runs.Next(r.v), r.runs == nil && n > 8*len(r.bits)-r.bit:
		return v, false
	case r.runs == nil:
		UnpackBits(r.v, r.bits, r.bit, 1)
		r.bit += n
	}
	for i, bit := range r.v {
		r.out[i] = byte(bit)
	}
	return Values{Fixed: r.out}, true
}

// spare reports whether a whole byte of bits is left: fewer bits fill up the last byte.
func (r *bitValues) spare() bool { return 8*len(r.bits)-r.bit >= 8 }
