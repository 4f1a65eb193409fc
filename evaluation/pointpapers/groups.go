package pointpapers

import (
	"context"
	"fmt"
	"math"
	"time"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
	"flyby/group"
	"flyby/trajectory"
)

// groupsExperiment measures flyby's targets for groups of moving objects: they come from no paper, and are not joins
// of points.
func groupsExperiment() experiment {
	of := func(clock bool) func(context.Context, *lab, plan) error {
		return func(ctx context.Context, l *lab, _ plan) error {
			for _, g := range groupings() {
				if g.search.OnClock() != clock {
					continue
				}
				if err := l.group(ctx, g); err != nil {
					return fmt.Errorf("%s: %w", g.what, err)
				}
			}
			return nil
		}
	}
	return experiment{paper: "dbscan", title: "Targets of groups", cases: func(plan) []Case { return nil }, early: of(false), more: of(true), show: showGroups}
}

// grouping is a target for groups of objects in a disc that have a sample each time unit.
type grouping struct {
	what    string
	objects int
	steps   int
	search  group.Search
	wanted  float64 // a multiple of the join's time for Connected, else seconds
}

// groupings returns all targets: groups in continuous time of the workload GAL, and convoys of a clock with a tick at
// each sample.
func groupings() []grouping {
	const objects, steps = 2500, 400 // GAL's size
	all := []grouping{{
		what: "cmc, 10⁴ objects, 1,000 ticks", objects: 10_000, steps: 999, wanted: 15,
		search: group.Search{Method: group.Convoy, Distance: 0.1, MinSize: 3, MinTicks: 10, Clock: group.Clock{Step: 1}},
	}}
	for _, d := range []float64{0.05, 0.5} {
		all = append(all, grouping{"group, GAL, d = " + number(d), objects, steps, group.Search{Distance: d, MinSize: 3}, 0.3})
	}
	return all
}

// Grouped has the measurements of a grouping: the fact "groups, " and the grouping's description. Times are medians,
// in seconds.
type Grouped struct {
	Objects    int     `json:"objects"`
	Encounters int     `json:"encounters"` // which the groups are built from; 0 with a clock
	Groups     int     `json:"groups"`
	Join       float64 `json:"join"` // to find the encounters, on the device
	Seconds    float64 `json:"seconds"`
}

// groupsFact returns the name of a grouping's fact.
func groupsFact(g grouping) string { return "groups, " + g.what }

// fewestObjects is the least number of objects of a scaled grouping.
const fewestObjects = 50

// group measures groups, unless the journal has them.
func (l *lab) group(ctx context.Context, g grouping) error {
	var known Grouped
	if ok, err := l.journal.Fact(groupsFact(g), &known); ok || err != nil {
		return err
	}
	l.Progress(measure.Progress{Phase: g.what, Done: float64(l.done), Total: float64(l.total)})
	objects := max(fewestObjects, int(math.Round(float64(g.objects)*l.Scale)))
	s, err := datasets.Disc(objects, g.steps, 2)
	if err != nil {
		return err
	}
	device := l.device
	if g.search.OnClock() {
		device = hostDevice
	}
	db, err := flyby.Open(ctx, s, flyby.Options{Device: device})
	if err != nil {
		return err
	}
	defer db.Close() // no error is lost: all results are read
	of := Grouped{Objects: objects}
	var joins, sweeps []float64
	for range l.Trials {
		if err := of.measure(ctx, db, s, g.search); err != nil {
			return err
		}
		joins, sweeps = append(joins, of.Join), append(sweeps, of.Seconds)
	}
	of.Join, of.Seconds = results.Median(joins), results.Median(sweeps)
	return l.journal.SetFact(groupsFact(g), of)
}

// measure finds groups once: from encounters collected before, or by a clock.
func (of *Grouped) measure(ctx context.Context, db *flyby.Database, s *trajectory.Store, search group.Search) error {
	groups, start := db.Groups(ctx, search), time.Now()
	if !search.OnClock() {
		found, err := db.Encounters(ctx, flyby.Search{Distance: search.Distance})
		if err != nil {
			return err
		}
		all, err := found.Collect()
		if err != nil {
			return err
		}
		of.Encounters, of.Join = all.Len(), time.Since(start).Seconds()
		whole := func(yield func(trajectory.Encounters, error) bool) { yield(all, nil) }
		groups, start = search.Sweep(ctx, s.Trajectories(), whole), time.Now()
	}
	of.Groups = 0
	for _, err := range groups {
		if err != nil {
			return err
		}
		of.Groups++
	}
	of.Seconds = time.Since(start).Seconds()
	return nil
}

// verdict says whether a grouping is as fast as wanted; at another scale it only says that the time was reported.
func (of Grouped) verdict(g grouping) report.Cell {
	wanted := g.wanted
	if !g.search.OnClock() {
		wanted *= of.Join
	}
	switch {
	case of.Objects != g.objects:
		return report.Word("told")
	case of.Seconds <= wanted:
		return report.Word("yes")
	}
	return report.Word("no")
}

func showGroups(b *builder) ([]report.Block, error) {
	t := report.Table{
		Title: "Table D-7", Caption: "Groups of moving objects: in continuous time, of encounters that the device has found, and convoys by a clock on the host's cores.",
		Columns: append([]report.Column{{Head: "what", Left: true}}, report.Heads("", "objects", "encounters", "join", "groups", "time", "time / join", "wanted", "holds")[1:]...),
		Notes:   []string{"Objects are on orbits in a disc (datasets.Disc, in kpc and Myr), groups of at least 3: in continuous time of any duration, convoys of 10 ticks and more within 0.1. The time of group is that of the sweep alone."},
	}
	for _, g := range groupings() {
		var of Grouped
		if ok, err := b.journal.Fact(groupsFact(g), &of); !ok || err != nil {
			continue
		}
		join, ratio, wanted := report.Seconds(of.Join), report.Times(of.Seconds/of.Join), report.Word("at most "+number(g.wanted)+" x")
		if g.search.OnClock() {
			join, ratio, wanted = report.None(), report.None(), report.Word("at most "+report.Seconds(g.wanted).Text)
		}
		t.Add(report.Word(g.what), report.Count(of.Objects), report.Count(of.Encounters), join, report.Count(of.Groups), report.Seconds(of.Seconds), ratio, wanted, of.verdict(g))
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	return []report.Block{{Table: &t}}, nil
}
