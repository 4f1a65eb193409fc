package output

import (
	"encoding/binary"
	"math"
	"strconv"
	"sync"

	"flyby/internal/rfc3339"
)

// fourDigits returns the numbers below 10,000 as four digits each, the first in the lowest
// byte. The table is made once and never written again.
var fourDigits = sync.OnceValue(func() *[10_000]uint32 {
	t := new([10_000]uint32)
	for v := range uint32(len(t)) {
		t[v] = '0' + v/1000 | ('0'+v/100%10)<<8 | ('0'+v/10%10)<<16 | ('0'+v%10)<<24
	}
	return t
})

// mostDigits is the most bytes that putUint writes to, digits or not.
const mostDigits = 20 + 4

// putUint writes v in decimal to dst, which has mostDigits bytes, and returns the number of
// digits.
func putUint(dst []byte, v uint64, table *[10_000]uint32) int {
	if v < 10_000 {
		short := 3 // digits that are left out
		if v > 9 {
			short = 2
		}
		if v > 99 {
			short = 1
		}
		if v > 999 {
			short = 0
		}
		binary.LittleEndian.PutUint32(dst, table[v]>>(8*short))
		return 4 - short
	}
	n := putUint(dst, v/10_000, table)
	binary.LittleEndian.PutUint32(dst[n:], table[v%10_000])
	return n + 4
}

// putInt is putUint for numbers that may be negative.
func putInt(dst []byte, v int64, table *[10_000]uint32) int {
	if v >= 0 {
		return putUint(dst, uint64(v), table)
	}
	dst[0] = '-'
	return 1 + putUint(dst[1:], -uint64(v), table)
}

// wholeOf returns v as an integer if the integer has the same text: v is a whole number of which
// float64 holds every digit, and not -0.
func wholeOf(v float64) (whole int64, ok bool) {
	const most = 1 << 53
	whole = int64(v) // out of range: a number that is not v, or not within most
	return whole, float64(whole) == v && whole > -most && whole < most && (whole != 0 || !math.Signbit(v))
}

// A floatText appends the text of a number that is not whole.
type floatText func(dst []byte, v float64) []byte

// floatText returns the text form of numbers. JSON has no form for numbers that are not finite.
func (c content) floatText(asJSON bool) floatText {
	if asJSON {
		return func(dst []byte, v float64) []byte {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return append(dst, "null"...)
			}
			return appendFloat(dst, v)
		}
	}
	return appendFloat
}

// optionalText is floatText where NaN stands for no number, which is empty in CSV.
func (c content) optionalText(asJSON bool) floatText {
	if asJSON {
		return c.floatText(asJSON)
	}
	return func(dst []byte, v float64) []byte {
		if math.IsNaN(v) {
			return dst
		}
		return appendFloat(dst, v)
	}
}

// timeText is floatText for times, whole ones too.
func (c content) timeText(asJSON bool) floatText {
	switch {
	case !c.stamps:
		return c.floatText(asJSON)
	case asJSON:
		return func(dst []byte, v float64) []byte { return append(rfc3339.Append(append(dst, '"'), v), '"') }
	}
	return rfc3339.Append
}

// appendFloat appends the shortest text that reads back to v, without exponent
// where it is short enough for that.
func appendFloat(dst []byte, v float64) []byte {
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(dst, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(dst, v, 'f', -1, 64)
}

// A textMemory caches texts of recently formatted numbers: ends of segments repeat often. It is for
// one goroutine at a time.
type textMemory struct {
	of    floatText
	known [rememberedTexts]rememberedText
}

const (
	rememberedTexts = 1 << 9
	textMemoryBytes = rememberedTexts * 40
)

type rememberedText struct {
	bits uint64 // of the number
	n    uint8  // bytes of text; 0: none is known
	text [31]byte
}

// append appends the text of v.
func (m *textMemory) append(dst []byte, v float64) []byte {
	const spread = 0x9E3779B97F4A7C15 // 2^64 by the golden ratio
	bits := math.Float64bits(v)
	r := &m.known[bits*spread>>(64-9)]
	if r.bits == bits && r.n > 0 {
		return append(dst, r.text[:r.n]...)
	}
	from := len(dst)
	dst = m.of(dst, v)
	if n := len(dst) - from; n <= len(r.text) {
		r.bits, r.n = bits, uint8(n)
		copy(r.text[:], dst[from:])
	}
	return dst
}
