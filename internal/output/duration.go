package output

import (
	"math"
	"math/bits"
)

// RoundedDuration rounds a duration in seconds to the nearest microsecond, as files have durations of timestamps: to the float64
// nearest to a whole number of microseconds, the even number where two are as near. From 2^33 s on, where float64 are further apart
// than microseconds, and where the duration is not finite, it returns the duration itself.
func RoundedDuration(sec float64) float64 {
	const (
		digits    = 52
		perSecond = 1e6
		coarse    = 1 << 33
	)
	if !(math.Abs(sec) < coarse) {
		return sec
	}
	all := math.Float64bits(sec)
	exponent := all >> digits & 0x7ff
	if exponent < 1023-21 { // less than 2^-21 s, which is less than half a microsecond
		return math.Copysign(0, sec)
	}
	m := all&(1<<digits-1) | 1<<digits // the duration is m / 2^down
	down := 1023 + digits - exponent
	hi, lo := bits.Mul64(m, perSecond)
	whole, rest := hi<<(64-down)|lo>>down, lo<<(64-down) // down is from 20 to 73
	if down >= 64 {
		whole, rest = hi>>(down-64), hi<<(128-down)|lo>>(down-64)
		if lo<<(128-down) != 0 {
			rest |= 1 // which says that more is left
		}
	}
	if rest > 1<<63 || rest == 1<<63 && whole&1 == 1 {
		whole++
	}
	return math.Copysign(float64(whole)/perSecond, sec)
}
