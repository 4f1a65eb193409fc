package flyby

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"flyby/internal/engine"
	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/internal/zonefile"
	"flyby/trajectory"
)

// Visits is the result of Database.Visits, which finds visits, or hits, when they are asked for. It is for one goroutine at a time.
type Visits struct {
	result
	question
	zones *zonefile.Zones
}

// Visits asks when objects are in the zones of a search, or within its Distance of these: docs/answers.md has the definition. It reads the zones, unless they are read.
// It fails where Hits does, for queries, where objects have no heights and zones have, and where the data outgrow Options.Memory.
func (db *Database) Visits(ctx context.Context, s Search) (*Visits, error) {
	if s.Queries != nil || s.Vertical != nil || s.Plan != nil {
		return nil, errors.New("flyby: visits: with Queries, Vertical or a Plan: objects visit zones, which may have heights of their own")
	}
	v := &Visits{result: result{ctx: ctx, db: db, found: &engine.Result{}}}
	var err error
	if v.question, err = db.question(ctx, s); err != nil {
		return nil, err
	}
	defer db.turn.Give()
	if v.pair.Outgrows() {
		return nil, db.refusal("visits", v.outgrown("visits are found"))
	}
	open, err := s.Zones.Open(ctx, db.entries, s.Distance)
	if err != nil {
		return nil, err
	}
	v.zones = open.opened
	v.stats = Stats{Entries: db.entries.Segments(), Device: "cpu"}
	rule := v.threshold()
	return v, rule.Check(db.entries.Store, v.zones.Set)
}

// threshold is the rule of visits.
func (v *Visits) threshold() visit.Rule {
	return visit.Rule{Distance: v.Distance, Window: v.Rule().Window, Threads: v.db.options.Threads}
}

// finding finds rows in the database's turn.
func finding[T any](v *Visits, find func(context.Context, *trajectory.Store, *zone.Set, visit.Rule) (T, error)) (rows T, err error) {
	if err := v.good(); err != nil {
		return rows, err
	}
	if err := v.db.turn.Take(v.ctx); err != nil {
		return rows, err
	}
	defer v.db.turn.Give()
	begun := time.Now()
	rows, err = find(v.ctx, v.db.entries.Store, v.zones.Set, v.threshold())
	v.stats.Search = time.Since(begun)
	if err != nil {
		err = v.db.refusal("visits", fmt.Errorf("flyby: %w", err))
	}
	return rows, err
}

// Chunks yields the visits, in order of trajectory, zone and time, in chunks: QueryTraj is an index of the entries, EntryTraj of the zones. Speed is 0. After the database's
// Close the error is ErrClosed.
func (v *Visits) Chunks() iter.Seq2[trajectory.Encounters, error] {
	return func(yield func(trajectory.Encounters, error) bool) {
		if rows, err := v.Collect(); err != nil || rows.Len() > 0 {
			yield(rows, err)
		}
	}
}

// Collect finds all visits, as Chunks yields them.
func (v *Visits) Collect() (trajectory.Encounters, error) { return finding(v, visit.Find) }

// Hits finds the intervals within segments that visits are made of, in order of trajectory, segment, zone and time. EntryTraj is an index of the zones; EntrySeg is nil.
func (v *Visits) Hits() (all trajectory.Hits, err error) {
	found, err := finding(v, visit.FindHits)
	for _, h := range found {
		all.QueryTraj, all.QuerySeg, all.EntryTraj = append(all.QueryTraj, h.Traj), append(all.QuerySeg, h.Seg), append(all.EntryTraj, h.Zone)
		all.Enter, all.Exit = append(all.Enter, h.Enter), append(all.Exit, h.Exit)
	}
	return all, err
}

// Zone returns the id of a zone.
func (v *Visits) Zone(zone int) string { return v.zones.ID(zone) }
