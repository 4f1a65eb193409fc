package opencl

import "flyby/kernel/cl"

// The hits that are read together with the counters, before it is known how many
// there are: as many as the walk before had and an eighth more, at least
// leastEarly. With more than the tuning's early, the counters come first.
const leastEarly = 1 << 11

// countsFirst reports whether the counters are read before the hits.
func (l *List) countsFirst() bool { return l.order.expected > l.tuning.Early && !l.order.long() }

// readEarly puts about as many hits in order as are expected, and reads the
// first of them with the counters.
func (l *List) readEarly() (early ordered, err error) {
	n := l.order.about()
	if l.order.expected <= l.tuning.Few {
		err = l.rankAll(false)
	} else {
		err = l.rankHits(n, false)
	}
	if err != nil {
		return early, err
	}
	if l.order.expected > l.tuning.Early {
		n = 0
	}
	return l.readOrdered(max(n, leastEarly))
}

// countFirst reads the counters once a launch has found the last hits, on the other
// queue, and has the first part of the hits put in order meanwhile.
func (l *List) countFirst(found *cl.Event) (c counters, err error) {
	q, n := l.dev.Queues, &l.notes
	n.open(l)
	if err := q.ReadAfter(found, l.counters, 0, n.bytes(mostChunks)); err != nil {
		return c, err
	}
	if err := l.rankHits(max(l.tuning.Part/firstPart, 1), true); err != nil {
		return c, err
	}
	if err := q.Flush(); err != nil {
		return c, err
	}
	err = q.FinishReads()
	return n.counters(mostChunks, 0), err
}
