package batching

import "math"

// raising is the state of the second phase of setSplitMinMax, which goes from left to right.
type raising struct {
	*grouping
	setSplitMinMax
	done []group // batches of Min or more, or, where Strict, batches that cannot be raised
	rest []group // batches after the one to raise next
}

// choice is a possible change of a batch under Min and a neighbour; a merged neighbour becomes empty.
type choice struct {
	batch, neighbour group
	ok               bool
}

func (c choice) interactions() uint64 { return c.batch.interactions() + c.neighbour.interactions() }

// grow makes g larger at the cost of one neighbour, by the choice with fewer interactions, the right
// neighbour on ties; it reports false where neither choice is allowed.
func (r *raising) grow(g group) (group, bool) {
	left, right := r.mergeLeft(g), r.mergeRight(g)
	if r.Strict && !left.ok && !right.ok {
		left, right = r.takeLeft(g), r.takeRight(g)
	}
	switch {
	case left.ok && (!right.ok || left.interactions() < right.interactions()):
		r.done = r.done[:len(r.done)-1]
		if left.neighbour.Len() > 0 {
			r.done = append(r.done, left.neighbour)
		}
		return left.batch, true
	case right.ok:
		if r.rest[0] = right.neighbour; right.neighbour.Len() == 0 {
			r.rest = r.rest[1:]
		}
		return right.batch, true
	}
	return g, false
}

// limit returns the largest size that a merge may have.
func (r *raising) limit() int {
	if r.Strict {
		return r.Max
	}
	return math.MaxInt
}

func (r *raising) mergeLeft(g group) choice {
	if len(r.done) == 0 || r.done[len(r.done)-1].Len()+g.Len() > r.limit() {
		return choice{}
	}
	return choice{batch: r.merge(r.done[len(r.done)-1], g), ok: true}
}

func (r *raising) mergeRight(g group) choice {
	if len(r.rest) == 0 || g.Len()+r.rest[0].Len() > r.limit() {
		return choice{}
	}
	return choice{batch: r.merge(g, r.rest[0]), ok: true}
}

// takeLeft fills g up to Min from the end of the batch before, if that keeps Min.
func (r *raising) takeLeft(g group) choice {
	cut := g.Last - r.Min
	if len(r.done) == 0 || cut-r.done[len(r.done)-1].First < r.Min {
		return choice{}
	}
	before := r.done[len(r.done)-1].First
	return choice{batch: r.of(Batch{cut, g.Last}), neighbour: r.of(Batch{before, cut}), ok: true}
}

// takeRight fills g up to Min from the beginning of the batch after, if that keeps Min.
func (r *raising) takeRight(g group) choice {
	cut := g.First + r.Min
	if len(r.rest) == 0 || r.rest[0].Last-cut < r.Min {
		return choice{}
	}
	return choice{batch: r.of(Batch{g.First, cut}), neighbour: r.of(Batch{cut, r.rest[0].Last}), ok: true}
}
