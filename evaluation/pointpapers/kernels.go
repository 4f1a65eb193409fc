package pointpapers

import (
	"context"

	"flyby/evaluation/report"
	"flyby/internal/pointindex"
)

// kernelsExperiment repeats Hybrid-DBSCAN's Table II: a work-item a point, against a work-group a cell.
func kernelsExperiment() experiment {
	return experiment{paper: "dbscan", title: "Hybrid-DBSCAN, Table II: kernels global and shared", cases: func(p plan) (all []Case) {
		for _, k := range kernels() {
			all = append(all, k.global)
			if p.gpu { // on the host's cores both are one kernel
				all = append(all, shared(k.global))
			}
		}
		return all
	}, more: countGroups, show: showKernels}
}

// kernel is a row of Table II, with the paper's times in seconds and its number of cells that have points.
type kernel struct {
	global                   Case
	paperGlobal, paperShared float64
	paperCells               int
}

// kernels returns cases that count neighbours without UNICOMP, as the kernels that make the table do; only counts
// are written.
func kernels() (all []kernel) {
	count := func(set string, eps float64) Case {
		return selfJoin(realSet(set), Threshold{Eps: eps}, "gpusj", unicompOff).at(Counts)
	}
	return []kernel{
		{count("SW1", 0.2), 0.503, 0.531, 146_132}, {count("SW4", 0.07), 0.518, 1.258, 997_159},
		{count("SDSS1", 0.2), 0.073, 0.545, 432_645}, {count("SDSS2", 0.07), 0.080, 1.699, 2_538_885},
	}
}

// shared returns the case with a work-group a cell; without the setting it has a work-item a point.
func shared(c Case) Case { return c.with("kernel=shared") }

// groupSize is the number of work-items in a group of the paper.
const groupSize = 256

// workGroupsFact names the fact with the number of cells that have points, of each set of Table II.
const workGroupsFact = "cells of Table II"

// countGroups counts the cells of eps that have points.
func countGroups(ctx context.Context, l *lab, _ plan) error {
	counts := map[string]int{}
	if known, err := l.journal.Fact(workGroupsFact, &counts); known || err != nil {
		return err
	}
	for _, k := range kernels() {
		s, err := l.store(ctx, k.global.Set)
		if err != nil {
			return err
		}
		eps, err := l.eps(ctx, k.global.Set, k.global.Threshold)
		if err != nil {
			return err
		}
		var columns [][]float64
		for j := range s.Dimensions() {
			columns = append(columns, s.Column(j))
		}
		counts[k.global.Set.Name] = pointindex.NewGrid(columns, eps).Cells()
	}
	return l.journal.SetFact(workGroupsFact, counts)
}

func showKernels(b *builder) ([]report.Block, error) {
	cells := map[string]int{}
	if _, err := b.journal.Fact(workGroupsFact, &cells); err != nil {
		return nil, err
	}
	paper := func(head string) string { return head + report.PaperMark }
	t := report.Table{
		Title: "Table D-2", Caption: "The neighbours of each point counted, without UNICOMP: a work-item a point (global), and a work-group a cell that has points (shared).",
		Columns: aboutHeads("global", "shared", "shared / global", paper("global"), paper("shared"), paper("shared / global"), "work-items, global", "shared", paper("shared")),
		Notes: []string{"The paper's times are of one launch; these have the counts' way to the host in them. Work-items are by the paper's rule: the points rounded up to 256, and 256 for each cell. " +
			"On the host's cores there are no work-groups, and the kernels are one. On even points a cell holds some few of a group's 256, which is why shared loses most there."},
	}
	for _, k := range kernels() {
		if len(b.measured([]Case{k.global})) == 0 {
			continue
		}
		c := k.global
		row := append(b.about(c), b.timed(c, shared(c))...)
		row = append(row, b.ratioOf(shared(c), c), report.Seconds(k.paperGlobal).FromPaper(), report.Seconds(k.paperShared).FromPaper(), report.Times(k.paperShared/k.paperGlobal).FromPaper())
		groups := (b.source(c.Set).Points + groupSize - 1) / groupSize
		t.Add(append(row, report.Count(groups*groupSize), report.Count(cells[c.Set.Name]*groupSize), report.Count(k.paperCells*groupSize).FromPaper())...)
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	return []report.Block{{Table: &t}}, nil
}
