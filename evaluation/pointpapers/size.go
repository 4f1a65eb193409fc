package pointpapers

import "flyby/evaluation/report"

// sizeExperiment repeats LSS's Figure 3: time against the number of points, and against eps.
func sizeExperiment() experiment {
	return experiment{paper: "lss", title: "LSS, Figure 3: time against points and eps", cases: func(p plan) (all []Case) {
		for _, c := range append(bySize(p), byEps()...) {
			all = append(all, c)
			if c.Set.size(p.scale) <= mostBruteForced {
				all = append(all, oneTree(c))
			}
		}
		return all
	}, show: showSize}
}

// sizes returns the sizes of LSS up to its largest set's size at a scale, in thousands, at least the sizes
// up to 4.
func sizes(p plan) (all []int) {
	for _, k := range []int{1, 4, 16, 64, 256, 1000, 4000} {
		if k <= max(4, int(4000*p.scale)) {
			all = append(all, k)
		}
	}
	return all
}

// bySize returns joins in 16 dimensions at eps 0.1.
func bySize(p plan) (all []Case) {
	for _, k := range sizes(p) {
		all = append(all, selfJoin(ofSize(16, k), Threshold{Eps: 0.1}, "lss"))
	}
	return all
}

// byEps returns joins of 256k points in 16 dimensions.
func byEps() (all []Case) {
	for _, t := range thresholds(0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35) {
		all = append(all, selfJoin(unitCube(16, 256), t, "lss"))
	}
	return all
}

// oneTree returns the join of a case by the tree on one thread, in place of EGO and GESS.
func oneTree(c Case) Case { return treeRival(c) }

// pointsOf returns the number of points of a case.
func (b *builder) pointsOf(c Case) float64 { return float64(b.source(c.Set).Points) }

func showSize(b *builder) ([]report.Block, error) {
	size, eps := b.measured(bySize(b.plan)), b.measured(byEps())
	if len(size)+len(eps) == 0 {
		return nil, nil
	}
	t := report.Table{
		Title: "Table L-1", Caption: "LSS, lists and all, and a tree of boxes on one thread of the host in place of the paper's EGO and GESS, with its index.",
		Columns: aboutHeads("lss", "tree", "tree / lss", "mean interval"),
		Notes: []string{"The paper, on a GPU against one core: 21 to 44 times GESS for 1k to 1M points and 6.8 times EGO at 1M, EGO ahead below 2k; " +
			"over eps 0.01 to 0.35 at 256k 5.5 to 118 times GESS and 3.6 to 27 times EGO."},
	}
	for _, c := range append(size, eps...) {
		row := append(b.about(c), report.Seconds(b.whole(c)), report.Seconds(b.whole(oneTree(c))), report.Times(b.whole(oneTree(c))/b.whole(c)))
		t.Add(append(row, b.interval(c))...)
	}
	panels, err := appendPanel(nil, "Time against the number of points", logged(times("16 dimensions, eps 0.1", "points",
		b.wholeCurve("lss", b.pointsOf, size), b.wholeCurve("tree", b.pointsOf, mapCases(size, oneTree)))))
	if err != nil {
		return nil, err
	}
	panels, err = appendPanel(panels, "Time against eps", times("256k points, 16 dimensions", "eps of the paper",
		b.wholeCurve("lss", epsOfCase, eps), b.wholeCurve("tree", epsOfCase, mapCases(eps, oneTree))))
	return []report.Block{{Table: &t}, figure("lss-03", "LSS, Figure 3", "Time, lists and all, (a) against the number of points, (b) against eps; of the tree on one thread of the host.", panels...)}, err
}
