package group

import (
	"cmp"
	"slices"
	"sort"

	"flyby/internal/memory"
	"flyby/trajectory"
)

// runs are the ticks of a clock in order, cut where an object moves, appears or disappears from one tick to the next. All ticks of a run have
// the same clusters, so it is clustered once, and work and memory grow with what changes (docs/decisions/0075-runs-of-ticks.md).
type runs struct {
	ticks   int
	changes []change // in order, none touching the next
	before  []int    // by change: how many runs begin in the changes before it
}

// change says that something moves, appears or disappears between each of the ticks [first, last) and the tick after it.
type change struct{ first, last int }

// changeBytes is the memory of a change, twice, since a list is copied as it grows.
const changeBytes = 2 * 2 * 8

// newRuns cuts ticks by the motion of all objects of a store.
func newRuns(store *trajectory.Store, all ticking) (*runs, error) {
	c := changing{ticking: all, store: store}
	for p := range store.Pieces() {
		if err := c.piece(p); err != nil {
			return nil, err
		}
		if c.throughout() {
			break
		}
	}
	s := &runs{ticks: c.ticks, changes: merged(c.all)}
	n := 0
	for _, one := range s.changes {
		s.before = append(s.before, n)
		n += one.last - one.first
	}
	return s, nil
}

// len is the number of runs.
func (s *runs) len() int { return s.of(s.ticks-1) + min(s.ticks, 1) }

// of returns the run of a tick.
func (s *runs) of(tick int) int {
	i := sort.Search(len(s.changes), func(i int) bool { return s.changes[i].first >= tick }) - 1
	if i < 0 {
		return 0
	}
	c := s.changes[i]
	return s.before[i] + min(tick, c.last) - c.first
}

// begins returns the first tick of a run; behind the last run it is the number of ticks.
func (s *runs) begins(run int) int {
	i := sort.Search(len(s.before), func(i int) bool { return s.before[i] >= run }) - 1
	if run == 0 || i < 0 {
		return min(run, 1) * s.ticks
	}
	c := s.changes[i]
	if tick := c.first + run - s.before[i]; tick <= c.last {
		return tick
	}
	return s.ticks
}

// changing gathers the changes from tick to tick.
type changing struct {
	ticking
	store *trajectory.Store
	all   []change // where they are of one piece, in order
	room  int      // changes that memory was found for
}

// throughout reports whether something changes at each tick.
func (c *changing) throughout() bool {
	n := len(c.all)
	return n > 0 && c.all[n-1] == change{0, c.ticks - 1}
}

// piece adds the changes that a piece of a trajectory makes: where it begins, where it moves and where it ends.
func (c *changing) piece(p trajectory.Piece) error {
	t, end := c.store.T(), p.First+p.Samples-1
	from, to := c.from(t[p.First]), c.upTo(t[end])
	if from > to {
		return nil // the piece has no tick
	}
	if err := c.add(from-1, from); err != nil {
		return err
	}
	for row := p.First; row < end; row++ {
		begun := row
		for row < end && c.moves(row) {
			row++
		}
		if row == begun {
			continue
		}
		if err := c.add(max(c.upTo(t[begun]), from), min(c.from(t[row]), to)); err != nil {
			return err
		}
	}
	return c.add(to, to+1)
}

// moves reports whether a sample of a piece and the next one are apart.
func (c *changing) moves(row int) bool {
	x, y, z := c.store.X(), c.store.Y(), c.store.Z()
	return x[row] != x[row+1] || y[row] != y[row+1] || z != nil && z[row] != z[row+1]
}

// add adds a change, as far as there are ticks on both sides of it.
func (c *changing) add(first, last int) error {
	first, last = max(first, 0), min(last, c.ticks-1)
	if first >= last {
		return nil
	}
	if n := len(c.all) - 1; n >= 0 && c.all[n].first <= first && c.all[n].last >= first {
		c.all[n].last = max(c.all[n].last, last)
		return nil
	}
	if len(c.all) >= c.room {
		c.all = merged(c.all)
		if room := 2 * (len(c.all) + 1); room > c.room {
			c.room = max(room, fewChanges)
			if err := memory.Need("changes from tick to tick", memory.Of(c.room, changeBytes)); err != nil {
				return err
			}
		}
	}
	c.all = append(c.all, change{first, last})
	return nil
}

// fewChanges is how many changes are gathered before they are merged.
const fewChanges = 1 << 12

// merged puts changes in order and joins changes that touch, in the memory that they have.
func merged(all []change) []change {
	slices.SortFunc(all, func(a, b change) int { return cmp.Compare(a.first, b.first) })
	kept := all[:0]
	for _, one := range all {
		if n := len(kept) - 1; n >= 0 && kept[n].last >= one.first {
			kept[n].last = max(kept[n].last, one.last)
			continue
		}
		kept = append(kept, one)
	}
	return kept
}
