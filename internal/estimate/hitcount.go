package estimate

import "math"

// HitCount is a number of hits predicted from a sample (paper §8.1.2).
type HitCount struct {
	Hits     float64   // of the whole search
	Error    float64   // standard error of Hits, as a fraction of Hits; 0 where all were counted, or none found
	Tests    int       // interactions tested
	Batches  int       // batches sampled
	Complete bool      // every query segment was tested against every candidate
	ratios   []float64 // hits per temporal overlap, by epoch
	grazing  []float64 // grazing pairs per temporal overlap, by epoch
}

// EstimateHits estimates alpha of each epoch from sampled batches of consecutive query segments, and from
// it the hits of every query segment.
//
// It estimates the hits per temporal overlap: overlaps are counted, and hits do not depend on the batches
// that find them, so one estimate serves every batch size. Epochs are sampled in turn, each batch once,
// until the standard error of the total is small enough (the paper compares with the true number, which is
// not known before the search) or Tests are used up. With a bound on Tests, query segments are tested
// against a thinned sample of the entry segments.
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

// Estimate returns the last result of EstimateHits.
func (w *Workload) Estimate() HitCount { return w.estimate }

// estimate returns the stratified ratio estimate of the hits: in every epoch, the sample's hits per temporal
// overlap times the overlaps of the epoch. An epoch without a sampled overlap takes the ratio of all epochs.
func (s *sampler) estimate() HitCount {
	out := HitCount{Tests: s.tests, Complete: s.everyone()}
	all := s.pooled()
	variance := 0.0
	for _, e := range s.epochs {
		total := s.sums.find(e.Batch).of(s.sums.overlaps)
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

// pooledRatios is the ratios of all epochs together: hits and grazing pairs per overlap, and, per overlap, the
// variance of a batch's hits around the first.
type pooledRatios struct {
	ratio, grazing, variance float64
}

// sayNone is the least number of tests without a hit from which zero hits are estimated: after fewer tests, half a
// hit is assumed in the sample.
const sayNone = 1 << 15

func (s *sampler) pooled() pooledRatios {
	var n tally
	for _, e := range s.epochs {
		n.add(e.tally)
	}
	if n.overlaps == 0 {
		return pooledRatios{}
	}
	if n.hits == 0 && s.tests < sayNone {
		n.hits = 0.5
	}
	p := pooledRatios{ratio: n.hits / n.overlaps, grazing: n.grazing / n.overlaps}
	for _, e := range s.epochs {
		p.variance += e.squares(p.ratio) / n.overlaps
	}
	return p
}

// lean returns the ratio found/overlaps of a sample extended by one more find at the rate of all epochs.
func lean(found, overlaps, rate float64) float64 {
	if rate == 0 {
		return 0
	}
	return (found + 1) / (overlaps + 1/rate)
}
