package job

import (
	"context"
	"time"

	"flyby"
	"flyby/group"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/question"
)

// GroupRows are consecutive rows of a job of convoys, in order. By Level a row is a group or a member, with group.Moving and Members a member at a tick.
type GroupRows struct {
	Group   []uint32  // number of the group, from 0
	Start   []float64 // of the group; with group.Moving and Members the tick
	End     []float64
	Size    []uint32 // number of members of the group, or at the tick
	Members []uint32 // trajectories; nil: a row is a group
}

// grouping is one search for groups, from the database to its rows.
type grouping struct {
	*Job
	groups, rows uint64
	stats        flyby.GroupStats
	table        GroupRows
	having       []condition
	to           rowWriter[int]
}

// chunkRows is the least number of rows that are handed over at a time, the last rows aside.
const chunkRows = 1 << 13

// group finds groups.
func (j *Job) group(ctx context.Context, to Sink, o output.WriteOptions) (r Report, err error) {
	g, err := j.newGrouping()
	if err != nil {
		return r, err
	}
	w, err := j.createTable(to, func() Rows { return Rows{Groups: g.table} }, func() (*output.TableWriter, error) {
		return output.CreateTimedTable(to.path, g.columns(), j.entries.Store, o)
	})
	if err != nil {
		return r, err
	}
	g.to = w
	if err = j.written(ctx, w, g.find); err != nil {
		return r, err
	}
	return g.report(w.AtWork()), nil
}

// newGrouping makes a search for groups.
func (j *Job) newGrouping() (*grouping, error) {
	g := &grouping{Job: j}
	c, err := j.conditions(g.columns(), &further{})
	g.having = c.early
	return g, err
}

// report returns the report of the search.
func (g *grouping) report(writing time.Duration) Report {
	r := g.Job.report(writing)
	r.Groups, r.Rows, r.GroupsStats, r.Stats = g.groups, g.rows, g.stats, g.stats.Stats
	r.Found, r.Held = g.stats.Encounters, g.rows
	r.Spilled += g.stats.Spilled
	return r
}

// columns returns the columns of a file; their values are replaced chunk by chunk.
func (g *grouping) columns() []output.Column {
	t := &g.table
	if g.byTick() {
		return []output.Column{output.CountColumn("group", &t.Group), output.InstantColumn("t", &t.Start), output.CountColumn("size", &t.Size), output.TrajectoryColumn("traj_id", &t.Members, g.entries.Store)}
	}
	all := []output.Column{output.CountColumn("group", &t.Group), output.InstantColumn("t_start", &t.Start), output.InstantColumn("t_end", &t.End), output.CountColumn("size", &t.Size)}
	if g.ask.Level == question.Members {
		all = append(all, output.TrajectoryColumn("traj_id", &t.Members, g.entries.Store))
	}
	return all
}

// byTick reports whether there is a row for each tick and member.
func (g *grouping) byTick() bool {
	return g.ask.Group.Method == group.Moving && g.ask.Level == question.Members
}

// find finds groups and writes them.
func (g *grouping) find(ctx context.Context) error {
	g.entries.Later = g.ask.Group.OnClock()
	db, err := g.open(ctx)
	if err != nil {
		return err
	}
	defer g.shut(db)
	for one, err := range db.GroupsWith(memory.WithQuota(ctx, g.quota), g.ask.Group, &g.stats) {
		if err != nil {
			return err
		}
		if g.groups == 0 {
			g.ask.Progress(Progress{Phase: "write", Total: -1})
		}
		if err := g.add(one); err != nil {
			return err
		}
		g.groups++
	}
	return g.flush()
}

// add adds the rows of a group, and writes all rows once there are chunkRows.
func (g *grouping) add(one group.Group) error {
	if !g.byTick() {
		return g.addRows(one.Start, one.End, one.Members)
	}
	for s := range one.Snapshots {
		if err := g.addRows(s.T, s.T, s.Members); err != nil {
			return err
		}
	}
	return nil
}

// addRows adds one row, or a row for each member.
func (g *grouping) addRows(start, end float64, members []uint32) error {
	rows, t := 1, &g.table
	if g.ask.Level == question.Members {
		rows = len(members)
		t.Members = append(t.Members, members...)
	}
	for range rows {
		t.Group, t.Size = append(t.Group, uint32(g.groups)), append(t.Size, uint32(len(members)))
		t.Start, t.End = append(t.Start, start), append(t.End, end)
	}
	if len(t.Group) < chunkRows {
		return nil
	}
	return g.flush()
}

// leave keeps the rows that hold the conditions of the ask.
func (g *grouping) leave() {
	if len(g.having) == 0 {
		return
	}
	t := &g.table
	rows := matching(len(t.Group), g.having)
	for i, row := range rows {
		t.Group[i], t.Size[i], t.Start[i], t.End[i] = t.Group[row], t.Size[row], t.Start[row], t.End[row]
		if t.Members != nil {
			t.Members[i] = t.Members[row]
		}
	}
	n := len(rows)
	if t.Group, t.Size, t.Start, t.End = t.Group[:n], t.Size[:n], t.Start[:n], t.End[:n]; t.Members != nil {
		t.Members = t.Members[:n]
	}
}

// flush writes the rows added so far.
func (g *grouping) flush() error {
	t := &g.table
	g.leave()
	n := len(t.Group)
	g.rows += uint64(n)
	err := g.to.Write(n)
	t.Group, t.Size, t.Members, t.Start, t.End = t.Group[:0], t.Size[:0], t.Members[:0], t.Start[:0], t.End[:0]
	return err
}
