package calibrate

import (
	"context"
	"math"

	"flyby/internal/estimate"
	"flyby/internal/fit"
	"flyby/internal/predict"
	"flyby/internal/queryset"
)

// mixtures measures mixed invocations and chooses the parameters that predict them best: the surface for
// Theta, the form of the sum, and the number of lanes.
func (c *calibrator) mixtures(ctx context.Context, sets [grazing + 1]*queryset.Set, misses *table) error {
	k := &c.model.Kernel
	var err error
	if k.Empty, err = intercept(misses); err != nil {
		return err
	}
	k.Overhead = overheadIntercept
	if err := c.grazingCost(ctx, sets[grazing]); err != nil {
		return err
	}
	points, err := c.mixedPoints(ctx)
	if err != nil {
		return err
	}
	empty, err := c.emptyKernel(ctx, sets[missing], c.share(mixedShare))
	if err != nil {
		return err
	}
	fitKernel(k, empty, points)
	c.report.Mixed = points
	c.step()
	return nil
}

// grazingCost measures a grazing interaction's share of a hit's cost, at a few points.
func (c *calibrator) grazingCost(ctx context.Context, q *queryset.Set) error {
	k := &c.model.Kernel
	var parts []float64
	for _, candidates := range c.middleValues(c.candidates) {
		size := c.segments[len(c.segments)/3]
		if candidates*size > float64(c.hitLimit()) {
			continue
		}
		point, err := repeat(c.share(mixedShare)/30, func() (timing, error) {
			return c.invoke(ctx, q, int(size), int(candidates), threshold)
		})
		if err != nil {
			return err
		}
		if apart, hit := k.Apart.At(candidates, size), k.Hit.At(candidates, size); hit > apart {
			parts = append(parts, (point.kernel-apart)/(hit-apart))
		}
	}
	k.Grazing = min(max(median(parts), 0), 1)
	return nil
}

// middleValues returns every second value in the middle of an axis.
func (c *calibrator) middleValues(axis []float64) []float64 {
	var values []float64
	for i := len(axis) / 4; i < len(axis)-len(axis)/4; i += 2 {
		values = append(values, axis[i])
	}
	return values
}

// composition is a mixed batch: the part of each kind, and a threshold by which all or some of the query
// segments of kind hitting hit.
type composition struct {
	parts [standingApart + 1]float64 // hitting, missing, standingApart
	d     float64
}

// compositions returns a third of each kind (paper, Figure 15), and mixes like those in searches: mostly
// temporal misses, with hits scattered among spatial misses.
func compositions() []composition {
	return []composition{
		{[...]float64{1. / 3, 1. / 3, 1. / 3}, threshold},
		{[...]float64{0.05, 0.7, 0.25}, threshold},
		{[...]float64{0, 0.7, 0.3}, threshold},
		{[...]float64{0.4, 0.6, 0}, 0.15},
		{[...]float64{0.4, 0.6, 0}, 0.3},
		{[...]float64{0.4, 0.6, 0}, 0.6},
		{[...]float64{0.4, 0.6, 0}, 1.2},
	}
}

// mixedPoints measures every composition at a few grid points.
func (c *calibrator) mixedPoints(ctx context.Context) ([]MixedPoint, error) {
	var points []MixedPoint
	size := mixedSize(c.segments)
	for _, m := range compositions() {
		counts := map[kind]int{}
		for k, part := range m.parts {
			counts[kind(k)] = int(math.Round(part * float64(size)))
		}
		q, err := c.queriesOf(counts)
		if err != nil {
			return nil, err
		}
		for _, candidates := range c.middleValues(c.candidates) {
			p, err := c.mixedPoint(ctx, q, int(candidates), m.d)
			if c.outgrown(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			points = append(points, p)
		}
	}
	return points, nil
}

// mixedSize returns the first batch size on the axis that compositions divide well.
func mixedSize(sizes []float64) int {
	for _, s := range sizes {
		if s >= 60 {
			return int(s)
		}
	}
	return int(sizes[len(sizes)-1])
}

// mixedPoint measures one mixed invocation. Its mix is estimated from a sample of the interactions.
func (c *calibrator) mixedPoint(ctx context.Context, q *queryset.Set, candidates int, d float64) (MixedPoint, error) {
	point, err := repeat(c.share(mixedShare)/60, func() (timing, error) {
		return c.invoke(ctx, q, len(q.Rows), candidates, d)
	})
	return MixedPoint{
		Candidates: float64(candidates), Queries: float64(len(q.Rows)),
		Mix: c.mixOf(q, candidates, d), Scattered: d < threshold, Seconds: max(point.kernel, shortest),
	}, err
}

// mixOf samples the mix of all queries against the first candidates; any as many candidates have the same mix.
func (c *calibrator) mixOf(q *queryset.Set, candidates int, d float64) estimate.Mix {
	return estimate.SampleMix(c.store.store, c.store.bins, q.Store, q.Rows, rule(d), candidates)
}

// Conditions for a choice other than the paper's: the greatest fraction that it may leave of the mean squared
// relative error over mixed points, and the least amount by which it must lower that error.
const (
	better     = 0.9
	betterLeap = 1e-4
)

// fitKernel chooses overhead, form and lanes by mixed points. It starts from the paper's choices: an empty kernel
// if the driver has one, the separate sum, one lane.
func fitKernel(k *predict.Kernel, empty *fit.Surface, points []MixedPoint) {
	choices := []predict.Kernel{*k}
	if empty != nil {
		first := *k
		first.Empty, first.Overhead = empty, overheadEmpty
		choices = []predict.Kernel{first, *k}
	}
	for _, o := range choices {
		o.Form = predict.Nested
		choices = append(choices, o)
	}
	for i := range points {
		points[i].Separate = predicted(choices[0], points[i])
	}
	best, least := choices[0], math.Inf(1)
	for _, o := range choices {
		for _, o := range []predict.Kernel{o, withLanes(o, points)} {
			if off := loss(&o, points); off < better*least && off < least-betterLeap {
				best, least = o, off
			}
		}
	}
	*k = best
	for i := range points {
		points[i].Predicted = predicted(*k, points[i])
	}
}

// withLanes returns the kernel with the Lanes and HitLanes that predict mixed points best, improving each in turn.
func withLanes(k predict.Kernel, points []MixedPoint) predict.Kernel {
	const turns = 8
	for range turns {
		for _, lanes := range []*float64{&k.Lanes, &k.HitLanes} {
			*lanes = math.Exp2(fit.GoldenSection(math.Log2(predict.LeastLanes), math.Log2(predict.MostLanes), func(log float64) float64 {
				*lanes = math.Exp2(log)
				return loss(&k, points)
			}))
		}
	}
	return k
}

// predicted returns the predicted time of a mixed point. Lanes apply to scattered hits only.
func predicted(k predict.Kernel, p MixedPoint) float64 {
	if !p.Scattered {
		k.Lanes, k.HitLanes = 1, 1
	}
	return k.Time(p.Candidates, p.Queries, p.Mix)
}

// loss returns the mean squared relative error of the predicted times.
func loss(k *predict.Kernel, points []MixedPoint) float64 {
	sum := 0.0
	for _, p := range points {
		e := relativeError(predicted(*k, p), p.Seconds)
		sum += e * e / float64(len(points))
	}
	return sum
}
