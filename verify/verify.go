// Package verify holds a file of results against the data: it takes a sample of pairs of trajectories, half of them from the rows of
// the file, works them out anew, each pair of segments with rational arithmetic and its rows by brute force on one core, and compares
// what comes with the rows in the file, column by column, to the bit. What it shares with a search, and what not, is
// docs/decisions/0046-what-verify-recomputes.md.
//
//	file, err := verify.Open("hits.csv")
//	report, err := file.Verify(ctx, verify.Request{Question: verify.Question{Entries: store, Search: flyby.Search{Distance: 0.5}}, Sample: 1000})
//
// A *Difference is the error of a file that is not as it should be.
package verify

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"

	"flyby"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A Level is the level of detail of a file's rows: what its columns are.
type Level string

// Levels of detail: a row a pair of segments, a row an encounter of two trajectories, a row a pair of trajectories.
const (
	HitLevel       Level = "hits"
	EncounterLevel Level = "encounters"
	PairLevel      Level = "pairs"
)

// A Pair is a pair of trajectories, by their numbers in the store of the queries and that of the entries. Of a join, whose queries are
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
	// threads and bytes, is not looked at. Columns of a file that are neither those of its level nor in Further are not
	// compared, and Report.Unchecked names them; the points of GeoJSON are columns called as Coordinate says.
	Write format.WriteOptions
	// Writers begin the rows of files with more than package format writes by itself.
	Writers Writers
}

// Writers begin CSV of the rows of some pairs, each of its level, on Stdout of the options; nil: package format does. They fill
// further columns in, and write each row of a join a second time where Request.Both says so.
type Writers struct {
	Hits       func(format.WriteOptions) (RowWriter[trajectory.Hits], error)
	Encounters func(format.WriteOptions) (RowWriter[trajectory.Encounters], error)
	Pairs      func(format.WriteOptions) (RowWriter[trajectory.Pairs], error)
}

// A RowWriter writes rows, as those of package format do. Abort after Close does nothing.
type RowWriter[T any] interface {
	Write(T) error
	Close() error
	Abort()
}

// A Request is what a file is held against.
type Request struct {
	Question
	// Level is that of a file whose columns do not tell it, since it has no rows; "": encounters.
	Level Level
	// Both says that each row of a join is followed by the same with the two trajectories exchanged.
	Both bool
	// Top and Limit are the number of rows that the file was cut to: the closest, or the first; 0: it was not. One of the two
	// only.
	Top, Limit uint64
	// Sample is how many pairs of trajectories are worked out at most, 1 or more: all, where there are no more.
	Sample int
	// Seed is what the sample starts from: the same Seed, file and data give the same one.
	Seed uint64
	// Part, where it is not nil, is called once, after the first reading of the file, and returns the question again with the samples
	// of those trajectories that are looked at. Until then the stores of the request may have ids alone, as of data that outgrow
	// memory. The pairs are some that the file has rows of, half of the sample at most; other trajectories are drawn by the dice.
	Part func(held []Pair, dice *rand.Rand) (Part, error)
	// Progress, where it is not nil, is told of how many pairs have been compared: of none as that begins.
	Progress func(done, total int)
	// Logger receives what each search for a pair was run with; nil: nobody does.
	Logger *slog.Logger
}

// A Part is some of the trajectories of the data, as a question.
type Part struct {
	Question
	// EntryTrajs and QueryTrajs are the numbers in the whole of the trajectories that the stores of the question have, ascending; nil: they
	// have all. Of a join both are the same.
	EntryTrajs, QueryTrajs []int
}

// A Report is what was checked of a file that is as it should be.
type Report struct {
	Pairs     int      // of trajectories, that were worked out
	All       uint64   // pairs of trajectories that there are
	Rows      int      // of those pairs
	Cut       string   // "--top 5" or "--limit 5", where rows behind the last may not be missed; "": the file is whole
	Unchecked []string // columns that were not compared, in order
}

// A Difference says what is wrong with a file of results.
type Difference struct {
	Path string
	Row  int    // from 1, without a header; 0: the row that is missing has no place
	Text string // in which column, and what should be there
}

// Error names the file, the row and the column.
func (d *Difference) Error() string {
	if d.Row == 0 {
		return fmt.Sprintf("%s: %s", printable.Text(d.Path), d.Text)
	}
	return fmt.Sprintf("%s: row %d: %s", printable.Text(d.Path), d.Row, d.Text)
}

// Verify reads the file twice, for the sample and for the sample's rows, and compares these. All rows are held to their order, to
// ids that there are and to the number that Top or Limit leaves. The error is a *Difference where the file is not as it should be,
// else one of reading the file, of the search, of Part or of the context.
func (f *File) Verify(ctx context.Context, q Request) (Report, error) {
	r := newRecheck(ctx, f, q)
	if err := r.run(); err != nil {
		return Report{}, err
	}
	report := Report{Pairs: len(r.pairs), All: r.all, Rows: r.checked, Unchecked: r.unchecked()}
	if r.end.cut {
		report.Cut = r.cutFlag()
	}
	return report, nil
}

// run draws a sample and compares it.
func (r *recheck) run() error {
	dice := rand.New(rand.NewPCG(r.Seed, 0x7e57))
	r.all = r.allPairs()
	if err := r.hold(dice); err != nil {
		return err
	}
	if err := r.take(dice); err != nil {
		return err
	}
	r.choose(dice)
	if err := r.gather(); err != nil {
		return err
	}
	return r.compare()
}

// newRecheck begins to compare a file.
func newRecheck(ctx context.Context, f *File, q Request) *recheck {
	r := &recheck{Request: q, ctx: ctx, file: f, joins: q.Search.Queries == nil, memory: hostmemory.Share(), level: f.level}
	if r.level == "" {
		r.level = q.Level
	}
	r.useStores()
	return r
}

// useStores takes the stores of the question.
func (r *recheck) useStores() {
	r.entries, r.queries = r.Entries, r.Search.Queries
	if r.joins {
		r.queries = r.entries
	}
}

// take goes on with a part of the data, where there is one.
func (r *recheck) take(dice *rand.Rand) error {
	if r.Part == nil {
		return nil
	}
	p, err := r.Part(r.held, dice)
	if err != nil {
		return err
	}
	r.Question = p.Question
	r.useStores()
	if r.part = p.EntryTrajs != nil; !r.part {
		return nil
	}
	r.queryTrajs, r.entryTrajs = p.QueryTrajs, p.EntryTrajs
	var held []Pair
	for _, pair := range r.held {
		query, fits := slices.BinarySearch(r.queryTrajs, pair.Query)
		entry, fit := slices.BinarySearch(r.entryTrajs, pair.Entry)
		if fits && fit {
			held = append(held, Pair{query, entry})
		}
	}
	r.held = held
	return nil
}

// inWhole is a pair as the whole of the data has it.
func (r *recheck) inWhole(p Pair) Pair {
	if !r.part {
		return p
	}
	return Pair{r.queryTrajs[p.Query], r.entryTrajs[p.Entry]}
}
