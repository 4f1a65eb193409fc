package packed

// keyRange is the rows of a window between two keys, of every strand those between two places.
type keyRange struct {
	readers []*reader
	from    []place // [readers]
	to      []place // [readers]
}

// ranges yields the ranges of a window in order.
func (w *window) ranges(yield func(*keyRange) bool) {
	from := make([]place, len(w.readers))
	for i, r := range w.readers {
		from[i] = r.from
	}
	for _, cut := range w.cuts() {
		to := make([]place, len(w.readers))
		for i, r := range w.readers {
			to[i] = r.find(w.strands.kind, func(k key) bool { return k.before(cut) })
		}
		if !yield(&keyRange{w.readers, from, to}) {
			return
		}
		from = to
	}
	to := make([]place, len(w.readers))
	for i, r := range w.readers {
		to[i] = r.to
	}
	yield(&keyRange{w.readers, from, to})
}

// merger merges ranges, each by itself. Its memory is used again.
type merger struct {
	kind    Kind
	cursors []cursor
	heap    []*cursor // that have rows left, the one with the first row on top
	out     *Rows     // what is merged
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
		if c.kind = m.kind; c.open(r, s.from[i], s.to[i]) {
			m.push(c)
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
	for len(m.heap) > 0 {
		m.step()
	}
}

// step takes the rows of the first cursor up to the first row of another, or to the end of its
// block.
func (m *merger) step() {
	c := m.heap[0]
	first, end := c.at, c.before(m.second())
	c.at = end
	if m.kind.joined() && m.out.extend(c.rows(), first) {
		first++
	}
	m.out.add(m.kind, c.rows(), first, end)
	if !c.next() {
		last := len(m.heap) - 1
		m.heap[0] = m.heap[last]
		m.heap = m.heap[:last]
	}
	m.down(0)
}

// second returns the first cursor but for the top; nil where there is none.
func (m *merger) second() *cursor {
	switch len(m.heap) {
	case 1:
		return nil
	case 2:
		return m.heap[1]
	}
	if m.heap[2].first(m.heap[1]) {
		return m.heap[2]
	}
	return m.heap[1]
}

// push adds a cursor to the heap.
func (m *merger) push(c *cursor) {
	m.heap = append(m.heap, c)
	for i := len(m.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if !m.heap[i].first(m.heap[up]) {
			return
		}
		m.heap[i], m.heap[up] = m.heap[up], m.heap[i]
		i = up
	}
}

// down puts a cursor of the heap in its place.
func (m *merger) down(i int) {
	for {
		least := i
		for below := 2*i + 1; below <= 2*i+2 && below < len(m.heap); below++ {
			if m.heap[below].first(m.heap[least]) {
				least = below
			}
		}
		if least == i {
			return
		}
		m.heap[i], m.heap[least] = m.heap[least], m.heap[i]
		i = least
	}
}
