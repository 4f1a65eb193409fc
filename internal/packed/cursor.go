package packed

import "flyby/internal/runs"

// cursor is a row of a run, in a range of keys.
type cursor struct {
	number int         // of the run
	blocks []*wordRows // the current block, and the blocks after it
	at     int         // row in the first block
	last   int         // end of the range in the last block
}

// open puts the cursor at the first row between two places of a run, and returns its key; more is false where there is none.
func (c *cursor) open(r *reader, from, to place) (key runs.Key, more bool) {
	c.number, c.blocks, c.at, c.last = r.number, r.hand[from.block:to.block+1], from.row, to.row
	return c.next()
}

func (c *cursor) rows() *wordRows { return c.blocks[0] }

// end returns the end of the range's rows in the current block.
func (c *cursor) end() int {
	if len(c.blocks) == 1 {
		return c.last
	}
	return c.rows().Len()
}

// next goes on to the next block where all rows of the current one are taken, and returns the key of the row there; more is false where
// there is none.
func (c *cursor) next() (key runs.Key, more bool) {
	for c.at == c.end() {
		if len(c.blocks) == 1 {
			return key, false
		}
		c.blocks, c.at = c.blocks[1:], 0
	}
	return c.rows().key(c.at), true
}

// before returns the end of the rows of the current block that come before a row with a key in the run of a number. The first row does.
func (c *cursor) before(key runs.Key, number int) int {
	return c.rows().reach(c.at+1, c.end(), key, c.number < number)
}
