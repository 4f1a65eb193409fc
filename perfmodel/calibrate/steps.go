package calibrate

import (
	"context"
	"math"
	"slices"

	"flyby/internal/queryset"
)

// Steps are looked for between candidates a quarter of an octave apart, in batches of stepBatch query
// segments, and placed to stepWidth of their candidates. The work-groups of a search are not all alike: those
// that wait begin as others end, and its times rise over about stepRamp where those of calibration data jump.
const (
	stepGrowth = 1.1 // a step is steeper than the candidates by that
	stepBatch  = 256
	stepWidth  = 1.005
	stepRamp   = 1.04
	stepShare  = 0.0002 // of the budget, for a measurement
	mostSteps  = 4
	stepTime   = 0.02 // seconds: a device that takes longer has been full for long
)

// findSteps finds the numbers of candidates at which the kernel time jumps: where the candidates fill the
// device, one more work-group waits for the others to end. The grid gets a point in front of each, and one
// behind it.
func (c *calibrator) findSteps(ctx context.Context, q *queryset.Set) error {
	time := func(candidates float64) (float64, error) {
		point, err := repeat(c.share(stepShare), func() (timing, error) {
			return c.invoke(ctx, q, stepBatch, int(candidates), threshold)
		})
		return point.kernel, err
	}
	steps := 0
	first, last := c.candidates[0], c.candidates[len(c.candidates)-1]
	ratio := math.Sqrt(math.Sqrt2)
	before, err := time(first)
	for lo := first; err == nil && lo < last && steps < mostSteps && before < stepTime; {
		hi := min(lo*ratio, last)
		var after float64
		if after, err = time(hi); err == nil && after > stepGrowth*before*hi/lo {
			err = c.placeStep(lo, hi, math.Sqrt(before*after), time)
			steps++
		}
		lo, before = hi, after
	}
	slices.Sort(c.candidates)
	c.candidates = slices.Compact(c.candidates)
	return err
}

// placeStep halves the range of candidates that a step lies in: their times are above a level behind it.
func (c *calibrator) placeStep(lo, hi, level float64, time func(candidates float64) (float64, error)) error {
	for hi > stepWidth*lo {
		middle := math.Floor((lo + hi) / 2)
		t, err := time(middle)
		if err != nil {
			return err
		}
		if t > level {
			hi = middle
		} else {
			lo = middle
		}
	}
	c.candidates = append(c.candidates, math.Floor(lo), min(math.Ceil(lo*stepRamp), slices.Max(c.candidates)))
	return nil
}
