package job

import (
	"context"

	"flyby"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/push"
	"flyby/internal/rowbytes"
	"flyby/internal/visit"
	"flyby/internal/zonefile"
	"flyby/stage"
	"flyby/trajectory"
)

// OpenZones reads the zones of visits, for the question of the ask, whose values are in the units of the data: Run does it, and Check knows then which attributes zones have. Zones of the ask's Search that are open
// stay as they are.
func (j *Job) OpenZones(ctx context.Context) (err error) {
	if !j.ask.ofZones() {
		return nil
	}
	if err := j.checkZones(); err != nil {
		return err
	}
	j.entries.Later = true // nothing is indexed
	z := &j.ask.Search.Zones
	z.Files, z.SkipBad, z.Stdin, z.Folder = j.ask.Zones, j.ask.Read.SkipBadRows, j.ask.Read.Stdin, j.ask.Read.Folder
	z.Attributes, _ = j.ask.inputColumns()
	*z, err = z.Open(ctx, j.entries, j.ask.Search.Distance)
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
func (j *Job) Zones() *zonefile.Zones { return j.ask.Search.Zones.Opened() }

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
	if x.rows, err = filtered(ctx, a, stage.Count(found.Hits(), &a.counts.Found)); err == nil {
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
	if x.rows, err = filtered(ctx, a, stage.Count(a.inTime(of.rows), &a.counts.All)); err == nil {
		x.rows = firstOf(a, x.rows)
	}
	return x, err
}

// inTime makes events of all visits, which it holds.
func (a *answering) inTime(of met) stage.Stream[trajectory.Events] {
	return push.Seq(func(give func(trajectory.Events) error) error {
		var all trajectory.Encounters
		for some, err := range of {
			if err == nil {
				err = a.quota.Need("the ends of "+memory.Count(all.Len()+some.Len())+" visits take", memory.Of(all.Len()+some.Len(), rowbytes.VisitBytes+endsBytes))
			}
			if err == nil {
				all, err = all.Append(some)
			}
			if err != nil {
				return err
			}
		}
		bytes := memory.Of(all.Len(), endsBytes)
		a.quota.Take(bytes)
		defer a.quota.Give(bytes)
		return give(visit.Events(all))
	})
}

// endsBytes is the memory of the two events of a visit, in two orders, with the numbers of their rows.
const endsBytes = 2 * (2*rowbytes.EventBytes + 8)
