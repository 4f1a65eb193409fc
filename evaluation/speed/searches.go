package speed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation/report"
	"flyby/internal/testing/enginetest"
	"flyby/trajectory"
)

// search measures a search of a workload's first trajectories among all.
func (l *lab) search(ctx context.Context, w workload, d float64, t targets, r *Row) error {
	entries, err := l.store(w)
	if err != nil {
		return err
	}
	db, err := l.database(ctx, w.name, entries, flyby.Options{Method: flyby.MethodSpatiotemporal})
	if err != nil {
		return err
	}
	queries := func() (*trajectory.Store, error) { return w.first(entries, l.Scale), nil }
	if err := l.runPinned(ctx, db, queries, d, r); err != nil {
		return err
	}
	if t.bytes > 0 && l.gpu() {
		if err := l.addReading(&t, r); err != nil {
			return err
		}
	}
	l.claimTime(r, t)
	if err := l.claimOrdinary(ctx, db, queries, d, r); err != nil {
		return err
	}
	if t.temporal > 0 {
		if err := l.claimTemporal(ctx, w, d, t, r); err != nil {
			return err
		}
	}
	return l.claimPeer(ctx, w, w.first(entries, l.Scale).Trajectories(), d, t.peer, r)
}

// addReading adds the time to read the hits to the target of a GPU.
func (l *lab) addReading(t *targets, r *Row) error {
	rates, err := l.machineRates()
	if err != nil {
		return err
	}
	t.gpu += t.bytes * float64(r.Hits) * HitBytes / rates.Down
	return nil
}

// claimTemporal compares the row with the temporal method at its best batch size.
func (l *lab) claimTemporal(ctx context.Context, w workload, d float64, t targets, r *Row) error {
	entries, err := l.store(w)
	if err != nil {
		return err
	}
	db, err := l.database(ctx, w.name, entries, flyby.Options{Method: flyby.MethodTemporal})
	if err != nil {
		return err
	}
	queries, done, err := l.pinned(db, func() (*trajectory.Store, error) { return w.first(entries, l.Scale), nil })
	if err != nil {
		return err
	}
	defer done()
	best, err := bestBatch(ctx, db, queries, d, l.Trials)
	if err != nil {
		return err
	}
	r.Claims = append(r.Claims, Claim{
		What: "x temporal", Unit: "x", Least: l.least(t.temporal, true), Got: best.seconds / r.Median(),
		Note: fmt.Sprintf("%s at s = %d", report.Seconds(best.seconds).Text, best.at),
	})
	return nil
}

// bestBatch finds the best size of Periodic batches and measures it again.
func bestBatch(ctx context.Context, db *flyby.Database, queries querySource, d float64, trials int) (point, error) {
	all, err := queries()
	if err != nil {
		return point{}, err
	}
	at := func(size, trials int) (float64, error) {
		search := searching(db, queries, flyby.Search{Distance: d, Batching: fmt.Sprintf("periodic:%d", size)})
		if first, err := search(ctx); err != nil || first.took > longRun {
			return first.took.Seconds(), err // long enough that one run decides
		}
		all, err := repeat(ctx, trials, search)
		return median(all.seconds), err
	}
	best, err := least(doubling(15, all.Segments()), 120, func(size int) (float64, error) { return at(size, 1) })
	if err != nil {
		return best, err
	}
	best.seconds, err = at(best.at, trials)
	return best, err
}

// paper measures one of S1 to S10 beside its floor.
func (l *lab) paper(ctx context.Context, s datasets.Search, r *Row) error {
	entries, queries, err := s.Load(l.Scale, 1)
	if err != nil {
		return err
	}
	db, err := flyby.Open(ctx, entries, flyby.Options{
		Method: flyby.MethodSpatiotemporal, Device: l.machine.Device.Selector,
	})
	if err != nil {
		return err
	}
	defer db.Close()
	fresh := freshQueries(queries)
	if err := l.runPinned(ctx, db, fresh, s.Distance, r); err != nil {
		return err
	}
	if err := l.claimFloor(ctx, queries, entries, s.Distance, r); err != nil {
		return err
	}
	if err := l.claimOrdinary(ctx, db, fresh, s.Distance, r); err != nil {
		return err
	}
	return l.claimBare(ctx, fresh, r)
}

// floorFactor is the most that a search on a GPU may take, as a multiple of its floor.
const floorFactor = 1.5

// claimFloor holds the row against its floor.
func (l *lab) claimFloor(ctx context.Context, queries, entries *trajectory.Store, d float64, r *Row) error {
	rates, err := l.machineRates()
	if err != nil {
		return err
	}
	cost, err := NewCost(ctx, queries, entries, d, r.Hits, l.machine.Cores)
	if err != nil {
		return err
	}
	r.Cost, r.Floor = &cost, rates.Floor(cost)
	c := Claim{What: "time", Unit: "s", Got: r.Median(), Note: fmt.Sprintf("%s the floor", report.Times(r.Median()/r.Floor).Text)}
	if l.full() && l.gpu() {
		c.Most = floorFactor * r.Floor
	}
	r.Claims = append(r.Claims, c)
	return nil
}

// claimBare reports the time of the row's bytes alone on a GPU, there and back, with one empty kernel in between: a
// search that sends its queries before it reads its hits cannot take less on this machine.
func (l *lab) claimBare(ctx context.Context, queries querySource, r *Row) (err error) {
	if !l.gpu() {
		return nil
	}
	up, down := int(r.Cost.Up), int(r.Cost.Down)
	link, err := enginetest.OpenLink(l.machine.Device.Selector, max(up, down, HitBytes))
	defer func() { err = errors.Join(err, link.Close()) }()
	if err != nil {
		return err
	}
	all, err := repeat(ctx, l.Trials, func(context.Context) (outcome, error) {
		q, err := queries() // in pinned memory, as a search's queries are before it begins
		if err != nil {
			return outcome{}, err
		}
		link.Fill(q.T(), q.X(), q.Y(), q.Z())
		start := time.Now()
		err = link.Bare(up, down)
		return outcome{took: time.Since(start)}, err
	})
	if err != nil {
		return err
	}
	r.Bare = median(all.seconds)
	r.Claims = append(r.Claims, Claim{
		What: "its bytes and an empty kernel", Unit: "s", Got: r.Bare, Note: fmt.Sprintf("%s the floor", report.Times(r.Bare/r.Floor).Text),
	})
	return nil
}
