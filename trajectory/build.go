package trajectory

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/radix"
)

// New checks columns and builds a Store, in O(rows): it is a Builder of all rows at once. A row that
// equals the row before it in its trajectory is left out and counted. New takes ownership of the
// slices: the store uses them if the rows are in its order already, and copies of them otherwise. It
// panics on columns of unequal length.
//
// The error is a *RowError for the first bad row in file order, ErrEmpty, Path.Err, or a
// *memory.Error where there is no room to put rows in order, or for the samples that a Path adds. EarthCentred columns without
// Z are an error too.
func New(c Columns, o BuildOptions) (*Store, error) {
	if err := countable(c.Rows()); err != nil { // Rows panics where columns do not fit each other
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	if o.Path == nil {
		c.V = [3][]float64{}
	}
	s := &Store{times: c.Times, frame: c.Frame}
	p := &gatherer{s: s, c: &c}
	b, err := NewBuilder(c.Times, o, p)
	if err == nil {
		err = c.Frame.check(&c)
	}
	if err == nil {
		err = b.begin(&c)
	}
	if err != nil {
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	p.owners, p.order, err = s.group(c.ID)
	if err != nil {
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	c.ID = IDColumn{}
	c = c.reorder(p.order)
	if err := p.build(b); err != nil {
		return nil, err
	}
	if p.kept == 0 {
		return nil, ErrEmpty
	}
	c.Piece = nil
	c.truncate(p.kept)
	p.close()
	if err := p.settle(b); err != nil {
		return nil, err
	}
	if err := p.weave(&b.report, o); err != nil {
		return nil, fmt.Errorf("trajectory: new: %w", err)
	}
	s.t, s.x, s.y, s.z, s.h = c.T, c.X, c.Y, c.Z, c.H
	if c.R == nil && o.Radius > 0 {
		s.radius = slices.Repeat([]float64{o.Radius}, s.Trajectories())
	}
	s.left, s.split, s.added = b.report.LeftOut, b.report.Split, b.report.Added
	s.far = b.far.report()
	s.measure()
	s.jumps = <-p.jumped
	return s, nil
}

// countable refuses more samples than 32 bits count, as rows are counted everywhere.
func countable(samples int) error {
	if uint64(samples) > math.MaxUint32 {
		return fmt.Errorf("%d samples are more than the 4294967295 of a store: larger data sets are searched in slabs of time", samples)
	}
	return nil
}

// group ranks the ids, stores them and returns each ordered row's trajectory
// and the order: order[i] is the file row of ordered row i, nil for identity.
//
// The error is a *memory.Error where there is no room to order the rows: besides
// owners and order, which are kept, there is a copy of one column at a time.
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
	for _, col := range []*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.H, &c.R, &c.V[0], &c.V[1], &c.V[2]} {
		*col = radix.Ordered(*col, order)
	}
	c.Piece = radix.Ordered(c.Piece, order)
	return c
}

// measure counts the segments and takes the extent of all samples. There must be one at least.
func (s *Store) measure() {
	s.countSegments()
	s.extent = s.extentOfAll()
}

func (s *Store) countSegments() {
	for p := range s.Pieces() {
		s.segments += p.Segments()
	}
}

// extentOfAll returns the extent of all samples. There must be one at least.
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
