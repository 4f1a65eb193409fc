package measure

import (
	"math"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/perfmodel"
)

// workload is the search in use as the model sees it. The entries are those of newEntries.
func (d *data) workload(entries *perfmodel.Entries, rule interaction.Rule) *perfmodel.Workload {
	rows, starts, ends := binindex.SortedByStart(d.queries, math.Inf(-1), math.Inf(1))
	return entries.NewWorkload(d.queries, rows, batching.Profile{Start: starts, End: ends}, rule)
}

// newEntries is what the model keeps of the entries in use.
func (d *data) newEntries() *perfmodel.Entries {
	return perfmodel.NewEntries(d.entries, binindex.NewBins(d.entries, 0))
}

// countWalk estimates the walk of the search in use.
func (d *data) countWalk(m *perfmodel.Model, rule interaction.Rule, cores int) perfmodel.WalkCount {
	entries := binindex.NewPyramid(d.entries, nil, binindex.ChooseSetting(d.entries), cores)
	queries := binindex.NewPyramid(d.queries, entries.Frame, binindex.QuerySetting(d.queries, entries.Setting), cores)
	return perfmodel.CountWalk(queries, entries, rule, m.Walk.Stride, 0, 1)
}
