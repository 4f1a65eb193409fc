package trajectory

// A Checker finds the rows that New would refuse because of an earlier row of their
// trajectory. It does so while the file is still being read: a reader can stop at the first
// bad row, or leave bad rows out before they take memory. The Checker remembers the last
// good row of each trajectory.
type Checker struct {
	rules Rules
	last  lastRows
}

// Checker returns a Checker for the rows of one file from its first on.
func (r Rules) Checker() *Checker {
	return &Checker{rules: r}
}

// Keep checks the rows of c from index from on. The rows before from are the rows that earlier
// calls kept. Names may have been added to c.ID between calls, and integer ids may have
// been replaced by names that stand for the same ids.
//
// Keep calls left, in order, for each row that it cuts out of c, with the row's index in c before the
// call. bad is nil for a row equal to the last good row of its trajectory; otherwise it says what is
// wrong: the row repeats a time of its trajectory, goes back in time or differs in radius. If left
// returns an error, Keep returns it at once. Every row must have passed Rules.Check before.
func (k *Checker) Keep(c *Columns, from int, left func(row int, bad *RowError) error) error {
	kept := k.skim(c, from)
	for row := kept; row < len(c.T); row++ {
		if kept < row {
			c.move(row, kept)
		}
		last := k.last.of(&c.ID, kept, nil)
		if prev := int(*last) - 1; prev >= 0 && !c.follows(kept, prev) {
			e := k.rules.Follow(c.Sample(kept), c.Sample(prev))
			if e != nil {
				e.Row = row
			}
			if err := left(row, e); err != nil {
				return err
			}
			continue
		}
		kept++
		*last = uint32(kept)
	}
	c.truncate(kept)
	return nil
}

// skim takes rows from index from on, up to the first row that may not follow its trajectory's
// last row. It returns the index of this first row, len(c.T) if there is none.
func (k *Checker) skim(c *Columns, from int) int {
	for row := from; row < len(c.T); {
		last := k.last.of(&c.ID, row, nil)
		if prev := int(*last) - 1; prev >= 0 && !c.follows(row, prev) {
			return row
		}
		end := c.run(row)
		*last, row = uint32(end), end
	}
	return len(c.T)
}

// follows reports whether a row may stand after the row prev of its trajectory.
func (c *Columns) follows(row, prev int) bool {
	return c.T[row] > c.T[prev] && (c.R == nil || c.R[row] == c.R[prev])
}

// run returns the end of the rows from row on that have its id and each may follow the row before.
func (c *Columns) run(row int) (end int) {
	id := &c.ID
	end = row + 1
	for ; end < len(c.T) && c.T[end] > c.T[end-1]; end++ {
		if id.Code != nil && id.Code[end] != id.Code[end-1] || id.Code == nil && id.Int[end] != id.Int[end-1] {
			break
		}
		if c.R != nil && c.R[end] != c.R[end-1] {
			break
		}
	}
	return end
}

// move copies a row to another place.
func (c *Columns) move(from, to int) {
	for _, col := range c.numbers() {
		if *col != nil {
			(*col)[to] = (*col)[from]
		}
	}
	if c.Piece != nil {
		c.Piece[to] = c.Piece[from]
	}
	switch {
	case c.ID.Code != nil:
		c.ID.Code[to] = c.ID.Code[from]
	case c.ID.Int != nil:
		c.ID.Int[to] = c.ID.Int[from]
	}
}

// truncate leaves the first n rows.
func (c *Columns) truncate(n int) {
	for _, col := range c.numbers() {
		if *col != nil {
			*col = (*col)[:n]
		}
	}
	if c.Piece != nil {
		c.Piece = c.Piece[:n]
	}
	switch {
	case c.ID.Code != nil:
		c.ID.Code = c.ID.Code[:n]
	case c.ID.Int != nil:
		c.ID.Int = c.ID.Int[:n]
	}
}

// lastRows remembers the last good row of each trajectory, as row+1, 0 for none, in a pass over
// the rows in file order.
//
// Two common orders are fast. Where trajectories follow one another by growing integer ids,
// only the current one can come again, and nothing else is remembered. Where all objects
// take turns, over and over, after tells which object came next the time before.
type lastRows struct {
	rows  []uint32         // by place, which is a name's code or index[id]; without index the current id's alone
	named bool             // places are codes
	index map[int64]uint32 // place of an integer id, nil as long as ids grow
	after []uint32         // with index, by place: the place that came next
	id    int64            // the integer that came last
	at    uint32           // the place of id
}

// of returns the place that holds the last good row of the trajectory of row. keep[i] says
// whether row i, before row, is good; nil: all are.
func (l *lastRows) of(id *IDColumn, row int, keep []bool) *uint32 {
	if id.Code != nil {
		if !l.named || int(id.Code[row]) >= len(l.rows) {
			l.growNames(id, row, keep)
		}
		return &l.rows[id.Code[row]]
	}
	if id.Int[row] != l.id || l.rows == nil {
		l.enter(id.Int[row], id.Int[:row], keep)
	}
	return &l.rows[l.at]
}

// growNames makes a place for each name. If ids were integers before, it fills the places
// from the rows before row.
func (l *lastRows) growNames(id *IDColumn, row int, keep []bool) {
	if l.named {
		l.rows = append(l.rows, make([]uint32, len(id.Name)-len(l.rows))...)
		return
	}
	*l = lastRows{rows: make([]uint32, len(id.Name)), named: true}
	for i, c := range id.Code[:row] {
		if keep == nil || keep[i] {
			l.rows[c] = uint32(i) + 1
		}
	}
}

// enter makes an integer id the current one. before has the ids of all earlier rows.
func (l *lastRows) enter(id int64, before []int64, keep []bool) {
	switch {
	case l.rows == nil:
		l.rows = make([]uint32, 1)
	case l.index == nil && id > l.id:
		l.rows[0] = 0
	case l.index == nil:
		l.build(before, keep)
		fallthrough
	default:
		from := l.at
		if last := l.rows[l.after[from]]; last > 0 && before[last-1] == id {
			l.at = l.after[from]
		} else {
			l.at = l.place(id)
			l.after[from] = l.at
		}
	}
	l.id = id
}

// build makes the index, which is needed once an id follows a greater id.
func (l *lastRows) build(ids []int64, keep []bool) {
	l.rows, l.index = l.rows[:0], map[int64]uint32{}
	for row, id := range ids {
		if row == 0 || id != ids[row-1] {
			l.at = l.place(id)
		}
		if keep == nil || keep[row] {
			l.rows[l.at] = uint32(row) + 1
		}
	}
}

// place returns the place of an integer id, a new one if need be.
func (l *lastRows) place(id int64) uint32 {
	at, ok := l.index[id]
	if !ok {
		at = uint32(len(l.rows))
		l.index[id] = at
		l.rows, l.after = append(l.rows, 0), append(l.after, at)
	}
	return at
}
