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
			at = r.advance(w.runs.kind, at, cut)
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
	out     *Rows // what is merged
}

// merge writes the rows of a range to out, in order. Encounters that are parts of one are
// joined.
func (m *merger) merge(s *keyRange, out *Rows) {
	m.out = out
	if m.cursors == nil {
		m.cursors = make([]cursor, len(s.readers)) // of windows to come there are no more
	}
	n := 0
	for i, r := range s.readers {
		c := &m.cursors[i]
		c.kind = m.kind
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
	out.resize(m.kind, 0)
	for m.order.Len() > 0 {
		m.step()
	}
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
	if m.kind.joined() && m.out.extend(c.rows(), first) {
		first++
	}
	m.out.add(m.kind, c.rows(), first, end)
	if key, more := c.next(); more {
		m.order.Next(key)
	} else {
		m.order.Drop()
	}
}
