package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/points"
)

// mostHeader is the greatest length of a header in bytes: headers of arrays of numbers take some
// hundred.
const mostHeader = 1 << 20

// An npyHeader describes the array behind it. The format has one header: the magic, two bytes of
// version, the
// length of the rest in two bytes (version 1) or four, and the text of a Python dictionary of descr,
// fortran_order and shape, padded with blanks to a newline.
type npyHeader struct {
	order   binary.ByteOrder
	kind    byte // of a number: 'f', float, 'i', integer, or 'u', integer without a sign
	width   int  // bytes of a number
	fortran bool // the file holds column after column, not row after row
	rows    int
	columns int
}

// readNPYHeader reads the header of a source. If the error is an *Error, its File is empty.
func readNPYHeader(src *infile.Source) (h npyHeader, err error) {
	fixed := make([]byte, len(output.ArrayMagic)+4)
	if err := fill(src, fixed); err != nil {
		return h, err
	}
	if !strings.HasPrefix(string(fixed), output.ArrayMagic) {
		return h, &Error{Cause: "not an array of NumPy, which begins with \\x93NUMPY"}
	}
	size := int(binary.LittleEndian.Uint16(fixed[len(output.ArrayMagic)+2:]))
	switch major := fixed[len(output.ArrayMagic)]; major {
	case 1:
	case 2, 3:
		more := make([]byte, 2)
		if err := fill(src, more); err != nil {
			return h, err
		}
		size |= int(binary.LittleEndian.Uint16(more)) << 16
	default:
		return h, &Error{Cause: fmt.Sprintf("version %d of NumPy's format; 1, 2 and 3 are read", major)}
	}
	if size > mostHeader {
		return h, &Error{Cause: fmt.Sprintf("a header of %d bytes, which no array of numbers has", size)}
	}
	text := make([]byte, size)
	if err := fill(src, text); err != nil {
		return h, err
	}
	if cause := h.parse(string(text)); cause != "" {
		return h, &Error{Cause: cause}
	}
	return h, nil
}

// fill fills b. A file that ends too early is an *Error.
func fill(src *infile.Source, b []byte) error {
	n, err := src.Fill(b)
	switch {
	case n == len(b):
		return nil
	case errors.Is(err, io.EOF) && src.Packing == "" && src.Done.Load() == 0:
		return &Error{Cause: "empty file", Err: ErrEmpty}
	case errors.Is(err, io.EOF):
		return &Error{Cause: "cut short: it ends within its header"}
	}
	return err
}

// parse reads the dictionary into h. cause says what is wrong with it, "" if nothing is.
func (h *npyHeader) parse(text string) (cause string) {
	d := &pyDict{text: strings.Trim(text, " \n")}
	descr, fortran, shape, cause := d.read()
	if cause != "" {
		return "a header that is none of NumPy's: " + cause
	}
	if cause := h.setType(descr); cause != "" {
		return cause
	}
	h.fortran = fortran
	switch len(shape) {
	case 1:
		h.rows, h.columns = shape[0], 1
	case 2:
		h.rows, h.columns = shape[0], shape[1]
	default:
		return fmt.Sprintf("an array of %d dimensions: points are an array of two, a row a point, or of one, a number a point", len(shape))
	}
	if h.columns > points.MaxDimensions {
		return fmt.Sprintf("%d coordinates a row: a point has at most %d", h.columns, points.MaxDimensions)
	}
	if h.columns == 0 {
		return "no coordinates: rows of 0 numbers"
	}
	if h.rows > points.MaxPoints {
		return tooMany
	}
	return ""
}

// setType sets kind, width and order from descr.
func (h *npyHeader) setType(descr string) (cause string) {
	name := descr[min(len(descr), 1):]
	if !slices.Contains([]string{"f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"}, name) {
		return fmt.Sprintf("an array of type %q; float32, float64 and integers are read: save it with .astype(float)", infile.Shorten(descr))
	}
	h.kind, h.width = name[0], int(name[1]-'0')
	switch {
	case descr[0] == '<' || h.width == 1:
		h.order = binary.LittleEndian
	case descr[0] == '>':
		h.order = binary.BigEndian
	default:
		return fmt.Sprintf("an array of type %q, whose order of bytes is none that is known", descr)
	}
	return ""
}

// size is the length of the array in bytes: 2^12 columns of 2^32 rows of 8 bytes are below 2^63.
func (h *npyHeader) size() int64 {
	high, low := bits.Mul64(uint64(h.rows)*uint64(h.columns), uint64(h.width))
	if high > 0 || low > 1<<62 {
		return 1 << 62
	}
	return int64(low)
}
