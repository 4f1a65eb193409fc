package pointengine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"flyby/internal/selector"
	"flyby/points"
	"flyby/points/pointjoin"
)

// choose returns the method for a threshold, or for a number of nearest points, and the place that has it.
func (e *Engine) choose(within pointjoin.Threshold, nearest int) (at int, m pointjoin.Method, err error) {
	for at, p := range e.places {
		all := p.driver.Methods()
		i := slices.IndexFunc(all, func(m pointjoin.Method) bool { return m.Name == e.config.Method })
		switch {
		case i < 0:
		case nearest == 0 || all[i].Nearest:
			return at, all[i], nil
		default:
			err = fmt.Errorf("pointengine: method %s finds no nearest points on %s", all[i].Name, p.driver.Device().Name)
		}
	}
	if err != nil {
		return 0, m, err
	}
	all := e.candidates(nearest)
	if len(all) == 0 {
		return 0, m, fmt.Errorf("pointengine: no method finds nearest points on %s", e.places[0].driver.Device().Name)
	}
	if nearest > 0 {
		if i := slices.IndexFunc(all, func(c candidate) bool { return e.store.Dimensions() <= c.NearestUpTo }); i >= 0 {
			return all[i].at, all[i].Method, nil
		}
		within = reach(e.store, nearest)
	}
	chosen, why := cheapest(e.store, within, all)
	e.config.Logger.Info("method chosen", "method", chosen.Name, "why", why)
	return chosen.at, chosen.Method, nil
}

// A candidate is a method that may be chosen.
type candidate struct {
	pointjoin.Method
	at     int // its place
	device string
	part   float64 // of the seconds of one core that it predicts
}

// candidates are the methods of all places, of nearest points those that find them.
func (e *Engine) candidates(nearest int) (all []candidate) {
	for at, p := range e.places {
		const alone = 0.25 // of what a method does on the host cores do not share out, about
		d, part := p.driver.Device(), 1.0
		if d.Selector == selector.HostName {
			part = alone + (1-alone)/float64(max(e.config.Threads, 1))
		}
		for _, m := range p.driver.Methods() {
			if nearest == 0 || m.Nearest {
				all = append(all, candidate{m, at, d.Selector, part})
			}
		}
	}
	return all
}

// cheapest is the method that is predicted to take the least time, and why. Methods that predict nothing, those
// of papers, which are there to be measured, are never chosen; the first is where nothing is predicted.
func cheapest(s *points.Store, within pointjoin.Threshold, all []candidate) (candidate, string) {
	best, least := all[0], math.Inf(1)
	var told []string
	for _, m := range all {
		if m.Predict == nil {
			continue
		}
		seconds := m.Predict(s, within) * m.part
		told = append(told, fmt.Sprintf("%s on %s %.2g s", m.Name, m.device, seconds))
		if seconds < least {
			best, least = m, seconds
		}
	}
	if told == nil {
		return best, "the first, of methods that predict nothing"
	}
	return best, "predicted: " + strings.Join(told, ", ")
}

// Points that are looked at for their nearest.
const (
	sampledQueries = 64
	sampledPoints  = 2048
)

// reach is about how far the k-th nearest point of a point is, in the middle of a sample: finding that many
// takes about as long as finding what is within that.
func reach(s *points.Store, k int) pointjoin.Threshold {
	some := s.Evenly(sampledPoints)
	var far []float64
	for _, p := range s.Evenly(sampledQueries) {
		var distances []float64
		for _, q := range some {
			if d := pointjoin.Distance(p, q); d > 0 {
				distances = append(distances, d)
			}
		}
		if slices.Sort(distances); len(distances) > 0 {
			far = append(far, nthOf(distances, float64(k)*float64(len(some))/float64(s.Len()), s.Dimensions()))
		}
	}
	slices.Sort(far)
	eps := 0.0
	if len(far) > 0 {
		eps = min(far[len(far)/2], math.MaxFloat64)
	}
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		panic(err) // our own bug: distances of finite points are finite
	}
	return within
}

// nthOf is the n-th of sorted distances in a number of dimensions, where less than one are within the first by how
// volumes grow.
func nthOf(distances []float64, n float64, dimensions int) float64 {
	if n < 1 {
		return distances[0] * math.Pow(n, 1/float64(dimensions))
	}
	return distances[min(int(n), len(distances))-1]
}
