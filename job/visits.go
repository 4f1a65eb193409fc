package job

import (
	"context"

	"flyby"
	"flyby/internal/output"
	"flyby/internal/visit"
	"flyby/internal/zonefile"
	"flyby/stage"
	"flyby/trajectory"
)

// OpenZones reads the zones of visits, for the question of the ask, whose values are in the units of the data: Run does it, and Check knows then which attributes zones have.
func (j *Job) OpenZones(ctx context.Context) (err error) {
	if !j.ask.ofZones() || j.zones.Opened() != nil {
		return nil
	}
	if err := j.checkZones(); err != nil {
		return err
	}
	j.entries.Later = true // nothing is indexed
	z := j.ask.Search.Zones
	z.Files, z.SkipBad, z.Stdin, z.Folder = j.ask.Zones, j.ask.Read.SkipBadRows, j.ask.Read.Stdin, j.ask.Read.Folder
	z.Attributes, _ = j.ask.inputColumns()
	j.zones, err = z.Open(ctx, j.entries, j.ask.Search.Distance)
	return err
}

// checkZones refuses what is not for the data of visits.
func (j *Job) checkZones() error {
	s, frame := &j.ask.Search, j.entries.Space().Frame
	switch {
	case s.Zones.Sides != "" && frame != trajectory.EarthCentred:
		return wrong("zone-sides", "%s: is for positions in degrees (Read.LonLat)", s.Zones.Sides)
	case s.Distance > visit.MostOnEarth && frame == trajectory.EarthCentred:
		return wrong("Distance", "%v m: must be at most %v km: farther away, distances are none on the ground", s.Distance, visit.MostOnEarth/1000)
	}
	return nil
}

// Zones returns the zones of visits, once they are read.
func (j *Job) Zones() *zonefile.Zones { return j.zones.Opened() }

// zoneIDs returns the ids of zones, nil if there are none.
func (j *Job) zoneIDs() (ids output.ZoneIDs) {
	z := j.Zones()
	if z == nil {
		return nil
	}
	for i := range z.Len() {
		ids = append(ids, z.ID(i))
	}
	return ids
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
func (a *answering) events(ctx context.Context, db *flyby.Database) (x answerRows[trajectory.Events], err error) {
	of, err := a.merged(ctx, db)
	if err != nil {
		return x, err
	}
	x.stats = of.stats
	rows := stage.Stream[trajectory.Events](func(yield func(trajectory.Events, error) bool) {
		var all trajectory.Encounters
		for some, err := range of.rows {
			if err == nil {
				all, err = all.Append(some)
			}
			if err != nil {
				yield(trajectory.Events{}, err)
				return
			}
		}
		yield(visit.Events(all), nil)
	})
	if x.rows, err = filtered(ctx, a, stage.Count(rows, &a.counts.All)); err == nil {
		x.rows = firstOf(a, x.rows)
	}
	return x, err
}
