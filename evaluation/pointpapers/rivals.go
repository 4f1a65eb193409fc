package pointpapers

import (
	"fmt"

	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// realExperiment repeats GPU-SJ's Figures 4, 7 and 8: its method beside rivals.
func realExperiment() experiment {
	return experiment{
		paper: "sj", title: "GPU-SJ, Figures 4, 7 and 8: beside other methods",
		cases: func(p plan) (all []Case) {
			for _, c := range rivalCases() {
				all = append(all, c, treeRival(c), gridRival(c))
			}
			return append(all, bruteForceCases(p)...)
		}, show: showRivals,
	}
}

// rivalCases returns the joins that rivals run, too: the real sets at the ends of their eps, and the synthetic sets of two
// million points.
func rivalCases() (all []Case) {
	for _, name := range realNames() {
		all = append(all, endCases(realSet(name), realThresholds(name))...)
	}
	for n := 2; n <= 6; n++ {
		all = append(all, endCases(uniform(n, 2), synThresholds(n, 2))...)
	}
	return all
}

// endCases returns joins at the least and the greatest of some thresholds.
func endCases(s Set, all []Threshold) []Case {
	return unicompJoins(s, []Threshold{all[0], all[len(all)-1]})
}

// treeRival replaces the paper's R-tree, which has one thread and finds pairs; gridRival replaces Super-EGO, which has a
// thread for each core.
func treeRival(c Case) Case { return selfJoin(c.Set, c.Threshold, "kdtree").on(1) }
func gridRival(c Case) Case { return selfJoin(c.Set, c.Threshold, "grid") }

// bruteForce returns the case by brute force, which counts, as the paper's does.
func bruteForce(c Case) Case { return selfJoin(c.Set, c.Threshold, "bruteforce").at(Counts) }

// mostBruteForced is the largest number of points that brute force compares all with all: a minute of a core or so.
const mostBruteForced = 200_000

// bruteForceCases returns the cases of brute force, one for each set that is small enough, as its time is the same at every eps.
func bruteForceCases(p plan) (all []Case) {
	for _, c := range rivalCases() {
		if i := len(all) - 1; c.Set.size(p.scale) <= mostBruteForced && (i < 0 || all[i].Set != c.Set) {
			all = append(all, bruteForce(c))
		}
	}
	return all
}

func showRivals(b *builder) ([]report.Block, error) {
	all := b.measured(rivalCases())
	t := report.Table{
		Title: "Table SJ-3", Caption: "Search times of GPU-SJ, of a tree on one thread of the host (in place of the paper's R-tree), of flyby's grid (in place of Super-EGO) and of brute force on the host's cores, which counts only.",
		Columns: aboutHeads("gpusj", "tree", "tree / gpusj", "grid", "grid / gpusj", "brute force", "brute force / gpusj"),
	}
	var overTree, overGrid []float64
	for _, c := range all {
		tree, grid, brute := treeRival(c), gridRival(c), bruteForce(c)
		if ratio := b.seconds(tree) / b.seconds(c); ratio > 0 {
			overTree = append(overTree, ratio)
		}
		if ratio := b.seconds(grid) / b.seconds(c); ratio > 0 {
			overGrid = append(overGrid, ratio)
		}
		row := append(b.about(c), b.timed(c, tree)...)
		row = append(append(row, b.ratioOf(tree, c)), b.timed(grid)...)
		row = append(append(row, b.ratioOf(grid, c)), b.timed(brute)...)
		t.Add(append(row, b.ratioOf(brute, c))...)
	}
	if len(overTree) == 0 || len(overGrid) == 0 {
		return nil, nil
	}
	t.Notes = []string{fmt.Sprintf("Over the tree %s in the mean; the paper's over its R-tree 26.9, up to 125, on a GPU. Over flyby's grid %s in the mean; the paper's over Super-EGO on 32 threads 2.38: "+
		"the grid is flyby's own and faster than the methods of the papers.", report.Times(results.Mean(overTree)).Text, report.Times(results.Mean(overGrid)).Text)}
	panels, err := b.rivalPanels(all)
	return []report.Block{{Table: &t}, figure("sj-04", "GPU-SJ, Figure 4", "Search time against eps on the real sets, or what stands in for them; of the tree on one thread of the host.", panels...)}, err
}

// rivalPanels draws a panel for each real set.
func (b *builder) rivalPanels(all []Case) (panels []report.Panel, err error) {
	for _, s := range setsOf(all) {
		if s.like == "" {
			continue
		}
		curve, some := b.measured(unicompJoins(s, realThresholds(s.Name))), ofSet(all, s)
		var tree, grid []Case
		for _, c := range some {
			tree, grid = append(tree, treeRival(c)), append(grid, gridRival(c))
		}
		panels, err = appendPanel(panels, "Time against eps, "+s.Name, times(s.Name, "eps of the paper",
			b.curve("gpusj", epsOfCase, curve), b.curve("tree, one thread of the host", epsOfCase, tree), b.curve("grid", epsOfCase, grid)))
		if err != nil {
			return nil, err
		}
	}
	return panels, nil
}
