package speed

import (
	"context"
	"runtime"
	"time"

	"flyby"
	"flyby/trajectory"
)

// trial is one run of what is measured; it makes what is not to be timed itself.
type trial func(ctx context.Context) (outcome, error)

// outcome is what a trial took and found.
type outcome struct {
	took             time.Duration
	hits, encounters uint64
}

// How long a row may take.
const (
	warmUps   = 2                // runs before the first that counts
	longRun   = time.Second      // of which one warm-up will do
	rowBudget = 20 * time.Second // after which no further trial begins
	fewest    = 3                // trials, whatever they take
)

// repeat runs the trials after warming up and returns their times in seconds and the last outcome.
func repeat(ctx context.Context, trials int, t trial) (seconds []float64, last outcome, err error) {
	for range warmUps {
		if last, err = t(ctx); err != nil {
			return nil, last, err
		}
		if last.took > longRun {
			break
		}
	}
	runtime.GC() // now rather than in the middle of what is timed
	begun := time.Now()
	for n := range trials {
		if n >= fewest && time.Since(begun) > rowBudget {
			break
		}
		if last, err = t(ctx); err != nil {
			return seconds, last, err
		}
		seconds = append(seconds, last.took.Seconds())
	}
	return seconds, last, nil
}

// querySource makes a query set.
type querySource func() (*trajectory.Store, error)

// searching is a search with a fresh store of queries each time, so that nothing made of them is at hand.
func searching(db *flyby.Database, queries querySource, ask flyby.Search) trial {
	return func(ctx context.Context) (outcome, error) {
		q, err := queries()
		if err != nil {
			return outcome{}, err
		}
		ask := ask
		ask.Queries, ask.ExcludeSameID = q, true
		start := time.Now()
		found, err := db.Hits(ctx, ask)
		took := time.Since(start)
		if err != nil {
			return outcome{}, err
		}
		found.Release()
		return outcome{took: took, hits: found.Stats().Hits}, nil
	}
}

// pinned makes queries in memory that a GPU reads by itself, which done gives back. Elsewhere they stay as they are.
func (l *lab) pinned(db *flyby.Database, queries querySource) (in querySource, done func(), err error) {
	if !l.gpu() {
		return queries, func() {}, nil
	}
	q, err := queries()
	if err != nil {
		return nil, nil, err
	}
	m, err := db.NewQueryMemory(q.Samples())
	if err != nil {
		return nil, nil, err
	}
	in = func() (*trajectory.Store, error) {
		q, err := queries()
		if err != nil {
			return nil, err
		}
		return m.Copy(q)
	}
	return in, m.Close, nil
}

// repeatPinned is repeat of a search of queries in pinned memory.
func (l *lab) repeatPinned(ctx context.Context, db *flyby.Database, queries querySource, d float64) (seconds []float64, last outcome, err error) {
	in, done, err := l.pinned(db, queries)
	if err != nil {
		return nil, last, err
	}
	defer done()
	return repeat(ctx, l.Trials, searching(db, in, flyby.Search{Distance: d}))
}

// claimOrdinary tells what the row's search takes on a GPU where its queries are in ordinary memory.
func (l *lab) claimOrdinary(ctx context.Context, db *flyby.Database, queries querySource, d float64, r *Row) error {
	if !l.gpu() {
		return nil
	}
	seconds, _, err := repeat(ctx, l.Trials, searching(db, queries, flyby.Search{Distance: d}))
	if err == nil {
		r.Claims = append(r.Claims, Claim{What: "queries in ordinary memory", Unit: "s", Got: median(seconds)})
	}
	return err
}

// joining is a join; where encounters are asked for, they are part of what is timed.
func joining(db *flyby.Database, d float64, encounters bool) trial {
	return func(ctx context.Context) (o outcome, err error) {
		start := time.Now()
		if encounters {
			found, err := db.Encounters(ctx, flyby.Search{Distance: d})
			if err != nil {
				return o, err
			}
			o.took, o.hits = time.Since(start), found.Stats().Hits
			met, err := found.Collect()
			o.encounters = uint64(met.Len())
			return o, err
		}
		found, err := db.Hits(ctx, flyby.Search{Distance: d})
		if err != nil {
			return o, err
		}
		o.took, o.hits = time.Since(start), found.Stats().Hits
		found.Release()
		return o, nil
	}
}

// runPinned fills in a row's trials of a search, of queries in pinned memory.
func (l *lab) runPinned(ctx context.Context, db *flyby.Database, queries querySource, d float64, r *Row) error {
	seconds, last, err := l.repeatPinned(ctx, db, queries, d)
	r.Seconds, r.Hits = seconds, last.hits
	return err
}

// run fills in the row's trials.
func (r *Row) run(ctx context.Context, trials int, t trial) error {
	seconds, last, err := repeat(ctx, trials, t)
	r.Seconds, r.Hits, r.Encounters = seconds, last.hits, last.encounters
	return err
}
