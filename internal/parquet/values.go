package parquet

import (
	"encoding/binary"
	"fmt"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
)

// decodeAtOnce is the number of values of a page that are decoded at a time, so that the memory of
// a page does not depend on how many values its runs stand for.
const decodeAtOnce = 4096

// Values are values in the encoding of a page.
type Values struct {
	Fixed []byte   // numbers, little endian, one after the other
	Text  [][]byte // or byte arrays
}

// A valueReader yields the values of a page that are not null, in order.
type valueReader interface {
	// next returns the next n values, at most decodeAtOnce, valid until the next call.
	// ok is false if the page does not hold them.
	next(n int) (v Values, ok bool)
	// spare reports whether the page holds more values than were read.
	spare() bool
}

// A textScratch serves the pages of a chunk, one after another.
type textScratch struct {
	text   [][]byte
	length []uint64
}

// newValueReader reads the values of a page without a dictionary. most bounds the bytes that text
// may take.
func (t *Type) newValueReader(encoding pqformat.Encoding, body []byte, most int, scratch *textScratch) (valueReader, error) {
	if len(body) == 0 {
		return noValues{}, nil
	}
	r, err := t.newStoredReader(encoding, body, most, scratch)
	if t.spell == nil || err != nil {
		return r, err
	}
	return &spelled{valueReader: r, width: t.width, spell: t.spell}, nil
}

// newStoredReader reads the values as they are stored.
func (t *Type) newStoredReader(encoding pqformat.Encoding, body []byte, most int, scratch *textScratch) (valueReader, error) {
	switch {
	case t.Kind == pqformat.Boolean:
		return newBitValues(encoding, body)
	case encoding == pqformat.Plain && t.Kind == pqformat.ByteArray:
		return &plainText{rest: body, textScratch: scratch}, nil
	case encoding == pqformat.Plain:
		return t.asText(&plainFixed{rest: body, width: t.width}), nil
	case encoding == pqformat.ByteStreamSplit && t.Kind != pqformat.ByteArray && t.Kind != pqformat.Int96:
		return t.asText(&splitFixed{streams: body, width: t.width}), nil
	case encoding == pqformat.DeltaBinaryPacked && (t.Kind == pqformat.Int32 || t.Kind == pqformat.Int64):
		r, ok := NewDeltaReader(body)
		return check(&deltaFixed{r: r, width: t.width}, ok)
	case encoding == pqformat.DeltaLengthByteArray && t.Kind == pqformat.ByteArray:
		r, ok := newDeltaText(body, scratch)
		return check(r, ok)
	case encoding == pqformat.DeltaByteArray && t.Kind == pqformat.ByteArray:
		r, ok := newDeltaPrefixed(body, most, scratch)
		return check(r, ok)
	case encoding == pqformat.DeltaByteArray && t.Kind == pqformat.FixedLenByteArray:
		r, ok := newDeltaPrefixed(body, most, scratch)
		return check(&ofWidth{r, t.width}, ok)
	}
	return nil, unread(fmt.Sprintf("encoding %v of %v", encoding, t.Kind))
}

// unread is a manner of storage that flyby does not read, in a file that may be whole.
type unread string

// Error says so.
func (u unread) Error() string { return string(u) + ", which flyby does not read" }

// noValues reads the values of a page without any, such as a page of nulls, in whichever encoding.
type noValues struct{}

func (noValues) next(n int) (Values, bool) { return Values{}, n == 0 }

func (noValues) spare() bool { return false }

func check(r valueReader, ok bool) (valueReader, error) {
	if !ok {
		return nil, fmt.Errorf("its deltas are broken")
	}
	return r, nil
}

// asText wraps a reader of byte arrays of one length, to return them as text.
func (t *Type) asText(r valueReader) valueReader {
	if t.Kind == pqformat.FixedLenByteArray {
		return &fixedText{valueReader: r, width: t.width}
	}
	return r
}

// plainFixed reads numbers as they are.
type plainFixed struct {
	rest  []byte
	width int
}

func (r *plainFixed) next(n int) (v Values, ok bool) {
	if n > len(r.rest)/r.width {
		return v, false
	}
	v.Fixed, r.rest = r.rest[:n*r.width], r.rest[n*r.width:]
	return v, true
}

func (r *plainFixed) spare() bool { return len(r.rest) > 0 }

// splitFixed reads numbers whose first bytes come first, then all second bytes.
type splitFixed struct {
	streams []byte
	width   int
	row     int
	out     []byte
}

func (r *splitFixed) next(n int) (v Values, ok bool) {
	rows := len(r.streams) / r.width
	if n > rows-r.row {
		return v, false
	}
	r.out = infile.Resized(r.out, n*r.width)
	for k := range r.width {
		for i, b := range r.streams[k*rows+r.row:][:n] {
			r.out[i*r.width+k] = b
		}
	}
	r.row += n
	return Values{Fixed: r.out}, true
}

func (r *splitFixed) spare() bool { return r.row*r.width < len(r.streams) }

// fixedText cuts byte arrays of one length.
type fixedText struct {
	valueReader
	width int
	text  [][]byte
}

func (r *fixedText) next(n int) (v Values, ok bool) {
	if v, ok = r.valueReader.next(n); !ok {
		return v, false
	}
	r.text = r.text[:0]
	for b := v.Fixed; len(b) > 0; b = b[r.width:] {
		r.text = append(r.text, b[:r.width])
	}
	return Values{Text: r.text}, true
}

// deltaFixed reads integers that are stored as differences.
type deltaFixed struct {
	r     *DeltaReader
	width int // 4 or 8
	value []uint64
	out   []byte
}

func (r *deltaFixed) next(n int) (v Values, ok bool) {
	r.value, r.out = infile.Resized(r.value, n), infile.Resized(r.out, n*r.width)
	if !r.r.Next(r.value) {
		return v, false
	}
	if r.width == 4 {
		for i, x := range r.value {
			binary.LittleEndian.PutUint32(r.out[4*i:], uint32(x))
		}
	} else {
		for i, x := range r.value {
			binary.LittleEndian.PutUint64(r.out[8*i:], x)
		}
	}
	return Values{Fixed: r.out}, true
}

func (r *deltaFixed) spare() bool { return r.r.Left > 0 }

// plainText reads byte arrays, each after its length.
type plainText struct {
	rest []byte
	*textScratch
}

func (r *plainText) next(n int) (v Values, ok bool) {
	const head = 4
	r.text = r.text[:0]
	for range n {
		if len(r.rest) < head {
			return v, false
		}
		size := int(binary.LittleEndian.Uint32(r.rest))
		if size > len(r.rest)-head {
			return v, false
		}
		r.text = append(r.text, r.rest[head:head+size])
		r.rest = r.rest[head+size:]
	}
	return Values{Text: r.text}, true
}

func (r *plainText) spare() bool { return len(r.rest) > 0 }

// deltaText reads byte arrays after all their lengths.
type deltaText struct {
	lengths *DeltaReader
	rest    []byte
	*textScratch
}

func newDeltaText(b []byte, scratch *textScratch) (*deltaText, bool) {
	lengths, ok := NewDeltaReader(b)
	if !ok {
		return nil, false
	}
	rest, _, ok := DeltaAfter(b)
	return &deltaText{lengths: lengths, rest: rest, textScratch: scratch}, ok
}

func (r *deltaText) next(n int) (v Values, ok bool) {
	r.length, r.text = infile.Resized(r.length, n), r.text[:0]
	if !r.lengths.Next(r.length) {
		return v, false
	}
	for _, size := range r.length {
		if size > uint64(len(r.rest)) { // catches negative lengths, too
			return v, false
		}
		r.text = append(r.text, r.rest[:size])
		r.rest = r.rest[size:]
	}
	return Values{Text: r.text}, true
}

func (r *deltaText) spare() bool { return r.lengths.Left > 0 }

// deltaPrefixed reads byte arrays that each share a prefix with the one before.
type deltaPrefixed struct {
	prefixes *DeltaReader
	suffixes *deltaText
	most     int // bytes of text that may still be made
	last     []byte
	prefix   []uint64
	text     [][]byte
}

func newDeltaPrefixed(b []byte, most int, scratch *textScratch) (*deltaPrefixed, bool) {
	prefixes, ok := NewDeltaReader(b)
	if !ok {
		return nil, false
	}
	rest, total, ok := DeltaAfter(b)
	if !ok {
		return nil, false
	}
	suffixes, ok := newDeltaText(rest, scratch)
	return &deltaPrefixed{prefixes: prefixes, suffixes: suffixes, most: most}, ok && suffixes.lengths.Total == total
}

func (r *deltaPrefixed) next(n int) (v Values, ok bool) {
	r.prefix, r.text = infile.Resized(r.prefix, n), r.text[:0]
	suffixes, ok := r.suffixes.next(n)
	if !ok || !r.prefixes.Next(r.prefix) {
		return v, false
	}
	for i, suffix := range suffixes.Text {
		if r.prefix[i] > uint64(len(r.last)) {
			return v, false
		}
		prefix := r.last[:r.prefix[i]]
		if r.most -= len(prefix) + len(suffix); r.most < 0 {
			return v, false
		}
		if r.last = suffix; len(prefix) > 0 {
			r.last = append(prefix[:len(prefix):len(prefix)], suffix...)
		}
		r.text = append(r.text, r.last)
	}
	return Values{Text: r.text}, true
}

func (r *deltaPrefixed) spare() bool { return r.prefixes.Left > 0 }

// ofWidth refuses byte arrays of any other length.
type ofWidth struct {
	valueReader
	width int
}

func (r *ofWidth) next(n int) (v Values, ok bool) {
	if v, ok = r.valueReader.next(n); !ok {
		return v, false
	}
	for _, b := range v.Text {
		if len(b) != r.width {
			return v, false
		}
	}
	return v, true
}

// A spelled reader converts values that are not stored as text to text.
type spelled struct {
	valueReader
	width int // bytes of a value that is stored as a number
	spell func(dst, value []byte) []byte
	ends  []int
	all   []byte
	text  [][]byte
}

func (r *spelled) next(n int) (v Values, ok bool) {
	if v, ok = r.valueReader.next(n); !ok {
		return v, false
	}
	r.all, r.ends, r.text = make([]byte, 0, cap(r.all)), r.ends[:0], r.text[:0] // texts may be kept
	for i := range n {
		value := v.Fixed
		if v.Text != nil {
			value = v.Text[i]
		} else {
			value = value[i*r.width:][:r.width]
		}
		r.all = r.spell(r.all, value)
		r.ends = append(r.ends, len(r.all))
	}
	begin := 0
	for _, end := range r.ends {
		r.text = append(r.text, r.all[begin:end])
		begin = end
	}
	return Values{Text: r.text}, true
}
