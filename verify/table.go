package verify

import (
	"errors"

	"flyby/internal/output"
	"flyby/question"
	"flyby/trajectory"
)

// levelRows are rows of a level: trajectory.Encounters, for example.
type levelRows interface{ Len() int }

// A writer writes rows of a level, as a RowWriter does.
type writer interface {
	Write(levelRows) (int, error)
	Close() error
	Abort()
}

// A table is what the rows of a level are made by.
type table struct {
	none    levelRows                                 // of the level
	find    func(Pair) (levelRows, error)             // the rows of a pair of trajectories
	visited func(Pair, *worked, comparison) levelRows // the rows of an object and a zone
	pick    func(of levelRows, rows []int) levelRows  // some of the rows
	begin   func(output.WriteOptions) (writer, error) // to write them as CSV
}

// tabled returns the table of the level.
func (r *recheck) tabled() table {
	w := &r.Writers
	switch r.level {
	case question.Hits:
		return tableOf(r, w.Hits, output.CreateHits, r.hits, r.asVisitHits)
	case question.Events:
		return tableOf(r, w.Events, output.CreateEvents, nil, r.asEvents)
	case question.Nearest:
		return tableOf(r, w.Nearest, output.CreateNearest, r.ranked, nil)
	case question.Pairs:
		return tableOf(r, w.Pairs, output.CreatePairs, r.pair, r.asVisitPair)
	}
	return tableOf(r, w.Encounters, output.CreateEncounters, r.encounters, r.asVisits)
}

// tableOf returns the table of rows of a type: given begins to write them, or create if given is nil.
func tableOf[T picked[T], W plain[T]](r *recheck, given func(output.WriteOptions) (RowWriter[T], error), create func(string, *trajectory.Store, *trajectory.Store, output.WriteOptions) (W, error),
	find func(Pair) (levelRows, error), visited func(Pair, *worked, comparison) levelRows) table {
	pick := func(of levelRows, rows []int) levelRows { return of.(T).Pick(rows) }
	return table{*new(T), find, visited, pick, func(o output.WriteOptions) (writer, error) {
		switch {
		case given != nil:
			w, err := given(o)
			return typed[T]{w}, err
		case r.Has(question.Both):
			return nil, errors.New("verify: Both: needs Writers that write each row a second time")
		case r.Filters():
			return nil, errors.New("verify: having: needs Writers that leave rows out")
		}
		w, err := create("-", r.queries, r.entries, o)
		return whole[T]{w}, err
	}}
}

// picked are rows.
type picked[T any] interface {
	levelRows
	Pick(rows []int) T
}

// typed is the writer of a RowWriter.
type typed[T any] struct{ RowWriter[T] }

func (w typed[T]) Write(rows levelRows) (int, error) { return w.RowWriter.Write(rows.(T)) }

// plain writes rows.
type plain[T any] interface {
	Write(T) error
	Close() error
	Abort()
}

// whole is the writer that writes all rows once.
type whole[T any] struct{ plain[T] }

func (w whole[T]) Write(rows levelRows) (int, error) { return rows.Len(), w.plain.Write(rows.(T)) }

// encounters returns the encounters of a pair.
func (r *recheck) encounters(p Pair) (levelRows, error) {
	all, err := r.meetings(p)
	return asEncounters(p, all, r.Search.Rule().HasHeights(), r.Parts), err
}

// pair returns the row of a pair.
func (r *recheck) pair(p Pair) (levelRows, error) {
	all, err := r.meetings(p)
	return asPair(p, all, r.Search.Rule().HasHeights()), err
}
