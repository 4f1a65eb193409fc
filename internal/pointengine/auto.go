package pointengine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"flyby/internal/pointjoin"
	"flyby/internal/selector"
	"flyby/points"
)

// choose returns the method for a question, and the index of the place that has it.
func (e *Engine) choose(q question) (at int, m pointjoin.Method, err error) {
	if at, m, ok, err := e.configured(q.nearest); ok || err != nil {
		return at, m, err
	}
	c, ok := e.quickMethod(q)
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

// configured returns the method that the configuration names, and the first place that has it; ok is false where no place has it.
func (e *Engine) configured(nearest int) (at int, m pointjoin.Method, ok bool, err error) {
	for at, p := range e.places {
		if p.standIn && nearest == 0 {
			continue
		}
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
	if err != nil && e.openCores() {
		return e.configured(nearest)
	}
	return 0, m, false, err
}

// A candidate is a method that may be chosen.
type candidate struct {
	pointjoin.Method
	at      int // index of its place
	device  string
	part    float64 // factor from seconds on one core to seconds on all threads
	seconds float64 // predicted; infinite where the method predicts nothing
	why     string  // the reason of the choice, for the log
}

// sampling is about the least time, in seconds, that it takes to take the samples by which methods are predicted in many dimensions. A search that takes less is not worth
// them: docs/decisions/0116-small-sets-stay-on-the-host.md.
const sampling = 50e-3

// quickMethod returns the host's method that takes less time than samples, whatever the points; ok is false where no method promises that.
func (e *Engine) quickMethod(q question) (c candidate, ok bool) {
	c.seconds = sampling
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

// farthest is the largest threshold: all points are within it.
func farthest() pointjoin.Threshold {
	within, err := pointjoin.NewThreshold(math.MaxFloat64)
	if err != nil {
		panic(err) // our own bug: the largest float64 is finite
	}
	return within
}

// best returns the method with the least predicted time. Where every prediction is longer than opening the further device, that device is opened and
// competes.
func (e *Engine) best(q question) (c candidate, err error) {
	all := e.candidates(q.nearest)
	if q.nearest > 0 && len(all) == 0 && e.openCores() {
		all = e.candidates(q.nearest)
	}
	if q.nearest > 0 {
		if c, ok := e.fastestNearest(q, all); ok {
			return c, nil
		}
		q.within = reach(e.store, q.nearest)
	}
	told := predict(e.store, q.within, all)
	if c = cheapest(all); e.openIfLong(c.seconds*q.turns(), q, true) {
		some := e.candidatesOf(0, q.nearest)
		if i := e.firstFastest(some); i >= 0 && q.nearest > 0 {
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
	c.why = why(told, e.why)
	return c, nil
}

// why returns the reason for the log: the predictions of all candidates, and what was said of a further device.
func why(told []string, further string) string {
	if told == nil {
		return "the first, of methods that predict nothing"
	}
	if further != "" {
		further = "; " + further
	}
	return "predicted: " + strings.Join(told, ", ") + further
}

// fastestNearest returns a method that finds nearest points faster than all others; ok is false if there is none. Where the search is long, the further
// device is opened, and its method comes first.
func (e *Engine) fastestNearest(q question, all []candidate) (c candidate, ok bool) {
	const each = 5e-6 // seconds of one core for a point that is indexed and searched for
	i := e.firstFastest(all)
	if i >= 0 && e.openIfLong(each*float64(e.store.Len())*all[i].part*q.turns(), q, false) {
		all = e.candidates(q.nearest)
		i = e.firstFastest(all)
	}
	if i < 0 {
		return c, false
	}
	return all[i], true
}

// firstFastest returns the index of the first candidate that finds nearest points of this dimension faster than all others, -1 for none.
func (e *Engine) firstFastest(some []candidate) int {
	return slices.IndexFunc(some, func(c candidate) bool { return e.store.Dimensions() <= c.NearestUpTo })
}

// openCores opens the cores of the host of the configuration, once, and reports whether there are any. They are the last place.
func (e *Engine) openCores() bool {
	open := e.config.Cores
	if open == nil {
		return false
	}
	e.config.Cores = nil
	d, ok := open()
	if ok {
		e.places = append(e.places, place{driver: d, slabs: &slabs{Driver: d, config: e.shared}, standIn: true})
	}
	return ok
}

// candidates returns the methods of all places; where nearest is not 0 only the methods that find nearest points.
func (e *Engine) candidates(nearest int) (all []candidate) {
	for at, p := range e.places {
		if nearest > 0 || !p.standIn {
			all = append(all, e.candidatesOf(at, nearest)...)
		}
	}
	return all
}

// candidatesOf returns the candidates of one place. No method of a paper is one.
func (e *Engine) candidatesOf(at, nearest int) (all []candidate) {
	d, part := e.places[at].driver.Device(), 1.0
	if d.Selector == selector.HostName {
		part = e.part()
	}
	for _, m := range e.places[at].driver.Methods() {
		if m.Paper == "" && (nearest == 0 || m.Nearest) {
			all = append(all, candidate{Method: m, at: at, device: d.Selector, part: part, seconds: math.Inf(1)})
		}
	}
	return all
}

// cheapest returns the candidate with the least predicted seconds; the first one where none predicts.
func cheapest(all []candidate) (best candidate) {
	for i, c := range all {
		if i == 0 || c.seconds < best.seconds {
			best = c
		}
	}
	return best
}

// The sample of reach: as many queries, each compared with as many points.
const (
	sampledQueries = 64
	sampledPoints  = 2048
)

// reach returns about the median distance of a point to its k-th nearest point, by a sample: finding k nearest points takes about as long as finding
// all points within that distance.
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

// nthOf returns the n-th of sorted distances. For n below 1 it scales the first distance down, as the volume of a ball grows with its radius in that
// many dimensions.
func nthOf(distances []float64, n float64, dimensions int) float64 {
	if n < 1 {
		return distances[0] * math.Pow(n, 1/float64(dimensions))
	}
	return distances[min(int(n), len(distances))-1]
}
