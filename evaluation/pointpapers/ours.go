package pointpapers

import (
	"math"

	"flyby/evaluation/report"
)

// oursExperiment compares flyby's own methods with the papers' methods.
func oursExperiment() experiment {
	return experiment{paper: "ours", title: "flyby's own methods beside the papers'", cases: func(p plan) (all []Case) {
		for _, c := range comparedCases() {
			for _, method := range paperMethods() {
				all = append(all, byMethod(c, method))
			}
			all = append(all, byMethod(c, "grid"), byMethod(c, "tiles"), byMethod(c, "auto"))
			if c.Set.size(p.scale) <= mostBruteForced {
				all = append(all, byMethod(c, "kdtree"))
			}
		}
		return all
	}, show: showOurs}
}

// paperMethods returns the methods that follow the papers.
func paperMethods() []string { return []string{"gpusj", "gpujoin", "lss"} }

// byMethod returns the join of a case by a method with its defaults, on all cores.
func byMethod(c Case, method string) Case { return selfJoin(c.Set, c.Threshold, method) }

// comparedCases returns joins of few and of many dimensions, of even and exponential points and of points
// like measured ones.
func comparedCases() []Case {
	join := func(s Set, t Threshold) Case { return selfJoin(s, t, "auto") }
	return []Case{
		join(uniform(2, 2), Threshold{Eps: 0.2}), join(uniform(2, 2), Threshold{Eps: 1}), join(uniform(3, 2), Threshold{Eps: 1}), join(uniform(4, 2), Threshold{Eps: 4}),
		join(uniform(5, 2), Threshold{Eps: 8}), join(uniform(6, 2), Threshold{Eps: 8}), join(realSet("SDSS2DA"), Threshold{Eps: 0.3}), join(realSet("SW3DA"), Threshold{Eps: 0.6}),
		join(exponential(16), Threshold{Eps: 0.05}), join(exponential(64), Threshold{Eps: 0.17}), join(unitCube(16, 256), Threshold{Eps: 0.1}),
		join(realSet("SuSy"), Threshold{0.01, 5}), join(realSet("Songs"), Threshold{0.0075, 87}),
	}
}

// best returns the faster of grid and tiles, and its time.
func (b *builder) best(c Case) (method string, seconds float64) {
	grid, tiles := b.whole(byMethod(c, "grid")), b.whole(byMethod(c, "tiles"))
	if tiles < grid || math.IsNaN(grid) {
		return "tiles", tiles
	}
	return "grid", grid
}

// slower returns the time of a method, and that as a multiple of our best.
func (b *builder) slower(c Case, method string, ours float64) []report.Cell {
	seconds := b.whole(byMethod(c, method))
	return []report.Cell{report.Seconds(seconds), report.Times(seconds / ours)}
}

func showOurs(b *builder) ([]report.Block, error) {
	t := report.Table{
		Title: "Table O-1", Caption: "Time to index and to search, on all cores, and how many times as long as flyby's faster method the papers' take. The faster of grid and tiles is in bold.",
		Columns: aboutHeads("pairs", "grid", "tiles", "gpusj", "", "gpujoin", "", "lss", "", "kdtree", "auto", "auto / faster"),
		Notes: []string{
			"gpusj searches for 3^k cells by halves around each cell and compares in float64; grid has rows of cells as ranges of points, looks at half of them, and rules points out in float32, many at a time.",
			"gpujoin visits each cell from both sides, and its cells are of the dimensions that it indexes alone: where these rule little out it compares nearly all points, one by one. tiles compares blocks of points in registers.",
			"lss compares a point with all that lie between two corners along a curve, which in few dimensions leave much that is far away, and in many dimensions takes 17 lists and more, each of them sorted and searched.",
			"auto never picks a method of the papers: it predicts the time of grid, tiles and the baselines.",
		},
	}
	for _, c := range comparedCases() {
		method, ours := b.best(c)
		if math.IsNaN(ours) {
			continue
		}
		shown := byMethod(c, method)
		g, _ := b.groupOf(shown)
		row := append(b.about(shown), report.Count(g.Hits))
		row = append(row, report.Seconds(b.whole(byMethod(c, "grid"))).Strong(method == "grid"), report.Seconds(b.whole(byMethod(c, "tiles"))).Strong(method == "tiles"))
		for _, name := range paperMethods() {
			row = append(row, b.slower(c, name, ours)...)
		}
		auto := b.whole(byMethod(c, "auto"))
		t.Add(append(row, report.Seconds(b.whole(byMethod(c, "kdtree"))), report.Seconds(auto), report.Times(auto/ours))...)
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	return []report.Block{{Table: &t}}, nil
}
