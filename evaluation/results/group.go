package results

import (
	"flyby/evaluation/journal"
)

// Group summarises the trials of one measurement: medians of times, and counts, which do not vary.
type Group struct {
	journal.Key             // Trial is 0
	Trials          int     // the number of trials
	Seconds, Kernel float64 // response time, and the kernels' part of it where the device reports it
	Spread          float64 // of Seconds over the trials, as a fraction of it: see Spread
	Batching        float64 // time to make the batches, not in Seconds
	Batches         int
	Interactions    uint64
	BoxTests        uint64
	Hits            uint64
	Chosen          string
	Join            journal.Join // for a join of points; its times are medians
}

// Host returns the part of the response time that is not the kernels'.
func (g Group) Host() float64 { return g.Seconds - g.Kernel }

// Groups gathers the trials of a journal's runs, in the order of the first trial of each.
func Groups(j *journal.Journal) []Group {
	var groups []Group
	trials := map[journal.Key][]journal.Run{}
	for r := range j.Runs() {
		key := r.Key
		key.Trial = 0
		if trials[key] == nil {
			groups = append(groups, Group{Key: key})
		}
		trials[key] = append(trials[key], r)
	}
	for i := range groups {
		groups[i].fill(trials[groups[i].Key])
	}
	return groups
}

// fill takes the numbers from the trials, one or more.
func (g *Group) fill(trials []journal.Run) {
	last := trials[len(trials)-1]
	g.Trials, g.Batches, g.Hits, g.Chosen = len(trials), last.Batches, last.Hits, last.Chosen
	g.Interactions, g.BoxTests = last.Interactions, last.BoxTests
	g.Seconds = median(trials, func(r journal.Run) float64 { return r.Seconds })
	g.Spread = Spread(valuesOf(trials, func(r journal.Run) float64 { return r.Seconds }))
	g.Kernel = median(trials, func(r journal.Run) float64 { return r.Kernel })
	g.Batching = median(trials, func(r journal.Run) float64 { return r.Batching })
	if last.Join != nil {
		g.Join = *last.Join
		g.Join.Index = median(trials, func(r journal.Run) float64 { return r.Join.Index })
		g.Join.Processors = median(trials, func(r journal.Run) float64 { return r.Join.Processors })
	}
	if c := g.Join.Clusters; c != nil {
		middle := *c
		middle.Search = median(trials, func(r journal.Run) float64 { return r.Join.Clusters.Search })
		middle.Labels = median(trials, func(r journal.Run) float64 { return r.Join.Clusters.Labels })
		g.Join.Clusters = &middle
	}
}

func median(trials []journal.Run, of func(journal.Run) float64) float64 {
	return Median(valuesOf(trials, of))
}

func valuesOf(trials []journal.Run, of func(journal.Run) float64) []float64 {
	values := make([]float64, len(trials))
	for i, r := range trials {
		values[i] = of(r)
	}
	return values
}

// Where returns the groups that match.
func Where(groups []Group, match func(Group) bool) []Group {
	var found []Group
	for _, g := range groups {
		if match(g) {
			found = append(found, g)
		}
	}
	return found
}

// Fastest returns the group of least Seconds; ok is false where there are none.
func Fastest(groups []Group) (best Group, ok bool) {
	for i, g := range groups {
		if i == 0 || g.Seconds < best.Seconds {
			best = g
		}
	}
	return best, len(groups) > 0
}
