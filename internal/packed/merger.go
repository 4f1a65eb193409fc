package packed

import (
	"iter"
	"slices"

	"flyby/internal/runs"
)

// keyRange is the rows of a window between two keys: in every run the rows between two places.
type keyRange struct {
	readers []*reader
	from    []place // [readers]
	to      []place // [readers]
}

// ranges yields the ranges of a window in order. It cuts by a small sample of rows; a range that then has too many rows is cut again, by a larger
// one.
func (w *window) ranges(yield func(*keyRange) bool) {
	all := &keyRange{readers: w.readers}
	for _, r := range w.readers {
		all.from, all.to = append(all.from, r.from), append(all.to, r.to)
	}
	step := max(1, chunkRows/len(w.readers))
	for coarse := range all.cut(&w.places, coarseSteps*step) {
		if coarse.rows() <= mostChunk {
			if !yield(coarse) {
				return
			}
			continue
		}
		for fine := range coarse.cut(new([]place), step) {
			if !yield(fine) {
				return
			}
		}
	}
}

// cut yields ranges of the range in order, of about chunkRows rows: each run adds or lacks less than a step. All places are found before the first
// range, a run at a time, as the places of one run lie close behind one another. memory is for places.
func (s *keyRange) cut(memory *[]place, step int) iter.Seq[*keyRange] {
	step = min(step, blockRows/4)
	cuts, n := s.cuts(step), len(s.readers)
	places := slices.Grow((*memory)[:0], n*len(cuts))[:n*len(cuts)]
	*memory = places
	for i, r := range s.readers {
		at := s.from[i]
		for k, cut := range cuts {
			at = r.advance(at, s.to[i], cut)
			places[n*k+i] = at
		}
	}
	return func(yield func(*keyRange) bool) {
		from := s.from
		for k := range cuts {
			to := places[n*k : n*(k+1)]
			if !yield(&keyRange{s.readers, from, to}) {
				return
			}
			from = to
		}
		yield(&keyRange{s.readers, from, s.to})
	}
}

// rows is the number of rows.
func (s *keyRange) rows() (n int) {
	for i, r := range s.readers {
		for k := s.from[i].block; k < s.to[i].block; k++ {
			n += r.hand[k].Len()
		}
		n += s.to[i].row - s.from[i].row
	}
	return n
}

// merger merges ranges, each by itself. Its memory is used again.
type merger struct {
	kind    Kind
	cursors []cursor
	order   runs.Merge[*cursor]
	out     *Rows // merged rows, with room for more
	n       int   // number of merged rows
}

// merge writes the rows of a range to out, in order. Encounters that are parts of one are
// joined.
func (m *merger) merge(s *keyRange, out *Rows) {
	m.out, m.n = out, 0
	if m.cursors == nil {
		m.cursors = make([]cursor, len(s.readers)) // later windows have no more
	}
	for i, r := range s.readers {
		c := &m.cursors[i]
		if key, more := c.open(r, s.from[i], s.to[i]); more {
			m.order.Push(c, c.number, key)
		}
	}
	n := s.rows()
	if cap(out.Int[0]) < n {
		out.make(m.kind, max(n, mostChunk))
	}
	out.resize(m.kind, n)
	for m.order.Len() > 0 {
		m.step()
	}
	out.resize(m.kind, m.n)
}

// step takes the rows of the first cursor up to the first row of another, or to the end of its block.
func (m *merger) step() {
	c := m.order.First()
	first, end := c.at, c.end()
	if key, number, ok := m.order.Second(); ok {
		end = c.before(key, number)
	}
	c.at = end
	if m.kind.joined() {
		m.take(c.rows(), first, first+1)
		if first++; m.out.extendRow(m.n-2, m.out, m.n-1) {
			m.n--
		}
	}
	m.take(c.rows(), first, end)
	if key, more := c.next(); more {
		m.order.Next(key)
	} else {
		m.order.Drop()
	}
}

// take appends the rows [first, last) of a block.
func (m *merger) take(b *wordRows, first, last int) {
	b.copy(m.out, m.n, first, last)
	m.n += last - first
}
