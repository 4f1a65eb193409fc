package pointengine

import (
	"context"
	"errors"
	"slices"
	"time"

	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/kernel"
	"flyby/points"
)

// slabs is a driver of points whose index need not fit memory: where it does not, one slab at a time is indexed.
// docs/decisions/0058-slabs-of-points.md says how, docs/exactness.md (P6) why no pair is lost.
type slabs struct {
	pointjoin.Driver
	config   *Config
	indexing time.Duration // time spent on indexing slabs so far
}

// leastSlab is the number of points up to which a slab is never too large.
const leastSlab = 1 << 14

// borderedSlabs times leastSlab is the number of points, border included, for which a slab always is to have room.
const borderedSlabs = 4

// Load indexes all points where that fits; else it indexes nothing yet.
func (d *slabs) Load(ctx context.Context, s pointjoin.Set) (pointjoin.Resident, error) {
	m, err := d.methodOf(s)
	if err != nil {
		return nil, err
	}
	if d.config.Slab == 0 {
		r, err := d.whole(ctx, s, m)
		if r != nil || !noRoom(err) || s.Points.Len() <= leastSlab {
			return r, err
		}
		d.config.Logger.Info("points outgrow what there is for their index", "why", err)
	}
	each, _ := bytesOfIndex(m, s.Points.Dimensions())
	cut, err := d.cut(s, each)
	if err == nil && m.Nearest {
		return nearerSlabs{cut}, nil
	}
	return cut, err
}

// Eighths of the free memory: keptFree are left for searches beside an index. An index of all points may take madeKnown while it is made, by
// a method that says how much it takes; madeUnknown by others, which may take more than estimated.
const (
	keptFree    = 3
	madeKnown   = 7
	madeUnknown = 8 - keptFree
)

// whole indexes all points, if making the index is foretold to fit, and if the finished index leaves enough for searches. Else the error
// says that there is no room.
func (d *slabs) whole(ctx context.Context, s pointjoin.Set, m pointjoin.Method) (pointjoin.Resident, error) {
	if s.Points.Len() <= leastSlab {
		return d.Driver.Load(ctx, s)
	}
	what := "an index of " + memory.Count(s.Points.Len()) + " points"
	each, eighths := bytesOfIndex(m, s.Points.Dimensions())
	need := memory.Of(s.Points.Len(), each)
	free := d.config.freeFor(need / eighths * 8)
	if need > free/8*eighths {
		return nil, &memory.Error{What: what, Bytes: need, Room: free / 8 * eighths, By: "--memory"}
	}
	r, err := d.Driver.Load(ctx, s)
	if err != nil {
		return nil, err
	}
	kept := free / 8 * keptFree
	if left := d.config.freeFor(free / 2); left < kept {
		return nil, errors.Join(r.Close(), &memory.Error{What: "searches beside " + what, Bytes: kept, Room: left, By: "--memory"})
	}
	return r, nil
}

// methodOf returns the method of a set; the zero Method where the driver lacks it, since the driver's Load says so. Settings that the method
// cannot have are refused, as Load refuses them.
func (d *slabs) methodOf(s pointjoin.Set) (m pointjoin.Method, err error) {
	all := d.Methods()
	if i := slices.IndexFunc(all, func(m pointjoin.Method) bool { return m.Name == s.Method }); i >= 0 {
		return all[i], all[i].Check(s.Settings)
	}
	return m, nil
}

// bytesOfIndex returns about how many bytes a point the index of a method takes while it is made, and how many eighths of the free memory it
// may take.
func bytesOfIndex(m pointjoin.Method, dimensions int) (bytes int, eighths uint64) {
	const unknown = 64
	if m.IndexBytes == nil {
		return unknown + 8*dimensions, madeUnknown
	}
	return m.IndexBytes(dimensions), madeKnown
}

// cut returns points to be indexed in slabs, whose index takes some bytes a point.
func (d *slabs) cut(s pointjoin.Set, each int) (*slabResident, error) {
	const beside = 10 // bytes a point: its place in the order, the scratch that finds it, and its count
	if err := memory.Need(memory.Count(s.Points.Len())+" points in slabs", memory.Of(s.Points.Len(), beside)); err != nil {
		return nil, err
	}
	dimension := widest(s.Points)
	column := s.Points.Column(dimension)
	free := d.config.free()
	free -= min(free, memory.Of(len(column), beside))
	r := &slabResident{driver: d, config: d.config, set: s, dimension: dimension, each: each, size: d.config.Slab, room: max(d.config.Room, 1)}
	r.order = lineUp(column, edgesOf(column), d.config.Threads)
	if r.size == 0 {
		r.size = max(leastSlab, int(min(free/8*3/uint64(each+8*s.Points.Dimensions()), uint64(len(column)))))
	}
	if d.config.Room == 0 {
		r.room = max(free/16, leastRoom)
	}
	d.config.Logger.Info("points are searched in slabs", "along", dimension+1, "points", r.size)
	return r, nil
}

// leastRoom is the least bytes for pairs in memory.
const leastRoom = 4 << 20

// noRoom reports whether less might fit.
func noRoom(err error) bool {
	return errors.Is(err, kernel.ErrMemory) || errors.Is(err, memory.ErrNoRoom)
}

// slabResident is points that are indexed a slab at a time, anew for each work.
type slabResident struct {
	driver    *slabs
	config    *Config
	set       pointjoin.Set
	dimension int     // along which slabs are cut
	order     *lineup // order of the points
	each      int     // bytes a point of a slab's index
	size      int     // points of a slab
	room      uint64  // bytes of pairs that are found at a time, and that are kept in memory
}

var _ pointjoin.Resident = (*slabResident)(nil)

// Close does nothing: no slab outlives its work.
func (r *slabResident) Close() error { return nil }

// slab is consecutive points of the order, with their index.
type slab struct {
	pointjoin.Resident
	rows      []uint32
	last      int     // index in the order where the slab ends
	low, high float64 // extent in the coordinate along which slabs are cut
}

// load indexes the slab that begins at a place of the order, and ends at another or before. Where memory is too small, this slab and all
// further ones get half the points. named returns the slab's rows in the order that its index numbers them.
func (r *slabResident) load(ctx context.Context, place, end int, within pointjoin.Threshold, named func(rows []uint32) []uint32) (*slab, error) {
	start := time.Now()
	defer func() { r.driver.indexing += time.Since(start) }()
	for {
		last := min(place+r.size, end)
		s := &slab{rows: named(r.order.rows[place:last]), last: last}
		s.low, s.high = extent(r.order.column, s.rows)
		some, err := r.excerpt(s.rows)
		if err == nil {
			set := r.set
			set.Points, set.Threshold = some, within
			s.Resident, err = r.driver.Driver.Load(ctx, set)
		}
		if !noRoom(err) || last-place <= 1 {
			return s, err
		}
		r.size = (last - place) / 2
		r.config.Logger.Info("a slab is too large", "points", last-place, "why", err)
	}
}

// excerpt copies some points that are to be indexed. More points than always have room are refused where the copy and its index do not fit.
func (r *slabResident) excerpt(rows []uint32) (*points.Store, error) {
	if bytes := memory.Of(len(rows), r.each+8*r.set.Points.Dimensions()); len(rows) > borderedSlabs*leastSlab {
		if err := r.config.need(memory.Count(len(rows))+" points of a slab", bytes); err != nil {
			return nil, err
		}
	}
	return excerpt(r.set.Points, rows, r.config.Threads)
}

// extent returns the least and the greatest value of some rows.
func extent(column []float64, rows []uint32) (low, high float64) {
	low, high = column[rows[0]], column[rows[0]]
	for _, row := range rows {
		low, high = min(low, column[row]), max(high, column[row])
	}
	return low, high
}

// excerpt copies some points.
func excerpt(s *points.Store, rows []uint32, threads int) (*points.Store, error) {
	if err := memory.Need(memory.Count(len(rows))+" points of a slab", memory.Of(len(rows), 8*s.Dimensions())); err != nil {
		return nil, err
	}
	columns := make([][]float64, s.Dimensions())
	for j := range columns {
		columns[j] = gathered(s.Column(j), rows, threads)
	}
	return points.New(columns, points.RowIDs(len(rows)))
}
