package speed

import (
	"context"
	"runtime"
	"slices"
	"time"

	"flyby"
	"flyby/evaluation/measure"
	"flyby/trajectory"
)

// trial runs a measurement once and times it; its setup is not timed.
type trial func(ctx context.Context) (outcome, error)

// outcome has the time of a trial and its results.
type outcome struct {
	took, cpu        time.Duration // by the clock, and of the processors on all threads; cpu 0: not known
	hits, encounters uint64
}

// stopwatch has the readings of the clock and of the processors when a trial began.
type stopwatch struct {
	start time.Time
	cpu   time.Duration
}

func startWatch() stopwatch {
	cpu := measure.ProcessorTime()
	return stopwatch{time.Now(), cpu}
}

// stop returns the outcome of a trial that ends now.
func (w stopwatch) stop() outcome {
	took := time.Since(w.start)
	return outcome{took: took, cpu: measure.ProcessorTime() - w.cpu}
}

// trials has the trials of a row that count.
type trials struct {
	seconds, cpu []float64 // cpu may be 0, as in outcome
	last         outcome
}

// outcomes returns the outcomes of processes as trials.
func outcomes(all []process) (t trials) {
	for _, p := range all {
		t.add(p.outcome, 1)
	}
	return t
}

// add adds a trial, whose seconds are multiplied by a factor.
func (t *trials) add(o outcome, factor float64) {
	t.seconds, t.cpu, t.last = append(t.seconds, o.took.Seconds()*factor), append(t.cpu, o.cpu.Seconds()*factor), o
}

// The limits of a row's time.
const (
	warmUps   = 2                // runs before the first that counts
	longRun   = time.Second      // from which one warm-up is enough
	rowBudget = 20 * time.Second // after which no further trial begins
	fewest    = 3                // trials, however long they take
)

// repeat runs n trials after warming up, fewer where they take long.
func repeat(ctx context.Context, n int, t trial) (all trials, err error) {
	for range warmUps {
		if all.last, err = t(ctx); err != nil {
			return all, err
		}
		if all.last.took > longRun {
			break
		}
	}
	runtime.GC() // now rather than while a trial is timed
	begun := time.Now()
	for i := range n {
		if i >= fewest && time.Since(begun) > rowBudget {
			break
		}
		if all.last, err = t(ctx); err != nil {
			return all, err
		}
		all.add(all.last, 1)
	}
	return all, nil
}

// querySource makes a query set.
type querySource func() (*trajectory.Store, error)

// searching returns a search with a fresh store of queries each time, so that no work on an earlier one is saved.
func searching(db *flyby.Database, queries querySource, ask flyby.Search) trial {
	return func(ctx context.Context) (outcome, error) {
		q, err := queries()
		if err != nil {
			return outcome{}, err
		}
		ask := ask
		ask.Queries, ask.ExcludeSameID = q, true
		watch := startWatch()
		found, err := db.Hits(ctx, ask)
		o := watch.stop()
		if err != nil {
			return outcome{}, err
		}
		found.Release()
		o.hits = found.Stats().Hits
		return o, nil
	}
}

// pinned returns a source of queries in memory that a GPU reads by itself; done frees that memory. For other devices
// it returns queries as they are.
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

// repeatPinned repeats a search of queries in pinned memory.
func (l *lab) repeatPinned(ctx context.Context, db *flyby.Database, queries querySource, d float64) (trials, error) {
	in, done, err := l.pinned(db, queries)
	if err != nil {
		return trials{}, err
	}
	defer done()
	return repeat(ctx, l.Trials, searching(db, in, flyby.Search{Distance: d}))
}

// claimOrdinary reports the time of the row's search on a GPU with its queries in ordinary memory.
func (l *lab) claimOrdinary(ctx context.Context, db *flyby.Database, queries querySource, d float64, r *Row) error {
	if !l.gpu() {
		return nil
	}
	all, err := repeat(ctx, l.Trials, searching(db, queries, flyby.Search{Distance: d}))
	if err == nil {
		r.Claims = append(r.Claims, Claim{What: "queries in ordinary memory", Unit: "s", Got: median(all.seconds)})
	}
	return err
}

// joining returns a join; where encounters are asked for, its timed part includes them.
func joining(db *flyby.Database, d float64, encounters bool) trial {
	return func(ctx context.Context) (o outcome, err error) {
		watch := startWatch()
		if encounters {
			found, err := db.Encounters(ctx, flyby.Search{Distance: d})
			if err != nil {
				return o, err
			}
			o = watch.stop()
			o.hits = found.Stats().Hits
			met, err := found.Collect()
			o.encounters = uint64(met.Len())
			return o, err
		}
		found, err := db.Hits(ctx, flyby.Search{Distance: d})
		if err != nil {
			return o, err
		}
		o = watch.stop()
		o.hits = found.Stats().Hits
		found.Release()
		return o, nil
	}
}

// runPinned fills in a row's trials of a search of queries in pinned memory.
func (l *lab) runPinned(ctx context.Context, db *flyby.Database, queries querySource, d float64, r *Row) error {
	all, err := l.repeatPinned(ctx, db, queries, d)
	r.take(all)
	return err
}

// run fills in the row's trials.
func (r *Row) run(ctx context.Context, n int, t trial) error {
	all, err := repeat(ctx, n, t)
	r.take(all)
	return err
}

// take fills in trials. The processors' time is left out where it is not known.
func (r *Row) take(all trials) {
	r.Seconds, r.Hits, r.Encounters = all.seconds, all.last.hits, all.last.encounters
	if !slices.Contains(all.cpu, 0) {
		r.CPU = all.cpu
	}
}
