package format

import (
	"encoding/binary"
	"math"
	"strconv"

	"flyby/internal/parallel"
)

// decode decodes numbers that are stride bytes apart into the form that columns hold, see columnValue.
func (h *npyHeader) decode(held []float64, b []byte, stride int) {
	if h.width == 8 && h.order == binary.LittleEndian {
		for i := range held {
			held[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[i*stride:]))
		}
		return
	}
	for i := range held {
		held[i] = h.columnValue(b[i*stride:])
	}
}

// columnValue decodes the number at the start of b into the form that columns hold while an array is read: the bits of an integer of 64 bits,
// since float64 cannot hold each, and the value of any other number.
func (h *npyHeader) columnValue(b []byte) float64 {
	switch h.width {
	case 1:
		if h.kind == 'i' {
			return float64(int8(b[0]))
		}
		return float64(b[0])
	case 2:
		if h.kind == 'i' {
			return float64(int16(h.order.Uint16(b)))
		}
		return float64(h.order.Uint16(b))
	case 4:
		bits := h.order.Uint32(b)
		switch h.kind {
		case 'i':
			return float64(int32(bits))
		case 'u':
			return float64(bits)
		}
		return float64(math.Float32frombits(bits))
	}
	return math.Float64frombits(h.order.Uint64(b))
}

// isWide reports whether numbers are integers of 64 bits, which columns hold by their bits.
func (h *npyHeader) isWide() bool { return h.kind != 'f' && h.width == 8 }

// number returns the value of a held number; exact says that float64 represents it and every integer between it and 0.
func (h *npyHeader) number(held float64) (v float64, exact bool) {
	const most = 1 << 53
	bits := math.Float64bits(held)
	switch {
	case !h.isWide():
		return held, true
	case h.kind == 'u':
		return float64(bits), bits <= most
	}
	whole := int64(bits)
	return float64(whole), -most <= whole && whole <= most
}

// text returns a held number in digits.
func (h *npyHeader) text(held float64) string {
	switch {
	case !h.isWide():
		return strconv.FormatFloat(held, 'g', -1, 64)
	case h.kind == 'u':
		return strconv.FormatUint(math.Float64bits(held), 10)
	}
	return strconv.FormatInt(int64(math.Float64bits(held)), 10)
}

// settle replaces the bits of wide integers in the columns by their values.
func (r *npyReader) settle() {
	if !r.header.isWide() {
		return
	}
	for _, c := range r.columns {
		parallel.AllCores(len(c), func(first, last int) {
			for row, held := range c[first:last] {
				c[first+row], _ = r.header.number(held)
			}
		})
	}
}
