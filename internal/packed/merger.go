package packed

import (
	"slices"

	"flyby/internal/runs"
)

// keyRange is the rows of a window between two keys, of every run those between two places.
type keyRange struct {
	readers []*reader
	from    []place // [readers]
	to      []place // [readers]
}

// ranges yields the ranges of a window in order. All are found before the first, a run at a time: of many runs a range has a few rows each, which lie behind those of the range before.
func (w *window) ranges(yield func(*keyRange) bool) {
	cuts, n := w.cuts(), len(w.readers)
	w.places = slices.Grow(w.places[:0], n*(len(cuts)+2))[:n*(len(cuts)+2)]
	for i, r := range w.readers {
		at := r.from
		w.places[i] = at
		for k, cut := range cuts {
			at = r.advance(at, cut)
			w.places[n*(k+1)+i] = at
		}
		w.places[n*(len(cuts)+1)+i] = r.to
	}
	for k := range len(cuts) + 1 {
		if !yield(&keyRange{w.readers, w.places[n*k:][:n], w.places[n*(k+1):][:n]}) {
			return
		}
	}
}

// merger merges ranges, each by itself. Its memory is used again.
type merger struct {
	kind    Kind
	cursors []cursor
	order   runs.Merge[*cursor]
	out     *Rows // what is merged, with room for more
	n       int   // rows of it
}

// merge writes the rows of a range to out, in order. Encounters that are parts of one are
// joined.
func (m *merger) merge(s *keyRange, out *Rows) {
	m.out, m.n = out, 0
	if m.cursors == nil {
		m.cursors = make([]cursor, len(s.readers)) // of windows to come there are no more
	}
	n := 0
	for i, r := range s.readers {
		c := &m.cursors[i]
		if key, more := c.open(r, s.from[i], s.to[i]); more {
			m.order.Push(c, c.number, key)
			for k, b := range c.blocks {
				n += b.Len()
				if k == len(c.blocks)-1 {
					n += c.last - b.Len()
				}
			}
			n -= c.at
		}
	}
	if cap(out.Int[0]) < n {
		out.make(m.kind, max(n, mostChunk))
	}
	out.resize(m.kind, n)
	for m.order.Len() > 0 {
		m.step()
	}
	out.resize(m.kind, m.n)
}

// step takes the rows of the first cursor up to the first row of another, or to the end of its
// block.
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
func (m *merger) take(b *block, first, last int) {
	b.copy(m.out, m.n, first, last)
	m.n += last - first
}
