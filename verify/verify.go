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
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
)

// A Report is what was checked of a file that is as it should be.
type Report struct {
	Pairs     int      // of trajectories, that were worked out
	All       uint64   // pairs of trajectories that there are
	Rows      int      // that the file has of the pairs
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
// else one of a request that cannot be held against any file, of reading the file, of the search, of Part or of the context.
func (f *File) Verify(ctx context.Context, q Request) (Report, error) {
	level := cmp.Or(q.Level, f.Level(), EncounterLevel)
	if f.Level() != "" && level != f.Level() {
		return Report{}, fmt.Errorf("verify: Level %q: the rows of %s are %s", level, printable.Text(f.Path()), f.Level())
	}
	if err := q.check(level); err != nil {
		return Report{}, err
	}
	r := newRecheck(ctx, f, q, level)
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
func newRecheck(ctx context.Context, f *File, q Request, level Level) *recheck {
	r := &recheck{Request: q, ctx: ctx, file: f, joins: q.queries() == nil, memory: hostmemory.NewQuota(0).Bytes(), level: level}
	r.useStores()
	return r
}

// useStores takes the stores of the question.
func (r *recheck) useStores() {
	r.entries, r.queries = r.Entries, r.Question.queries()
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
	if err := p.Question.check(); err != nil {
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
