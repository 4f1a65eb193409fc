package estimate

import (
	"flyby/binindex"
	"flyby/interaction"
	"flyby/trajectory"
)

// Mix is the fractions of the outcomes of a kernel invocation's interactions: Alpha, Beta and Gamma add up
// to 1 (paper §8.1.1).
type Mix struct {
	Alpha float64 `json:"alpha"` // hits
	Beta  float64 `json:"beta"`  // temporal misses
	Gamma float64 `json:"gamma"` // temporal hits but spatial misses
	// Grazing is the part of Gamma whose spatial extremities lie within the threshold: spatial misses that
	// only the solve detects.
	Grazing float64 `json:"grazing,omitempty"`
	// Depth is the largest fraction of the query segments that share time with one candidate, where it is
	// more than Alpha + Gamma, the fraction of the average candidate. A device with room for more work-items
	// than candidates is as slow as the busiest candidate.
	Depth float64 `json:"depth,omitempty"`
}

// SampleMix samples the mix of some query segments, by row, against the first candidates in the order
// of the entries' bins; the sampled candidates are evenly spaced.
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

// newMix returns the mix of a number of interactions, of which overlaps share time and, of these, hits hit and
// grazing graze. Inconsistent estimates are reduced to possible values.
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
