package format

import (
	"math"

	"github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
	"flyby/trajectory"
)

// A timeStorage is how Parquet holds times.
type timeStorage int

const (
	timeSeconds timeStorage = iota // DOUBLE
	timeMillis                     // TIMESTAMP
	timeMicros
	timeNanos
	timeText // RFC 3339
	// timeRounded is a TIMESTAMP of nanoseconds that times are rounded to, which gives each
	// back: see roundedOf.
	timeRounded
)

// per returns how many units of a TIMESTAMP make a second.
func (s timeStorage) per() uint64 {
	return [...]uint64{timeMillis: 1e3, timeMicros: 1e6, timeNanos: 1e9, timeText: 0, timeRounded: 1e9}[s]
}

// storageOf returns the coarsest storage that gives every time back.
func storageOf(times []float64) timeStorage {
	s := timeMillis
	for _, sec := range times {
		for s < timeText && !s.holds(sec) {
			s++
		}
	}
	return s
}

// holds reports whether a time comes back exactly.
func (s timeStorage) holds(sec float64) bool {
	const most = 9e9 // seconds whose nanoseconds fit in an int64
	return math.Abs(sec) < most && infile.Ratio(s.units(sec), s.per()) == sec
}

// units rounds a time to whole units.
func (s timeStorage) units(sec float64) int64 {
	whole := math.Floor(sec)
	if s.per() == 1e9 {
		return int64(whole)*1e9 + decimalNanos(sec, whole)
	}
	return int64(whole)*int64(s.per()) + int64(math.Round((sec-whole)*float64(s.per())))
}

// decimalNanos returns the nanoseconds of a time since its whole second with the fewest decimals of a
// second that give the time back: those of its text (docs/decisions/0048-nanoseconds-as-in-text.md).
// Where nanoseconds do not give it back, they are the nearest.
func decimalNanos(sec, whole float64) int64 {
	exact := float64((sec - whole) * 1e9)
	if exact == 0 {
		return 0
	}
	reach := reachOf(sec)
	to := func(step float64) float64 { return float64(math.RoundToEven(exact/step) * step) } // as the text is rounded
	step := 1.0
	for step < 1e8 && 10*step <= 1.9*reach { // wherever the time lies, a multiple is as near
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

// reachOf is half the way from a time to the next float64, away from 0, in nanoseconds. The way to the one before may
// be half as far.
func reachOf(sec float64) float64 {
	const digits = 52
	exponent := math.Float64bits(sec) >> digits & 0x7ff
	if exponent <= digits {
		return 0
	}
	return math.Float64frombits((exponent-digits)<<digits) * 0.5e9
}

// Seconds since 1970 that a count of nanoseconds gives back: at least 2^23 of them, some 97
// days, below which two float64 may share a nanosecond, and in the years 1678 to 2261, the
// whole ones of those whose nanoseconds an int64 holds.
const (
	leastRounded = 1 << 23
	firstRounded = -9214560000 // 1678-01-01T00:00:00Z
	endRounded   = 9214646400  // 2262-01-01T00:00:00Z
)

// roundedOf returns how the times of a result are held that lie in the extents of some stores:
// timeRounded where that gives every one back, else timeSeconds.
func roundedOf(stores ...*trajectory.Store) timeStorage {
	start, end := math.Inf(-1), math.Inf(1)
	for _, s := range stores {
		start, end = max(start, s.Extent().Start), min(end, s.Extent().End)
	}
	if isRounded(start) && isRounded(end) && (start < 0) == (end < 0) {
		return timeRounded
	}
	return timeSeconds
}

// isRounded reports whether a time comes back from its nanoseconds, which are the nearest to it:
// no other float64 is as near to them.
func isRounded(sec float64) bool {
	return math.Abs(sec) >= leastRounded && sec >= firstRounded && sec < endRounded
}

// What the metadata of a column of times say that stand as DOUBLE and are timestamps.
const (
	timeKey   = "flyby.time"
	timeValue = "seconds since 1970-01-01T00:00:00Z"
)

// timeNote returns the metadata of a column.
func (c content) timeNote(column outColumn) []format.KeyValue {
	if c.stamps && column.time && c.parquetTimes == timeSeconds {
		return []format.KeyValue{{Key: timeKey, Value: timeValue}}
	}
	return nil
}
