package output

import (
	"flyby/trajectory"
)

// ZoneIDs are the ids of zones, which are text.
type ZoneIDs []string

// Len returns the number of zones.
func (z ZoneIDs) Len() int { return len(z) }

// IntIDs reports that no id is an integer.
func (ZoneIDs) IntIDs() bool { return false }

// IntID returns 0: there are no integers.
func (ZoneIDs) IntID(int) int64 { return 0 }

// ID returns the id of a zone.
func (z ZoneIDs) ID(zone int) string { return z[zone] }

// EventWriter writes events of visits.
type EventWriter = ResultWriter[trajectory.Events]

// visitColumns returns the columns of the objects and zones of rows.
func visitColumns(objects *trajectory.Store, zones ZoneIDs, traj, zone *[]uint32) []outColumn {
	return []outColumn{{name: "traj_id", ids: trajectories{objects}, u32: traj}, {name: "zone_id", ids: zones, u32: zone}}
}

// visitContent returns the content of a file of visits. Its columns are traj_id, zone_id, t_enter, t_exit, t_closest, d_min, inside and open, with
// o.Parts parts.
func visitContent(c *trajectory.Encounters, objects *trajectory.Store, o WriteOptions) content {
	columns := append(visitColumns(objects, o.Zones, &c.QueryTraj, &c.EntryTraj),
		outColumn{name: "t_enter", f64: &c.Enter, time: true},
		outColumn{name: "t_exit", f64: &c.Exit, time: true},
		outColumn{name: "t_closest", f64: &c.Closest, time: true},
		outColumn{name: "d_min", f64: &c.Distance, counts: InLength},
		outColumn{name: "inside", f64: &c.Inside, counts: InTime},
		outColumn{name: "open", open: &c.Open})
	if o.Parts {
		columns = append(columns, outColumn{name: "parts", u32: &c.Parts})
	}
	return contentOf(objects, columns)
}

// contentOf returns the content of rows of a store's trajectories.
func contentOf(objects *trajectory.Store, columns []outColumn) content {
	return content{stamps: objects.Times() == trajectory.Timestamp, columns: columns}
}

// visitHitContent returns the content of a file of hits with zones. Its columns are traj_id, seg, zone_id, t_enter and t_exit.
func visitHitContent(c *trajectory.Hits, objects *trajectory.Store, o WriteOptions) content {
	ids := visitColumns(objects, o.Zones, &c.QueryTraj, &c.EntryTraj)
	return contentOf(objects, []outColumn{ids[0], {name: "seg", u32: &c.QuerySeg, segments: true}, ids[1], {name: "t_enter", f64: &c.Enter, time: true}, {name: "t_exit", f64: &c.Exit, time: true}})
}

// visitPairContent returns the content of a file of pairs of an object and a zone. Its columns are traj_id, zone_id, visits, t_first, t_last, duration, inside,
// t_closest and d_min.
func visitPairContent(c *trajectory.Pairs, objects *trajectory.Store, o WriteOptions) content {
	return contentOf(objects, append(visitColumns(objects, o.Zones, &c.QueryTraj, &c.EntryTraj),
		outColumn{name: "visits", u32: &c.Encounters},
		outColumn{name: "t_first", f64: &c.First, time: true},
		outColumn{name: "t_last", f64: &c.Last, time: true},
		outColumn{name: "duration", f64: &c.Duration, counts: InTime},
		outColumn{name: "inside", f64: &c.Inside, counts: InTime},
		outColumn{name: "t_closest", f64: &c.Closest, time: true},
		outColumn{name: "d_min", f64: &c.Distance, counts: InLength}))
}

// CreateEvents begins a file of events of visits as CreateHits begins a file of hits. Its columns are t, event, which is enter or exit, traj_id, zone_id and d.
func CreateEvents(path string, objects, _ *trajectory.Store, o WriteOptions) (*EventWriter, error) {
	return created(path, eventContent, objects, objects, o)
}

// EventColumns is HitColumns for CreateEvents.
func EventColumns(of *trajectory.Events, objects *trajectory.Store, o WriteOptions) []Column {
	return columnsOf(eventContent(of, objects, objects, o))
}

// eventContent returns the content of a file of the events in c.
func eventContent(c *trajectory.Events, objects, _ *trajectory.Store, o WriteOptions) content {
	ids := visitColumns(objects, o.Zones, &c.Traj, &c.Zone)
	return contentOf(objects, []outColumn{{name: "t", f64: &c.T, time: true}, {name: "event", u32: &c.Exits, texts: []string{"enter", "exit"}}, ids[0], ids[1], {name: "d", f64: &c.Distance, counts: InLength}})
}
