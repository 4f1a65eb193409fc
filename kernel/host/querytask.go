package host

import (
	"cmp"
	"context"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/radix"
	"flyby/kernel"
)

// A walk by query opens the same pairs as any walk, in another order: it goes down the boxes of
// the queries, each with all boxes of the entries that lie near it. So it comes once to every
// sixteen query runs, with all entry runs near them. It compares with the entry runs in order of
// their rows, so the hits of a query row come in order (doc.go).

// entryBox is a box of the entries, by step and number.
type entryBox struct{ es, e int32 }

// queryTask is a box of the queries, by step and number, with the boxes of the entries near it.
type queryTask struct {
	qs, q int32
	near  []entryBox
}

// limits decide when a walk goes by query or has motions, and bound its memory.
type limits struct {
	// tasks is the number of equal tasks that keeps a thread busy to the end. A walk does not go
	// by query where the queries have fewer boxes than half of that number for each thread.
	tasks int
	// near is the mean number of entry runs near a query run from which on a walk goes by query.
	near int
	// crowd is the mean number of runs near a run from which on a join has motions: with fewer it
	// takes longer to make them than they save.
	crowd int
	// waiting is the most entry boxes that wait in a walker, and the most pairs of runs.
	waiting int
}

const (
	// runBits is the number of bits of a query run's number in its box of step 1.
	runBits = 4
	// leastTasks is the number of equal tasks for each thread into which the boxes of the queries
	// split at least, or a walk does not go by query.
	leastTasks = 2
	// denseSample is the number of query runs whose neighbours isDense counts.
	denseSample = 8
)

// usualLimits returns the limits that were fastest in measurements.
func usualLimits() limits { return limits{tasks: 16, near: 48, crowd: 24, waiting: 1 << 18} }

// waitingPairs is the pairs that wait in a walk by query, while it opens one box of the queries.
type waitingPairs struct {
	under [][packetBoxes][]entryBox // by step, the entry boxes near each query box under the opened one
	boxes int                       // number of entry boxes in under
	most  int                       // limit of boxes, and of the pairs in runs
	level int32                     // the step of the opened box
	runs  []uint64                  // pairs of runs: the entry's row and number, the query run's number in its box
	other []uint64                  // working memory to sort runs
}

// goesByQuery reports whether a walk goes by query: the queries are enough for all threads, the
// entries near them dense enough that sorting hits takes most time, and hits are not joined, which
// needs the hits of two trajectories together.
func (r *resident) goesByQuery(w kernel.WalkWork, query steps, workers []*worker) bool {
	few := max(r.limits.tasks/2*len(workers)*packetBoxes, 1)
	return !w.Join && !workers[0].joins && len(query.Runs) >= few && len(r.Pyramid.Runs) < 1<<(32-runBits) && r.isDense(w, query, r.limits.near)
}

// isDense reports whether least or more entry runs lie near a query run, in the mean of
// denseSample query runs spread over the queries.
func (r *resident) isDense(w kernel.WalkWork, query steps, least int) bool {
	near, dense, found := 0, denseSample*least, worker{}
	v := r.newWalker(w, query, &found)
	v.emit = func(p pair) {
		if !p.bottom() {
			v.open(p)
			return
		}
		near++
		v.stopped = near >= dense
	}
	step, first, last := query.below(w.Query.Level, w.Query.First, w.Query.Last)
	first, last = first<<(runBits*step), min(last<<(runBits*step), int32(len(query.Runs)))
	es, e0, e1 := v.entry.below(w.Entry.Level, w.Entry.First, w.Entry.Last)
	for i := range denseSample {
		q := first + int32(int64(last-first)*int64(2*i+1)/(2*denseSample))
		for e := e0; e < e1 && !v.stopped; e++ {
			if query.box(0, q).Near(v.entry.box(es, e), v.reach) {
				v.take(pair{0, es, q, e})
			}
		}
	}
	return near >= dense
}

// countRows has workers count their hits by query row, where there is memory for the counts.
func (r *resident) countRows(rows int, workers []*worker) {
	if memory.Need("counts of hits by row", memory.Of(rows, 4)) != nil {
		return
	}
	counts := make([]uint32, rows)
	for _, w := range workers {
		w.rows = counts
	}
}

// rowHits returns the counts of the hits of workers by query row, nil where they have none.
func (r *resident) rowHits(workers []*worker) *kernel.RowHits {
	for _, w := range workers {
		if w.rows == nil {
			return nil
		}
	}
	return &kernel.RowHits{Counts: workers[0].rows}
}

// walkByQuery has workers walk by query, and returns the pairs left to visit: none, or, where
// the boxes of the queries do not split into enough tasks, all pairs, opened a few steps.
func (r *resident) walkByQuery(ctx context.Context, w kernel.WalkWork, query steps, workers []*worker) []pair {
	walkers := make([]*walker, len(workers))
	for i := range workers {
		v := r.newWalker(w, query, workers[i])
		v.done, v.emit = ctx.Done(), v.hold
		v.waiting = &waitingPairs{under: make([][packetBoxes][]entryBox, len(query.packets)), most: r.limits.waiting}
		walkers[i] = v
	}
	tasks := r.queryTasks(ctx, w, walkers)
	if slices.ContainsFunc(tasks, larger(tasks, min(leastTasks, r.limits.tasks/2)*len(workers))) {
		return pairsOf(tasks)
	}
	slices.SortStableFunc(tasks, func(a, b queryTask) int { return cmp.Compare(len(b.near), len(a.near)) }) // no thread begins a large one last
	r.countRows(query.Store.Samples(), workers)
	numbers, report := parallel.NewNumbers(len(tasks)), parallel.NewTally(w.Progress, len(tasks))
	r.pool.Run(func(thread int) {
		v := walkers[thread]
		for k := range numbers.Until(ctx) {
			v.descend(tasks[k])
			report.Add(1)
		}
		v.out.flush(&w.Rule)
	})
	return nil
}

// pairsOf returns the pairs of boxes of tasks.
func pairsOf(tasks []queryTask) (pairs []pair) {
	for _, t := range tasks {
		for _, b := range t.near {
			pairs = append(pairs, pair{t.qs, b.es, t.q, b.e})
		}
	}
	return pairs
}

// larger returns a function that reports whether a task has more than a parts-th of the pairs
// of all tasks.
func larger(tasks []queryTask, parts int) func(queryTask) bool {
	all := 0
	for _, t := range tasks {
		all += len(t.near)
	}
	return func(t queryTask) bool { return len(t.near)*parts > all }
}

// queryTasks opens boxes of the queries until each has at most its share of the pairs, or has
// runs under it. It opens the pairs of these boxes of queries with boxes of entries as needed.
func (r *resident) queryTasks(ctx context.Context, w kernel.WalkWork, walkers []*walker) []queryTask {
	tasks := walkers[0].startTasks(w)
	for {
		tooLarge := larger(tasks, r.limits.tasks*len(walkers))
		large := func(t queryTask) bool { return t.qs > 1 && tooLarge(t) }
		if !slices.ContainsFunc(tasks, large) {
			return tasks
		}
		opened := make([][]queryTask, len(tasks))
		numbers := parallel.NewNumbers(len(tasks))
		r.pool.Run(func(thread int) {
			for k := range numbers.Until(ctx) {
				if opened[k] = tasks[k : k+1]; large(tasks[k]) {
					opened[k] = walkers[thread].split(tasks[k])
				}
			}
		})
		tasks = slices.Concat(opened...)
	}
}

// startTasks returns the pairs that a walk starts from, as tasks.
func (v *walker) startTasks(w kernel.WalkWork) (tasks []queryTask) {
	v.emit = func(p pair) {
		if n := len(tasks); n == 0 || tasks[n-1].q != p.q {
			tasks = append(tasks, queryTask{qs: p.qs, q: p.q})
		}
		t := &tasks[len(tasks)-1]
		t.near = append(t.near, entryBox{p.es, p.e})
	}
	v.start(w)
	v.emit = v.hold
	return tasks
}

// split returns the tasks under a task: the boxes under its query box, each with the boxes of
// the entries near it.
func (v *walker) split(t queryTask) (tasks []queryTask) {
	v.openAll(t)
	for under := range v.waiting.take(t) {
		under.near = slices.Clone(under.near)
		tasks = append(tasks, under)
	}
	return tasks
}

// take yields the tasks under an opened task, and forgets them.
func (h *waitingPairs) take(t queryTask) func(yield func(queryTask) bool) {
	return func(yield func(queryTask) bool) {
		for i := range h.under[t.qs-1] {
			near := h.under[t.qs-1][i]
			if len(near) == 0 {
				continue
			}
			more := yield(queryTask{t.qs - 1, t.q*packetBoxes + int32(i), near})
			h.boxes -= len(near)
			if h.under[t.qs-1][i] = near[:0]; !more {
				return
			}
		}
	}
}

// descend walks all pairs of a task down to pairs of segments.
func (v *walker) descend(t queryTask) {
	v.openAll(t)
	switch t.qs {
	case 0:
		v.meetRuns(t.q)
		return
	case 1:
		v.meetRuns(t.q * packetBoxes)
		return
	}
	for under := range v.waiting.take(t) {
		v.descend(under)
	}
}

// openAll opens the pairs of a task until each has a box under the task's query box, or two
// runs.
func (v *walker) openAll(t queryTask) {
	v.waiting.level = t.qs
	for _, b := range t.near {
		v.hold(pair{t.qs, b.es, t.q, b.e})
	}
}

// hold takes a pair of the opened query box, or of a box under it: it opens the first and keeps
// the second for later.
func (v *walker) hold(p pair) {
	h := v.waiting
	switch {
	case p.bottom():
		v.holdRuns(p)
	case p.qs == 0 || p.qs == h.level:
		v.open(p)
	case h.boxes == h.most:
		v.visitNow(p)
	default:
		list := &h.under[p.qs][p.q%packetBoxes]
		*list = append(*list, entryBox{p.es, p.e})
		h.boxes++
	}
}

// holdRuns keeps a pair of runs, the query run under the opened box of step 1.
func (v *walker) holdRuns(p pair) {
	h := v.waiting
	if len(h.runs) == h.most {
		v.meetRuns(p.q)
	}
	number := uint64(p.e)<<runBits | uint64(p.q%packetBoxes)
	h.runs = append(h.runs, uint64(v.entry.Runs[p.e].Row)<<32|number)
}

// visitNow walks a pair down to its segments at once, before the pairs that wait.
func (v *walker) visitNow(p pair) {
	v.emit = nil
	v.visit(p)
	v.emit = v.hold
}

// fetchAhead is the number of pairs of runs by which prefetching an entry run's samples precedes
// their use.
const fetchAhead = 12

// fetchRun prefetches the samples of a pair's entry run, unless the pair before has the same one.
func (v *walker) fetchRun(before, pair uint64) {
	if v.fetch != nil && before>>runBits != pair>>runBits {
		v.fetch(&v.entry.Runs[uint32(pair)>>runBits], 1, &v.meeting.column[1])
	}
}

// meetRuns refines the pairs of runs that wait, by the rows of the entries. q is any run under
// the query runs' box.
func (v *walker) meetRuns(q int32) {
	h := v.waiting
	if len(h.other) < len(h.runs) {
		h.other = make([]uint64, 2*len(h.runs))
	}
	first := int(q / packetBoxes * packetBoxes)
	sorted := radix.Integers(h.runs, h.other[:len(h.runs)], 32)
	for i, k := range sorted {
		if i+fetchAhead < len(sorted) {
			v.fetchRun(sorted[i+fetchAhead-1], sorted[i+fetchAhead])
		}
		v.refine(first+int(k%packetBoxes), int(uint32(k)>>runBits))
	}
	h.runs = h.runs[:0]
}
