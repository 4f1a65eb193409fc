package pointpapers

import (
	"context"
	"fmt"
	"math"

	"flyby/evaluation/figures"
	"flyby/evaluation/report"
	"flyby/internal/pointindex"
)

// operationsExperiment repeats GPU-Join's Figure 6: the memory operations of its cost model.
func operationsExperiment() experiment {
	return experiment{
		paper: "join", title: "GPU-Join, Figure 6: memory operations against indexed dimensions",
		cases: operationsCases, more: countCells, show: showOperations,
	}
}

// operationsCases returns joins that compare a fraction of the points with all, for each k.
func operationsCases(p plan) (all []Case) {
	for k := 1; k <= 12; k++ {
		if p.quick && k > 8 {
			break
		}
		c := selfJoin(exponential(16), Threshold{Eps: 0.03}, "gpujoin", "sortidu=off", fmt.Sprintf("k=%d", k)).at(Sample)
		c.sweep = "operations"
		all = append(all, c)
	}
	return all
}

// cellsFact names the fact with the numbers of cells that have points, for each k from 1.
const cellsFact = "cells of Syn16D2M"

// countCells counts the cells of grids over the dimensions of greatest variance.
func countCells(ctx context.Context, l *lab, p plan) error {
	var counts []int
	if known, err := l.journal.Fact(cellsFact, &counts); known || err != nil {
		return err
	}
	cases := operationsCases(p)
	s, err := l.store(ctx, cases[0].Set)
	if err != nil {
		return err
	}
	eps, err := l.eps(ctx, cases[0].Set, cases[0].Threshold)
	if err != nil {
		return err
	}
	all := make([][]float64, s.Dimensions())
	for j := range all {
		all[j] = s.Column(j)
	}
	var columns [][]float64
	for _, j := range pointindex.ByVariance(all)[:len(cases)] {
		if err := ctx.Err(); err != nil {
			return err
		}
		columns = append(columns, all[j])
		counts = append(counts, pointindex.NewGrid(columns, eps).Cells())
	}
	return l.journal.SetFact(cellsFact, counts)
}

// operations returns the memory operations of a join, as GPU-Join counts them: to compare points, and to search for
// cells by halves. cells is the number of cells that have points.
func (b *builder) operations(c Case, cells int) (compare, search float64) {
	g, _ := b.groupOf(c)
	n := float64(b.source(c.Set).Points)
	queries := max(1, math.Round(sampleShare*n))
	return float64(g.Join.Candidates) * n / queries, n * math.Pow(3, kOf(c)) * math.Log2(float64(max(cells, 2)))
}

func showOperations(b *builder) ([]report.Block, error) {
	var counts []int
	if _, err := b.journal.Fact(cellsFact, &counts); err != nil {
		return nil, err
	}
	t := report.Table{
		Title: "Table J-3", Caption: "Memory operations of the cost model of GPU-Join on Syn16D2M, eps 0.03: one a point compared, of 1 % of the points times 100, and log2 |G| for each of 3^k cells of a point.",
		Columns: report.Heads("k", "non-empty cells", "comparing", "searching", "sum"),
		Notes:   []string{"The paper: searching is nothing up to k = 8 and dominates above 10; it takes k = 6."},
	}
	chart := figures.Chart{
		Title: "Syn16D2M", X: figures.Axis{Label: "indexed dimensions, k"}, Y: figures.Axis{Label: "memory operations", Log: true},
		Series: []figures.Series{{Name: "comparing", Points: true}, {Name: "searching", Points: true}},
	}
	for i, c := range b.measured(operationsCases(b.plan)) {
		if i >= len(counts) {
			break
		}
		compare, search := b.operations(c, counts[i])
		t.Add(report.Word(c.Settings["k"]), report.Count(counts[i]), significant(compare), significant(search), significant(compare+search))
		for j, v := range []float64{compare, search} {
			s := &chart.Series[j]
			s.X, s.Y = append(s.X, kOf(c)), append(s.Y, v)
		}
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	panels, err := appendPanel(nil, "Memory operations against k, Syn16D2M", chart)
	return []report.Block{{Table: &t}, figure("join-06", "GPU-Join, Figure 6", "Memory operations of comparing and of searching against the number of indexed dimensions.", panels...)}, err
}
