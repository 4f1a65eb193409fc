package verify

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"

	"flyby"
	"flyby/trajectory"
	"flyby/trajectory/output"
)

// A Pair is a pair of trajectories, by their numbers in the stores of queries and entries. In a join, whose queries are
// its entries, Query is the lesser number.
type Pair struct{ Query, Entry int }

// A Question is the search that a file's rows are the answer to, and how they were written. Distances and times are in the units of the data.
type Question struct {
	// Entries are the trajectories that were searched, or joined.
	Entries *trajectory.Store
	// Search is the search: without Queries it was a join. Batching changes no row and is ignored.
	Search flyby.Search
	// MergeGap is the gap in time that encounters were joined over, see stage.MergeGap; nil: over none. For hits it is nil.
	MergeGap *float64
	// MinDuration is the time that encounters last at least, see stage.MinDuration; nil: any. For hits it is nil.
	MinDuration *float64
	// Write is how the file was written: its units, heights and further columns. Fields for the place of output, for threads
	// and for memory are ignored. Columns of a file that neither belong to its level nor are in Further are not
	// compared, and Report.Unchecked names them; the points of GeoJSON are columns with the names that Coordinate returns.
	Write output.WriteOptions
	// Writers begin the rows of files that have more than package format writes by itself.
	Writers Writers
	// Paths draws the path of a trajectory of the queries, or of the entries, between two times, as GeoJSON has it behind a row; nil: paths are not
	// compared. begins is true for the first position of each line; a line may have one position only.
	Paths func(ofEntry bool, traj int, from, until float64, to func(at []float64, begins bool) error) error
	// Geometry returns the WKB for the column geometry of a row of two trajectories, for an encounter from its t_enter, t_exit and t_closest, for a pair from t_first, t_last and t_closest; nil:
	// geometries are not compared.
	Geometry func(query, entry int, from, until, closest float64) ([]byte, error)
}

// Writers begin to write rows of some pairs as CSV to Stdout of the options, one function for each level; nil: package output does. They fill in
// further columns, write each row of a join a second time where Request.Both says so, and leave out rows where Request.Having says so.
type Writers struct {
	Hits       func(output.WriteOptions) (RowWriter[trajectory.Hits], error)
	Encounters func(output.WriteOptions) (RowWriter[trajectory.Encounters], error)
	Pairs      func(output.WriteOptions) (RowWriter[trajectory.Pairs], error)
}

// A RowWriter writes rows, as the writers of package output do. Abort after Close does nothing.
type RowWriter[T any] interface {
	// Write returns how many rows it has written: two for each where Request.Both says so, fewer where Request.Having says so.
	Write(T) (rows int, err error)
	Close() error
	Abort()
}

// A Request says what a file is checked against.
type Request struct {
	Question
	// Level is the level that the rows must have; "": the level that the columns of the file tell, or EncounterLevel where there are no rows to tell it.
	Level Level
	// Both says that each row of a join is followed by the same with the two trajectories exchanged, by Writers.
	Both bool
	// Having says that Writers leave out the rows that do not hold conditions. The file has the other rows alone, and Top and Limit count them as they are
	// written.
	Having bool
	// Top and Limit are the number of rows that the file was cut to: the closest rows, or the first; 0: it was not cut. At most one
	// of the two is set.
	Top, Limit uint64
	// Sample is the number of pairs of trajectories to recompute, 1 or more: all pairs where there are no more.
	Sample int
	// Seed is the seed of the sample: the same Seed, file and data give the same sample.
	Seed uint64
	// Part, where it is not nil, is called once, after the first reading of the file, and returns the question again with the samples
	// of some trajectories, whose pairs are recomputed. Until then the stores of the request may have ids alone, as for data that outgrow
	// memory. held are pairs with rows in the file, half of the sample at most; Part draws other trajectories with the dice.
	Part func(held []Pair, dice *rand.Rand) (Part, error)
	// Progress, where it is not nil, is called with the number of pairs compared so far: with 0 at the beginning.
	Progress func(done, total int)
	// Logger receives the messages of each pair's search; nil discards them.
	Logger *slog.Logger
}

// check refuses a request that no file of a level can be checked against.
func (q *Request) check(level Level) error {
	switch {
	case level != HitLevel && level != EncounterLevel && level != PairLevel:
		return fmt.Errorf("verify: Level %q: must be %s, %s or %s", level, HitLevel, EncounterLevel, PairLevel)
	case q.Sample < 1:
		return fmt.Errorf("verify: Sample %d: must be 1 or more", q.Sample)
	case q.Top > 0 && q.Limit > 0:
		return fmt.Errorf("verify: Top %d and Limit %d: one of the two only", q.Top, q.Limit)
	case q.Top > 0 && level == HitLevel:
		return fmt.Errorf("verify: Top %d: hits have no least distance, by which rows are cut", q.Top)
	case q.Both && q.queries() != nil:
		return errors.New("verify: Both: is for a join, without Search.Queries")
	}
	return q.Question.check()
}

// check refuses an invalid question.
func (q *Question) check() error {
	switch {
	case q.Entries == nil:
		return errors.New("verify: Entries: there are none")
	case q.Search.Queries != nil && !isStore(q.Search.Queries):
		return fmt.Errorf("verify: Search.Queries is a %T, and must be a *trajectory.Store", q.Search.Queries)
	}
	if queries := q.queries(); queries != nil && queries.Dim() != q.Entries.Dim() {
		return fmt.Errorf("verify: Search.Queries is %d-D, Entries %d-D", queries.Dim(), q.Entries.Dim())
	}
	return q.Search.Validate()
}

// isStore reports whether a source is a store.
func isStore(s flyby.Source) bool {
	_, ok := s.(*trajectory.Store)
	return ok
}

// queries returns the store of the queries; nil: a join.
func (q *Question) queries() *trajectory.Store {
	store, _ := q.Search.Queries.(*trajectory.Store)
	return store
}

// A Part is a question whose stores have some of the trajectories of the data.
type Part struct {
	Question
	// EntryTrajs and QueryTrajs are the numbers in the whole data of the trajectories in the question's stores, ascending; nil: the stores
	// have all. In a join both are the same.
	EntryTrajs, QueryTrajs []int
}
