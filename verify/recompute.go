package verify

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"

	"flyby"
	"flyby/internal/output"
	"flyby/question"
	"flyby/trajectory"
)

// recomputed are the rows that some pairs should have.
type recomputed struct {
	columns []string
	rows    [][][]string // [pairs][rows][columns], as texts of CSV
}

// rewritten returns the rows of some pairs as CSV, with the columns and rows that writers add.
func (r *recheck) rewritten(pairs []Pair, find func(Pair) (levelRows, error)) (all recomputed, err error) {
	var text bytes.Buffer
	w, err := r.table.begin(r.writing(&text))
	if err != nil {
		return all, err
	}
	defer w.Abort()
	counts := make([]int, len(pairs))
	for i, p := range pairs {
		rows, err := find(p)
		if err = errors.Join(err, r.ctx.Err()); err != nil {
			return all, err
		}
		if counts[i], err = w.Write(rows); err != nil {
			return all, err
		}
	}
	if err := w.Close(); err != nil {
		return all, err
	}
	lines, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		return all, err
	}
	all.columns, lines = lines[0], lines[1:]
	for _, n := range counts {
		n = min(n, len(lines))
		all.rows, lines = append(all.rows, lines[:n]), lines[n:]
	}
	return all, r.addShapes(&all)
}

// writing returns the options to write rows as the file has them.
func (r *recheck) writing(text *bytes.Buffer) output.WriteOptions {
	o := r.Write
	o.Stdout, o.Terminal, o.Threads, o.Memory, o.Failed, o.Parts, o.Answer = text, false, 1, 0, nil, r.Parts, r.Answer
	return o
}

// hits returns the hits of a pair.
func (r *recheck) hits(p Pair) (levelRows, error) {
	var hits trajectory.Hits
	err := r.ask(p, func(one *pairSearch) (err error) {
		hits, err = one.hits(r.ctx)
		return err
	})
	for i := range hits.Len() {
		hits.QueryTraj[i], hits.EntryTraj[i] = uint32(p.Query), uint32(p.Entry)
	}
	return hits, err
}

// meetings returns the encounters of a pair, once they are merged.
func (r *recheck) meetings(p Pair) (all []meeting, err error) {
	err = r.ask(p, func(one *pairSearch) error {
		if _, err := one.hits(r.ctx); err != nil {
			return err
		}
		found, err := one.db.Encounters(r.ctx, one.search)
		if err != nil {
			return err
		}
		met, err := found.Collect()
		all = meetingsOf(met)
		return err
	})
	all = r.merged(all, less)
	if r.Top > 0 && r.level == question.Encounters {
		slices.SortStableFunc(all, func(a, b meeting) int { return cmp.Compare(a.distance, b.distance) })
	}
	return all, err
}

// A pairSearch is a search for one pair of trajectories, by brute force.
type pairSearch struct {
	db      *flyby.Database
	entries *trajectory.Store
	search  flyby.Search
}

// ask opens a database for the search of a pair, unless the pair is excluded, and calls find with it.
func (r *recheck) ask(p Pair, find func(*pairSearch) error) error {
	one := pairSearch{entries: r.entries.Subset([]int{p.Entry}), search: r.Search}
	queries := r.queries.Subset([]int{p.Query})
	if one.search.ExcludeSameID && queries.ID(0) == one.entries.ID(0) {
		return nil
	}
	one.search.Queries, one.search.ExcludeSameID, one.search.Batching = queries, false, ""
	db, err := flyby.Open(r.ctx, one.entries, flyby.Options{
		Method: flyby.MethodBruteForce, Device: "cpu", Threads: 1, Memory: r.memory, Logger: r.Logger,
	})
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // the database is in memory
	one.db = db
	return find(&one)
}

// hits returns the hits of the pair, each decided by rational arithmetic.
func (one *pairSearch) hits(ctx context.Context) (hits trajectory.Hits, err error) {
	found, err := one.db.Hits(ctx, one.search)
	if err == nil {
		hits, err = found.Collect()
	}
	if err == nil {
		err = decide(one.search, one.entries, hits)
	}
	return hits, err
}

// decide compares the hits of two trajectories with the decision of rational arithmetic for every pair of their segments that
// share time.
func decide(search flyby.Search, entries *trajectory.Store, hits trajectory.Hits) error {
	queries, rule := search.Queries.(*trajectory.Store), search.Rule()
	found := map[[2]uint32]bool{}
	for i := range hits.Len() {
		found[[2]uint32{hits.QuerySeg[i], hits.EntrySeg[i]}] = true
	}
	var all []trajectory.Segment
	var rows []int
	for row, e := range entries.Rows() {
		all, rows = append(all, e), append(rows, row)
	}
	from := 0
	for row, q := range queries.Rows() {
		for from < len(all) && all[from].T1 < q.T0 {
			from++
		}
		for k := from; k < len(all) && all[k].T0 <= q.T1; k++ {
			at := [2]uint32{uint32(queries.SegmentID(row)), uint32(entries.SegmentID(rows[k]))}
			_, _, hit := rule.Window.Exact(q, all[k], rule.Distance)
			if hit && rule.HasHeights() {
				of, other := queries.Upright(row), entries.Upright(rows[k])
				hit = insideCylinder(&of, &other, &rule)
			}
			if hit != found[at] {
				return fmt.Errorf("query_traj %s, segment %d, entry_traj %s, segment %d: rational arithmetic says hit: %t, and the search %t: please report it", queries.ID(0), at[0], entries.ID(0), at[1], hit, found[at])
			}
		}
	}
	return nil
}
