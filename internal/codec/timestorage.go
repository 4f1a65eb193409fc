package codec

import (
	"math"

	"flyby/internal/infile"
)

// A TimeStorage is one of the ways to store times in Parquet.
type TimeStorage int

const (
	TimeSeconds TimeStorage = iota // DOUBLE
	TimeMillis                     // TIMESTAMP
	TimeMicros
	TimeNanos
	TimeText // RFC 3339
	// TimeRounded is a TIMESTAMP of nanoseconds that times are rounded to, where the nanoseconds give each time back:
	// see output.roundedOf.
	TimeRounded
)

// Per returns the number of units of a TIMESTAMP in a second.
func (s TimeStorage) Per() uint64 {
	return [...]uint64{TimeMillis: 1e3, TimeMicros: 1e6, TimeNanos: 1e9, TimeText: 0, TimeRounded: 1e9}[s]
}

// StorageOf returns the coarsest storage that gives every time back.
func StorageOf(times []float64) TimeStorage {
	s := TimeMillis
	for _, sec := range times {
		for s < TimeText && !s.holds(sec) {
			s++
		}
	}
	return s
}

// holds reports whether a time comes back exactly.
func (s TimeStorage) holds(sec float64) bool {
	const most = 9e9 // seconds whose nanoseconds fit in an int64
	return math.Abs(sec) < most && infile.Ratio(s.Units(sec), s.Per()) == sec
}

// Units rounds a time to whole units.
func (s TimeStorage) Units(sec float64) int64 {
	whole := math.Floor(sec)
	if s.Per() == 1e9 {
		return int64(whole)*1e9 + decimalNanos(sec, whole)
	}
	return int64(whole)*int64(s.Per()) + int64(math.Round((sec-whole)*float64(s.Per())))
}

// decimalNanos returns the nanoseconds of a time since its whole second with the fewest decimals of a second that
// give the time back, which are the decimals of its text (doc.go). Where no
// nanoseconds give it back, it returns the nearest.
func decimalNanos(sec, whole float64) int64 {
	exact := float64((sec - whole) * 1e9)
	if exact == 0 {
		return 0
	}
	reach := reachOf(sec)
	to := func(step float64) float64 { return float64(math.RoundToEven(exact/step) * step) } // rounded as the text is
	step := 1.0
	for step < 1e8 && 10*step <= 1.9*reach { // a multiple of such a step is within reach of any time
		step *= 10
	}
	for step < 1e9 && math.Abs(to(10*step)-exact) <= reach {
		step *= 10
	}
	for ; step > 1; step /= 10 {
		near := to(step)
		if math.Abs(near-exact) < 0.49*reach || infile.Ratio(int64(whole)*1e9+int64(near), 1e9) == sec {
			return int64(near)
		}
	}
	return int64(math.Round(exact))
}

// reachOf returns half the distance from a time to the next float64, away from 0, in nanoseconds. The previous
// float64 may be half as far.
func reachOf(sec float64) float64 {
	const digits = 52
	exponent := math.Float64bits(sec) >> digits & 0x7ff
	if exponent <= digits {
		return 0
	}
	return math.Float64frombits((exponent-digits)<<digits) * 0.5e9
}

// Bounds of the seconds since 1970 that a count of nanoseconds gives back: LeastRounded is 2^23, some 97 days, below
// which two float64 may share a nanosecond; FirstRounded and EndRounded bound the years 1678 to 2261, the whole years
// whose nanoseconds an int64 holds.
const (
	LeastRounded = 1 << 23
	FirstRounded = -9214560000 // 1678-01-01T00:00:00Z
	EndRounded   = 9214646400  // 2262-01-01T00:00:00Z
)

// IsRounded reports whether a time comes back from its nanoseconds, which are the nearest to it:
// no other float64 is as near to them.
func IsRounded(sec float64) bool {
	return math.Abs(sec) >= LeastRounded && sec >= FirstRounded && sec < EndRounded
}
