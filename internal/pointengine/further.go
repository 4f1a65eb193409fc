package pointengine

import (
	"fmt"
	"math"
	"slices"

	"flyby/internal/pointjoin"
	"flyby/points"
)

// Further is one more device, to be opened once a search is predicted to pay for that.
type Further struct {
	Open func() (d pointjoin.Driver, ok bool)
	// Methods are the methods that the device is taken to have before it is open. nil: a search is taken to need no time on it beyond Start.
	Methods []pointjoin.Method
	Start   float64 // seconds from now to the device's first search, and to its end
	Told    string  // in the reason of a choice, which of Start and the costs of Methods are assumed; "": neither
}

// foreseen returns the predicted seconds of a question on the further device, its start included; infinite without a further device, or where none of its Methods
// answers. Where the threshold of nearest points is not known yet, their search counts nothing.
func (e *Engine) foreseen(q question, known bool) float64 {
	f := e.config.Further
	if f == nil {
		return math.Inf(1)
	}
	least := math.Inf(1)
	for _, m := range f.Methods {
		switch {
		case m.Paper != "" || q.nearest > 0 && !m.Nearest:
		case m.Predict == nil || !known:
			least = 0
		default:
			least = min(least, m.Predict(e.store, q.within)*q.turns())
		}
	}
	if f.Methods == nil {
		least = 0
	}
	return f.Start + least
}

// start returns the seconds of opening the further device; infinite without a further device.
func (e *Engine) start() float64 {
	if e.config.Further == nil {
		return math.Inf(1)
	}
	return e.config.Further.Start
}

// openIfLong opens the further device where a search is predicted to take longer on the open ones, and reports whether the device has just been opened.
func (e *Engine) openIfLong(seconds float64, q question, known bool) bool {
	if seconds <= e.start() {
		e.tell(seconds, e.start())
		return false
	}
	there := e.foreseen(q, known)
	e.tell(seconds, there)
	return !(seconds <= there) && e.openFurther()
}

// tell keeps the reason of staying on the open devices, or of opening the further one.
func (e *Engine) tell(here, there float64) {
	f := e.config.Further
	if f == nil {
		return
	}
	if e.why = fmt.Sprintf("predicted: %.2g s by the cores, %.2g s at least by a GPU, %.2g s of them to start", here, there, f.Start); math.IsInf(there, 1) {
		e.why = fmt.Sprintf("predicted: %.2g s by the cores, and a GPU is foreseen to have no method", here)
	}
	if f.Told != "" {
		e.why += ", where " + f.Told
	}
}

// openFurther opens the further device of the configuration, once, and reports whether there is one. The device becomes the first place.
func (e *Engine) openFurther() bool {
	if e.config.Further == nil {
		return false
	}
	open := e.config.Further.Open
	e.config.Further = nil
	d, ok := open()
	if ok {
		e.places = slices.Insert(e.places, 0, place{driver: d, slabs: &slabs{Driver: d, config: e.shared}})
		e.at++
	} else {
		e.why = "no GPU here"
	}
	return ok
}

// clusterTime has the predicted seconds of variants that share one eps, on the cores and on the further device.
type clusterTime struct{ here, there float64 }

// The seconds of clusters by dense cells. On the cores of an Intel Xeon a point takes 0.17 µs of one core in two dimensions, where cells are full, and half as long again in each more; an H200
// takes 2 to 6 ns, some launches, and at its first question as long again for its buffers.
const (
	clusterPoint    = 0.2e-6
	clusterGrowth   = 1.5
	clusterThere    = 10e-9
	clusterLaunches = 5e-3
	clusterPasses   = 3 // about the times that finding clusters takes as long as finding pairs
	denseUpTo       = 3 // dimensions in which cells are dense
)

// clusterSeconds predicts clusters within a threshold, of a number of minpts.
func (e *Engine) clusterSeconds(within pointjoin.Threshold, variants int) (t clusterTime) {
	const few = 8 // dimensions; in more no sample is taken, which would take as long as opening a device
	q, n, dimensions := question{within: within}, float64(e.store.Len()), e.store.Dimensions()
	c, ok := e.quickMethod(q)
	switch {
	case ok:
		t.here = c.seconds
	case dimensions > few:
		t.here = e.atMost(within)
	default:
		t.here = clusterPasses * e.firstPredicted(within).seconds
	}
	if t.there = clusterLaunches + float64(clusterThere*n); dimensions <= denseUpTo {
		dense := clusterPoint * n * math.Pow(clusterGrowth, float64(dimensions-2)) * e.part()
		t.here = min(t.here, dense)
	} else if f := e.config.Further; f != nil && f.Methods != nil && t.here > f.Start {
		t.there = clusterPasses * (e.foreseen(q, true) - f.Start)
	}
	t.here, t.there = t.here*float64(variants), t.there*float64(variants)
	return t
}

// atMost returns the greatest number of seconds that the quickest method of the cores takes to find pairs; infinite where no method has a bound.
func (e *Engine) atMost(within pointjoin.Threshold) float64 {
	least := math.Inf(1)
	for _, c := range e.candidates(0) {
		if c.AtMost != nil {
			least = min(least, c.AtMost(e.store, within)*c.part)
		}
	}
	return least
}

// part returns the factor from seconds on one core to seconds on all threads.
func (e *Engine) part() float64 {
	const alone = 0.1 // about the part of the work on the host that cores do not share
	return alone + (1-alone)/float64(max(e.config.Threads, 1))
}

// clustersHere reports whether the cores are predicted to find all variants of a search sooner than the further device, its start included.
func (e *Engine) clustersHere(eps []float64, variants int) bool {
	if e.config.Further == nil {
		return true
	}
	var sum clusterTime
	for _, one := range eps {
		within, err := pointjoin.NewThreshold(one)
		if err != nil {
			return false // the search returns this error
		}
		t := e.clusterSeconds(within, variants)
		sum.here, sum.there = sum.here+t.here, sum.there+t.there
	}
	if e.config.Further.Methods == nil {
		sum.there = 0
	}
	sum.there += e.config.Further.Start
	e.tell(sum.here, sum.there)
	return sum.here <= sum.there
}

// firstPredicted returns the first method that predicts, with its seconds; a candidate without a name, of infinite seconds, where no method predicts.
func (e *Engine) firstPredicted(within pointjoin.Threshold) (c candidate) {
	all := e.candidates(0)
	if i := slices.IndexFunc(all, func(c candidate) bool { return c.Predict != nil }); i >= 0 {
		predict(e.store, within, all[i:i+1])
		return all[i]
	}
	return candidate{seconds: math.Inf(1)}
}

// predict asks each candidate for its seconds, and returns a text for each that predicts; a method of a further provider may predict nothing.
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
