package estimate

import (
	"flyby/binindex"
	"flyby/interaction"
	"flyby/trajectory"
)

// Mix is what the interactions of a kernel invocation turn out to be, as fractions: Alpha, Beta and Gamma
// add up to 1 (paper §8.1.1).
type Mix struct {
	Alpha float64 `json:"alpha"` // hits
	Beta  float64 `json:"beta"`  // temporal misses
	Gamma float64 `json:"gamma"` // temporal hits but spatial misses
	// Grazing is the part of Gamma whose spatial extremities lie within the threshold: a spatial miss
	// that only the solve finds out.
	Grazing float64 `json:"grazing,omitempty"`
	// Depth is the largest fraction of the query segments that share time with one candidate, where it is
	// more than Alpha + Gamma, that of the average candidate. A device with room for more work-items than
	// there are candidates is as slow as the busiest of them.
	Depth float64 `json:"depth,omitempty"`
}

// SampleMix samples the mix of some query segments, by row, against the first candidates in the order
// of the bins of the entries, at equal distances.
func SampleMix(entries *trajectory.Store, bins *binindex.Bins, queries *trajectory.Store, rows []uint32, r interaction.Rule, candidates int) Mix {
	const each = 256 // of the candidates, for a query segment
	step := max(1, candidates/each)
	w := Workload{entries: &Entries{store: entries, bins: bins}, rule: r}
	var n tally
	tests := 0
	for i, row := range rows {
		owner := queries.Owner(int(row))
		q := entry{queries.SegmentAt(owner, int(row)), int(row), owner}
		for k := i % step; k < candidates; k += step {
			e := w.entries.at(k)
			n.add(w.decide(&q, &e))
			tests++
		}
	}
	return newMix(float64(tests), n.overlaps, n.hits, n.grazing)
}

// newMix is the mix of a number of interactions of which some share time and, of these, some hit and some
// graze. Estimates that contradict each other are cut to what is possible.
func newMix(interactions, overlaps, hits, grazing float64) Mix {
	if interactions <= 0 {
		return Mix{Beta: 1}
	}
	overlaps = min(max(overlaps, 0), interactions)
	hits = min(max(hits, 0), overlaps)
	return Mix{
		Alpha:   hits / interactions,
		Beta:    (interactions - overlaps) / interactions,
		Gamma:   (overlaps - hits) / interactions,
		Grazing: min(max(grazing, 0), overlaps-hits) / interactions,
	}
}
