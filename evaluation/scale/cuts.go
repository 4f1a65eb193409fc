package scale

import (
	"context"
	"errors"
	"fmt"
	"os"

	"flyby/evaluation/speed"
)

// cuts has the costs of a join in slabs and of a run in memory, over a file in one order.
type cuts struct {
	order                string
	memory, plan, slabs  turns // seconds: a run in memory, the plan, and the sum of plan, runs and merge
	planned, whole       turns // the same, times the run in memory
	bytes                turns // of the parts, for each hit
	hits                 uint64
	wantedPlan, wantedIn float64
}

// cut measures the rows plan, slabs and parts.
func (l *lab) cut(ctx context.Context) ([]speed.Row, error) {
	s, err := disc(l.Segments, steps)
	if err != nil {
		return nil, err
	}
	all := []*cuts{{order: "trajectories", wantedPlan: 0.45, wantedIn: 2}, {order: "time", wantedPlan: 0.2, wantedIn: 1.5}}
	var paths []string
	for i := range all {
		path, err := l.write(ctx, s, i == 1)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	s.store = nil
	for range l.Turns {
		for i, c := range all {
			if err := c.measure(ctx, l, paths[i], s); err != nil {
				return nil, err
			}
		}
	}
	return l.cutRows(all), nil
}

// cutRows returns the rows plan and slabs of the table.
func (l *lab) cutRows(all []*cuts) []speed.Row {
	var plan, slabs []speed.Claim
	for _, c := range all {
		what := "in order of " + c.order
		plan = append(plan, l.claim(what, "x", c.planned, c.wantedPlan, 0, fmt.Sprintf("%s, in memory %s", seconds(c.plan), seconds(c.memory))))
		slabs = append(slabs, l.claim(what, "x", c.whole, c.wantedIn, 0, fmt.Sprintf("%s, in memory %s", seconds(c.slabs), seconds(c.memory))))
	}
	hits := all[0].hits
	return []speed.Row{
		row("plan", "plan of a Parquet file, times a run in memory", hits, plan...),
		row("slabs", fmt.Sprintf("plan, %d slabs one after another, merge to Parquet, times a run in memory", l.Slabs), hits, slabs...),
		row("parts", "parts of these slabs, bytes a hit", hits, l.claim("bytes", "B", all[0].bytes, 8, 0, "")),
	}
}

// measure takes a turn: a run in memory, and the same in slabs, which must write the same file.
func (c *cuts) measure(ctx context.Context, l *lab, path string, s set) (err error) {
	dir, want, got := l.path("work"), l.path("memory.parquet"), l.path("merged.parquet")
	defer func() { err = errors.Join(err, os.RemoveAll(dir), os.RemoveAll(want), os.RemoveAll(got)) }()
	memory, err := l.run(ctx, append(joinArgs(path, s, "join"), "--device", "cpu", "--out", want)...)
	if err != nil {
		return err
	}
	plan, n, err := l.plan(ctx, path, s, dir, l.Slabs)
	if err != nil {
		return err
	}
	all := plan
	for k := range n {
		one, err := l.slab(ctx, dir, k)
		if err != nil {
			return err
		}
		all.add(one)
	}
	merged, err := l.merge(ctx, dir, got)
	if err != nil {
		return err
	}
	all.add(merged)
	if err := checkSame("the merge of "+c.order, got, want); err != nil {
		return err
	}
	_, bytes, err := parts(dir)
	c.take(memory, plan, all, bytes)
	return err
}

// take adds the costs of a turn.
func (c *cuts) take(memory, plan, all cost, bytes int64) {
	c.hits = memory.Rows
	c.memory.add(memory.cpu)
	c.plan.add(plan.cpu)
	c.slabs.add(all.cpu)
	c.planned.add(plan.cpu / memory.cpu)
	c.whole.add(all.cpu / memory.cpu)
	c.bytes.add(float64(bytes) / float64(max(1, memory.Rows)))
}

// slab runs a slab in a process of its own.
func (l *lab) slab(ctx context.Context, dir string, k int, flags ...string) (cost, error) {
	return l.run(ctx, append([]string{"slab", "run", dir, "--slab", fmt.Sprint(k), "--device", "cpu"}, flags...)...)
}
