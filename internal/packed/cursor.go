package packed

import "sort"

// cursor is a place in a strand: in the block at hand, while the one after it is unpacked.
type cursor struct {
	strands *Strands
	blocks  []section // yet to be unpacked
	number  int       // of the strand
	hand    *packing
	ahead   *packing // nil: there is none
	spare   *packing
	err     error // of ahead
	at      int   // in hand
	key     key   // of the row there
}

func (c *cursor) rows() *Rows { return c.hand.rows }

// prefetch begins to unpack the next block, if there is one.
func (c *cursor) prefetch() {
	if len(c.blocks) == 0 {
		return
	}
	p := c.spare
	if c.spare = nil; p == nil {
		p = &packing{rows: &Rows{}}
	}
	b := c.blocks[0]
	c.blocks, c.ahead = c.blocks[1:], p
	p.done = make(chan struct{})
	go func() {
		defer close(p.done)
		c.err = c.strands.read(b, p)
	}()
}

// wait waits for the block ahead.
func (c *cursor) wait() {
	if c.ahead != nil {
		<-c.ahead.done
	}
}

// next goes on to the next block where none is at hand, or all of its rows are taken. It reports
// whether there is a row.
func (c *cursor) next() (more bool, err error) {
	if c.hand == nil || c.at == c.rows().Len() {
		if c.ahead == nil {
			return false, nil
		}
		if c.wait(); c.err != nil {
			return false, c.err
		}
		c.spare, c.hand, c.ahead, c.at = c.hand, c.ahead, nil, 0
		c.prefetch()
	}
	c.key = c.rows().key(c.strands.kind, c.at)
	return true, nil
}

// first reports whether the row of c comes before that of another.
func (c *cursor) first(other *cursor) bool {
	return c.key.before(other.key) || c.key == other.key && c.number < other.number
}

// before returns the end of the rows that come before the row of another cursor, at most end.
func (c *cursor) before(other *cursor, end int) int {
	if other == nil {
		return end
	}
	r, kind := c.rows(), c.strands.kind
	comes := func(i int) bool {
		k := r.key(kind, i)
		return k.before(other.key) || k == other.key && c.number < other.number
	}
	from, step := c.at+1, 1
	for from+step <= end && comes(from+step-1) {
		from, step = from+step, 2*step
	}
	return from + sort.Search(min(from+step, end)-from, func(i int) bool { return !comes(from + i) })
}
