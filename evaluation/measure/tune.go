package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"flyby/datasets"
	"flyby/evaluation/results"
)

// tuner searches for the best parameter of one batching algorithm on one search.
type tuner struct {
	*runner
	search datasets.Search
	n      int // query segments
	times  map[string]float64
}

// tune searches for the best parameters of all algorithms but Periodic, about the best batch size of
// Periodic (the paper's exhaustive search, §7.4).
func (r *runner) tune(ctx context.Context, s datasets.Search) error {
	n, err := r.queries(s)
	if err != nil {
		return err
	}
	sizes := r.fastestSizes()
	if len(sizes) == 0 {
		return nil
	}
	best := sizes[0]
	t := tuner{r, s, n, map[string]float64{}}
	for _, family := range []struct {
		start float64
		spec  func(x int) string
	}{
		{float64(n) / float64(best.S), func(x int) string { return fmt.Sprintf("setsplit-fixed:%d", x) }},
		{float64(best.S), func(x int) string { return fmt.Sprintf("setsplit-max:%d", x) }},
		{float64(best.S), func(x int) string { return fmt.Sprintf("greedysetsplit-min:%d", x) }},
		{float64(best.S), func(x int) string { return fmt.Sprintf("greedysetsplit-max:%d", x) }},
	} {
		if _, err := t.line(ctx, family.start, family.spec); err != nil {
			return err
		}
	}
	return t.minMax(ctx, float64(best.S))
}

func fastestPoint(points []results.Point) (best results.Point, ok bool) {
	if len(points) == 0 {
		return best, false
	}
	return slices.MinFunc(points, func(a, b results.Point) int { return cmp.Compare(a.Seconds, b.Seconds) }), true
}

// time returns the response time of a batching, measured once.
func (t tuner) time(ctx context.Context, spec string) (float64, error) {
	if known, ok := t.times[spec]; ok {
		return known, nil
	}
	k := temporal(t.search, results.Tuning, spec)
	k.Trial = 1
	got, err := t.runner.search(ctx, k)
	t.times[spec] = got.Seconds
	return got.Seconds, err
}

// line finds the best whole number in [1, n] for a spec: steps of √2 from start on, further where the
// best is at an end, then steps of the fourth and of the eighth root of 2 about the best.
func (t tuner) line(ctx context.Context, start float64, spec func(x int) string) (best float64, err error) {
	seconds := func(x float64) float64 {
		if err != nil {
			return math.Inf(1)
		}
		var s float64
		s, err = t.time(ctx, spec(t.whole(x)))
		return s
	}
	best = start
	try := func(x float64) {
		if seconds(x) < seconds(best) {
			best = x
		}
	}
	lo, hi := -2, 2
	for k := lo; k <= hi; k++ {
		try(start * math.Exp2(float64(k)/2))
	}
	for range 5 {
		switch {
		case best == start*math.Exp2(float64(lo)/2):
			lo--
			try(start * math.Exp2(float64(lo)/2))
		case best == start*math.Exp2(float64(hi)/2):
			hi++
			try(start * math.Exp2(float64(hi)/2))
		}
	}
	for _, step := range []float64{0.25, 0.125} {
		centre := best
		try(centre * math.Exp2(step))
		try(centre * math.Exp2(-step))
	}
	return best, err
}

// whole rounds a parameter into [1, n].
func (t tuner) whole(x float64) int { return min(max(int(math.Round(x)), 1), t.n) }

// minMax finds the best SetSplit-MinMax: the maximum with half of it as the minimum, then the minimum as
// a fraction of the best maximum, then the maximum again with that fraction.
func (t tuner) minMax(ctx context.Context, start float64) error {
	spec := func(share float64) func(x int) string {
		return func(x int) string {
			return fmt.Sprintf("setsplit-minmax:%d,%d", max(1, int(share*float64(x))), x)
		}
	}
	most, err := t.line(ctx, start*math.Sqrt2, spec(0.5))
	if err != nil {
		return err
	}
	best, least := 0.5, math.Inf(1)
	for _, share := range []float64{0.25, 0.375, 0.5, 0.625, 0.75, 0.9} {
		s, err := t.time(ctx, spec(share)(t.whole(most)))
		if err != nil {
			return err
		}
		if s < least {
			best, least = share, s
		}
	}
	for _, step := range []float64{-0.25, -0.125, 0.125, 0.25} {
		if _, err := t.time(ctx, spec(best)(t.whole(most*math.Exp2(step)))); err != nil {
			return err
		}
	}
	return nil
}
