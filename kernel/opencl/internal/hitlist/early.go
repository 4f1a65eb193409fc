package hitlist

import "flyby/kernel/cl"

// The hits that are read together with the counters, before it is known how many
// there are: as many as are expected and an eighth more, at least
// leastEarly. With more than Tuning.Early, the counters come first.
const leastEarly = 1 << 11

// CountsFirst reports whether the counters are read before the hits, where
// expected of them are.
func (l *List) CountsFirst(expected int) bool { return expected > l.Tuning.Early && !l.Order.Long() }

// ReadEarly puts about as many hits in order as are expected, and reads the
// first of them with the counters.
func (l *List) ReadEarly(expected int) (early Ordered, err error) {
	n := about(expected)
	if expected <= l.Tuning.Few {
		err = l.rankAll(false)
	} else {
		err = l.rankHits(n, false)
	}
	if err != nil {
		return early, err
	}
	if expected > l.Tuning.Early {
		n = 0
	}
	return l.readOrdered(max(n, leastEarly))
}

// CountFirst reads the counters once a launch has found the last hits, on the other
// queue, and has the first part of the hits put in order meanwhile.
func (l *List) CountFirst(found *cl.Event) (c Counters, err error) {
	q, n := l.dev.Queues, &l.Notes
	n.open(l)
	if err := q.ReadAfter(found, l.Counters, 0, n.bytes(mostWaves)); err != nil {
		return c, err
	}
	if err := l.rankHits(max(l.Tuning.Part/firstPart, 1), true); err != nil {
		return c, err
	}
	if err := q.Flush(); err != nil {
		return c, err
	}
	err = q.FinishReads()
	return n.counters(mostWaves, 0), err
}
