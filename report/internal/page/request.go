// Package page makes the pages of flyby report: it checks what was asked, reads the rows of a result, counts all of them, chooses the rows that a page shows, has them checked against the
// data, and writes what figures and tables of the views have in common. A Content is the rest: packages encounters, groups, clusters and visits have one each.
package page

import (
	"cmp"
	"context"
	"fmt"

	"flyby/internal/resultfile"
	"flyby/internal/zone"
	"flyby/points"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Numbers of rows on a page: the default, and the most.
const (
	DefaultTop = 200
	MostTop    = 2000
)

// A Request has the input of a page: a result and its data.
type Request struct {
	// Result is the file of the rows. Its View is the page's.
	Result *Result
	// Entries are the trajectories that were searched or joined, or that groups were searched for among, and Queries the trajectories that encounters were searched with; nil: a join, or groups.
	// Where Take is not nil both may have ids alone.
	Entries, Queries *trajectory.Store
	// Zones are the zones of visits, in the frame of Entries, as package job reads them.
	Zones *zone.Set
	// Points are the points of clusters, in the order of the rows. Degrees says that they are places on the earth in metres from its centre, which the page shows by longitude and latitude.
	// Columns are the names of their coordinates; nil: the page has none.
	Points  *points.Store
	Degrees bool
	Columns []string
	// Chosen is how many encounters, pairs or visits there are where the rows of Result are the closest of them, or with First the first found; 0: Result has all.
	Chosen int
	First  bool
	// Called is the name of the result on the page and in errors, such as "join of cars.csv"; "": the name of its file.
	Called string
	// Heading is the name of the result in the title of the page; "": Called, or the name of its file.
	Heading string
	// Name is the name of the data on the page, such as "cars.csv"; "": the page does not name them.
	Name string
	// Notes are sentences about the reading of the data, which the page has among its facts.
	Notes []string
	// RefFrame is the frame of orbits, as format.Report has it; "": none is known.
	RefFrame string
	// Units are the units of the data; of points Length is the unit of all coordinates. Answer are the units that lengths of the page are in, and that distances and speeds of the rows were
	// written in, as output.WriteOptions has them.
	Units  format.Units
	Answer format.AnswerUnits
	// Distance is the threshold in the unit of the data, of clusters their eps; nil: it is taken from the metadata of Result, or else from encounters. Where it is not known, members of groups
	// are not checked to be connected. MinPoints is the minpts of clusters; 0: not known. Of a Result of several eps or minpts the two choose the clusters on the page.
	Distance  *float64
	MinPoints int
	// Count counts the points within eps of the points of some rows, each itself among them; nil: it is not checked which points of clusters are core points.
	Count func(ctx context.Context, rows []uint32, eps float64) ([]uint32, error)
	// Top is the number of rows that the page shows, the closest encounters or the first groups, at most MostTop; 0: DefaultTop, of clusters MostTop. By is one of the View's Orders; "": the
	// first.
	Top int
	By  string
	// SVG is a folder for pictures of the distance against time, a file N.svg for each encounter on the page, N being its number; "": none. The folder is made if it is missing.
	// Each file is there in full or not at all, and all of them before the page.
	SVG string
	// Held is the number of rows that are held for the figures of when, and of who met whom, or of points that are drawn; 0: a million rows, MostDrawn points. Where there are more rows, these
	// figures show only the rows on the page, and of more points a sample.
	Held int
	// Take, where it is not nil, is called once with the trajectories of the rows on the page, by their numbers in the stores: pairs of a query and an entry, or members of groups two by two. It
	// returns stores with the samples of these trajectories.
	Take func(pairs [][2]int) (Excerpt, error)
}

// An Excerpt holds the trajectories of the rows that a page shows.
type Excerpt struct {
	// Entries and Queries are their stores; in a join, and of groups, Queries is nil.
	Entries, Queries *trajectory.Store
	// EntryTrajs and QueryTrajs are their numbers in the whole data, ascending; nil: the stores have all trajectories. In a join both are the same.
	EntryTrajs, QueryTrajs []int
}

// A Summary counts the rows of a page.
type Summary struct {
	Rows         int    // rows of the result
	Found        int    // encounters, pairs, groups or clusters of the result
	Shown        int    // the ones of them in the table of the page
	Drawn, Noise int    // points in the picture of clusters, and points of noise
	Title        string // title of the page
}

// mostHeld is the default of Request.Held, of rows of trajectories.
const mostHeld = 1_000_000

// fill fills in defaults. It returns an error if no page of a view can be made.
func (q *Request) fill(v View) error {
	switch {
	case q.Result == nil:
		return fmt.Errorf("report: Result: there is none")
	case v == Clusters && q.Points == nil:
		return fmt.Errorf("report: Points: there are none")
	case v == Visits && q.Zones == nil:
		return fmt.Errorf("report: Zones: there are none")
	case v != Clusters && q.Entries == nil:
		return fmt.Errorf("report: Entries: there are none")
	case q.Top < 0 || q.Top > MostTop:
		return fmt.Errorf("report: Top %d: must be from 1 to %d", q.Top, MostTop)
	case q.Held < 0 || v == Clusters && q.Held > MostDrawn:
		return fmt.Errorf("report: Held %d: must be 0 or more, of clusters %d at most", q.Held, MostDrawn)
	case q.Distance != nil && !(*q.Distance >= 0):
		return fmt.Errorf("report: Distance %v: must be 0 or more", *q.Distance)
	case q.MinPoints < 0:
		return fmt.Errorf("report: MinPoints %d: must be 0 or more", q.MinPoints)
	}
	if v == Clusters {
		q.Top, q.Held = cmp.Or(q.Top, MostTop), cmp.Or(q.Held, MostDrawn)
		return nil
	}
	q.Top, q.Held = cmp.Or(q.Top, DefaultTop), cmp.Or(q.Held, mostHeld)
	return nil
}

// Joins reports whether the data were joined with themselves.
func (q *Request) Joins() bool { return q.Queries == nil }

// Asking returns the store of all queries, in a join the entries.
func (q *Request) Asking() *trajectory.Store { return cmp.Or(q.Queries, q.Entries) }

// InErrors returns the name of the result in errors.
func (q *Request) InErrors() string { return cmp.Or(q.Called, q.Result.Path()) }

// Within returns the threshold in the unit of the data; nil: it is not known.
func (q *Request) Within() *float64 { return cmp.Or(q.Distance, q.Result.Distance()) }

// Wrong returns the error of a row.
func (q *Request) Wrong(number int, text string, args ...any) error {
	return resultfile.RowError(q.InErrors(), number, text, args...)
}

// Format returns a time as files have it.
func (q *Request) Format(t float64) string { return q.Entries.Times().Format(t) }
