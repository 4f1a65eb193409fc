package hitlist

import (
	"math"

	"flyby/internal/cl"
	"flyby/internal/clrt"
)

// Waves reads the hits that a walk finds wave by wave. Each wave finds the hits of the query
// rows after the rows of the wave before, so ordering the hits of each wave orders all hits.
type Waves struct {
	list     *List
	early    Ordered
	count    int                  // number of waves, mostWaves at most
	expected int                  // number of hits of all waves
	found    int                  // number of hits of the waves read so far
	missed   bool                 // early has no room for all hits
	ordered  [mostWaves]*cl.Event // event of the launch that completes a wave's order
}

// OpenWaves makes room to read the hits of a number of waves: an eighth more than
// expected, at least leastEarly, and no more than Order.Room.
func (l *List) OpenWaves(count, expected int) (*Waves, error) {
	if err := l.dev.Memory.Ensure(&l.Notes.heads, mostWaves*HeadBytes); err != nil {
		return nil, err
	}
	l.Notes.open(l)
	early, err := l.hostFor(min(max(about(expected), leastEarly), l.Order.Room))
	if err != nil {
		return nil, err
	}
	l.dev.Queues.Hold(early.bytes)
	return &Waves{list: l, early: early, count: count, expected: expected}, nil
}

// Sum enqueues the sums of the rows [first, first+count), the rows of wave k, and reading
// the counters as of then.
func (w *Waves) Sum(k, first, count int) error {
	var summed *cl.Event
	n := &w.list.Notes
	if err := w.list.sumRows(first, count, sumTo{heads: n.heads.Buffer, head: k, done: &summed}); err != nil {
		return err
	}
	return w.list.dev.Queues.Note(summed, n.heads.Buffer, k*HeadBytes, n.bytes(k), &n.copied[k])
}

// Place enqueues the placing of the hits of the rows that Sum summed last.
func (w *Waves) Place(first, count int) error { return w.list.placeRows(first, count) }

// Rank enqueues the ordering of the placed hits of wave k. It orders all of them unless a row
// is longer than mergedLength of the last search's longest row.
func (w *Waves) Rank(k int) error {
	o, done := &w.list.Order, &w.ordered[k]
	all := ranking{hits: uint64(w.expected / w.count), to: math.MaxUint32}
	if !o.Long() {
		all.done = done
		return w.list.rankRows(all)
	}
	if err := w.list.rankRows(all); err != nil {
		return err
	}
	return w.list.mergeRows(o.Longest, done)
}

// Counted reports whether the host has the counters of wave k; with wait it waits for them.
func (w *Waves) Counted(k int, wait bool) (bool, error) {
	copied := &w.list.Notes.copied[k]
	if wait {
		return true, cl.WaitForEvents(copied)
	}
	return copied.GetEventInfo()
}

// Counters returns the counters of wave k, which the host must have. The kernels count the
// lists of the wave from List[lists] on; the result has these counts from List[0] on.
func (w *Waves) Counters(k, lists int) Counters { return w.list.Notes.counters(k, lists) }

// Read enqueues the reading of the hits of wave k; found is the number of hits of all waves
// up to k.
func (w *Waves) Read(k, found int) error {
	from := w.found
	w.found = found
	w.missed = w.missed || found > min(w.early.room(), w.list.Hits.Room)
	if w.missed || from == found {
		return nil
	}
	first, last := HeadBytes+HitBytes*from, HeadBytes+HitBytes*found
	return w.list.dev.Queues.ReadAfter(w.ordered[k], w.list.Order.out.Buffer, first, w.early.bytes[first:last])
}

// ReadLast enqueues the reading of the counters after the last wave.
func (w *Waves) ReadLast() error {
	return clrt.Read(w.list.dev.Queues, w.list.Counters, 0, w.list.Notes.bytes(mostWaves))
}

// Close returns the hits that were read, once all commands are complete. whole is false,
// and the memory released, where hits are missing or out of order, or would hold far more
// memory than they fill: then the device has to order its hits anew.
func (w *Waves) Close() (early Ordered, whole bool) {
	o, longest := &w.list.Order, int(w.Counters(mostWaves, 0).Longest)
	whole = !w.missed && longest <= mergedLength(o.Longest) && !w.early.vast(w.found)
	o.keepLongest(longest)
	if !whole {
		w.Release()
	}
	return w.early, whole
}

// Release releases the memory of waves that are given up.
func (w *Waves) Release() { w.early.Release() }
