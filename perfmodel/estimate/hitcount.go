package estimate

import "math"

// HitCount is a number of hits predicted from a sample (paper §8.1.2).
type HitCount struct {
	Hits     float64   // of the whole search
	Error    float64   // standard error of Hits, as a fraction of it; 0 where all was counted, or nothing found
	Tests    int       // interactions tested
	Batches  int       // batches sampled
	Complete bool      // every query segment was tested against every candidate
	ratios   []float64 // hits a temporal overlap, by epoch
	grazing  []float64 // the same of grazing pairs
}

// EstimateHits estimates alpha an epoch from sampled batches of consecutive query segments, and from it
// the hits of every query segment.
//
// What is estimated is hits a temporal overlap: overlaps are counted, and hits do not depend on
// the batches that find them, so one estimate serves every batch size. Epochs are sampled in turn,
// each batch once, until the standard error of the total is small enough (the truth, which the
// paper compares with, is not known before the search) or Tests are spent. With a bound on Tests, query
// segments are tested against a thinned sample of the entry segments.
func (w *Workload) EstimateHits(o Sampling) HitCount {
	if w.Counted() == 0 {
		w.CountOverlaps(0)
	}
	s := w.newSampler(o)
	for round := 0; ; round++ {
		sampled := s.round(round)
		w.estimate = s.estimate()
		if !sampled || s.spent() {
			break
		}
		if round > 0 && w.estimate.Hits > 0 && w.estimate.Error <= s.Error {
			break
		}
	}
	w.expect(s.epochs)
	return w.estimate
}

// Estimate is what EstimateHits last found.
func (w *Workload) Estimate() HitCount { return w.estimate }

// estimate is the stratified ratio estimate of the hits: in every epoch, hits a temporal overlap of the
// sample times the overlaps of the epoch. An epoch without a sampled overlap takes the ratio of all.
func (s *sampler) estimate() HitCount {
	out := HitCount{Tests: s.tests, Complete: s.everyone()}
	all := s.pooled()
	variance := 0.0
	for _, e := range s.epochs {
		total := s.counted.find(e.Batch).of(s.counted.overlaps)
		counted := len(e.batches) == e.count && s.everyone()
		if counted {
			total = e.overlaps
		}
		ratio, grazing, spread := e.ratio(all, counted)
		out.ratios, out.grazing = append(out.ratios, ratio), append(out.grazing, grazing)
		out.Hits += ratio * total
		out.Batches += len(e.batches)
		out.Complete = out.Complete && counted
		if !counted {
			variance += total * total * spread
		}
	}
	if out.Hits > 0 {
		out.Error = math.Sqrt(variance) / out.Hits
	}
	return out
}

// common is what all epochs have in common: hits and grazing pairs an overlap, and the variance of a batch's
// hits about it, an overlap.
type common struct {
	ratio, grazing, variance float64
}

// sayNone is the number of tests that may say that a search has no hits: where fewer found none, half a hit stands
// for those that they missed.
const sayNone = 1 << 15

func (s *sampler) pooled() common {
	var n tally
	for _, e := range s.epochs {
		n.add(e.tally)
	}
	if n.overlaps == 0 {
		return common{}
	}
	if n.hits == 0 && s.tests < sayNone {
		n.hits = 0.5
	}
	p := common{ratio: n.hits / n.overlaps, grazing: n.grazing / n.overlaps}
	for _, e := range s.epochs {
		p.variance += e.squares(p.ratio) / n.overlaps
	}
	return p
}

// lean is a ratio of a sample with one more found at the rate of all.
func lean(found, overlaps, rate float64) float64 {
	if rate == 0 {
		return 0
	}
	return (found + 1) / (overlaps + 1/rate)
}
