package pointpapers

import (
	"fmt"

	"flyby/evaluation/report"
)

// target is flyby's target for one join.
type target struct {
	what     string
	c        Case
	gpu      bool     // needs a GPU of the H200's class, else on the host's cores
	opponent float64  // another program's time, in seconds, on the machine of docs/performance.md or on an H100; 0: none
	times    float64  // the most, as a multiple of the opponent's time
	least    float64  // the most where there is no multiple, in seconds, or with pair in nanoseconds
	pair     bool     // times are nanoseconds for each pair of points
	peer     []string // settings of the peer's join; nil: the peer cannot run it
}

// targetsExperiment measures flyby's targets for joins, beside a grid in C++ where there is one.
func targetsExperiment() experiment {
	return experiment{paper: "targets", title: "Targets", cases: func(p plan) (all []Case) {
		for _, t := range targets() {
			if t.gpu != p.gpu {
				continue
			}
			all = append(all, t.c)
			if p.peer && t.peer != nil {
				all = append(all, t.rival())
			}
		}
		return all
	}, show: showTargets}
}

// rival returns the peer's join of a target.
func (t target) rival() Case {
	c := selfJoin(t.c.Set, t.c.Threshold, peerMethod, t.peer...)
	return c.at(t.c.Level)
}

// even returns a join of a million even points by grid on one thread.
func even(n int, eps float64) Case { return selfJoin(uniform(n, 1), Threshold{Eps: eps}, "grid").on(1) }

// blocks returns a case that counts the neighbours of thousands of exponential points in n dimensions by tiles on one thread.
func blocks(n, thousands int, eps float64) Case {
	s := exponential(n)
	s.Name, s.Points = fmt.Sprintf("Syn%dD%dk", n, thousands), thousands*thousand
	return selfJoin(s, Threshold{Eps: eps}, "tiles").on(1).at(Counts)
}

// targets returns the targets for joins. Targets of cores are held against the grid in C++ on one core, with its times on the machine of
// docs/performance.md; with a peer, against the peer's times here. Targets of a GPU are held against the code of GPU-SJ's authors.
func targets() []target {
	any := []string{} // the peer's defaults
	few := func(what string, n int, eps, opponent, times float64, threads int) target {
		return target{what: what, c: even(n, eps).on(threads), opponent: opponent, times: times, peer: any}
	}
	counts := few("2-D eps 1, counts", 2, 1, 0.23, 0.7, 1)
	counts.c = counts.c.at(Counts)
	six := few("6-D eps 8, pairs", 6, 8, 0.83, 0.7, 1)
	six.peer = []string{"k=5"}
	all := []target{
		few("2-D eps 0.2, pairs in order, one core", 2, 0.2, 0.163, 1, 1), few("the same, two cores", 2, 0.2, 0.163, 0.6, 2),
		few("2-D eps 1, pairs in order", 2, 1, 0.52, 1.5, 1), counts,
		few("4-D eps 4, pairs", 4, 4, 0.42, 0.8, 1), few("5-D eps 8, pairs", 5, 8, 1, 0.8, 1), six,
		{what: "16-D exponential eps 0.05, a pair", c: blocks(16, 100, 0.05), least: 0.6, pair: true},
		{what: "64-D exponential eps 0.17, a pair", c: blocks(64, 60, 0.17), least: 2.4, pair: true},
	}
	return append(all, gpuTargets()...)
}

// gpuTargets returns the targets that need a GPU, of two million points.
func gpuTargets() []target {
	on := func(s Set, eps float64, method string) Case { return selfJoin(s, Threshold{Eps: eps}, method) }
	return []target{
		{what: "2-D eps 1, pairs", c: on(uniform(2, 2), 1, "grid"), gpu: true, opponent: 2.04},
		{what: "2-D eps 1, counts", c: on(uniform(2, 2), 1, "grid").at(Counts), gpu: true, least: 0.01},
		{what: "3-D eps 3", c: on(uniform(3, 2), 3, "grid"), gpu: true, opponent: 1.88, times: 0.1},
		{what: "4-D eps 4", c: on(uniform(4, 2), 4, "grid"), gpu: true, opponent: 2.09, times: 0.1},
		{what: "5-D eps 8", c: on(uniform(5, 2), 8, "grid"), gpu: true, opponent: 2.12, times: 0.1},
		{what: "6-D eps 8", c: on(uniform(6, 2), 8, "grid"), gpu: true, opponent: 4, least: 0.04},
		{what: "16-D exponential eps 0.03", c: on(exponential(16), 0.03, "tiles"), gpu: true, opponent: 8.4, least: 4},
		{what: "16-D exponential eps 0.05", c: on(exponential(16), 0.05, "tiles"), gpu: true, opponent: 79, least: 8},
	}
}

// takenTime returns the time of a target's join, in seconds, or in nanoseconds a pair: with one thread the processor's time, which says
// more than the clock where a machine is shared, with several and on devices the time to index and to search.
func (b *builder) takenTime(t target) float64 {
	seconds := b.whole(t.c)
	if t.c.Threads == 1 {
		seconds = b.processor(t.c)
	}
	if n := float64(b.source(t.c.Set).Points); t.pair {
		return seconds * 1e9 / (n * (n - 1) / 2)
	}
	return seconds
}

// against returns the opponent's time and whether it was measured here; 0 where there is no opponent.
func (b *builder) against(t target) (seconds float64, here bool) {
	if t.peer != nil {
		if g, ok := b.groupOf(t.rival()); ok {
			return g.Join.Processors, true
		}
	}
	return t.opponent, false
}

// wanted returns the most that a target allows, 0 where it sets no limit.
func (b *builder) wanted(t target) float64 {
	if t.times > 0 {
		seconds, _ := b.against(t)
		return t.times * seconds
	}
	return t.least
}

// amount formats v as a cell, in the target's unit.
func (t target) amount(v float64) report.Cell {
	switch {
	case v == 0:
		return report.None()
	case t.pair:
		return report.Word(significant(v).Text + " ns")
	}
	return report.Seconds(v)
}

func showTargets(b *builder) ([]report.Block, error) {
	table := report.Table{
		Title: "Table T-1", Caption: "What flyby aims at. Of one thread it is the processor's time for all of it, of several and of a GPU the time to index and to search.",
		Columns: append([]report.Column{{Head: "what", Left: true}, {Head: "method", Left: true}}, report.Heads("", "points", "pairs", "index", "search", "processors", "it takes", "opponent", "times", "wanted", "holds")[1:]...),
		Notes: []string{"The opponent of cores is a plain grid in C++ on one core, whose pairs come in no order, with --peer-grid as measured here, on points of its own; else, and of a GPU, as measured elsewhere: " +
			"then the ratio is of two machines, and says little. That of a GPU is the code of the authors of GPU-SJ on an H100, in 16 dimensions that of GPU-Join."},
	}
	for _, t := range targets() {
		g, ok := b.groupOf(t.c)
		if !ok || t.gpu != b.gpu {
			continue
		}
		opponent, here := b.against(t)
		of := t.amount(opponent)
		if here && opponent > 0 {
			of.Text += ", here"
		}
		table.Add(report.Word(t.what), report.Word(t.c.Method), report.Count(b.source(t.c.Set).Points), report.Count(g.Hits), report.Seconds(g.Join.Index), report.Seconds(g.Seconds),
			report.Seconds(g.Join.Processors), t.amount(b.takenTime(t)), of, b.ratioTo(t, opponent), t.amount(b.wanted(t)), b.targetVerdict(t))
	}
	if len(table.Rows) == 0 {
		return nil, nil
	}
	return []report.Block{{Table: &table}}, nil
}

// ratioTo returns the time of a target as a multiple of its opponent's.
func (b *builder) ratioTo(t target, opponent float64) report.Cell {
	return report.Times(b.takenTime(t) / opponent)
}

// targetVerdict says whether a target is met; at another scale it only says that the time was reported.
func (b *builder) targetVerdict(t target) report.Cell {
	switch most := b.wanted(t); {
	case most == 0 || b.scale != 1:
		return report.Word("told")
	case b.takenTime(t) <= most:
		return report.Word("yes")
	}
	return report.Word("no")
}
