package pointpapers

import (
	"math"

	"flyby/evaluation/report"
)

// fewest is the minpts of Hybrid-DBSCAN's Tables I and IV and its Figures 3 and 4.
const fewest = 4

// shareExperiment repeats Hybrid-DBSCAN's Table I: the search's part of the time of a sequential DBSCAN.
func shareExperiment() experiment {
	return experiment{paper: "dbscan", title: "Hybrid-DBSCAN, Table I: the search in a sequential DBSCAN", cases: func(plan) (all []Case) {
		for _, s := range shares() {
			all = append(all, s.c)
		}
		return all
	}, show: showShare}
}

// share is a row of Table I, with the paper's number.
type share struct {
	c     Case
	paper float64
}

// inOrder returns a case of DBSCAN by row on one thread, whose neighbours a tree finds.
func inOrder(s Set, eps float64, minPoints int) Case {
	c := oneVariant(s, "kdtree", eps, minPoints).on(1)
	return c.at(Sequential)
}

// shares returns the rows of Table I.
func shares() (all []share) {
	for _, of := range []struct {
		set        string
		eps, paper float64
	}{
		{"SW1", 0.2, 0.522}, {"SW1", 1.4, 0.483}, {"SW4", 0.15, 0.525}, {"SW4", 0.45, 0.510}, {"SDSS1", 0.2, 0.703},
		{"SDSS1", 1.4, 0.480}, {"SDSS2", 0.15, 0.679}, {"SDSS2", 0.45, 0.512}, {"SDSS3", 0.07, 0.722}, {"SDSS3", 0.12, 0.629},
	} {
		all = append(all, share{inOrder(realSet(of.set), of.eps, fewest), of.paper})
	}
	return all
}

// searching returns the time to search for clusters, and labelling the time from there to labels; NaN where it was
// not measured.
func (b *builder) searching(c Case) float64 {
	if g, ok := b.groupOf(c); ok {
		return g.Join.Clusters.Search
	}
	return math.NaN()
}

func (b *builder) labelling(c Case) float64 {
	if g, ok := b.groupOf(c); ok {
		return g.Join.Clusters.Labels
	}
	return math.NaN()
}

// clusterHeads returns the heads of clustered's cells, then others.
func clusterHeads(others ...string) []report.Column {
	return report.Heads("set", append([]string{"points", "eps", "eps here", "clusters", "noise"}, others...)...)
}

// clustered describes a case of one eps and one minpts, and counts the clusters that it found.
func (b *builder) clustered(c Case) []report.Cell {
	g, _ := b.groupOf(c)
	return []report.Cell{
		report.Word(c.Set.Name), report.Count(b.source(c.Set).Points), report.Word(number(c.Threshold.Eps)),
		significant(g.Join.Eps), report.Count(g.Hits), report.Count(g.Join.Clusters.Noise),
	}
}

func showShare(b *builder) ([]report.Block, error) {
	t := report.Table{
		Title: "Table D-1", Caption: "A sequential DBSCAN on one thread of the host, minpts 4: a tree finds the neighbours of all points, then points are taken by row. The index is left out, as in the paper.",
		Columns: clusterHeads("index", "search", "labels", "share of the search", "share"+report.PaperMark),
		Notes: []string{"The paper asks an R-tree for the neighbours of a point when DBSCAN comes to it, and what is left is visits and sets in its code. " +
			"Here all neighbours are found first, in two passes (counted, then written), and what is left is one visit of each, so that the search is nearly all of it."},
	}
	for _, s := range shares() {
		g, ok := b.groupOf(s.c)
		if !ok {
			continue
		}
		of := report.Percent(100*b.searching(s.c)/g.Seconds, 0)
		t.Add(append(b.clustered(s.c), report.Seconds(g.Join.Index), report.Seconds(b.searching(s.c)), report.Seconds(b.labelling(s.c)), of, report.Percent(100*s.paper, 0).FromPaper())...)
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	return []report.Block{{Table: &t}}, nil
}
