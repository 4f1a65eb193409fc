package measure

import (
	"math"

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
