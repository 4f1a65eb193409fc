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

// A Pair is a pair of trajectories, by their numbers in the stores of queries and entries. Of a join, whose queries are
// its entries, Query is the lesser.
type Pair struct{ Query, Entry int }

// A Question is what the rows of a file answer, and how they were written. Distances and times are in the units of the data.
type Question struct {
	// Entries are the trajectories that were searched, or joined.
	Entries *trajectory.Store
	// Search is what was asked: without Queries it was a join. Batching changes no row and is not looked at.
	Search flyby.Search
	// MergeGap is the gap in time that encounters were joined over, see stage.MergeGap; nil: over none. Hits know none.
	MergeGap *float64
	// MinDuration is the time that encounters last at least, see stage.MinDuration; nil: any. Hits know none.
	MinDuration *float64
	// Write is how the file was written: its units, heights and further columns. What says where to write, and with how many
	// threads and bytes, is not looked at. Columns of a file that neither belong to its level nor are in Further are not
	// compared, and Report.Unchecked names them; the points of GeoJSON are columns called as Coordinate says.
	Write output.WriteOptions
	// Writers begin the rows of files with more than package format writes by itself.
	Writers Writers
	// Paths draws the path of a trajectory of the queries, or of the entries, between two times, as GeoJSON has it behind a row; nil: paths are not
	// compared. begins is true of the first position of each line, of which to may be handed one alone.
	Paths func(ofEntry bool, traj int, from, until float64, to func(at []float64, begins bool) error) error
	// Geometry is the WKB in the column geometry of a row of two trajectories, of an encounter from its t_enter, t_exit and t_closest, of a pair from t_first, t_last and t_closest; nil:
	// geometries are not compared.
	Geometry func(query, entry int, from, until, closest float64) ([]byte, error)
}

// Writers begin CSV of the rows of some pairs, each of its level, on Stdout of the options; nil: package output does. They fill
// further columns in, write each row of a join a second time where Request.Both says so, and leave rows out where Request.Having does.
type Writers struct {
	Hits       func(output.WriteOptions) (RowWriter[trajectory.Hits], error)
	Encounters func(output.WriteOptions) (RowWriter[trajectory.Encounters], error)
	Pairs      func(output.WriteOptions) (RowWriter[trajectory.Pairs], error)
}

// A RowWriter writes rows, as the writers of package output do. Abort after Close does nothing.
type RowWriter[T any] interface {
	// Write returns how many rows it writes of some: two for one where Request.Both says so, and fewer where Request.Having does.
	Write(T) (rows int, err error)
	Close() error
	Abort()
}

// A Request is what a file is held against.
type Request struct {
	Question
	// Level is what the rows have to be; "": what the columns of the file say, or where it has no rows that tell, EncounterLevel.
	Level Level
	// Both says that each row of a join is followed by the same with the two trajectories exchanged, by Writers.
	Both bool
	// Having says that Writers leave out the rows that do not hold conditions. The file has the others alone, and what Top and Limit count are these as they are
	// written.
	Having bool
	// Top and Limit are the number of rows that the file was cut to: the closest, or the first; 0: it was not. One of the two
	// only.
	Top, Limit uint64
	// Sample is how many pairs of trajectories are worked out at most, 1 or more: all, where there are no more.
	Sample int
	// Seed is what the sample starts from: the same Seed, file and data give the same one.
	Seed uint64
	// Part, where it is not nil, is called once, after the first reading of the file, and returns the question again with the samples
	// of some trajectories, whose pairs are looked at. Until then the stores of the request may have ids alone, as of data that outgrow
	// memory. The pairs are some that the file has rows of, half of the sample at most; other trajectories are drawn by the dice.
	Part func(held []Pair, dice *rand.Rand) (Part, error)
	// Progress, where it is not nil, is told of how many pairs have been compared: of none as that begins.
	Progress func(done, total int)
	// Logger receives what each search for a pair was run with; nil: nobody does.
	Logger *slog.Logger
}

// check refuses what no file of a level can be held against.
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

// check refuses what cannot be asked.
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

// queries are the store of the queries; nil: a join.
func (q *Question) queries() *trajectory.Store {
	store, _ := q.Search.Queries.(*trajectory.Store)
	return store
}

// A Part is some of the trajectories of the data, as a question.
type Part struct {
	Question
	// EntryTrajs and QueryTrajs are the numbers in the whole of the trajectories that the stores of the question have, ascending; nil: they
	// have all. Of a join both are the same.
	EntryTrajs, QueryTrajs []int
}
