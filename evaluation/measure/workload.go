package measure

import (
	"math"
	"slices"

	"flyby/batching"
	"flyby/binindex"
	"flyby/kernel"
	"flyby/perfmodel"
)

// workload is the search in use as the model sees it.
func (d *data) workload(rule kernel.Rule) *perfmodel.Workload {
	bins := binindex.NewBins(d.entries, 0)
	rows, starts, ends := binindex.SortedByStart(d.queries, math.Inf(-1), math.Inf(1))
	profile := batching.Profile{Start: starts, End: ends, Candidates: bins.Count}
	return perfmodel.NewEntries(d.entries, bins).NewWorkload(d.queries, rows, profile, rule)
}

// countWalk estimates the walk of the search in use.
func (d *data) countWalk(m *perfmodel.Model, rule kernel.Rule, cores int) perfmodel.WalkCount {
	entries := binindex.NewPyramid(d.entries, nil, binindex.ChooseSetting(d.entries), cores)
	queries := binindex.NewPyramid(d.queries, entries.Frame, binindex.QuerySetting(d.queries, entries.Setting), cores)
	return perfmodel.CountWalk(queries, entries, rule, m.Walk.Stride, 0, 1)
}

// finish does with the hits of a calibration what package flyby does with those of a search: it puts them
// in order of the query row, then of the entry row.
func finish(h kernel.Hits, queries int) {
	type hit struct {
		query, entry uint32
		enter, exit  float64
	}
	next := make([]int, queries+1)
	for _, q := range h.Query {
		next[q+1]++
	}
	for q := range queries {
		next[q+1] += next[q]
	}
	sorted := make([]hit, h.Len())
	for i, q := range h.Query {
		sorted[next[q]] = hit{q, h.Entry[i], h.Enter[i], h.Exit[i]}
		next[q]++
	}
	first := 0
	for _, last := range next[:queries] {
		slices.SortFunc(sorted[first:last], func(a, b hit) int { return int(a.entry) - int(b.entry) })
		first = last
	}
}
