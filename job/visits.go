package job

import (
	"context"

	"flyby"
	"flyby/internal/output"
	"flyby/internal/visit"
	"flyby/stage"
	"flyby/trajectory"
)

// readZones reads the zones of visits.
func (j *Job) readZones(ctx context.Context) (err error) {
	if !j.ask.ofZones() {
		return nil
	}
	j.entries.Later = true // nothing is indexed
	z := j.ask.Search.Zones
	z.Files, z.SkipBad, z.Stdin, z.Folder = j.ask.Zones, j.ask.Read.SkipBadRows, j.ask.Read.Stdin, j.ask.Read.Folder
	j.zones, err = z.Read(ctx, j.entries)
	return err
}

// Zones returns the zones of visits, which are read.
func (j *Job) Zones() flyby.Zones { return j.zones }

// zoneIDs returns the ids of zones, nil if there are none.
func (j *Job) zoneIDs() output.ZoneIDs {
	if !j.ask.ofZones() {
		return nil
	}
	return j.zones.IDs()
}

// querySide is the name, in further columns, of the trajectories of queries, or of visits.
func (j *Job) querySide() string {
	if j.ask.ofZones() {
		return "traj"
	}
	return "query"
}

// entrySide returns the side of entries; nil: these are zones.
func (j *Job) entrySide() *side {
	if j.ask.ofZones() {
		return nil
	}
	return newSide("entry", j.entries)
}

// visitHits finds hits with zones.
func (a *answering) visitHits(ctx context.Context, db *flyby.Database) (x answerRows[trajectory.Hits], err error) {
	found, err := db.Visits(ctx, a.search())
	if err != nil {
		return x, err
	}
	x.stats = found.Stats
	rows := stage.Stream[trajectory.Hits](func(yield func(trajectory.Hits, error) bool) { yield(found.Hits()) })
	if x.rows, err = filtered(ctx, a, stage.Count(rows, &a.counts.Found)); err == nil {
		x.rows = firstOf(a, x.rows)
	}
	return x, err
}

// events makes events of visits.
func (a *answering) events(ctx context.Context, db *flyby.Database) (x answerRows[visit.Events], err error) {
	of, err := a.merged(ctx, db)
	if err != nil {
		return x, err
	}
	x.stats = of.stats
	rows := stage.Stream[visit.Events](func(yield func(visit.Events, error) bool) {
		var all trajectory.Encounters
		for some, err := range of.rows {
			if err == nil {
				all, err = all.Append(some)
			}
			if err != nil {
				yield(visit.Events{}, err)
				return
			}
		}
		yield(visit.EventsOf(all), nil)
	})
	if x.rows, err = filtered(ctx, a, stage.Count(rows, &a.counts.All)); err == nil {
		x.rows = firstOf(a, x.rows)
	}
	return x, err
}
