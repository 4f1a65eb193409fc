package pointjoin

import (
	"context"

	"flyby/internal/memory"
	"flyby/kernel"
	"flyby/points"
)

// Driver joins points on one device. It is safe for use by one goroutine at a time, with everything
// loaded through it. docs/decisions/0052-joins-of-points.md says why it is a contract of its own beside
// kernel.Driver.
type Driver interface {
	// Device describes the device; it is constant for the life of the driver.
	Device() kernel.Device
	// Methods returns the methods that the driver has.
	Methods() []Method
	// Load makes a set of points resident on the device, indexed by a method. Nobody may
	// change the set before Close. For a setting that the method cannot have the error is a
	// *SettingError; where the device has no room it is kernel.ErrMemory, where the host has none
	// a *memory.Error.
	Load(ctx context.Context, s Set) (Resident, error)
	// Close releases the device and everything loaded on it.
	Close() error
}

// A Set is points, and how they are to be indexed.
type Set struct {
	Points   *points.Store
	Method   string // the name of one of the driver's methods
	Settings Settings
	// Threshold is the threshold of all works to come. A method that is AnyEps may ignore it.
	Threshold Threshold
}

// Resident is indexed points on a device.
type Resident interface {
	// Pairs adds the pairs of a work to out, each once. It returns an *OverflowError where they outgrow
	// out.Budget or the device's buffer: the work is to be cut then. It never drops a pair. Whatever the
	// error, out has the lists that it had before; memory taken from its budget stays taken.
	Pairs(ctx context.Context, w Work, out *Found) (points.Stats, error)
	// Counts adds, for each pair of a work, one to counts at the row of its first point, and in a
	// self-join also one at the row of its second point. counts is as long as the queries. Where Counts
	// fails, the contents of counts are not known.
	Counts(ctx context.Context, w Work, counts []uint32) (points.Stats, error)
	// Close frees the memory of the points on the device.
	Close() error
}

// Nearer is a Resident that finds the nearest points. Its Method says so: see Method.Nearest.
type Nearer interface {
	Resident
	// Nearest writes the rows of the nearest points of each query, the nearest first and of equal
	// distances the lower row, to rows, which is w.Each(resident points) long for each query. Distances
	// are compared exactly.
	Nearest(ctx context.Context, w NearestWork, rows []uint32) (points.Stats, error)
}

// Tabler is a Resident that finds the neighbours of every point by point, which takes less than making a table of pairs does.
type Tabler interface {
	Resident
	// Table returns the neighbours of each resident point, itself not among them, in order. It returns an *OverflowError
	// where the neighbours outgrow the budget, and the error of need where need has no room for their number: the table is to
	// be made of pairs then.
	Table(ctx context.Context, w Work, budget *memory.Budget, need func(neighbours uint64) error) (points.Table, points.Stats, error)
}

// Work is a self-join of the resident points, or a join with queries, for a range of rows: in a
// self-join the pairs whose first point, the point of the lower row, is in the range; in a join with
// queries the pairs of the queries in the range.
type Work struct {
	Threshold   Threshold
	Queries     *points.Store // nil: a self-join
	First, Last int           // rows [First, Last)
	// Progress, if set, is called now and then with the part of the work that is done, never by two goroutines at once.
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

// NearestWork asks for the K nearest resident points of each query in a range of rows. Without queries
// the resident points are the queries, and no point is its own neighbour.
type NearestWork struct {
	K           int
	Queries     *points.Store // nil: the resident points
	First, Last int           // rows [First, Last)
	Progress    func(done, total float64)
}

// Each returns the number of neighbours that a query has among a number of points: K, or all points that there are.
func (w NearestWork) Each(points int) int {
	if w.Queries == nil {
		points--
	}
	return max(0, min(w.K, points))
}
