// Package page makes the pages of the rows of a result of trajectories, as far as pages of encounters and pages of groups agree: it checks what was asked, reads the rows, counts all of
// them, chooses the rows that a page shows, and writes what figures and tables have in common. A View is the rest. A Sheet is the part that pages of clusters have, too.
package page

import (
	"cmp"
	"fmt"

	"flyby/internal/resultfile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Numbers of rows on a page: the default, and the most.
const (
	DefaultTop = 200
	MostTop    = 2000
)

// An Order says which groups a page shows, where there are more than Request.Top.
type Order string

// A Request has the input of a page: a result and its data.
type Request struct {
	// Result is the file of the rows.
	Result *resultfile.File
	// Entries are the trajectories that were searched or joined, or that groups were searched for among, and Queries the trajectories that encounters were searched with; nil: a join, or groups.
	// Where Take is not nil both may have ids alone.
	Entries, Queries *trajectory.Store
	// Called is the name of the result on the page and in errors, such as "join of cars.csv"; "": the name of its file.
	Called string
	// Name is the name of the data on the page, such as "cars.csv"; "": the page does not name them.
	Name string
	// Notes are sentences about the reading of the data, which the page has among its facts.
	Notes []string
	// Units are the units of the data. Answer are the units that lengths of the page are in, and that distances and speeds of the rows were written in, as output.WriteOptions has them.
	Units  format.Units
	Answer format.AnswerUnits
	// Distance is the threshold in the unit of the data; nil: it is taken from the metadata of Result, or else from encounters. Where it is not known, members of groups are not checked to be
	// connected.
	Distance *float64
	// Top is the number of rows that the page shows, the closest encounters or the first groups, at most MostTop; 0: DefaultTop. By says which groups; "": the largest.
	Top int
	By  Order
	// SVG is a folder for pictures of the distance against time, a file N.svg for each encounter on the page, N being its number; "": none. The folder is made if it is missing.
	// Each file is there in full or not at all, and all of them before the page.
	SVG string
	// Held is the number of rows that are held for the figures of when, and of who met whom; 0: a million. Where there are more rows, these figures show only the rows on the page.
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
	Rows  int    // rows of the result
	Found int    // encounters, pairs or groups of the result
	Shown int    // encounters, pairs or groups on the page
	Title string // title of the page
}

// mostHeld is the default of Request.Held.
const mostHeld = 1_000_000

// fill fills in defaults. It returns an error, of a package, if no page can be made.
func (q *Request) fill(of string) error {
	switch {
	case q.Result == nil:
		return fmt.Errorf("%s: Result: there is none", of)
	case q.Entries == nil:
		return fmt.Errorf("%s: Entries: there are none", of)
	case q.Top < 0 || q.Top > MostTop:
		return fmt.Errorf("%s: Top %d: must be from 1 to %d", of, q.Top, MostTop)
	case q.Held < 0:
		return fmt.Errorf("%s: Held %d: must be 0 or more", of, q.Held)
	case q.Distance != nil && !(*q.Distance >= 0):
		return fmt.Errorf("%s: Distance %v: must be 0 or more", of, *q.Distance)
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
