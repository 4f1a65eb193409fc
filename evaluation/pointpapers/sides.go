package pointpapers

import "flyby/evaluation/report"

// sidesExperiment repeats LSS's Figure 6: which of two sets gets the lists.
func sidesExperiment() experiment {
	return experiment{paper: "lss", title: "LSS, Figure 6: which set gets the lists", cases: func(p plan) (all []Case) {
		for _, c := range sidesCases(p) {
			all = append(all, c, c.at(Larger))
		}
		return all
	}, show: showSides}
}

// sidesCases returns joins of the largest set with smaller ones, with the lists over the queries.
func sidesCases(p plan) (all []Case) {
	largest := unitCube(16, 4000)
	for _, k := range sizes(p) {
		queries := ofSize(16, k)
		if queries.Points >= largest.size(p.scale) {
			continue
		}
		queries.other = true
		queries.Name += ", queries"
		c := selfJoin(largest, Threshold{Eps: 0.1}, "lss")
		c.Queries = &queries
		all = append(all, c)
	}
	return all
}

// queriesOf returns the number of queries of a case.
func queriesOf(c Case) float64 { return float64(c.Queries.Points) }

func showSides(b *builder) ([]report.Block, error) {
	all := b.measured(sidesCases(b.plan))
	if len(all) == 0 {
		return nil, nil
	}
	t := report.Table{
		Title: "Table L-3", Caption: "Joins of two sets in 16 dimensions, eps 0.1: lists of the smaller one, the queries, and of the larger one.",
		Columns: report.Heads("points", "queries", "pairs", "lists of queries", "lists of points", "points / queries"),
		Notes:   []string{"The paper: lists of the smaller set, as making them dominates. flyby sorts the queries where they are fewer, unless the points are sorted already; for the other column it is made to."},
	}
	for _, c := range all {
		g, _ := b.groupOf(c)
		small, large := b.whole(c), b.whole(c.at(Larger))
		t.Add(report.Count(b.source(c.Set).Points), report.Count(b.source(*c.Queries).Points), report.Count(g.Hits), report.Seconds(small), report.Seconds(large), report.Times(large/small))
	}
	panels, err := appendPanel(nil, "Time against the number of queries", logged(times("16 dimensions, eps 0.1", "queries",
		b.wholeCurve("lists of queries", queriesOf, all), b.wholeCurve("lists of points", queriesOf, mapCases(all, func(c Case) Case { return c.at(Larger) })))))
	return []report.Block{{Table: &t}, figure("lss-06", "LSS, Figure 6", "Time, lists and all, by which set gets the lists.", panels...)}, err
}
