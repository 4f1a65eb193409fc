package gpujoin

import (
	"cmp"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/points"
)

// A portion is the part of the neighbour table that a batch gives.
type portion struct {
	starts  []uint32 // [rows + 1] the place of each row's first neighbour, for rows of the work
	seconds []uint32
	doubts  []uint32 // borderline pairs, two rows each
	settled []rows.Settled
}

// longest returns the greatest number of neighbours of a row.
func (p *portion) longest() (n int) {
	for i, start := range p.starts[1:] {
		n = max(n, int(start-p.starts[i]))
	}
	return n
}

// of returns the neighbours of a row, ascending.
func (p *portion) of(row int) []uint32 { return p.seconds[p.starts[row]:p.starts[row+1]] }

// table is the neighbour table of a work: for each row the second rows of its pairs, portion by portion.
type table struct {
	parts   []*portion
	threads int
	budget  *memory.Budget
	made    uint64 // bytes for each pair of the result, which is in the budget too
}

// take takes memory from the budget for a portion of some rows and pairs, and for the result made from it.
func (t *table) take(rows, pairs int) error {
	bytes := 4*(uint64(rows)+1) + (4+t.made)*uint64(pairs)
	if t.budget.Take(bytes) != nil {
		return &pointjoin.OverflowError{Room: t.budget.Most()}
	}
	return memory.Need("bytes of a neighbour table", bytes)
}

// settle makes a portion of the borderline pairs of a work of count rows from first on; in a self-join the pairs may have
// been found from either side.
func (t *table) settle(self bool, first, count int) {
	var all []rows.Settled
	for _, p := range t.parts {
		for _, s := range p.settled {
			if self {
				s = rows.Settled{Row: min(s.Row, s.Other), Other: max(s.Row, s.Other)}
			}
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return
	}
	slices.SortFunc(all, func(a, b rows.Settled) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Other, b.Other)) })
	p := &portion{starts: make([]uint32, count+1)}
	for _, s := range all {
		p.seconds = append(p.seconds, s.Other)
		p.starts[int(s.Row)-first+1]++
	}
	for i := range count {
		p.starts[i+1] += p.starts[i]
	}
	t.parts = append(t.parts, p)
}

// pairs returns the number of pairs.
func (t *table) pairs() (n uint64) {
	for _, p := range t.parts {
		n += uint64(len(p.seconds))
	}
	return n
}

// next returns the end of rows [first, last) with about most pairs, at least one row, and the starts of their pairs.
func (t *table) next(first, count, most int) (last int, starts []int) {
	starts = []int{0}
	for last = first; last < count; last++ {
		n := starts[len(starts)-1]
		for _, p := range t.parts {
			n += len(p.of(last))
		}
		if last > first && n > most {
			break
		}
		starts = append(starts, n)
	}
	return last, starts
}

// each calls take with the pairs of the first count rows in order, about most at a time; row 0 of the table has number base.
// It reuses the memory of the pairs.
func (t *table) each(count, base, most int, take func(points.Pairs) error) error {
	var firsts, seconds []uint32
	for first := 0; first < count; {
		last, starts := t.next(first, count, most)
		n := starts[len(starts)-1]
		firsts, seconds = slices.Grow(firsts[:0], n)[:n], slices.Grow(seconds[:0], n)[:n]
		parallel.Ranges(last-first, t.threads, func(_, from, to int) {
			var spare []uint32
			for i := from; i < to; i++ {
				for k := starts[i]; k < starts[i+1]; k++ {
					firsts[k] = uint32(base + first + i)
				}
				spare = t.merge(seconds[starts[i]:starts[i+1]], first+i, spare)
			}
		})
		if n > 0 {
			if err := take(points.Pairs{First: firsts, Second: seconds}); err != nil {
				return err
			}
		}
		first = last
	}
	return nil
}

// flat returns the table in one piece, if need grants the memory.
func (t *table) flat(count int, need func(neighbours uint64) error) (flat points.Table, err error) {
	flat.Offsets = make([]uint64, count+1)
	parallel.Ranges(count, t.threads, func(_, first, last int) {
		for _, p := range t.parts {
			for i := first; i < last; i++ {
				flat.Offsets[i+1] += uint64(len(p.of(i)))
			}
		}
	})
	for i := range count {
		flat.Offsets[i+1] += flat.Offsets[i]
	}
	if err := need(flat.Offsets[count]); err != nil {
		return points.Table{}, err
	}
	flat.Rows = make([]uint32, flat.Offsets[count])
	parallel.Ranges(count, t.threads, func(_, first, last int) {
		var spare []uint32
		for i := first; i < last; i++ {
			spare = t.merge(flat.Rows[flat.Offsets[i]:flat.Offsets[i+1]], i, spare)
		}
	})
	return flat, nil
}

// merge writes the neighbours of a row to to, in order. It returns spare, which may have grown.
func (t *table) merge(to []uint32, row int, spare []uint32) []uint32 {
	n := 0
	for _, p := range t.parts {
		of := p.of(row)
		if n == 0 || len(of) == 0 {
			n += copy(to[n:], of)
			continue
		}
		spare = append(spare[:0], to[:n]...)
		mergeTwo(to[:n+len(of)], spare, of)
		n += len(of)
	}
	return spare
}

// mergeTwo merges two ascending lists.
func mergeTwo(to, a, b []uint32) {
	for i := range to {
		if len(b) == 0 || len(a) > 0 && a[0] < b[0] {
			to[i], a = a[0], a[1:]
		} else {
			to[i], b = b[0], b[1:]
		}
	}
}
