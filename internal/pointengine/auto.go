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

// opening is about how many seconds it takes at least to look for devices and to open one, and samples by which methods are predicted. What takes
// less on the cores of the host is done there: docs/decisions/0116-small-sets-stay-on-the-host.md.
const opening = 50e-3

// choose returns the method for a question, and the place that has it.
func (e *Engine) choose(q question) (at int, m pointjoin.Method, err error) {
	if at, m, ok, err := e.named(q.nearest); ok || err != nil {
		return at, m, err
	}
	c, ok := e.soon(q)
	if !ok {
		if c, err = e.best(q); err != nil {
			return 0, m, err
		}
	}
	if c.why != "" {
		e.config.Logger.Info("method chosen", "method", c.Name, "why", c.why)
	}
	return c.at, c.Method, nil
}

// named returns the method that is asked for, and the first place that has it; ok is false where none has.
func (e *Engine) named(nearest int) (at int, m pointjoin.Method, ok bool, err error) {
	for at, p := range e.places {
		all := p.driver.Methods()
		i := slices.IndexFunc(all, func(m pointjoin.Method) bool { return m.Name == e.config.Method })
		switch {
		case i < 0:
		case nearest == 0 || all[i].Nearest:
			return at, all[i], true, nil
		default:
			err = fmt.Errorf("pointengine: method %s finds no nearest points on %s", all[i].Name, p.driver.Device().Name)
		}
	}
	return 0, m, false, err
}

// A candidate is a method that may be chosen.
type candidate struct {
	pointjoin.Method
	at      int // its place
	device  string
	part    float64 // of the seconds of one core that it predicts
	seconds float64 // that it is predicted to take; infinite: nothing is
	why     string  // it was chosen
}

// soon returns the method of the host that takes less than a look for better ones does, whatever the points; ok is false where there is none.
func (e *Engine) soon(q question) (c candidate, ok bool) {
	c.seconds = opening
	for _, m := range e.candidates(q.nearest) {
		if m.AtMost == nil || m.device != selector.HostName {
			continue
		}
		within := q.within
		if q.nearest > 0 {
			within = farthest()
		}
		if m.seconds = m.AtMost(e.store, within) * m.part * q.turns(); m.seconds <= c.seconds {
			c, ok = m, true
		}
	}
	c.why = fmt.Sprintf("%s on %s takes %.2g s at most, less than a look for others", c.Name, c.device, c.seconds)
	return c, ok
}

// farthest is the threshold that nothing is beyond.
func farthest() pointjoin.Threshold {
	within, err := pointjoin.NewThreshold(math.MaxFloat64)
	if err != nil {
		panic(err) // our own bug: the largest float64 is finite
	}
	return within
}

// best returns the method that is predicted to take the least time. A further device is opened where none is predicted to take less than that.
func (e *Engine) best(q question) (c candidate, err error) {
	all := e.candidates(q.nearest)
	if q.nearest > 0 {
		if c, ok := e.outright(q, all); ok {
			return c, nil
		}
		q.within = reach(e.store, q.nearest)
	}
	told := predict(e.store, q.within, all)
	if c = cheapest(all); e.further(c.seconds * q.turns()) {
		some := e.candidatesOf(0, q.nearest)
		if i := e.upTo(some); i >= 0 && q.nearest > 0 {
			return some[i], nil
		}
		told = append(predict(e.store, q.within, some), told...)
		for i := range all {
			all[i].at++
		}
		all = append(some, all...)
		c = cheapest(all)
	}
	if len(all) == 0 {
		return c, fmt.Errorf("pointengine: no method finds nearest points on %s", e.places[0].driver.Device().Name)
	}
	c.why = why(told)
	return c, nil
}

// why says why a method is the cheapest, by what was told of all.
func why(told []string) string {
	if told == nil {
		return "the first, of methods that predict nothing"
	}
	return "predicted: " + strings.Join(told, ", ")
}

// outright returns a method that finds nearest points faster than all others; ok is false where there is none. A further device may have one that comes
// before, where there is much to do.
func (e *Engine) outright(q question, all []candidate) (c candidate, ok bool) {
	const each = 5e-6 // seconds of a core, of a point that is indexed and searched for
	i := e.upTo(all)
	if i >= 0 && e.further(each*float64(e.store.Len())*all[i].part*q.turns()) {
		all = e.candidates(q.nearest)
		i = e.upTo(all)
	}
	if i < 0 {
		return c, false
	}
	return all[i], true
}

// upTo is the first of some methods that find nearest points faster than all others, -1 for none.
func (e *Engine) upTo(some []candidate) int {
	return slices.IndexFunc(some, func(c candidate) bool { return e.store.Dimensions() <= c.NearestUpTo })
}

// further opens the further device for what takes some seconds without it, and reports whether it has just been opened.
func (e *Engine) further(seconds float64) bool { return !(seconds <= opening) && e.openFurther() }

// openFurther opens the further device of the configuration, once, and reports whether there is one: it is the first place from then on.
func (e *Engine) openFurther() bool {
	open := e.config.Further
	if open == nil {
		return false
	}
	e.config.Further = nil
	d, ok := open()
	if ok {
		e.places = slices.Insert(e.places, 0, place{d, &slabs{Driver: d, config: e.shared}})
		e.at++
	}
	return ok
}

// candidates are the methods of all places, of nearest points those that find them.
func (e *Engine) candidates(nearest int) (all []candidate) {
	for at := range e.places {
		all = append(all, e.candidatesOf(at, nearest)...)
	}
	return all
}

// candidatesOf are the candidates of a place.
func (e *Engine) candidatesOf(at, nearest int) (all []candidate) {
	const alone = 0.25 // the part of a method's work on the host that cores do not share, about
	d, part := e.places[at].driver.Device(), 1.0
	if d.Selector == selector.HostName {
		part = alone + (1-alone)/float64(max(e.config.Threads, 1))
	}
	for _, m := range e.places[at].driver.Methods() {
		if nearest == 0 || m.Nearest {
			all = append(all, candidate{Method: m, at: at, device: d.Selector, part: part, seconds: math.Inf(1)})
		}
	}
	return all
}

// predict has candidates predict what they take, and tells of each. Methods that predict nothing, as the methods of papers, which are there to be
// measured, tell nothing.
func predict(s *points.Store, within pointjoin.Threshold, all []candidate) (told []string) {
	for i := range all {
		c := &all[i]
		if c.Predict != nil {
			c.seconds = c.Predict(s, within) * c.part
			told = append(told, fmt.Sprintf("%s on %s %.2g s", c.Name, c.device, c.seconds))
		}
	}
	return told
}

// firstPredicted is the first method that predicts what it takes, and that; one without a name where there is none.
func (e *Engine) firstPredicted(within pointjoin.Threshold) (c candidate) {
	all := e.candidates(0)
	if i := slices.IndexFunc(all, func(c candidate) bool { return c.Predict != nil }); i >= 0 {
		predict(e.store, within, all[i:i+1])
		c = all[i]
	}
	return c
}

// cheapest is the candidate that is predicted to take the least time; the first is where nothing is predicted.
func cheapest(all []candidate) (best candidate) {
	for i, c := range all {
		if i == 0 || c.seconds < best.seconds {
			best = c
		}
	}
	return best
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
