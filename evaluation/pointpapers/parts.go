package pointpapers

import (
	"math"

	"flyby/evaluation/figures"
	"flyby/evaluation/report"
)

// partsExperiment repeats LSS's Figure 5: the part of the time that goes into making lists.
func partsExperiment() experiment {
	return experiment{paper: "lss", title: "LSS, Figure 5: the share of making lists", cases: func(plan) (all []Case) {
		for _, c := range append(byEps(), byDimensions()...) {
			all = append(all, c, c.at(Warm))
		}
		return all
	}, show: showParts}
}

// byDimensions returns joins of 64k points at eps 0.1.
func byDimensions() (all []Case) {
	for _, n := range []int{2, 3, 4, 8, 16, 32, 64} {
		all = append(all, selfJoin(unitCube(n, 64), Threshold{Eps: 0.1}, "lss"))
	}
	return all
}

// making returns the time to make lists: a first join makes them, a second has them. It is at least 0, as both times
// are measured.
func (b *builder) making(c Case) float64 { return max(0, b.whole(c)-b.seconds(c.at(Warm))) }

// share returns making's part of the time, in percent.
func (b *builder) share(c Case) float64 { return 100 * b.making(c) / b.whole(c) }

func showParts(b *builder) ([]report.Block, error) {
	eps, dimensions := b.measured(byEps()), b.measured(byDimensions())
	t := report.Table{
		Title: "Table L-2", Caption: "The time of LSS, and of that to make lists: by how much a first join takes longer than a second one.",
		Columns: aboutHeads("dimensions", "lss", "of that, lists", "share", "second join"),
		Notes: []string{"The paper, at 256k points and 16 dimensions: lists dominate below eps 0.2, searching for intervals above 0.25; against dimensions (64k, 0.1) searching dominates only below 4. " +
			"Searching for intervals and walking them are not told apart here."},
	}
	chart := func(title, x string, of func(Case) float64, all []Case) figures.Chart {
		return figures.Chart{
			Title: title, X: figures.Axis{Label: x}, Y: figures.Axis{Label: "lists, % of the time", Zero: true},
			Series: []figures.Series{series("", of, b.share, all)},
		}
	}
	for _, c := range append(eps, dimensions...) {
		if math.IsNaN(b.making(c)) {
			continue
		}
		t.Add(append(b.about(c), report.Count(b.source(c.Set).Dimensions), report.Seconds(b.whole(c)), report.Seconds(b.making(c)), report.Percent(b.share(c), 0), report.Seconds(b.seconds(c.at(Warm))))...)
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	panels, err := appendPanel(nil, "Share of lists against eps", chart("256k points, 16 dimensions", "eps of the paper", epsOfCase, eps))
	if err != nil {
		return nil, err
	}
	panels, err = appendPanel(panels, "Share of lists against dimensions", chart("64k points, eps 0.1", "dimensions", dimensionsOf, dimensions))
	return []report.Block{{Table: &t}, figure("lss-05", "LSS, Figure 5", "Making lists, of the whole time: (a) against eps, (b) against dimensions.", panels...)}, err
}

// dimensionsOf returns the number of dimensions of a case.
func dimensionsOf(c Case) float64 { return float64(c.Set.Dimensions) }
