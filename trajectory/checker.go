package trajectory

// A Checker finds the rows that New refuses for what stands before them in their
// trajectory while a file is still being read, so that a reader keeps nothing of
// what follows the first bad row, nor of bad rows that are to be left out. It
// remembers the last good row of each trajectory.
type Checker struct {
	rules Rules
	last  lastRows
}

// NewChecker returns a Checker for the rows of one file from its first on.
func NewChecker(r Rules) *Checker {
	return &Checker{rules: r}
}

// Keep checks the rows of c that are new, those from a row on. Each call gets what
// the last one left, with more rows and perhaps more names behind it; integer ids
// may have become names, in the same order.
//
// Rows that repeat a time of their trajectory, go back in time or differ in radius
// are told to bad, in order, Row being their index in c as it comes in. Where bad
// returns an error Keep does so too; else it cuts the row out of c. Every row
// must have passed Rules.Check.
func (k *Checker) Keep(c *Columns, from int, bad func(*RowError) error) error {
	kept := k.skim(c, from)
	for row := kept; row < len(c.T); row++ {
		if kept < row {
			c.move(row, kept)
		}
		last := k.last.of(&c.ID, kept, nil)
		if prev := int(*last) - 1; prev >= 0 && !c.follows(kept, prev) {
			e := k.rules.follow(c.sample(kept), c.sample(prev))
			e.Row = row
			if err := bad(e); err != nil {
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

// Next checks a row of c by itself and against the last good row of its trajectory, for
// a caller that leaves bad rows where they are. Rows are checked one by one from the
// first on; good tells of those before row which are good, nil that all are.
//
// prev is the last good row of the trajectory, -1 if there is none. The error's Row is row.
func (k *Checker) Next(c *Columns, row int, good []bool) (prev int, bad *RowError) {
	last := k.last.of(&c.ID, row, good)
	prev = int(*last) - 1
	if bad = c.rowError(k.rules, row, prev); bad != nil {
		bad.Row = row
		return prev, bad
	}
	*last = uint32(row) + 1
	return prev, nil
}

// Holds reports whether the rows of c that are new, those from a row on, fit the rows
// before them, for a reader that ends at the first rows that do not. Calls are as those
// of Keep, and c is not touched.
//
// Rows need not have passed Rules.Check: New refuses what Holds does, though maybe
// for another row and reason.
func (k *Checker) Holds(c *Columns, from int) bool {
	return k.skim(c, from) == len(c.T)
}

// skim takes good rows, from a row on, and returns the first that is not good: as a
// rule there is none.
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

// follows reports whether a row may stand after one of its trajectory.
func (c *Columns) follows(row, prev int) bool {
	return c.T[row] > c.T[prev] && (c.R == nil || c.R[row] == c.R[prev])
}

// run returns where the rows from row on end that have its id and follow each other.
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
	for _, col := range [...][]float64{c.T, c.X, c.Y, c.Z, c.R} {
		if col != nil {
			col[to] = col[from]
		}
	}
	if c.ID.Code != nil {
		c.ID.Code[to] = c.ID.Code[from]
	} else {
		c.ID.Int[to] = c.ID.Int[from]
	}
}

// truncate leaves the first n rows.
func (c *Columns) truncate(n int) {
	for _, col := range [...]*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.R} {
		if *col != nil {
			*col = (*col)[:n]
		}
	}
	if c.ID.Code != nil {
		c.ID.Code = c.ID.Code[:n]
	} else {
		c.ID.Int = c.ID.Int[:n]
	}
}

// lastRows remembers the last good row of each trajectory while rows stand in
// file order: row+1, 0 for none.
//
// Files mostly have the rows of one trajectory after those of another, integer
// ids growing: as long as they do, only the current one can come again. Or they have
// all objects in turn, over and over: after one comes the one that came after it
// before.
type lastRows struct {
	rows  []uint32         // by place: the code of a name, or where index leads; the current id's alone without index
	named bool             // places are codes
	index map[int64]uint32 // place of an integer id, nil as long as ids grow
	after []uint32         // with index, by place: the place that came next
	id    int64            // the integer that came last
	at    uint32           // and its place
}

// of returns where the last good row of a row's trajectory is held. keep says
// which of the rows before are good, nil that all are.
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

// growNames makes room for all names, and on the first of them for what was known
// of integers.
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

// enter makes an integer id the current one, before being the ids of earlier rows.
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

// build makes the index as an id comes after a greater one.
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
