package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/group"
	hostmemory "flyby/internal/memory"
	"flyby/stage"
	"flyby/trajectory"
	"flyby/trajectory/output"
)

// convoyJob is one search for groups, from files that were read to a file of results.
type convoyJob struct {
	*job
	search     group.Search
	rows       string // convoyLevels
	groups     uint64
	clustering time.Duration
	found      flyby.Stats
	ticks      group.ClockStats // by a clock
	table      groupTable
}

// groupTable is the rows that are written next.
type groupTable struct {
	groups, sizes, members []uint32
	starts, ends           []float64 // of moving clusters starts has the ticks
}

// ask turns the flags into what is asked of the data, in their units.
func (g *convoyJob) ask(c *cobra.Command, f *convoyFlags) (err error) {
	asked := g.job.search
	g.search = group.Search{Distance: asked.Distance, From: asked.From, To: asked.To, MinSize: f.minSize, Method: group.Method(f.kind), MinTicks: f.minTicks, Theta: f.theta}
	if f.onClock() {
		g.search.Clock, err = f.clock(c, g.entries, g.units())
		return err
	}
	g.job.search.ExactTimes = true
	for _, q := range []struct {
		quantity *quantity
		to       *float64
	}{{&f.minDuration, &g.search.MinDuration}, {&f.maxBreak, &g.search.MaxBreak}} {
		if *q.to, err = q.quantity.in(c, f.entries.shown(), g.units()); err != nil {
			return err
		}
	}
	return nil
}

// run opens the output, searches and writes. A failed run leaves no output.
func (g *convoyJob) run() error {
	defer g.close() //nolint:errcheck // what was read of spools was good
	return g.supervised(g.do)
}

func (g *convoyJob) do() error {
	to, err := output.CreateTimedTable(g.out, g.columns(), g.entries.Store, g.writeOptions)
	if err != nil {
		return err
	}
	defer to.Abort()
	defer context.AfterFunc(g.ctx, to.Discard)()
	find := g.find
	if g.search.OnClock() {
		find = g.findOnClock
	}
	if err := find(to); err != nil {
		return err
	}
	if err := errors.Join(g.ctx.Err(), to.Close()); err != nil {
		return err
	}
	g.writing = to.AtWork()
	g.display.end()
	g.summarize()
	return nil
}

// columns are those of the result, of which write fills a chunk at a time.
func (g *convoyJob) columns() []output.Column {
	t := &g.table
	if g.byTick() {
		return []output.Column{output.CountColumn("group", &t.groups), output.InstantColumn("t", &t.starts), output.CountColumn("size", &t.sizes), output.TrajectoryColumn("traj_id", &t.members, g.entries.Store)}
	}
	all := []output.Column{output.CountColumn("group", &t.groups), output.InstantColumn("t_start", &t.starts), output.InstantColumn("t_end", &t.ends), output.CountColumn("size", &t.sizes)}
	if g.rows == memberLevel {
		all = append(all, output.TrajectoryColumn("traj_id", &t.members, g.entries.Store))
	}
	return all
}

// byTick reports whether there is a row for each tick and member.
func (g *convoyJob) byTick() bool { return g.search.Method == group.Moving && g.rows == memberLevel }

// findOnClock finds groups by a clock, for which nothing is indexed, and writes them.
func (g *convoyJob) findOnClock(to *output.TableWriter) error {
	g.display.begin("cluster", noUnit)
	g.found.Device = "cpu"
	begun := time.Now()
	seen := func() {
		g.clustering = time.Since(begun)
		g.display.begin("write", noUnit)
	}
	if err := g.write(group.Convoys(g.ctx, g.entries.Store, g.search, g.options.Threads, &g.ticks), to, seen); err != nil {
		return err
	}
	g.warnOfClock()
	return nil
}

// find searches for encounters, finds groups of them and writes these.
func (g *convoyJob) find(to *output.TableWriter) error {
	from, err := g.open()
	if err != nil {
		return err
	}
	defer from.Close()
	found, err := from.encounters(g.ctx, g.job.search)
	hostmemory.Limit(g.files.most) // drivers have compiled
	if err != nil {
		return err
	}
	var searching time.Duration
	encounters := spent(stage.Count(found.Chunks(), &g.tally.found), &searching, func() { g.display.begin("cluster", noUnit) })
	begun := time.Now()
	seen := func() {
		g.clustering = time.Since(begun) - searching
		g.display.begin("write", noUnit)
	}
	if err := g.write(group.Sweep(g.ctx, g.entries.Trajectories(), encounters, g.search), to, seen); err != nil {
		return err
	}
	g.found = found.Stats()
	g.warnOfWindow()
	return nil
}

// warnOfWindow tells that nothing was looked at, where the data lie outside --from and --to.
func (g *convoyJob) warnOfWindow() {
	from, to := g.entries.times()
	if s := &g.search; s.From != nil && *s.From > to || s.To != nil && *s.To < from {
		g.display.warn("%s", fmt.Sprintf("nothing is there: the data are from %s to %s%s", g.instant(from), g.instant(to), within(g)))
	}
}

// spent adds to took how long a stream took to come, and calls ended after it.
func spent(from iter.Seq2[trajectory.Encounters, error], took *time.Duration, ended func()) iter.Seq2[trajectory.Encounters, error] {
	return func(yield func(trajectory.Encounters, error) bool) {
		begun := time.Now()
		defer func() {
			*took += time.Since(begun)
			ended()
		}()
		for e, err := range from {
			*took += time.Since(begun)
			more := yield(e, err)
			begun = time.Now()
			if !more {
				return
			}
		}
	}
}

// write writes groups, and calls seen before the first, or where there is none.
func (g *convoyJob) write(all iter.Seq2[group.Group, error], to *output.TableWriter, seen func()) error {
	for one, err := range all {
		if err != nil {
			return err
		}
		if g.groups == 0 {
			seen()
		}
		if err := g.add(one, to); err != nil {
			return err
		}
		g.groups++
	}
	if g.groups == 0 {
		seen()
	}
	return g.flush(to)
}

// add adds the rows of a group, and writes them where they are enough.
func (g *convoyJob) add(one group.Group, to *output.TableWriter) error {
	if !g.byTick() {
		return g.addRows(one.Start, one.End, one.Members, to)
	}
	for s := range one.Snapshots {
		if err := g.addRows(s.T, s.T, s.Members, to); err != nil {
			return err
		}
	}
	return nil
}

// addRows adds a row, or one a member.
func (g *convoyJob) addRows(start, end float64, members []uint32, to *output.TableWriter) error {
	rows, t := 1, &g.table
	if g.rows == memberLevel {
		rows = len(members)
		t.members = append(t.members, members...)
	}
	for range rows {
		t.groups, t.sizes = append(t.groups, uint32(g.groups)), append(t.sizes, uint32(len(members)))
		t.starts, t.ends = append(t.starts, start), append(t.ends, end)
	}
	if len(t.groups) < chunkRows {
		return nil
	}
	return g.flush(to)
}

// flush writes the rows that there are.
func (g *convoyJob) flush(to *output.TableWriter) error {
	t := &g.table
	n := len(t.groups)
	g.tally.rows += uint64(n)
	err := to.Write(n)
	t.groups, t.sizes, t.members, t.starts, t.ends = t.groups[:0], t.sizes[:0], t.members[:0], t.starts[:0], t.ends[:0]
	return err
}
