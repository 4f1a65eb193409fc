package host

import (
	"context"
	"sync"
	"sync/atomic"

	"flyby/binindex"
	"flyby/kernel"
)

// Walk walks the two pyramids against each other, depth first (DESIGN.md §4.3).
func (r *resident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	tasks, stats := r.seed(w)
	workers := make([]worker, min(r.threads, len(tasks)))
	var next atomic.Int64
	var wg sync.WaitGroup
	report := newReporter(w.Progress, len(tasks))
	for i := range workers {
		wg.Go(func() {
			v := r.newWalker(w, &workers[i])
			for k := next.Add(1) - 1; k < int64(len(tasks)) && ctx.Err() == nil; k = next.Add(1) - 1 {
				v.done = ctx.Done()
				v.visit(tasks[k])
				report.step()
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return kernel.Stats{}, err
	}
	stats.Add(gather(workers, out))
	return stats, nil
}

// pair is a pair of boxes, each by level and number.
type pair struct {
	ql, el int32
	q, e   int32
}

// seed opens pairs breadth first until there are enough to keep every thread
// busy to the end.
func (r *resident) seed(w kernel.WalkWork) ([]pair, kernel.Stats) {
	var found worker
	v := r.newWalker(w, &found)
	var pairs []pair
	v.emit = func(p pair) { pairs = append(pairs, p) }
	v.start(w)
	for enough := 64 * r.threads; len(pairs) > 0 && len(pairs) < enough; {
		opened, progress := pairs, false
		pairs = nil
		for _, p := range opened {
			if p.ql == 0 && p.el == 0 {
				pairs = append(pairs, p)
				continue
			}
			progress = true
			v.open(p)
		}
		if !progress {
			break
		}
	}
	return pairs, found.stats
}

// walker walks pairs of boxes of two pyramids; it belongs to one goroutine.
type walker struct {
	kernel.Rule
	query, entry *binindex.Pyramid
	reach        float32
	timed        bool   // the window cuts
	first, last  uint32 // its ticks
	out          *worker
	emit         func(pair) // receives the pairs that lie near; nil: visit them
	done         <-chan struct{}
	opened       uint
	queryRun     bodies
	entryRun     bodies
}

func (r *resident) newWalker(w kernel.WalkWork, out *worker) *walker {
	v := &walker{Rule: w.Rule, query: w.Queries, entry: r.Pyramid, out: out}
	v.reach = r.Pyramid.Reach(w.Distance)
	v.timed = w.Window != kernel.Unbounded()
	if v.timed {
		v.first, v.last = r.Pyramid.Within(w.Window.From, w.Window.To)
	}
	return v
}

// start meets the boxes of the work with each other. In a join of a range with
// itself each unordered pair is met once.
func (v *walker) start(w kernel.WalkWork) {
	same := w.Join && w.Query == w.Entry
	for q := w.Query.First; q < w.Query.Last; q++ {
		first := w.Entry.First
		if same {
			first = q
		}
		for e := first; e < w.Entry.Last; e++ {
			v.meet(pair{int32(w.Query.Level), int32(w.Entry.Level), int32(q), int32(e)})
		}
	}
}

// meet tests a pair of boxes and goes on with it if they lie near.
func (v *walker) meet(p pair) {
	v.out.stats.BoxTests++
	q, e := &v.query.Levels[p.ql][p.q], &v.entry.Levels[p.el][p.e]
	if !q.Near(e, v.reach) || v.timed && v.outside(q, e) {
		return
	}
	if v.emit != nil {
		v.emit(p)
		return
	}
	v.visit(p)
}

// outside reports whether the window misses either box.
func (v *walker) outside(q, e *binindex.Box) bool {
	return max(q.First, e.First) > v.last || min(q.Last, e.Last) < v.first
}

// visit opens a pair that lies near, or compares its segments at the bottom.
func (v *walker) visit(p pair) {
	if p.ql == 0 && p.el == 0 {
		v.refine(int(p.q), int(p.e))
		return
	}
	v.open(p)
}

// cancelCheck is the number of opened pairs between two looks at the context.
const cancelCheck = 1 << 12

// open meets the children of the larger box with the other box. A box of a
// join met with itself opens on both sides, each unordered pair once.
func (v *walker) open(p pair) {
	if v.opened++; v.opened%cancelCheck == 0 && v.cancelled() || v.excluded(p) {
		return
	}
	if v.Join && p.ql == p.el && p.q == p.e {
		v.openSelf(p)
		return
	}
	if p.el == 0 || p.ql > 0 && v.query.Levels[p.ql][p.q].Size(v.entry.TickSize) >= v.entry.Levels[p.el][p.e].Size(v.entry.TickSize) {
		first, last := children(v.query, p.ql, p.q)
		for c := first; c < last; c++ {
			v.meet(pair{p.ql - 1, p.el, c, p.e})
		}
		return
	}
	first, last := children(v.entry, p.el, p.e)
	for c := first; c < last; c++ {
		v.meet(pair{p.ql, p.el - 1, p.q, c})
	}
}

// openSelf meets the children of a box with each other.
func (v *walker) openSelf(p pair) {
	first, last := children(v.query, p.ql, p.q)
	for a := first; a < last; a++ {
		for b := a; b < last; b++ {
			v.meet(pair{p.ql - 1, p.el - 1, a, b})
		}
	}
}

// children returns the boxes [first, last) under a box, one level lower.
func children(p *binindex.Pyramid, level, box int32) (first, last int32) {
	first = box * binindex.Fan
	return first, min(first+binindex.Fan, int32(len(p.Levels[level-1])))
}

// excluded reports whether two boxes belong to one trajectory each that are
// not to be compared: the same one in a join, or twins.
func (v *walker) excluded(p pair) bool {
	if int(p.ql) > v.query.Setting.RunLevels || int(p.el) > v.entry.Setting.RunLevels {
		return false
	}
	q, e := trajectoryOf(v.query, int(p.ql), int(p.q)), trajectoryOf(v.entry, int(p.el), int(p.e))
	return v.Join && q == e || v.Twin != nil && v.Twin[q] == e
}

func (v *walker) cancelled() bool {
	select {
	case <-v.done:
		return true
	default:
		return false
	}
}
