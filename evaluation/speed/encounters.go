package speed

import (
	"context"
	"fmt"
	"path/filepath"

	"flyby"
	"flyby/evaluation/report"
	"flyby/internal/output"
	"flyby/trajectory"
)

// The most that encounters may take on cores: times the time of their hits, and MB of a process.
const (
	wantedOfHits = 1.3
	wantedPeak   = 150
)

// encounterRow measures a search or a join for its encounters, beside the same one for its hits.
func (l *lab) encounterRow(ctx context.Context, w workload, d float64, join bool, r *Row) error {
	db, _, err := l.prepare(ctx, w)
	if err != nil {
		return err
	}
	of, err := repeat(ctx, l.Trials, l.encounterTrial(db, w, d, join, false))
	if err != nil {
		return err
	}
	if err := r.run(ctx, l.Trials, l.encounterTrial(db, w, d, join, true)); err != nil {
		return err
	}
	top, err := l.peak(ctx, w, d, join)
	if err != nil {
		return err
	}
	l.claimTime(r, targets{})
	c := Claim{What: "x its hits", Unit: "x", Got: r.Median() / median(of.seconds), Note: "hits take " + report.Seconds(median(of.seconds)).Text}
	if len(r.CPU) > 0 {
		c.Note += ", " + report.Times(median(r.CPU)/median(of.cpu)).Text + " in processor time"
	}
	if l.full() && !l.gpu() {
		c.Most, top.Most = wantedOfHits, wantedPeak
	}
	r.Claims = append(r.Claims, c, top)
	return nil
}

// encounterTrial returns a search by a workload's first trajectories, or a join, for encounters or for hits.
func (l *lab) encounterTrial(db *flyby.Database, w workload, d float64, join, encounters bool) trial {
	queries := func() (*trajectory.Store, error) { return w.first(l.stores[w.name], l.Scale), nil }
	switch {
	case join:
		return joining(db, d, encounters)
	case encounters:
		return searchingEncounters(db, queries, d)
	}
	return searching(db, queries, flyby.Search{Distance: d})
}

// searchingEncounters returns a search whose timed part includes finding the encounters.
func searchingEncounters(db *flyby.Database, queries querySource, d float64) trial {
	return func(ctx context.Context) (o outcome, err error) {
		q, err := queries()
		if err != nil {
			return o, err
		}
		watch := startWatch()
		found, err := db.Encounters(ctx, flyby.Search{Distance: d, Queries: q, ExcludeSameID: true})
		if err != nil {
			return o, err
		}
		o = watch.stop()
		o.hits = found.Stats().Hits
		met, err := found.Collect()
		o.encounters = uint64(met.Len())
		return o, err
	}
}

// peak measures the peak memory of a process that reads a workload from files, finds the encounters and writes
// them.
func (l *lab) peak(ctx context.Context, w workload, d float64, join bool) (Claim, error) {
	c := Claim{What: "peak of a process", Unit: "MB"}
	if len(l.Command) == 0 {
		c.Unknown, c.Note = true, noProgram
		return c, nil
	}
	args, err := l.encounterArgs(ctx, w, d, join)
	if err != nil {
		return c, err
	}
	p, err := l.flyby(ctx, args...)
	if err != nil {
		return c, err
	}
	if c.Got = float64(p.Peak) / mega; c.Got == 0 {
		c.Unknown, c.Note = true, "the system does not tell"
	}
	return c, nil
}

// encounterArgs returns the arguments of a process that writes the encounters.
func (l *lab) encounterArgs(ctx context.Context, w workload, d float64, join bool) ([]string, error) {
	entries, err := l.write(ctx, w, w.name+".parquet")
	if err != nil {
		return nil, err
	}
	args := []string{"join"}
	if !join {
		queries := filepath.Join(filepath.Dir(entries), w.name+"-queries.parquet")
		if err := output.WriteStore(ctx, queries, w.first(l.stores[w.name], l.Scale), output.WriteOptions{}); err != nil {
			return nil, err
		}
		args = []string{"search", "--queries", queries, "--exclude-same-id"}
	}
	return append(args, "--entries", entries, "--distance", fmt.Sprint(d), "--level", "encounters", "--method",
		string(flyby.MethodSpatiotemporal), "--out", filepath.Join(filepath.Dir(entries), "encounters.csv")), nil
}
