package hitlist

import (
	"math"

	"flyby/internal/clrt"
	"flyby/kernel/cl"
)

// Waves is the reading of hits that a walk finds wave by wave. Each wave finds the hits of
// the query rows after those of the wave before, so the hits of all waves are in order
// where those of each are.
type Waves struct {
	list     *List
	early    Ordered
	count    int                  // waves, mostWaves at most
	expected int                  // hits of all waves
	found    int                  // hits of the waves that are being read
	missed   bool                 // early has no room for all
	ordered  [mostWaves]*cl.Event // of the launch after which a wave's hits are in order
}

// OpenWaves makes room for what a number of waves is read to: as many hits as are
// expected.
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

// Sum enqueues the sums of the rows [first, first+count), which are those of wave k, and
// the reading of the counters as they are then.
func (w *Waves) Sum(k, first, count int) error {
	var summed *cl.Event
	n := &w.list.Notes
	if err := w.list.sumRows(first, count, sumTo{heads: n.heads.Buffer, head: k, done: &summed}); err != nil {
		return err
	}
	return w.list.dev.Queues.Note(summed, n.heads.Buffer, k*HeadBytes, n.bytes(k), &n.copied[k])
}

// Place enqueues the placing of the hits of rows that were summed.
func (w *Waves) Place(first, count int) error { return w.list.placeRows(first, count) }

// Rank enqueues the ordering of the hits of wave k, which were placed, if no row has many
// more than the longest of the search before.
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

// Counted reports whether the counters of wave k are here; with wait, they are.
func (w *Waves) Counted(k int, wait bool) (bool, error) {
	copied := &w.list.Notes.copied[k]
	if wait {
		return true, cl.WaitForEvents(copied)
	}
	return copied.GetEventInfo()
}

// Counters is the counters of wave k, which are here. The lists of the wave are counted
// from List[lists] on; in the copy they are from List[0] on.
func (w *Waves) Counters(k, lists int) Counters { return w.list.Notes.counters(k, lists) }

// Read enqueues the reading of the hits of wave k; found is their number with those of the
// waves before.
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

// Close hands over the hits that were read, all of them in order, once all commands are
// complete. Where it reports false, they are not all, or not in order, or would hold far
// more memory than they fill: those on the device want to be put in order anew.
func (w *Waves) Close() (early Ordered, whole bool) {
	o, longest := &w.list.Order, int(w.Counters(mostWaves, 0).Longest)
	whole = !w.missed && longest <= merged(o.Longest) && !w.early.vast(w.found)
	o.met(longest)
	if !whole {
		w.Release()
	}
	return w.early, whole
}

// Release gives the memory back of waves that came to nothing.
func (w *Waves) Release() { w.early.Release() }
