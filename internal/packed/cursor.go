package packed

import "sort"

// cursor is a place in what a strand has of a range of keys.
type cursor struct {
	kind   Kind
	number int     // of the strand
	blocks []*Rows // the one at hand, and those that follow
	at     int     // in the first
	last   int     // where the rows of the last end
	key    key     // of the row there
}

// open puts the cursor at the first row between two places of a strand. It reports whether there
// is one.
func (c *cursor) open(r *reader, from, to place) bool {
	c.number, c.blocks, c.at, c.last = r.number, r.hand[from.block:to.block+1], from.row, to.row
	return c.next()
}

func (c *cursor) rows() *Rows { return c.blocks[0] }

// end is where the rows of the block at hand end.
func (c *cursor) end() int {
	if len(c.blocks) == 1 {
		return c.last
	}
	return c.rows().Len()
}

// next goes on to the next block where all rows of the one at hand are taken. It reports whether
// there is a row.
func (c *cursor) next() (more bool) {
	for c.at == c.end() {
		if len(c.blocks) == 1 {
			return false
		}
		c.blocks, c.at = c.blocks[1:], 0
	}
	c.key = c.rows().key(c.kind, c.at)
	return true
}

// first reports whether the row of c comes before that of another.
func (c *cursor) first(other *cursor) bool {
	return c.key.before(other.key) || c.key == other.key && c.number < other.number
}

// before returns the end of the rows at hand that come before the row of another cursor; nil: there is
// no other.
func (c *cursor) before(other *cursor) int {
	end := c.end()
	if other == nil {
		return end
	}
	r, kind := c.rows(), c.kind
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
