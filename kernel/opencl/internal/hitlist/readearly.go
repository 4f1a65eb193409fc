package hitlist

import "flyby/internal/cl"

// leastEarly is the least number of hits that are read together with the counters, before
// the number of hits is known: as many as are expected and an eighth more, at least
// leastEarly. Where more than Tuning.Early are expected, the counters are read first.
const leastEarly = 1 << 11

// CountsFirst reports whether the counters are read before the hits, where the search
// expects a given number of hits.
func (l *List) CountsFirst(expected int) bool { return expected > l.Tuning.Early && !l.Order.Long() }

// ReadEarly orders about as many hits as are expected, and reads the first of them with
// the counters.
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

// CountFirst reads the counters on the other queue, after the event found of the launch
// that found the last hits, and has the device order the first part of the hits meanwhile.
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
