package rows

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/points"
)

// countResult is the result of the counting pass.
type countResult struct {
	counts  []uint32  // by row of the device, without borderline pairs; nil: still on the device
	few     uint32    // greatest number of pairs of a row that are kept on the device
	settled []Settled // borderline pairs within the threshold, by row, then other
	stats   points.Stats
}

// Settled is a borderline pair that is within the threshold: a row of the device and a row of the points.
type Settled struct{ Row, Other uint32 }

// Counts adds the number of pairs of each row to counts, as pointjoin.Resident does.
func (t *Table) Counts(ctx context.Context, s *Search, counts []uint32) (points.Stats, error) {
	c, err := t.count(ctx, s, true)
	if err == nil {
		err = t.read(s, &c)
	}
	if err != nil {
		return points.Stats{}, err
	}
	for _, p := range c.settled {
		c.counts[p.Row]++
	}
	c.stats.Pairs = Add(counts[s.Base():], c.counts, s.Self(), t.dev.Threads(len(c.counts)))
	return c.stats, nil
}

// Add adds the found pairs of each row, of a self-join or not, to counts on some threads. It returns the number of
// pairs.
func Add(counts, found []uint32, self bool, threads int) (pairs uint64) {
	var sum atomic.Uint64
	parallel.Ranges(len(found), threads, func(_, first, last int) {
		own := uint64(0)
		for i, n := range found[first:last] {
			counts[first+i] += n
			own += uint64(n)
		}
		sum.Add(own)
	})
	if self {
		return sum.Load() / 2 // each was counted at both of its points
	}
	return sum.Load()
}

// read reads the number of pairs of each row, into memory that the next search reuses.
func (t *Table) read(s *Search, c *countResult) error {
	n := s.Rows()
	if cap(t.found) < n {
		t.found = make([]uint32, n)
	}
	c.counts = t.found[:n]
	return t.dev.ReceiveWords(t.counts.Buffer, c.counts)
}

// count is the counting pass. It is repeated where borderline pairs outgrow their room.
func (t *Table) count(ctx context.Context, s *Search, counting bool) (c countResult, err error) {
	if err := t.prepare(); err != nil {
		return c, err
	}
	if err := t.dev.Memory.Ensure(&t.counts, 4*s.Rows()); err != nil {
		return c, err
	}
	if c.few, err = t.keep(s, counting); err != nil {
		return c, err
	}
	err = t.notes.Run(func() error {
		a := Args{scope: s.Scope(counting, t.notes.Room), rows: t.counts.Buffer, notes: t.notes.Buffer}
		if c.few > 0 {
			a.scope.few, a.seconds = c.few, t.kept.Buffer
		}
		return t.countOnce(ctx, s, a, counting)
	})
	if err != nil {
		return c, err
	}
	c.stats = t.notes.Stats()
	pairs, err := t.notes.Pairs()
	c.settled = s.Settle(pairs, t.dev.Host)
	return c, err
}

// keep makes room for the first pairs of each row, where rows are expected to have few pairs, so that the filling pass
// need not find them again.
func (t *Table) keep(s *Search, counting bool) (few uint32, err error) {
	const most = 8
	first, last := s.Limits()
	size := 4 * most * (last - first)
	if counting || !s.Keeps || s.Expected > most/2*float64(s.Rows()) || size > t.dev.Cuts.Room {
		return 0, nil
	}
	return most, t.dev.Memory.Ensure(&t.kept, size)
}

// countOnce runs the counting pass once.
func (t *Table) countOnce(ctx context.Context, s *Search, a Args, counting bool) error {
	if err := t.dev.Queues.Zero(t.counts.Buffer, 0, max(4*s.Rows(), 4)); err != nil {
		return err
	}
	parts := float64(s.Finder.Parts())
	all := 2 * parts
	if counting {
		all = parts
	}
	return t.run(ctx, s, a, func(part int) { s.ReportProgress(float64(part), all) })
}

// Settle decides borderline pairs, two rows each, on some threads. It returns the pairs within the threshold, in order.
func (s *Search) Settle(pairs []uint32, threads int) []Settled {
	all := make([]Settled, len(pairs)/2)
	within := make([]bool, len(all))
	base, asked := s.Base(), s.asked()
	parallel.Ranges(len(all), threads, func(_, first, last int) {
		var p, q []float64
		for i := first; i < last; i++ {
			all[i] = Settled{pairs[2*i], pairs[2*i+1]}
			p, q = asked.Append(p[:0], base+int(all[i].Row)), s.Points.Append(q[:0], int(all[i].Other))
			within[i] = s.Threshold.Settle(p, q)
		}
	})
	kept := all[:0]
	for i, p := range all {
		if within[i] {
			kept = append(kept, p)
		}
	}
	slices.SortFunc(kept, func(a, b Settled) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Other, b.Other)) })
	return kept
}
