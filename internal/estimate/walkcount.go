package estimate

import (
	"math/rand/v2"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/ownership"
)

// WalkCount is the numbers of the steps of a pyramid walk, counted or estimated.
type WalkCount struct {
	Steps        float64 `json:"steps"`        // levels of pairs from the roots to the runs
	BoxTests     float64 `json:"boxTests"`     // comparisons of two boxes
	Interactions float64 `json:"interactions"` // comparisons of two segments
	Hits         float64 `json:"hits"`
	Queries      float64 `json:"queries"` // query segments whose pyramid is built and sent; 0 in a join
}

// Parts returns the numbers that the costs of a Walk are multiplied by: 1, Steps, BoxTests, Interactions,
// Hits, Queries.
func (n WalkCount) Parts() [6]float64 {
	return [...]float64{1, n.Steps, n.BoxTests, n.Interactions, n.Hits, n.Queries}
}

// MaxStride is the most levels that the model assumes a driver to open at once.
const MaxStride = 2

// defaultPairs is the number of pairs that an estimate keeps at each step.
const defaultPairs = 1 << 9

// CountWalk estimates the counts of a walk from the roots of two pyramids, by walking a sample of it on the
// host. The walk opens stride levels per step (1 or 2; drivers differ, see Walk.Stride). Where more than pairs
// pairs of boxes lie near after a step, it goes on with a sample of pairs of them, evenly spread, for all. Every
// pair has the same chance to be counted, so the estimate has no bias. pairs = 0 means a default that takes
// about a millisecond; a negative number counts all.
func CountWalk(queries, entries *binindex.Pyramid, r interaction.Rule, stride, pairs int, seed uint64) WalkCount {
	if pairs == 0 {
		pairs = defaultPairs
	}
	w := walkSample{
		Rule: r, query: queries, entry: entries, reach: entries.Reach(r.Distance),
		stride: max(1, stride), pairs: pairs, weight: 1,
		random: rand.New(rand.NewPCG(seed, 0x3a17)),
	}
	if r.Window != interaction.Unbounded() {
		w.timed = true
		w.first, w.last = entries.Within(r.Window.From, r.Window.To)
	}
	w.run()
	if !r.Join {
		w.count.Queries = float64(queries.Store.Segments())
	}
	return w.count
}

// boxPair is a pair of boxes, each by level and number.
type boxPair struct {
	ql, el int
	q, e   int
}

// walkSample walks a sample of a walk.
type walkSample struct {
	interaction.Rule
	query, entry  *binindex.Pyramid
	reach         float32
	timed         bool   // the window may exclude boxes
	first, last   uint32 // its ticks
	stride, pairs int
	random        *rand.Rand
	weight        float64   // number of pairs of the walk that a pair of the sample stands for
	next          []boxPair // near pairs of the next step
	count         WalkCount
}

// run goes step by step from the roots to the runs.
func (w *walkSample) run() {
	w.meet(boxPair{len(w.query.Levels) - 1, len(w.entry.Levels) - 1, 0, 0})
	for len(w.next) > 0 {
		w.thin()
		now := w.next
		w.next = nil
		w.count.Steps++
		for _, p := range now {
			if p.ql == 0 && p.el == 0 {
				w.refine(p)
			} else {
				w.open(p)
			}
		}
	}
}

// thin keeps a sample of the next pairs, evenly spread over them from a random place on: neighbours in the
// list have common parents and are alike, so that the spread reduces the variance.
func (w *walkSample) thin() {
	n := len(w.next)
	if w.pairs < 0 || n <= w.pairs {
		return
	}
	step, from := float64(n)/float64(w.pairs), w.random.Float64()
	for i := range w.pairs {
		w.next[i] = w.next[min(int((float64(i)+from)*step), n-1)]
	}
	w.next = w.next[:w.pairs]
	w.weight *= step
}

// meet tests a pair of boxes and keeps it if they lie near.
func (w *walkSample) meet(p boxPair) {
	w.count.BoxTests += w.weight
	q, e := &w.query.Levels[p.ql][p.q], &w.entry.Levels[p.el][p.e]
	if q.Near(e, w.reach) && !(w.timed && (max(q.First, e.First) > w.last || min(q.Last, e.Last) < w.first)) {
		w.next = append(w.next, p)
	}
}

// open tests the boxes below the larger box against the other box. A box of a join paired with itself opens on
// both sides, each unordered pair once.
func (w *walkSample) open(p boxPair) {
	if w.excluded(p) {
		return
	}
	if w.Join && p.ql == p.el && p.q == p.e {
		level, first, last := w.below(w.query, p.ql, p.q)
		for a := first; a < last; a++ {
			for b := a; b < last; b++ {
				w.meet(boxPair{level, level, a, b})
			}
		}
		return
	}
	tick := w.entry.TickSize
	if p.el == 0 || p.ql > 0 && w.query.Levels[p.ql][p.q].Size(tick) >= w.entry.Levels[p.el][p.e].Size(tick) {
		level, first, last := w.below(w.query, p.ql, p.q)
		for a := first; a < last; a++ {
			w.meet(boxPair{level, p.el, a, p.e})
		}
		return
	}
	level, first, last := w.below(w.entry, p.el, p.e)
	for a := first; a < last; a++ {
		w.meet(boxPair{p.ql, level, p.q, a})
	}
}

// below returns the boxes [first, last) under a box, at the next lower level that is a multiple of the
// stride.
func (w *walkSample) below(p *binindex.Pyramid, level, box int) (lower, first, last int) {
	lower = (level - 1) / w.stride * w.stride
	width := 1
	for range level - lower {
		width *= binindex.Fan
	}
	first = box * width
	return lower, first, min(first+width, len(p.Levels[lower]))
}

// excluded reports whether each of two boxes belongs to one trajectory, and the two are not to be compared.
func (w *walkSample) excluded(p boxPair) bool {
	if p.ql > w.query.Setting.RunLevels || p.el > w.entry.Setting.RunLevels {
		return false
	}
	q, e := w.query.Runs[p.q<<(2*p.ql)].Traj, w.entry.Runs[p.e<<(2*p.el)].Traj
	return w.Excludes(q, e)
}

// refine compares the segments of two runs, both in order of time, in one pass.
func (w *walkSample) refine(p boxPair) {
	if w.excluded(p) {
		return
	}
	q, e := w.query.Runs[p.q], w.entry.Runs[p.e]
	for i, j := 0, 0; i < int(q.Count) && j < int(e.Count); {
		a, b := q.Segment(w.query.Store, i), e.Segment(w.entry.Store, j)
		w.count.Interactions += w.weight
		if _, _, v := w.Window.Solve(a, b, w.Distance); v != interaction.Miss {
			w.count.Hits += w.weight
		}
		if ownership.EndsFirst(a.T1, a.Last, b.T1, b.Last) {
			i++
		}
		if ownership.EndsFirst(b.T1, b.Last, a.T1, a.Last) {
			j++
		}
	}
}
