package results

import (
	"math"
	"slices"
)

// Median returns the middle of the values, the mean of the two middle ones where their number is even, NaN where there are
// none. The paper averages three trials; a median lets one disturbed trial pass.
func Median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// MedianError returns the standard error of the values' median as a fraction of it, without assuming how they are distributed:
// half the difference of the values √n/2 ranks below and above it. It is +Inf for fewer than four values, which are too few.
func MedianError(values []float64) float64 {
	n := len(values)
	if n < 4 {
		return math.Inf(1)
	}
	sorted := slices.Sorted(slices.Values(values))
	middle, ranks := float64(n-1)/2, math.Sqrt(float64(n))/2
	low, high := sorted[int(math.Floor(middle-ranks))], sorted[int(math.Ceil(middle+ranks))]
	return (high - low) / 2 / Median(sorted)
}

// Slower returns by how many percent a time exceeds another.
func Slower(time, than float64) float64 { return (time/than - 1) * 100 }

// Off returns the error of a prediction in percent of the measured value, always positive.
func Off(predicted, measured float64) float64 { return math.Abs(predicted/measured-1) * 100 }

// Line is the least squares fit y = A + B x.
type Line struct {
	A, B float64
	R2   float64 // 1: every point lies on it
}

// FitLine fits a line to two points or more.
func FitLine(x, y []float64) Line {
	mx, my := Mean(x), Mean(y)
	var xx, xy, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
	}
	l := Line{B: xy / xx}
	l.A = my - l.B*mx
	l.R2 = 1
	if yy > 0 {
		l.R2 = xy * xy / (xx * yy)
	}
	return l
}

// Mean returns the arithmetic mean of one value or more.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
