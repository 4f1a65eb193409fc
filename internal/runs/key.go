package runs

import (
	"cmp"
	"math"
)

// Key orders rows: by High, then Low.
type Key struct{ High, Low uint64 }

// Before reports whether a comes before b.
func (a Key) Before(b Key) bool { return a.High < b.High || a.High == b.High && a.Low < b.Low }

// Compare returns -1, 0 or +1, as cmp.Compare does.
func (a Key) Compare(b Key) int {
	if a.High == b.High {
		return cmp.Compare(a.Low, b.Low)
	}
	return cmp.Compare(a.High, b.High)
}

// Ascending maps floats to integers of the same order. Zeros of either sign are one; f is not NaN.
func Ascending(f float64) uint64 {
	bits := math.Float64bits(f + 0)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}
