package verify

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"

	"flyby/internal/asking"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/output"
)

// A Pair is a pair of trajectories, by their numbers in the stores of queries and entries. In a join, whose queries are
// its entries, Query is the lesser number.
type Pair struct{ Query, Entry int }

// Data are trajectories that were searched, and how a file has rows of them.
type Data struct {
	// Entries are the trajectories that were searched, or joined, and Queries the ones that they were searched with; nil: a join.
	Entries, Queries *trajectory.Store
	// Write is how the file was written: its heights and further columns. Fields for the place of output, for units, for threads
	// and for memory are ignored. Columns of a file that neither belong to its level nor are in Further are not
	// compared, and Report.Unchecked names them; the points of GeoJSON are columns with the names that Coordinate returns.
	Write output.WriteOptions
	// Writers begin the rows of files that have more than package format writes by itself.
	Writers Writers
	// Paths draws the path of a trajectory of the queries, or of the entries, between two times, as GeoJSON has it behind a row; nil: paths are not
	// compared. begins is true for the first position of each line; a line may have one position only.
	Paths func(ofEntry bool, traj int, from, until float64, to func(at []float64, begins bool) error) error
	// WKB returns the WKB for the column geometry of a row of two trajectories, for an encounter from its t_enter, t_exit and t_closest, for a pair from t_first, t_last and t_closest; nil:
	// geometries are not compared.
	WKB func(query, entry int, from, until, closest float64) ([]byte, error)
}

// Writers begin to write rows of some pairs as CSV to Stdout of the options, one function for each level; nil: package output does. They fill in
// further columns, write each row of a join a second time of a question with question.Both, and leave out rows where the question Filters.
type Writers struct {
	Hits       func(output.WriteOptions) (RowWriter[trajectory.Hits], error)
	Encounters func(output.WriteOptions) (RowWriter[trajectory.Encounters], error)
	Pairs      func(output.WriteOptions) (RowWriter[trajectory.Pairs], error)
	Nearest    func(output.WriteOptions) (RowWriter[trajectory.Nearest], error)
	Events     func(output.WriteOptions) (RowWriter[trajectory.Events], error)
}

// A RowWriter writes rows, as the writers of package output do. Abort after Close does nothing.
type RowWriter[T any] interface {
	// Write returns how many rows it has written: two for each of a question with question.Both, fewer where the question Filters.
	Write(T) (rows int, err error)
	Close() error
	Abort()
}

// A Request says what a file is checked against.
type Request struct {
	// Question is the question that the file's rows are the answer to, in the units of the data. Of visits its Search has Zones that are open. Its level ""
	// is the level that the columns of the file tell, or question.Encounters where there are no rows to tell it. Of a question that Filters the file has the rows that are left
	// alone, and Top and Limit count them as they are written; With other than question.Both is not looked at: Data.Write has the columns.
	question.Question
	Data
	// Sample is the number of pairs of trajectories to recompute, 1 or more: all pairs where there are no more. Of nearest entries all pairs of a query
	// are recomputed, of two queries at least, and of visits all pairs of an object with zones, of two objects at least.
	Sample int
	// Seed is the seed of the sample: the same Seed, file and data give the same sample.
	Seed uint64
	// Part, where it is not nil, is called once, after the first reading of the file, and returns the data again with the samples
	// of some trajectories, whose pairs are recomputed. Until then the stores of the request may have ids alone, as for data that outgrow
	// memory. held are pairs with rows in the file, half of the sample at most; Part draws other trajectories with the dice.
	Part func(held []Pair, dice *rand.Rand) (Part, error)
	// Progress, where it is not nil, is called with the number of pairs compared so far: with 0 at the beginning.
	Progress func(done, total int)
	// Logger receives the messages of each pair's search; nil discards them.
	Logger *slog.Logger
}

// check refuses a request that no file of a level can be checked against, and sets its kind and level.
func (q *Request) check(level question.Level) error {
	kind := question.Joins
	switch {
	case q.zones() != nil:
		kind = question.ZoneVisits
	case level == question.Nearest:
		kind = question.NearestTrajectories
	case q.Queries != nil:
		kind = question.Searches
	}
	switch {
	case kind == question.ZoneVisits && !slices.Contains(kind.Levels(), level):
		return fmt.Errorf("verify: Level %q: of visits must be one of %q", level, kind.Levels())
	case kind != question.ZoneVisits && level != question.Hits && level != question.Encounters && level != question.Pairs && level != question.Nearest:
		return fmt.Errorf("verify: Level %q: must be %s, %s, %s or %s", level, question.Hits, question.Encounters, question.Pairs, question.Nearest)
	case q.Sample < 1:
		return fmt.Errorf("verify: Sample %d: must be 1 or more", q.Sample)
	case q.Kind != "" && q.Kind != kind:
		return fmt.Errorf("verify: Kind %q: must be %s, with these Queries", q.Kind, kind)
	}
	q.Kind, q.Level = kind, level
	q.Question = asking.Question(q.Question).Filled()
	return errors.Join(q.Data.check(), asking.Question(q.Question).Validate())
}

// check refuses data that are not there, or do not fit each other.
func (d *Data) check() error {
	switch {
	case d.Entries == nil:
		return errors.New("verify: Entries: there are none")
	case d.Queries != nil && d.Queries.Dim() != d.Entries.Dim():
		return fmt.Errorf("verify: Queries are %d-D, Entries %d-D", d.Queries.Dim(), d.Entries.Dim())
	}
	return nil
}

// A Part is data whose stores have the trajectories of a sample.
type Part struct {
	Data
	// EntryTrajs and QueryTrajs are the numbers in the whole data of the trajectories in the stores, ascending; nil: the stores
	// have all. In a join both are the same.
	EntryTrajs, QueryTrajs []int
}
