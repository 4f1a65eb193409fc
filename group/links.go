package group

import (
	"context"
	"iter"

	"flyby/internal/memory"
	"flyby/internal/radix"
	"flyby/trajectory"
)

// links are the edges of the graph of objects near each other: each link joins two objects from one instant to another, both included.
type links struct {
	a, b        []uint32
	enter, exit []float64
}

// linkBytes is the memory of a link: its columns, its places in both orders and in the forest, and the memory of sorting.
const linkBytes = 2*4 + 2*8 + 3*4 + 2*8

// readLinks makes links of encounters, which come in the defined order, so that encounters of a pair follow one another. A break
// between two encounters of a pair that is shorter than longest is filled.
func readLinks(ctx context.Context, from iter.Seq2[trajectory.Encounters, error], longest float64) (*links, error) {
	l, needed := &links{}, 0
	for e, err := range from {
		if err == nil {
			err = ctx.Err()
		}
		if n := l.len() + e.Len(); err == nil && n > needed {
			needed = 2 * n
			err = memory.Need("encounters that are swept for groups", linkBytes*uint64(needed))
		}
		if err != nil {
			return nil, err
		}
		for i := range e.Len() {
			l.add(e.QueryTraj[i], e.EntryTraj[i], e.Enter[i], e.Exit[i], longest)
		}
	}
	return l, nil
}

func (l *links) len() int { return len(l.a) }

// add adds an encounter, to the last link where it is of the same pair after a short break. 0 is no longest break: of two encounters of a
// pair that touch, both links connect it.
func (l *links) add(a, b uint32, enter, exit, longest float64) {
	if n := l.len() - 1; n >= 0 && l.a[n] == a && l.b[n] == b && longest > 0 && !lasts(l.exit[n], enter, longest) {
		l.exit[n] = max(l.exit[n], exit)
		return
	}
	l.a, l.b = append(l.a, a), append(l.b, b)
	l.enter, l.exit = append(l.enter, enter+0), append(l.exit, exit+0) // -0 is 0
}

// sorted returns the links by the times of one of their columns.
func (l *links) sorted(times []float64) []uint32 {
	index := make([]uint32, len(times))
	for i := range index {
		index[i] = uint32(i)
	}
	radix.Index(index, times)
	return index
}

// lasts reports whether end - start is at least least in real arithmetic. The difference rounds to less than least only where it
// is less. Where the difference rounds to least, the error of the rounding decides (D. E. Knuth's
// two-sum).
func lasts(start, end, least float64) bool {
	d := end - start
	if d != least {
		return d > least
	}
	back := d - end
	return (end-(d-back))-(start+back) >= 0
}
