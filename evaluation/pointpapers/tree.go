package pointpapers

import "flyby/evaluation/report"

// treeExperiment repeats GPU-SJ's Figure 1: the time of an index on one thread by the number of dimensions, and by eps
// in six.
func treeExperiment() experiment {
	return experiment{paper: "sj", title: "GPU-SJ, Figure 1: a tree against dimensions and eps", cases: func(plan) []Case {
		return append(treeByDimensions(), treeByEps()...)
	}, show: showTree}
}

// tree returns a join by the tree on one thread, as the paper's R-tree, that counts the neighbours of each point.
func tree(s Set, t Threshold) Case { return selfJoin(s, t, "kdtree").on(1).at(Counts) }

// treeByDimensions returns joins at eps = 1 in 2 to 6 dimensions.
func treeByDimensions() (all []Case) {
	for n := 2; n <= 6; n++ {
		all = append(all, tree(uniform(n, 2), Threshold{Eps: 1}))
	}
	return all
}

// treeByEps returns joins in six dimensions.
func treeByEps() (all []Case) {
	for _, t := range synThresholds(6, 2) {
		all = append(all, tree(uniform(6, 2), t))
	}
	return all
}

func showTree(b *builder) ([]report.Block, error) {
	dimensions, eps := b.measured(treeByDimensions()), b.measured(treeByEps())
	if len(dimensions) == 0 || len(eps) == 0 {
		return nil, nil
	}
	t := report.Table{
		Title: "Table SJ-2", Caption: "A tree of boxes on one thread of the host in place of the paper's R-tree: the neighbours of each point counted.",
		Columns: aboutHeads("index", "search", "boxes", "distances"),
		Notes: []string{"The paper's R-tree is slowest at n = 2, where each point has most neighbours, and at n = 6, where boxes overlap most. " +
			"Where the scale is not 1, eps grows with the dimensions' root of it, and the mean number of others stays that of the paper."},
	}
	for _, c := range append(dimensions, eps...) {
		g, _ := b.groupOf(c)
		t.Add(append(b.about(c), report.Seconds(g.Join.Index), report.Seconds(g.Seconds), report.Count(g.Join.Cells), report.Count(g.Join.Candidates))...)
	}
	first, err := appendPanel(nil, "Time of the tree against dimensions, eps = 1", times("eps = 1", "dimensions",
		b.curve("", func(c Case) float64 { return float64(c.Set.Dimensions) }, dimensions)))
	if err != nil {
		return nil, err
	}
	panels, err := appendPanel(first, "Time of the tree against eps in six dimensions", times("Syn6D2M", "eps of the paper", b.curve("", epsOfCase, eps)))
	return []report.Block{{Table: &t}, figure("sj-01", "GPU-SJ, Figure 1", "Search time of the tree on one thread of the host: (a) against dimensions, (b) against eps.", panels...)}, err
}
