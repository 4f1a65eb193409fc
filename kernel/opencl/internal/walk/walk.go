package walk

import (
	"context"

	"flyby/internal/cl"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

// walk is one call of Walk.
type walk struct {
	kernel.WalkWork
	plan
	outcome
	progress
	d        *Walker
	ctx      context.Context
	reach    pair.Reach
	each     int    // room of each list
	last     int    // room of the last list
	bare     bool   // the device makes the query side
	begun    bool   // commands have changed the counters since clear
	slots    int    // number of list 0's counter among Counters.List
	cuts     []wave // waves of the query set; nil: the walk is done in one go
	streamed bool   // each wave is sent by itself
	orders   bool   // the device orders the hits
	joins    bool   // encounters are wanted
	expected int    // number of hits of the last walk
	taken    []pairOfBoxes
}

// progress is the progress of a walk from the pair of boxes that it took last.
type progress struct {
	done     float64 // share of the work done
	reported float64 // share of the work reported
}

// pairOfBoxes is ranges of boxes that a walk starts from.
type pairOfBoxes struct{ query, entry kernel.Boxes }

// Walk walks the pyramids on the device, level by level.
func (r *Index) Walk(ctx context.Context, work kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.walk(&walk{WalkWork: work, d: r.d, ctx: ctx, expected: r.d.found}, out)
}

// WalkJoined is Walk, and joins the hits if the device orders them.
func (r *Index) WalkJoined(ctx context.Context, work kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.walk(&walk{WalkWork: work, d: r.d, ctx: ctx, expected: r.d.found, joins: true}, out)
}

func (r *Index) walk(w *walk, out *kernel.Hits) (kernel.Stats, error) {
	queues := r.d.dev.Queues
	queues.Time(r.d.Tuning.Timed)
	defer queues.Time(true)
	err := w.run(r, out)
	w.early.Release()
	w.stats.KernelTime = queues.Elapsed()
	return w.stats, err
}

func (w *walk) run(r *Index, out *kernel.Hits) (err error) {
	defer func() {
		if err != nil { // commands may still use memory that the caller frees next
			w.d.dev.Queues.Finish()
		}
	}()
	for {
		w.growth.Budget = out.Budget
		if err := w.prepare(r); err != nil {
			return err
		}
		if again, failed := w.grow(w.walkAll()); failed != nil {
			return failed
		} else if !again {
			break
		}
	}
	return w.collect(out)
}

// walkAll walks from Query x Entry, then from each pair of ranges that More yields. After
// hits outgrew their room, taken has the pairs that More has yielded already.
func (w *walk) walkAll() error {
	if ok, err := w.overlapped(); ok || err != nil {
		return err
	}
	if err := w.walkPlan(); err != nil {
		return err
	}
	for _, boxes := range w.taken {
		if err := w.walkBoxes(boxes); err != nil {
			return err
		}
	}
	if w.More == nil {
		return nil
	}
	for query, entry := range w.More {
		boxes := pairOfBoxes{query, entry}
		w.taken, w.done, w.reported = append(w.taken, boxes), 0, 0
		if err := w.walkBoxes(boxes); err != nil {
			return err
		}
	}
	return nil
}

// walkPlan walks from all pairs of boxes of the plan.
func (w *walk) walkPlan() error {
	total := w.pairs()
	return w.inChunks(-1, 0, total, min(total, uint64(min(w.d.Tuning.Interactions, maxItems))), 1)
}

// walkBoxes walks from another pair of boxes of the same pyramids.
func (w *walk) walkBoxes(b pairOfBoxes) error {
	if err := w.planFor(side{w.plan.query.pyramid, b.query}, side{w.plan.entry.pyramid, b.entry}); err != nil {
		return err
	}
	return w.walkPlan()
}

// prepare brings the query side to the device, makes the plan, and makes room for its lists
// and hits.
func (w *walk) prepare(r *Index) error {
	entry := r.pyramid
	query, err := w.querySide(r)
	if err != nil {
		return err
	}
	w.reach = pair.NewReach(entry.Frame, w.Rule)
	if err := w.planFor(query, side{entry, w.Entry}); err != nil {
		return err
	}
	if err := w.roomForHits(query.Store.Samples(), w.spans()); err != nil {
		return err
	}
	w.cuts = w.waves()
	w.streamed = w.cuts != nil && w.d.streams()
	return w.clear(entry)
}

// planFor makes the plan for a walk of two ranges of boxes, and room for its
// lists.
func (w *walk) planFor(query, entry side) (err error) {
	w.plan = newPlan(query, entry, w.Join && query.Boxes == entry.Boxes, w.d.Tuning)
	if w.bySegments() {
		w.steps = append(w.steps, openSegments)
	}
	w.each, err = w.d.Lists.Room(len(w.steps) + 1)
	w.last = min(w.each, maxItems/w.spans()) // counters must not wrap
	return err
}

// spans bounds the spans that a run of each side share: the segments of both together.
func (w *walk) spans() int {
	return w.plan.query.Setting.RunLength + w.plan.entry.Setting.RunLength
}

// roomForHits makes room for at least least hits of the query rows, and for
// ordering them.
func (w *walk) roomForHits(rows, least int) error {
	if !w.d.Tuning.Finds {
		return nil
	}
	if err := w.d.list.RoomForHits(least); err != nil || !w.d.list.Orders() {
		return err
	}
	w.orders = true
	return w.d.list.RoomForOrder(rows, least)
}

// pairs returns the number of pairs of boxes that the walk begins with.
func (w *walk) pairs() uint64 { return w.plan.query.count() * w.plan.entry.count() }

// maxItems bounds the items of a launch.
const maxItems = 1 << 30

// room returns the room of list k.
func (w *walk) room(k int) uint32 {
	if k == len(w.steps) {
		return uint32(w.last)
	}
	return uint32(w.each)
}

// slot returns the place of list k's counter.
func (w *walk) slot(k int) uint32 { return uint32(hitlist.ListSlot + w.slots + k) }

// offset returns the place where list k begins.
func (w *walk) offset(k int) uint32 { return uint32(k * w.each) }

// inChunks processes the pairs [first, last) of list k in chunks; share is their
// share of all work.
func (w *walk) inChunks(k int, first, last, size uint64, share float64) error {
	total := float64(last - first)
	for ; first < last; first += size {
		n := min(size, last-first)
		if err := w.process(k, first, n, share*float64(n)/total); err != nil {
			return err
		}
	}
	return nil
}

// process walks from the pairs [first, first+n) of list k down to the hits; list
// -1 is the pairs of the plan's ranges. Where list m outgrows its room, the kernels
// after it find nothing to do, and process continues from list m-1 in chunks.
func (w *walk) process(k int, first, n uint64, share float64) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if err := w.enqueue(k, first, n, func() error { return nil }); err != nil {
		return err
	}
	all := k < 0 && n == w.pairs()
	c, err := w.count(all && w.More == nil)
	if err != nil {
		return err
	}
	m := w.outgrown(k, &c)
	if all && m < 0 {
		w.d.outgrown = false
	}
	w.tally(k, n, m, &c)
	if m < 0 {
		return w.leaf(&c, share)
	}
	w.early.Release() // the walk will find more hits
	w.d.list.Order.Restart()
	from, last := m-1, first+n
	children := w.children(from)
	if from > k {
		first, last = 0, uint64(c.List[from])
	}
	room := uint64(w.room(m))
	size := (last - first) * room / uint64(c.List[m]) * 7 / 8
	return w.inChunks(from, first, last, max(size, room/children), share)
}

// enqueue enqueues all steps from list k on, down to the hits, and calls look after
// each step except the last.
func (w *walk) enqueue(k int, first, n uint64, look func() error) error {
	lists := len(w.steps) + 1
	if w.begun {
		if err := w.d.list.Clear(hitlist.ListSlot+k+1, hitlist.ListSlot+lists); err != nil {
			return err
		}
	}
	w.begun = true
	first, n, err := w.narrow(k, first, n, look)
	if err != nil || !w.d.Tuning.Finds {
		return err
	}
	var found **cl.Event
	if w.d.list.CountsFirst(w.expected) && !w.joins && w.cuts == nil { // see CountFirst
		found = &w.solved
	}
	if w.bySegments() {
		return w.refineLastSegments(first, n, found)
	}
	return w.refineLast(first, n, found)
}

// narrow enqueues the steps from list k down to the last list, and returns the largest
// range of pairs that the last list may have.
func (w *walk) narrow(k int, first, n uint64, look func() error) (uint64, uint64, error) {
	at := w.plan.open(w.plan.start)
	if k < 0 {
		if err := w.startLists(at, first, n); err != nil {
			return 0, 0, err
		}
		if err := look(); err != nil {
			return 0, 0, err
		}
		k, first, n = 0, 0, min(n*w.children(k), uint64(w.each))
	}
	for j, o := range w.steps {
		at = at.open(o)
		if j < k {
			continue
		}
		if err := w.openStep(j, at, first, n); err != nil {
			return 0, 0, err
		}
		if err := look(); err != nil {
			return 0, 0, err
		}
		first, n = 0, min(n*w.children(j), uint64(w.each))
	}
	return first, n, nil
}

// openStep enqueues step k from the pairs [first, first+n) of list k. at holds the
// levels of the boxes to test.
func (w *walk) openStep(k int, at plan, first, n uint64) error {
	if w.steps[k] == openSegments {
		return w.openSegmentPairs(k, first, n)
	}
	return w.openPairs(k, at, first, n)
}

// outgrown returns the first list after k that outgrew its room, or -1.
func (w *walk) outgrown(k int, c *hitlist.Counters) int {
	for m := k + 1; m <= len(w.steps); m++ {
		if c.List[m] > w.room(m) {
			return m
		}
	}
	return -1
}

// tally counts the work done from n pairs of list k on, up to list m if list m
// outgrew its room.
func (w *walk) tally(k int, n uint64, m int, c *hitlist.Counters) {
	if k < 0 {
		w.stats.BoxTests += n * w.children(k)
		k, n = 0, uint64(c.List[0])
	}
	for ; k < len(w.steps) && k != m; k++ {
		w.stats.BoxTests += n * w.children(k)
		n = uint64(c.List[k+1])
	}
	w.stats.Interactions += uint64(c.Solve - w.solves)
	w.solves = c.Solve
}

// leastShare is the least share of a walk by which all of its hits are foretold.
const leastShare = 1. / 8

// leaf ends a call of process that reached the hits.
func (w *walk) leaf(c *hitlist.Counters, share float64) error {
	w.found, w.borderline = c.Hit, c.Borderline
	if err := w.d.list.Hits.Check(w.found); err != nil {
		w.likely = int(float64(w.found) / max(w.done+share, leastShare))
		return err
	}
	if !w.d.Tuning.Finds {
		if err := w.refineOnHost(int(c.List[len(w.steps)])); err != nil {
			return err
		}
	}
	w.advance(share)
	return nil
}

// advance reports progress, unless a walk that was begun anew has reported it before.
func (w *walk) advance(share float64) {
	w.done += share
	if w.done < w.reported {
		return
	}
	w.reported = w.done
	if w.Progress != nil {
		w.Progress(min(w.reported, 1), 1)
	}
}
