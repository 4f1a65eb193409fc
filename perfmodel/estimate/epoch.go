package estimate

import "flyby/batching"

// epoch is a slice of time: the query segments that start in it, and the batches sampled from them.
type epoch struct {
	batching.Batch
	count   int // batches to sample
	from    int // the first of them
	step    int // and from one to the next, coprime with count
	batches []tally
	tally   // of all sampled batches
}

// draw is the k-th batch that is sampled: each once, and any few in a row well spread over the epoch.
func (e *epoch) draw(k int) int { return (e.from + k*e.step) % e.count }

// coprime is the number next to the golden part of n that has no factor in common with it: a step that comes to
// each of n places once and spreads them.
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

// ratio is the hits and the grazing pairs a temporal overlap of an epoch, and the variance of the former. An
// epoch that is not counted in full leans on all by one hit: none in a small sample does not mean none.
func (e *epoch) ratio(all common, counted bool) (hits, grazing, variance float64) {
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

// squares is the sum of the squares by which batches' hits differ from a ratio of their overlaps.
func (e *epoch) squares(ratio float64) float64 {
	sum := 0.0
	for _, b := range e.batches {
		d := b.hits - ratio*b.overlaps
		sum += d * d
	}
	return sum
}
