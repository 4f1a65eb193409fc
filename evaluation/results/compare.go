package results

import (
	"math"
	"slices"
)

// LeastTrials is the number of trials from which on a time is compared with another.
const LeastTrials = 3

// Spread returns how far the median of some times may be off, as a fraction of it: its standard error, and of three times half of their range. It is
// +Inf for fewer than LeastTrials times.
func Spread(times []float64) float64 {
	switch n := len(times); {
	case n < LeastTrials:
		return math.Inf(1)
	case n == LeastTrials:
		return (slices.Max(times) - slices.Min(times)) / 2 / Median(times)
	}
	return MedianError(times)
}

// Compared reports whether both times have the trials that a comparison takes.
func Compared(a, b Group) bool { return min(a.Trials, b.Trials) >= LeastTrials }

// Ratio returns a's time as a multiple of b's, NaN where they are not to be compared.
func Ratio(a, b Group) float64 {
	if !Compared(a, b) {
		return math.NaN()
	}
	return a.Seconds / b.Seconds
}

// ClearRatio is Ratio for times further apart than the sum of their spreads, and for two times of the same measurement; otherwise NaN.
func ClearRatio(a, b Group) float64 {
	if a.Key != b.Key && !(math.Abs(a.Seconds-b.Seconds) > float64(a.Spread*a.Seconds)+float64(b.Spread*b.Seconds)) {
		return math.NaN()
	}
	return Ratio(a, b)
}
