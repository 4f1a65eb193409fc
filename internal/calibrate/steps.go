package calibrate

import (
	"context"
	"math"
	"slices"

	"flyby/internal/queryset"
)

// findSteps looks for steps between numbers of candidates a quarter of an octave apart, in batches of stepBatch
// query segments, and locates them to a factor of stepWidth. The work-groups of a search are not all alike: waiting
// ones begin as others end, so a search's times rise over about a factor of stepRamp of the candidates where the
// times of calibration data jump.
const (
	stepGrowth = 1.1 // at a step times grow by more than this factor times the growth of candidates
	stepBatch  = 256
	stepWidth  = 1.005
	stepRamp   = 1.04
	stepShare  = 0.0002 // part of the budget for a measurement
	mostSteps  = 4
	stepTime   = 0.02 // seconds: a device that takes longer was full at fewer candidates
)

// findSteps finds the numbers of candidates at which the kernel time jumps: once the candidates fill the device,
// one more work-group waits for the others to end. The grid gets a point before and a point after each step.
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

// placeStep locates a step by halving its range of candidates: times are above level after the step.
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
