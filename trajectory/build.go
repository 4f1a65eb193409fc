package trajectory

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/radix"
)

// New checks columns and builds a Store, in O(rows). A row that is the same as the one before it in
// its trajectory is left out and counted. It takes ownership of the slices: the
// store uses them if the rows are in its order already, and copies of them otherwise. It
// panics on columns of unequal length.
//
// The error is a *RowError for the first bad row in file order, ErrEmpty, or a
// *memory.Error where there is no room to put rows in order. EarthCentred columns without
// Z are an error too.
func New(c Columns, o BuildOptions) (*Store, error) {
	if err := countable(c.Rows()); err != nil { // Rows panics where columns do not fit each other
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	if err := c.Frame.check(&c); err != nil {
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	c.V = [3][]float64{} // what made use of them is done
	s := &Store{times: c.Times, frame: c.Frame}
	owners, order, err := s.group(c.ID)
	if err != nil {
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	c.ID = IDColumn{}
	c = c.reorder(order)
	keep, repeats, bad := c.validate(owners, order)
	if len(bad) > 0 && !o.SkipBadRows {
		return nil, bad[0]
	}
	if keep != nil {
		rows := len(owners)
		owners = s.drop(&c, owners, keep)
		s.skipped, s.skippedRows, s.left.Repeats = rows-len(owners)-repeats, bad, repeats
	}
	if len(owners) == 0 {
		return nil, ErrEmpty
	}
	for i := range c.T {
		c.T[i] += 0 // -0 becomes 0: equal times have equal bits
	}
	owners = s.leaveCutOff(&c, owners, o)
	s.t, s.x, s.y, s.z, s.h = c.T, c.X, c.Y, c.Z, c.H
	s.cut(owners, c.R)
	if c.R == nil && o.Radius > 0 {
		s.radius = slices.Repeat([]float64{o.Radius}, s.Trajectories())
	}
	s.findGaps(&c, o.MaxGap)
	s.measure()
	return s, nil
}

// countable reports whether 32 bits count some samples, as rows are counted everywhere.
func countable(samples int) error {
	if uint64(samples) > math.MaxUint32 {
		return fmt.Errorf("%d samples are more than the 4294967295 of a store: larger data sets are searched in slabs of time", samples)
	}
	return nil
}

// group ranks the ids, stores them and returns each ordered row's trajectory
// and the order: order[i] is the file row of ordered row i, nil for identity.
//
// The error is a *memory.Error where there is no room to order the rows: beside
// owners and order, which stay, one column at a time has a copy.
func (s *Store) group(id IDColumn) (owners []uint32, order []uint32, err error) {
	const owner, ordering = 4, 4 + 4 + 8 // bytes a row
	if err := memory.Need("the owners of rows", memory.Of(len(id.Int), owner)); err != nil {
		return nil, nil, err
	}
	if id.Code != nil {
		owners, s.ids.names = rankNames(id)
		s.ids.ints = nil
	} else {
		owners, s.ids.ints = rankInts(id.Int)
	}
	if slices.IsSorted(owners) {
		return owners, nil, nil
	}
	if err := memory.Need(fmt.Sprintf("%d rows in another order than that of their ids", len(owners)), memory.Of(len(owners), ordering)); err != nil {
		return nil, nil, err
	}
	owners, order = countingSort(owners, max(len(s.ids.names), len(s.ids.ints)))
	return owners, order, nil
}

// rankNames replaces codes by the bytewise rank of their names among those used.
func rankNames(id IDColumn) (owners []uint32, names []string) {
	used := make([]bool, len(id.Name))
	for _, c := range id.Code {
		used[c] = true
	}
	codes := make([]uint32, 0, len(id.Name))
	for c, u := range used {
		if u {
			codes = append(codes, uint32(c))
		}
	}
	slices.SortFunc(codes, func(a, b uint32) int { return cmp.Compare(id.Name[a], id.Name[b]) })
	rank := make([]uint32, len(id.Name))
	names = make([]string, len(codes))
	for r, c := range codes {
		rank[c], names[r] = uint32(r), id.Name[c]
	}
	for i, c := range id.Code {
		id.Code[i] = rank[c]
	}
	return id.Code, names
}

// rankInts replaces ids by their rank among the distinct ones.
func rankInts(ids []int64) (owners []uint32, distinct []int64) {
	for i, v := range ids {
		if i == 0 || v != ids[i-1] {
			distinct = append(distinct, v)
		}
	}
	slices.Sort(distinct)
	distinct = slices.Clip(slices.Compact(distinct))
	owners = make([]uint32, len(ids))
	rank := 0
	for i, v := range ids {
		if i == 0 || v != ids[i-1] {
			rank, _ = slices.BinarySearch(distinct, v)
		}
		owners[i] = uint32(rank)
	}
	return owners, distinct
}

// countingSort returns the owners in order and the stable order that puts them so.
func countingSort(owners []uint32, n int) (sorted, order []uint32) {
	next := make([]int, n+1)
	for _, o := range owners {
		next[o+1]++
	}
	for i := range n {
		next[i+1] += next[i]
	}
	sorted, order = make([]uint32, len(owners)), make([]uint32, len(owners))
	for row, o := range owners {
		sorted[next[o]], order[next[o]] = o, uint32(row)
		next[o]++
	}
	return sorted, order
}

// reorder applies an order to every column, one at a time to bound memory.
func (c Columns) reorder(order []uint32) Columns {
	if order == nil {
		return c
	}
	for _, col := range []*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.H, &c.R} {
		*col = radix.Ordered(*col, order)
	}
	c.Piece, c.Fast = radix.Ordered(c.Piece, order), radix.Ordered(c.Fast, order)
	return c
}

// drop removes the rows that are not kept, and the trajectories left empty.
func (s *Store) drop(c *Columns, owners []uint32, keep []bool) []uint32 {
	n := 0
	for i, k := range keep {
		if !k {
			continue
		}
		owners[n] = owners[i]
		for _, col := range [][]float64{c.T, c.X, c.Y, c.Z, c.H, c.R} {
			if col != nil {
				col[n] = col[i]
			}
		}
		if c.Piece != nil {
			c.Piece[n] = c.Piece[i]
		}
		if c.Fast != nil {
			c.Fast[n] = c.Fast[i]
		}
		n++
	}
	for _, col := range []*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.H, &c.R} {
		if *col != nil {
			*col = (*col)[:n]
		}
	}
	if c.Piece != nil {
		c.Piece = c.Piece[:n]
	}
	if c.Fast != nil {
		c.Fast = c.Fast[:n]
	}
	return s.renumber(owners[:n])
}

// renumber drops the ids that own no row any more.
func (s *Store) renumber(owners []uint32) []uint32 {
	n := uint32(0)
	for i := 0; i < len(owners); {
		old := owners[i]
		if s.ids.names != nil {
			s.ids.names[n] = s.ids.names[old]
		} else {
			s.ids.ints[n] = s.ids.ints[old]
		}
		for ; i < len(owners) && owners[i] == old; i++ {
			owners[i] = n
		}
		n++
	}
	if s.ids.names != nil {
		s.ids.names = s.ids.names[:n]
	} else {
		s.ids.ints = s.ids.ints[:n]
	}
	return owners
}

// cut finds where trajectories begin and takes one radius for each.
func (s *Store) cut(owners []uint32, radius []float64) {
	n := int(owners[len(owners)-1]) + 1
	s.first = make([]int, 0, n+1)
	if radius != nil {
		s.radius = make([]float64, 0, n)
	}
	for row, o := range owners {
		if row > 0 && owners[row-1] == o {
			continue
		}
		s.first = append(s.first, row)
		if radius != nil {
			s.radius = append(s.radius, radius[row])
		}
	}
	s.first = append(s.first, len(owners))
}

// findGaps lists the samples after which a gap lies.
func (s *Store) findGaps(c *Columns, maxGap float64) {
	if maxGap == 0 && c.Piece == nil && c.Fast == nil {
		return
	}
	for traj := range s.Trajectories() {
		s.findGapsOf(c, traj, maxGap)
	}
}

// findGapsOf lists the gaps of a trajectory.
func (s *Store) findGapsOf(c *Columns, traj int, maxGap float64) {
	first, last := s.Range(traj)
	start, segment, byGap, speedGaps := first, false, false, 0
	for row := first; row+1 < last; row++ {
		fast := c.Fast != nil && c.Fast[row+1]
		if !fast && !c.apart(row, row+1, maxGap) {
			segment = true
			continue
		}
		s.gaps = append(s.gaps, row)
		if row > start {
			s.holes = append(s.holes, row)
		}
		start = row + 1
		if fast {
			speedGaps++
		}
		byGap = byGap || !fast && !c.severed(row, row+1)
	}
	s.left.SpeedGaps += speedGaps
	s.left.CountAlone(segment, byGap, speedGaps > 0)
}

// measure counts the segments and takes the extent of all samples, of which there are some.
func (s *Store) measure() {
	s.countSegments()
	s.extent = s.extentOfAll()
}

func (s *Store) countSegments() {
	for p := range s.Pieces() {
		s.segments += p.Segments()
	}
}

// extentOfAll takes the extent of all samples, of which there are some.
func (s *Store) extentOfAll() (e Extent) {
	e.Start, e.End = math.Inf(1), math.Inf(-1)
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		e.Start, e.End = min(e.Start, s.t[first]), max(e.End, s.t[last-1])
	}
	for k, col := range [][]float64{s.x, s.y, s.z} {
		if col != nil {
			e.Min[k], e.Max[k] = slices.Min(col), slices.Max(col)
		}
	}
	return e
}
