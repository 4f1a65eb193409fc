package pointjoin

import (
	"context"

	"flyby/internal/memory"
	"flyby/kernel"
	"flyby/points"
)

// Driver joins points on one device. It is safe for use by one goroutine at a time, with everything
// loaded through it. Why it is a contract of its own beside kernel.Driver is in
// docs/decisions/0052-joins-of-points.md.
type Driver interface {
	// Device describes the device; it is constant for the life of the driver.
	Device() kernel.Device
	// Methods returns those that it has.
	Methods() []Method
	// Load makes a set of points resident on the device, indexed by a method. Nobody may
	// change the set before Close. A setting that the method cannot have is a
	// *SettingError; where the device has no room the error is kernel.ErrMemory, where the host has none
	// a *memory.Error.
	Load(ctx context.Context, s Set) (Resident, error)
	// Close releases the device and everything loaded on it.
	Close() error
}

// A Set is points, and how they are to be indexed.
type Set struct {
	Points   *points.Store
	Method   string // the name of one of the driver's
	Settings Settings
	// Threshold is that of all works to come, unless the method is AnyEps, which may ignore it.
	Threshold Threshold
}

// Resident is indexed points on a device.
type Resident interface {
	// Pairs adds the pairs of a work to out, each once. It returns an *OverflowError where they outgrow
	// out.Budget or the device's buffer: the work is to be cut then. It never drops a pair. Whatever the
	// error, out has the lists that it had; what was taken of its budget stays taken.
	Pairs(ctx context.Context, w Work, out *Found) (Stats, error)
	// Counts adds, for each pair of a work, one to counts at the row of its first point, and in a
	// self-join one at that of its second, too. counts is as long as the queries. Where it fails,
	// what was added is not known.
	Counts(ctx context.Context, w Work, counts []uint32) (Stats, error)
	// Close frees what the points hold on the device.
	Close() error
}

// Nearer is a Resident that finds the nearest points, of a method that says so.
type Nearer interface {
	Resident
	// Nearest writes the rows of the nearest points of each query, the nearest first and of equal
	// distances the lower row, to rows, which is w.Each(resident points) long for each query. Distances
	// are compared exactly.
	Nearest(ctx context.Context, w NearestWork, rows []uint32) (Stats, error)
}

// Tabler is a Resident that finds the neighbours of every point by point, which takes less than making a table of pairs does.
type Tabler interface {
	Resident
	// Table returns the neighbours of each resident point, itself not among them, in order. It returns an *OverflowError
	// where what it finds outgrows the budget, and the error of need, if that has no room for as many neighbours: the table is to
	// be made of pairs then.
	Table(ctx context.Context, w Work, budget *memory.Budget, need func(neighbours uint64) error) (points.Table, Stats, error)
}

// Work is a self-join of the resident points, or a join with queries, of a range of rows: of the
// self-join the pairs whose first point, that of the lower row, is in the range, of the other those
// of the queries in it.
type Work struct {
	Threshold   Threshold
	Queries     *points.Store // nil: a self-join
	First, Last int           // rows [First, Last)
	// Progress, if set, is told now and then how much of the work is done, never twice at once.
	Progress func(done, total float64)
}

// Self reports whether the work is a self-join.
func (w Work) Self() bool { return w.Queries == nil }

// Halves cuts a work in two; ok is false where it has one row.
func (w Work) Halves() (a, b Work, ok bool) {
	half := (w.First + w.Last) / 2
	a, b = w, w
	a.Last, b.First = half, half
	return a, b, w.Last-w.First > 1
}

// NearestWork asks for the K nearest resident points of each of a range of queries; without queries
// of each of the points' own, of which none is its own neighbour.
type NearestWork struct {
	K           int
	Queries     *points.Store // nil: the resident points
	First, Last int           // rows [First, Last)
	Progress    func(done, total float64)
}

// Each is the number of neighbours that a query has, of a number of points: K, or all there are.
func (w NearestWork) Each(points int) int {
	if w.Queries == nil {
		points--
	}
	return max(0, min(w.K, points))
}

// Stats counts what a work cost.
type Stats struct {
	Pairs      uint64
	Cells      uint64 // cells, boxes or lists that were looked up
	Candidates uint64 // points that the index did not rule out, for each point: pairs compared
	Float64    uint64 // of them, those that no filter of lower precision decided
	Exact      uint64 // of them, those that exact arithmetic decided
}

// Add adds another work's counts.
func (s *Stats) Add(o Stats) {
	s.Pairs += o.Pairs
	s.Cells += o.Cells
	s.Candidates += o.Candidates
	s.Float64 += o.Float64
	s.Exact += o.Exact
}
