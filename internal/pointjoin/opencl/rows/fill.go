package rows

import (
	"context"
	"math"
	"sort"

	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// Pairs finds the pairs of a search in order. It hands them over as they arrive where out takes them, or lists them.
func (t *Table) Pairs(ctx context.Context, s *Search, out *pointjoin.Found) (points.Stats, error) {
	c, err := t.count(ctx, s, false)
	if err != nil {
		return c.stats, err
	}
	m, err := t.measure(s)
	if err != nil {
		return c.stats, err
	}
	total := m.total + uint64(len(c.settled))
	if out.Take == nil && out.Budget.Take(total*pointjoin.PairBytes) != nil {
		return c.stats, &pointjoin.OverflowError{Room: out.Budget.Most()}
	}
	h := &handover{Table: t, search: s, out: out.Giver(total), total: total}
	if err := t.all(ctx, s, &c, m, h); err != nil {
		return c.stats, err
	}
	s.ReportProgress(2, 2)
	c.stats.Pairs = total
	h.out.End()
	return c.stats, nil
}

// all fills in all pairs: at once, at places that the device computes, where they fit its room and none was borderline;
// otherwise in parts.
func (t *Table) all(ctx context.Context, s *Search, c *countResult, m rowMeasures, h *handover) error {
	first, last := s.Limits()
	if len(c.settled) == 0 && !s.Moves && m.total <= min(uint64(t.dev.Cuts.Room), math.MaxUint32) && first < last {
		f, err := t.start(s, m)
		if err != nil {
			return err
		}
		return t.filling(ctx, s, f, h, c.few)
	}
	err := t.read(s, c)
	for err == nil && first < last {
		f := t.next(c, first, last)
		first = f.last
		err = t.filling(ctx, s, f, h, c.few)
	}
	return err
}

// A filling is a range of rows whose pairs are on the device together.
type filling struct {
	first, last int
	starts      []uint32 // [last-first+1] the start of each row's pairs; nil: only the device has them
	marks       []mark   // the first row, some between, and the end
	places      []uint32 // of settled pairs, {place, other} each
	longest     int      // greatest number of pairs of a row
}

// A mark is a row, and the start of its pairs.
type mark struct{ row, start int }

// next returns the filling of as many rows from first on as there is room for, at least one.
func (t *Table) next(c *countResult, first, last int) *filling {
	b := &filling{first: first, last: first, starts: append(t.memory[:0], 0), marks: []mark{{first, 0}}}
	defer func() { t.memory = b.starts }()
	at := sort.Search(len(c.settled), func(i int) bool { return int(c.settled[i].Row) >= first })
	total := uint64(0)
	for ; b.last < last; b.last++ {
		from, n := at, uint64(c.counts[b.last])
		for ; at < len(c.settled) && int(c.settled[at].Row) == b.last; at++ {
			n++
		}
		if b.last > first && total+n > uint64(t.dev.Cuts.Room) || total+n > math.MaxUint32 {
			break
		}
		for i, p := range c.settled[from:at] {
			b.places = append(b.places, uint32(total)+c.counts[b.last]+uint32(i), p.Other)
		}
		total += n
		b.starts = append(b.starts, uint32(total))
		b.longest = max(b.longest, int(n))
		if int(total)-b.marks[len(b.marks)-1].start >= t.dev.Cuts.Pairs {
			b.marks = append(b.marks, mark{b.last + 1, int(total)})
		}
	}
	b.marks = append(b.marks, mark{b.last, int(total)})
	return b
}

// pairs returns the number of pairs.
func (b *filling) pairs() int { return b.marks[len(b.marks)-1].start }

// filling fills in the pairs of b, and hands them over.
func (t *Table) filling(ctx context.Context, s *Search, b *filling, h *handover, few uint32) error {
	if b.pairs() == 0 {
		return ctx.Err()
	}
	for a, size := range map[*clrt.Array]int{&t.starts: 4 * (s.Rows() + 1), &t.seconds: 4 * b.pairs(), &t.settled: 4 * len(b.places)} {
		if err := t.dev.Memory.Ensure(a, size); err != nil {
			return err
		}
	}
	if b.starts != nil {
		if err := clrt.Write(t.dev.Queues, t.starts.Buffer, 4*b.first, b.starts); err != nil {
			return err
		}
	}
	if err := t.fill(ctx, s, b, few); err != nil {
		return err
	}
	if s.Moves {
		if err := clrt.Write(t.dev.Queues, t.starts.Buffer, 4*b.first, b.starts); err != nil {
			return err
		}
	}
	if n := uint32(len(b.places) / 2); n > 0 {
		if err := clrt.Write(t.dev.Queues, t.settled.Buffer, 0, b.places); err != nil {
			return err
		}
		if err := putSettled.Launch(t.ordering, clrt.Over(uint64(n)), &settledArgs{t.settled.Buffer, n, t.seconds.Buffer}); err != nil {
			return err
		}
	}
	return h.filling(ctx, b)
}

// fill fills in the pairs of rows: the kept pairs of rows that have few, and otherwise by searching again.
func (t *Table) fill(ctx context.Context, s *Search, b *filling, few uint32) error {
	rows := uint32(b.last - b.first)
	if few > 0 {
		from, _ := s.Limits()
		err := takeFew.Launch(t.ordering, clrt.Over(uint64(rows)), &takeArgs{
			t.counts.Buffer, t.kept.Buffer, few, uint32(from), t.starts.Buffer, uint32(b.first), rows, t.seconds.Buffer,
		})
		if err != nil || b.longest <= int(few) {
			return err
		}
	}
	a := Args{
		scope: Scope{uint32(b.first), uint32(b.last), s.mode(false), 0, few, 1},
		rows:  t.starts.Buffer, seconds: t.seconds.Buffer, notes: t.notes.Buffer,
	}
	return t.run(ctx, s, a, func(int) {})
}
