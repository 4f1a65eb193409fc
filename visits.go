package flyby

import (
	"context"
	"errors"
	"iter"
	"time"

	"flyby/internal/engine"
	"flyby/internal/push"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/internal/zonefile"
	"flyby/trajectory"
)

// Visits is the result of Database.Visits. Chunks, Collect and Hits search, each time anew. It is for one goroutine at a time.
type Visits struct {
	result
	question
	zones *zonefile.Zones
}

// Visits asks when objects are in the zones of a search, or within its Distance of these: docs/answers.md has the definition. It opens the zones, unless they are open.
// It fails where Hits does, with Queries, Vertical or a Plan, where zones have heights and objects have none, on the Earth for more than 200 km, and where the data outgrow
// Options.Memory. Visits are found on the cores of the host.
func (db *Database) Visits(ctx context.Context, s Search) (*Visits, error) {
	if s.Queries != nil || s.Vertical != nil || s.Plan != nil {
		return nil, errors.New("flyby: visits: with Queries, Vertical or a Plan: objects visit zones, which may have heights of their own")
	}
	q, err := db.question(ctx, s)
	if err != nil {
		return nil, err
	}
	defer db.turn.Give()
	if q.pair.Outgrows() {
		return nil, db.refusal("visits", q.outgrown("visits are found"))
	}
	open, err := s.Zones.Open(ctx, db.entries, s.Distance)
	if err != nil {
		return nil, err
	}
	v := &Visits{result{ctx: ctx, db: db, found: &engine.Result{}, stats: Stats{Entries: db.entries.Segments(), Device: "cpu"}}, q, open.opened}
	rule := v.threshold()
	return v, db.refusal("visits", rule.Check(db.entries.Store, v.zones.Set))
}

// threshold is the rule of visits.
func (v *Visits) threshold() visit.Rule {
	return visit.Rule{
		Distance: v.Distance, Window: v.Rule().Window, Threads: v.db.options.Threads, Quota: v.quota,
		Progress: func(done, total float64) { v.db.options.reportProgress("search", done, total) },
	}
}

// visiting yields what a search finds, in the database's turn.
func visiting[T, R any](v *Visits, each func(context.Context, *trajectory.Store, *zone.Set, visit.Rule, func(T) error) error, rows func(T) R) iter.Seq2[R, error] {
	return engine.During(v.ctx, v.db.turn, func(ctx context.Context) iter.Seq2[R, error] {
		return push.Seq(func(give func(R) error) error {
			begun := time.Now()
			defer func() { v.stats.Search = time.Since(begun) }()
			if err := v.good(); err != nil {
				return err
			}
			return v.db.refusal("visits", each(ctx, v.db.entries.Store, v.zones.Set, v.threshold(), func(some T) error { return give(rows(some)) }))
		})
	})
}

// Chunks yields the visits, in order of trajectory, zone and time, in chunks: QueryTraj is an index of the entries, EntryTraj of the zones, and Speed is 0. After the database's
// Close the error is ErrClosed.
func (v *Visits) Chunks() iter.Seq2[trajectory.Encounters, error] {
	return visiting(v, visit.Each, func(some trajectory.Encounters) trajectory.Encounters { return some })
}

// Collect returns all visits in order, or the error that ends Chunks, or ErrMemory.
func (v *Visits) Collect() (trajectory.Encounters, error) {
	all, err := engine.Collect(v.Chunks(), trajectory.Encounters.Append)
	return all, v.db.refusal("visits", err)
}

// Hits yields the intervals within segments that visits are made of, in order of trajectory, segment, zone and time, in chunks. EntryTraj is an index of the zones; EntrySeg is nil.
func (v *Visits) Hits() iter.Seq2[trajectory.Hits, error] {
	return visiting(v, visit.EachHits, func(some []visit.Hit) (rows trajectory.Hits) {
		for _, h := range some {
			rows.QueryTraj, rows.QuerySeg, rows.EntryTraj = append(rows.QueryTraj, h.Traj), append(rows.QuerySeg, h.Seg), append(rows.EntryTraj, h.Zone)
			rows.Enter, rows.Exit = append(rows.Enter, h.Enter), append(rows.Exit, h.Exit)
		}
		return rows
	})
}

// Zone returns the id of a zone.
func (v *Visits) Zone(zone int) string { return v.zones.ID(zone) }
