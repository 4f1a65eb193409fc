package runs

// Merge is a k-way merge of sorted sequences, each with a cursor and a number: it finds the sequence with the first row. Of
// equal keys the lower number comes first.
type Merge[C any] struct {
	heads []head[C] // a heap, the first on top
}

// head is the next row of a sequence.
type head[C any] struct {
	key    Key
	number int
	cursor C
}

// before reports whether the row of h comes before the row of another sequence.
func (h *head[C]) before(other *head[C]) bool { return h.precedes(other.key, other.number) }

// precedes reports whether the row of h comes before a row with a key in the sequence of a number.
func (h *head[C]) precedes(key Key, number int) bool {
	return h.key.Before(key) || h.key == key && h.number < number
}

// Len returns the number of sequences that have rows left.
func (m *Merge[C]) Len() int { return len(m.heads) }

// Push adds a sequence, whose first row has a key.
func (m *Merge[C]) Push(cursor C, number int, key Key) {
	m.heads = append(m.heads, head[C]{key, number, cursor})
	for i := len(m.heads) - 1; i > 0; {
		up := (i - 1) / 2
		if !m.heads[i].before(&m.heads[up]) {
			return
		}
		m.heads[i], m.heads[up] = m.heads[up], m.heads[i]
		i = up
	}
}

// First returns the cursor of the sequence that has the first row. There must be one.
func (m *Merge[C]) First() C { return m.heads[0].cursor }

// Second returns the key and the number of the sequence with the first row among all but First; ok is false where First is the
// only one.
func (m *Merge[C]) Second() (key Key, number int, ok bool) {
	if len(m.heads) < 2 {
		return key, 0, false
	}
	h := &m.heads[1]
	if len(m.heads) > 2 && m.heads[2].before(h) {
		h = &m.heads[2]
	}
	return h.key, h.number, true
}

// Next sets the key of the next row in the sequence of First.
func (m *Merge[C]) Next(key Key) {
	h := m.heads[0]
	h.key = key
	m.settle(h)
}

// Drop removes the sequence of First, which has no rows left.
func (m *Merge[C]) Drop() {
	last := len(m.heads) - 1
	h := m.heads[last]
	m.heads[last] = head[C]{}
	if m.heads = m.heads[:last]; last > 0 {
		m.settle(h)
	}
}

// settle puts h, in place of the top, into the heap.
func (m *Merge[C]) settle(h head[C]) {
	i := 0
	for child := 1; child < len(m.heads); child = 2*i + 1 {
		if child+1 < len(m.heads) && m.heads[child+1].before(&m.heads[child]) {
			child++
		}
		if !m.heads[child].before(&h) {
			break
		}
		m.heads[i] = m.heads[child]
		i = child
	}
	m.heads[i] = h
}
