package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"flyby/internal/printable"
)

// trajPair is a pair of trajectories: of the queries, and of the entries.
type trajPair struct{ query, entry int }

// compare orders pairs as rows are.
func (p trajPair) compare(o trajPair) int { return cmp.Or(p.query-o.query, p.entry-o.entry) }

// recheck compares a file of results with what a sample of pairs gives: see
// docs/decisions/0046-what-verify-recomputes.md.
type recheck struct {
	job     *job
	file    *resultFile
	joins   bool
	both    bool   // rows are told in both directions
	top     uint64 // rows, see answer
	limit   uint64
	most    int    // pairs
	memory  uint64 // bytes, as flyby.Options.Memory has it: asking the system for each pair takes longer than the pair
	seed    uint64
	level   string
	has     []string // columns of the file
	columns []string // those that are compared
	all     uint64   // pairs of trajectories that there are
	part    bool     // the job has some of the trajectories alone, whose rows are looked at
	end     rowsEnd
	held    []trajPair // some pairs of rows
	queries []int      // where part is: the numbers in the whole of the trajectories of the job
	entries []int
	pairs   map[trajPair][]resultRow // the sample, with its rows in the file
	checked int                      // rows
}

// allPairs is how many pairs of trajectories there are of what the job has.
func (r *recheck) allPairs() uint64 {
	n := uint64(r.job.entries.Trajectories())
	if r.joins {
		return n * (n - 1) / 2
	}
	return uint64(r.job.queries.Trajectories()) * n
}

// pairColumns are those that say which pair a row is of.
func pairColumns() []string { return []string{"query_traj", "entry_traj"} }

// pairOf finds the pair that a row is of. known is false where that is no pair of the trajectories that the job has.
func (r *recheck) pairOf(row resultRow) (p trajPair, known bool, err error) {
	var found [2]bool
	p.query, found[0] = r.job.queries.Find(row.fields[0])
	p.entry, found[1] = r.job.entries.Find(row.fields[1])
	for i, name := range pairColumns() {
		if !found[i] && !r.part {
			return p, false, r.wrong(row.number, "%s %q is not in the data", name, row.fields[i])
		}
	}
	switch {
	case !found[0] || !found[1]:
		return p, false, nil
	case !r.joins:
		return p, true, nil
	case r.both && p.query > p.entry:
		return trajPair{p.entry, p.query}, true, nil
	case p.query >= p.entry:
		return p, false, r.wrong(row.number, "query_traj %s, entry_traj %s: a join has the smaller id first", row.fields[0], row.fields[1])
	}
	return p, true, nil
}

// wrong says what is wrong with a row.
func (r *recheck) wrong(number int, text string, args ...any) error {
	return fmt.Errorf("%s: row %d: %s%s", shown(r.file.path), number, printable.Text(fmt.Sprintf(text, args...)), r.straightens())
}

// straightens names the flag that verifies results of straight lines, where motion is curved and no flag says so:
// results of ephemerides had straight lines before docs/decisions/0083-orbits-are-curves-by-default.md.
func (r *recheck) straightens() string {
	for _, l := range []*loaded{&r.job.entries, &r.job.queries} {
		if m := motionOf(&l.Report); m != nil && m.Within > 0 {
			return "; --curve none is for results of straight lines"
		}
	}
	return ""
}

// gather keeps the rows of the sample.
func (r *recheck) gather() error {
	expected, err := r.expected(nil)
	if err != nil {
		return err
	}
	r.columns = expected.columns
	at := []int{slices.Index(r.columns, "query_traj"), slices.Index(r.columns, "entry_traj")}
	for row, err := range r.file.rows(r.job.ctx, r.columns) {
		if err != nil {
			return err
		}
		p, known, err := r.pairOf(resultRow{row.number, []string{row.fields[at[0]], row.fields[at[1]]}})
		if err != nil {
			return err
		}
		if rows, wanted := r.pairs[p]; known && wanted {
			r.pairs[p] = append(rows, resultRow{row.number, slices.Clone(row.fields)})
			r.checked++
		}
	}
	return nil
}

// unchecked are the columns of the file that are not compared.
func (r *recheck) unchecked() (names []string) {
	for _, name := range r.has {
		if !slices.Contains(r.columns, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// atOnce is how many pairs are worked out before they are compared.
const atOnce = 100

// compare works every pair out, those with rows first, in the order of the file.
func (r *recheck) compare(ctx context.Context) error {
	var order []trajPair
	for p := range r.pairs {
		order = append(order, p)
	}
	first := func(p trajPair) int {
		if rows := r.pairs[p]; len(rows) > 0 {
			return rows[0].number
		}
		return math.MaxInt
	}
	slices.SortFunc(order, func(a, b trajPair) int { return cmp.Or(cmp.Compare(first(a), first(b)), a.compare(b)) })
	r.job.display.begin("verify", noUnit)
	done := 0
	for some := range slices.Chunk(order, atOnce) {
		want, err := r.expected(some)
		if err != nil {
			return err
		}
		for i, p := range some {
			rows, err := r.left(p, want.rows[i])
			if err == nil {
				err = r.comparePair(p, rows)
			}
			if err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		done += len(some)
		r.job.display.set(float64(done), float64(len(order)))
	}
	return nil
}

// comparePair compares the rows of a pair with what they should be.
func (r *recheck) comparePair(p trajPair, want [][]string) error {
	got := r.pairs[p]
	for i, row := range got {
		if i >= len(want) {
			return r.wrong(row.number, "query_traj %s, entry_traj %s: there is no such row", r.job.queries.ID(p.query), r.job.entries.ID(p.entry))
		}
		for k, field := range row.fields {
			if !sameField(field, want[i][k]) {
				return r.wrong(row.number, "%s is %s, not %s", r.columns[k], quoted(field), quoted(want[i][k]))
			}
		}
	}
	if len(got) < len(want) {
		return fmt.Errorf("%s: query_traj %s, entry_traj %s: the row %s is missing%s", shown(r.file.path),
			printable.Text(r.job.queries.ID(p.query)), printable.Text(r.job.entries.ID(p.entry)), printable.Text(fmt.Sprint(want[len(got)])), r.straightens())
	}
	return nil
}

// quoted is a field as a message shows it.
func quoted(field string) string {
	if field == "" {
		return "empty"
	}
	return field
}
