package host

import (
	"cmp"
	"context"
	"iter"
	"math/bits"
	"slices"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/trajectory"
)

// Walk walks the two pyramids against each other, depth first (docs/architecture.md §3.1),
// two levels in each step.
func (r *resident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.find(ctx, w.Queries.Store, false, out, func(ctx context.Context, workers []*worker) { r.walk(ctx, w, workers) })
}

// find has workers search with queries, and collects the hits that they find, or the encounters if they are to join hits.
func (r *resident) find(ctx context.Context, queries *trajectory.Store, joins bool, out *kernel.Hits, search searchFunc) (kernel.Stats, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	workers := r.hire(r.pool.Threads(), queries, out.Budget, stop)
	var chains []*encounter.Collector
	for i := 0; joins && i < len(workers); i++ {
		chains = append(chains, workers[i].join(out.Budget, stop))
	}
	search(ctx, workers)
	if joins {
		return r.collectJoined(ctx, workers, chains, out)
	}
	if err := cmp.Or(r.refused(workers), ctx.Err()); err != nil {
		return kernel.Stats{}, err
	}
	return r.collect(workers, out), nil
}

// searchFunc has workers search and count their comparisons. Once ctx is done, their hits are
// incomplete and not used.
type searchFunc func(ctx context.Context, workers []*worker)

// walk is the searchFunc of Walk.
func (r *resident) walk(ctx context.Context, w kernel.WalkWork, workers []*worker) {
	w = w.Prepared()
	query := r.steps
	if p := w.Queries.Pyramid(); p != r.Pyramid {
		query = newSteps(p, r.queries, r.pool)
		r.queries = query.packets
	} else if w.Join {
		r.makeMotions(w)
	}
	r.later = r.laterBoxes(w, query)
	r.visitAll(ctx, w, query, r.tasks(ctx, w, query, workers), workers, func(*walker, int) {})
}

// visitAll has workers visit pairs. Each thread calls begin with its walker before the first.
func (r *resident) visitAll(ctx context.Context, w kernel.WalkWork, query steps, tasks []pair, workers []*worker, begin func(v *walker, thread int)) {
	deal := taskSequences(ctx, len(tasks), workers)
	report := parallel.NewTally(w.Progress, len(tasks))
	r.pool.Run(func(thread int) {
		v := r.newWalker(w, query, workers[thread])
		v.done = ctx.Done()
		begin(v, thread)
		for k := range deal(thread) {
			v.visit(tasks[k])
			report.Add(1)
		}
		workers[thread].flush(&w.Rule)
	})
}

// tasks walks by query where goesByQuery allows, and returns the pairs left to visit, opened
// until they are enough for all threads. The workers count the comparisons of opening.
func (r *resident) tasks(ctx context.Context, w kernel.WalkWork, query steps, workers []*worker) []pair {
	if !r.goesByQuery(w, query, workers) {
		return r.seed(w, query, workers)
	}
	return r.spread(w, query, r.walkByQuery(ctx, w, query, workers), workers)
}

// taskSequences returns the sequence of task numbers of each thread, until ctx is done: one by one in
// turn, or, where hits are joined, neighbouring tasks, whose hits more often share encounters.
func taskSequences(ctx context.Context, tasks int, workers []*worker) func(thread int) iter.Seq[int] {
	if workers[0].joins {
		portions := parallel.NewPortions(tasks, len(workers))
		return func(thread int) iter.Seq[int] { return portions.Until(ctx, thread) }
	}
	numbers := parallel.NewNumbers(tasks)
	return func(int) iter.Seq[int] { return numbers.Until(ctx) }
}

// seed returns the pairs that a walk starts from, opened until they are enough for all threads.
func (r *resident) seed(w kernel.WalkWork, query steps, workers []*worker) []pair {
	v := r.newWalker(w, query, workers[0])
	var pairs []pair
	v.emit = func(p pair) { pairs = append(pairs, p) }
	v.start(w)
	return r.spread(w, query, pairs, workers)
}

// spread opens pairs breadth first until there are enough to keep every thread
// busy to the end.
func (r *resident) spread(w kernel.WalkWork, query steps, pairs []pair, workers []*worker) []pair {
	for enough := 64 * r.threads; len(pairs) > 0 && len(pairs) < enough; {
		if !slices.ContainsFunc(pairs, func(p pair) bool { return !p.bottom() }) {
			break
		}
		pairs = r.openPairs(w, query, pairs, workers)
	}
	return pairs
}

// openedAtOnce is the number of pairs that one of several threads opens at once.
const openedAtOnce = 16

// openPairs opens the pairs that are not of runs, and returns all in order.
func (r *resident) openPairs(w kernel.WalkWork, query steps, pairs []pair, workers []*worker) []pair {
	size := openedAtOnce
	if len(workers) == 1 {
		size = len(pairs)
	}
	opened := make([][]pair, (len(pairs)+size-1)/size)
	numbers := parallel.NewNumbers(len(opened))
	open := func(thread int) {
		v := r.newWalker(w, query, workers[thread])
		for k := range numbers.Until(context.Background()) {
			opened[k] = v.openSome(pairs[k*size : min((k+1)*size, len(pairs))])
		}
	}
	if len(opened) > 1 {
		r.pool.Run(open)
	} else {
		open(0)
	}
	return slices.Concat(opened...)
}

// openSome opens the pairs that are not of runs, and returns all in order.
func (v *walker) openSome(pairs []pair) []pair {
	found := make([]pair, 0, packetBoxes*len(pairs)) // most pairs open to fewer
	v.emit = func(p pair) { found = append(found, p) }
	for _, p := range pairs {
		if p.bottom() {
			v.emit(p)
		} else {
			v.open(p)
		}
	}
	return found
}

// pair is a pair of boxes, each by step and number.
type pair struct {
	qs, es int32 // steps
	q, e   int32
}

// bottom reports whether both boxes are boxes of single runs.
func (p pair) bottom() bool { return p.qs == 0 && p.es == 0 }

// walker walks pairs of boxes of two pyramids; it belongs to one goroutine.
type walker struct {
	interaction.Rule
	query, entry steps
	near         nearFunc
	reach        float32
	timed        bool   // the window may exclude boxes
	first, last  uint32 // its ticks
	out          *worker
	emit         func(pair) // receives the pairs that lie near; nil: visit them
	done         <-chan struct{}
	opened       uint
	stopped      bool          // done was seen closed: open does nothing more
	gather       gatherFunc    // nil: segment by segment
	fetch        fetchFunc     // nil: no prefetching
	ask          askFunc       // nil: no prefetching
	later        *laterBoxes   // of a rule with Later, or of a list
	motions      []motion      // of the runs of a join; nil: none
	farthest     float64       // reach of the distance for motions
	list         *lister       // of pairs of runs; nil: their segments are compared
	waiting      *waitingPairs // pairs that wait, in a walk by query
	meeting      meeting
	queryRun     bodies
	entryRun     bodies
}

func (r *resident) newWalker(w kernel.WalkWork, query steps, out *worker) *walker {
	v := &walker{Rule: w.Rule, query: query, entry: r.steps, near: r.vectors.near, gather: r.vectors.gather, fetch: r.vectors.fetch, ask: r.vectors.ask, out: out}
	v.meeting, v.later = newMeeting(query.Store, r.Store), r.later
	v.reach = r.Pyramid.Reach(w.Distance)
	if query.Pyramid == r.Pyramid {
		v.motions, v.farthest = r.motions, motionReach(r.Pyramid, w.Distance)
	}
	v.timed = w.Window != interaction.Unbounded()
	if v.timed {
		v.first, v.last = r.Pyramid.Within(w.Window.From, w.Window.To)
	}
	return v
}

// start tests the query boxes of the work against its entry boxes. In a join of a
// range with itself it tests each unordered pair once.
func (v *walker) start(w kernel.WalkWork) {
	qs, q0, q1 := v.query.below(w.Query.Level, w.Query.First, w.Query.Last)
	es, e0, e1 := v.entry.below(w.Entry.Level, w.Entry.First, w.Entry.Last)
	same := w.Join && w.Query == w.Entry
	for q := q0; q < q1; q++ {
		o := v.query.box(qs, q)
		from := e0
		if same {
			from = q
		}
		for e := from; e < e1; e++ {
			v.out.stats.BoxTests++
			if o.Near(v.entry.box(es, e), v.reach) {
				v.take(pair{qs, es, q, e})
			}
		}
	}
}

// take goes on with a pair that lies near, unless the window misses it, or laterBoxes
// excludes it.
func (v *walker) take(p pair) {
	if v.later != nil && v.later.excludes(p) {
		return
	}
	if v.timed && v.outside(v.query.box(p.qs, p.q), v.entry.box(p.es, p.e)) {
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

// visit opens a pair that lies near; a pair of two runs it refines.
func (v *walker) visit(p pair) {
	if p.bottom() {
		v.refine(int(p.q), int(p.e))
		return
	}
	v.open(p)
}

// cancelCheck is the number of opened pairs between two checks of the context.
const cancelCheck = 1 << 10

// open tests the boxes under the larger box against the other box. A box of a
// join paired with itself opens on both sides, each unordered pair once.
func (v *walker) open(p pair) {
	if v.opened++; v.opened%cancelCheck == 0 {
		v.stopped = v.cancelled()
	}
	if v.stopped || v.excluded(p) {
		return
	}
	if v.Join && p.qs == p.es && p.q == p.e {
		v.openSelf(p)
		return
	}
	q, e := v.query.box(p.qs, p.q), v.entry.box(p.es, p.e)
	if p.es == 0 || p.qs > 0 && q.Size(v.entry.TickSize) >= e.Size(v.entry.TickSize) {
		near := v.meet(&v.query.packets[p.qs-1][p.q], e)
		if p.qs == 1 && p.es == 0 {
			if near = v.approaching(p.e, p.q*packetBoxes, near); v.ends(0, &v.query, p.e, p.q, near) {
				return
			}
		}
		for ; near != 0; near &= near - 1 {
			v.take(pair{p.qs - 1, p.es, p.q*packetBoxes + int32(bits.TrailingZeros32(near)), p.e})
		}
		return
	}
	near := v.meet(&v.entry.packets[p.es-1][p.e], q)
	if p.qs == 0 && p.es == 1 {
		if near = v.approaching(p.q, p.e*packetBoxes, near); v.ends(1, &v.entry, p.q, p.e, near) {
			return
		}
	}
	if p.es > 1 && near != 0 && v.ask != nil {
		v.ask(&v.entry.packets[p.es-2][p.e*packetBoxes], near)
	}
	for ; near != 0; near &= near - 1 {
		v.take(pair{p.qs, p.es - 1, p.q, p.e*packetBoxes + int32(bits.TrailingZeros32(near))})
	}
}

// ends reports whether the walk ends with a run and the runs of packet at that lie near it:
// it lists them. Otherwise it prefetches their samples, which are scattered over memory.
func (v *walker) ends(side int, s *steps, run, at int32, near uint32) bool {
	if v.list != nil {
		v.list.add(run, at, near)
		return true
	}
	if v.fetch != nil && near != 0 && v.waiting == nil {
		v.fetch(&s.Runs[at*packetBoxes], near, &v.meeting.column[side])
	}
	return false
}

// openSelf tests the boxes under a box against each other.
func (v *walker) openSelf(p pair) {
	boxes := &v.query.packets[p.qs-1][p.q]
	first := p.q * packetBoxes
	last := min(first+packetBoxes, int32(len(v.query.Levels[2*(p.qs-1)])))
	for a := first; a < last; a++ {
		near := v.meet(boxes, v.query.box(p.qs-1, a)) >> (a - first)
		for ; near != 0; near &= near - 1 {
			v.take(pair{p.qs - 1, p.es - 1, a, a + int32(bits.TrailingZeros32(near))})
		}
	}
}

// meet tests the boxes of a packet against a box, and counts the tests.
func (v *walker) meet(b *packet, o *binindex.Box) uint32 {
	v.out.stats.BoxTests += packetBoxes
	return v.near(b, o, v.reach)
}

// excluded reports whether each of two boxes belongs to one trajectory, and the two
// are not to be compared: the same trajectory in a join, or an excluded pair.
func (v *walker) excluded(p pair) bool {
	if 2*int(p.qs) > v.query.Setting.RunLevels || 2*int(p.es) > v.entry.Setting.RunLevels {
		return false
	}
	q, e := trajectoryOf(v.query.Pyramid, 2*p.qs, p.q), trajectoryOf(v.entry.Pyramid, 2*p.es, p.e)
	return v.Excludes(q, e)
}

// trajectoryOf returns the trajectory of a box that belongs to a single one: the
// trajectory of the leftmost run under it.
func trajectoryOf(p *binindex.Pyramid, level, box int32) uint32 {
	return p.Runs[int(box)<<(2*level)].Traj
}

func (v *walker) cancelled() bool {
	select {
	case <-v.done:
		return true
	default:
		return false
	}
}
