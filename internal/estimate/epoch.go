package estimate

import "flyby/batching"

// epoch is a slice of time: the query segments that start in it, and the batches sampled from them.
type epoch struct {
	batching.Batch
	count   int // number of batches to sample
	from    int // number of the first batch sampled
	step    int // from one sampled batch to the next, coprime with count
	batches []tally
	tally   // of all sampled batches
}

// draw returns the number of the k-th batch to sample: each batch once, and any few in a row well spread over the
// epoch.
func (e *epoch) draw(k int) int { return (e.from + k*e.step) % e.count }

// coprime returns the greatest number up to the golden section of n that has no factor in common with n: a step
// that visits each of n places once and spreads the visits.
func coprime(n int) int {
	const golden = 0.6180339887
	for step := int(golden * float64(n)); step > 1; step-- {
		a, b := n, step
		for b > 0 {
			a, b = b, a%b
		}
		if a == 1 {
			return step
		}
	}
	return 1
}

// ratio returns the hits and the grazing pairs per temporal overlap of an epoch, and the variance of the hits. The
// sample of an epoch that is not counted in full is extended by one hit at the rate of all epochs: a small sample
// without hits does not mean that the epoch has none.
func (e *epoch) ratio(all pooledRatios, counted bool) (hits, grazing, variance float64) {
	if e.overlaps == 0 {
		return all.ratio, all.grazing, all.ratio * all.ratio
	}
	hits, grazing = e.hits/e.overlaps, e.grazing/e.overlaps
	if !counted {
		hits, grazing = lean(e.hits, e.overlaps, all.ratio), lean(e.grazing, e.overlaps, all.grazing)
	}
	n := float64(len(e.batches))
	if n < 2 {
		return hits, grazing, all.variance / e.overlaps
	}
	return hits, grazing, e.squares(hits) * n / (n - 1) / (e.overlaps * e.overlaps)
}

// squares returns the sum of the squared differences of the batches' hits and their overlaps times ratio.
func (e *epoch) squares(ratio float64) float64 {
	sum := 0.0
	for _, b := range e.batches {
		d := b.hits - ratio*b.overlaps
		sum += d * d
	}
	return sum
}
