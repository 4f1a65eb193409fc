package verify

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/question"
)

// A Report says how much was checked of a file without a difference.
type Report struct {
	Pairs     int      // pairs of trajectories that were recomputed
	All       uint64   // number of all pairs of trajectories
	Rows      int      // rows of these pairs in the file
	Cut       string   // "--top 5" or "--limit 5", where rows behind the last may be missing; "": the file is whole
	Unchecked []string // columns that were not compared, in order
}

// A Difference says what is wrong with a file of results.
type Difference struct {
	Path string
	Row  int    // from 1, without a header; 0: a row is missing, which has no number
	Text string // the column, and what should be there
}

// Error names the file, the row and the column.
func (d *Difference) Error() string {
	if d.Row == 0 {
		return fmt.Sprintf("%s: %s", printable.Text(d.Path), d.Text)
	}
	return fmt.Sprintf("%s: row %d: %s", printable.Text(d.Path), d.Row, d.Text)
}

// Verify reads the file twice, for the sample and for the sample's rows, and compares these rows. Of all rows it checks the order,
// that their ids exist, and the number that Top or Limit leaves. The error is a *Difference where the file differs,
// otherwise an error of an invalid request, of reading the file, of the search, of Part or of the context.
func (f *File) Verify(ctx context.Context, q Request) (Report, error) {
	whole := question.Encounters
	if q.zones() != nil {
		whole = question.Visits
	}
	level := cmp.Or(q.Level, f.Level(), whole)
	if f.Level() != "" && level != f.Level() {
		return Report{}, fmt.Errorf("verify: Level %q: the rows of %s are %s", level, printable.Text(f.file.Path()), f.Level())
	}
	if f.Level() != "" && f.OfZones() != (q.zones() != nil) {
		return Report{}, fmt.Errorf("verify: Zones: are for files of visits, which %s is or is not", printable.Text(f.file.Path()))
	}
	if err := q.check(level); err != nil {
		return Report{}, err
	}
	r := newRecheck(ctx, f.file, q, level)
	if err := r.run(); err != nil {
		return Report{}, err
	}
	report := Report{Pairs: r.recomputed(), All: r.all, Rows: r.checked, Unchecked: r.unchecked()}
	if r.end.cut {
		report.Cut = r.cutFlag()
	}
	return report, nil
}

// recomputed returns the number of pairs of trajectories that were recomputed.
func (r *recheck) recomputed() int {
	if r.byQuery() {
		return len(r.pairs) * r.others()
	}
	return len(r.pairs)
}

// run draws a sample and compares its rows.
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
	r.table = r.tabled() // with the Writers of a part
	if err := r.gather(); err != nil {
		return err
	}
	return r.compare()
}

// newRecheck makes the recheck of a file.
func newRecheck(ctx context.Context, f *resultfile.File, q Request, level question.Level) *recheck {
	r := &recheck{Request: q, ctx: ctx, file: f, joins: q.Queries == nil, memory: hostmemory.NewQuota(0).Bytes(), level: level}
	r.useStores()
	if set := q.zones(); set != nil {
		r.zoneAt = map[string]int{}
		for i := range set.Len() {
			r.zoneAt[set.ID(i)] = i
		}
	}
	return r
}

// useStores takes the stores of the data.
func (r *recheck) useStores() { r.entries, r.queries = r.Entries, cmp.Or(r.Queries, r.Entries) }

// take replaces the data by a part of them, if Part is set.
func (r *recheck) take(dice *rand.Rand) error {
	if r.Part == nil {
		return nil
	}
	p, err := r.Part(r.held, dice)
	if err != nil {
		return err
	}
	if err := p.Data.check(); err != nil {
		return err
	}
	r.Data = p.Data
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

// inWhole returns a pair by its numbers in the whole data.
func (r *recheck) inWhole(p Pair) Pair {
	if !r.part {
		return p
	}
	return Pair{r.queryTrajs[p.Query], r.entryTrajs[p.Entry]}
}
