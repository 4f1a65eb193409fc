package estimate

import (
	"math/rand/v2"
	"slices"

	"flyby/batching"
	"flyby/internal/ownership"
	"flyby/internal/radix"
)

// prefixSums is the counts of a workload at some of its query segments: at a random one of every stride, which
// stands for all of the stride.
type prefixSums struct {
	n, stride int
	at        []int     // the query segments counted, also called places
	overlaps  []float64 // [len(at)+1] prefix sums of temporal overlaps
	ends      []float64 // [len(at)] the last instants that the query segments own, sorted
	hits      []float64 // [len(at)+1] prefix sums of expected hits
	grazing   []float64 // [len(at)+1] prefix sums of expected grazing pairs
}

// CountOverlaps counts the entry segments that share time with a query segment, for the given query segments
// (places) that are evenly spread; 0 means all. It takes a fifth of a microsecond for each.
func (w *Workload) CountOverlaps(places int) {
	n := len(w.queries.Rows)
	if places <= 0 || places > n {
		places = max(n, 1)
	}
	c := prefixSums{n: n, stride: max(1, (n+places-1)/places)}
	random := rand.New(rand.NewPCG(1, 0xc0417))
	for first := 0; first < n; first += c.stride {
		c.at = append(c.at, first+random.IntN(min(c.stride, n-first)))
	}
	k := len(c.at)
	c.overlaps, c.hits, c.grazing, c.ends = make([]float64, k+1), make([]float64, k+1), make([]float64, k+1), make([]float64, k)
	count := sweep{extents: &w.entries.extents, window: w.rule.Window}
	for j, i := range c.at {
		overlaps := count.overlaps(w.queries.Start[i], w.queries.End[i], w.last[w.queries.Rows[i]])
		c.overlaps[j+1] = c.overlaps[j] + overlaps*float64(c.width(j))
		c.ends[j] = w.owned(i)
	}
	radix.Floats(c.ends)
	w.sums = c
}

// Counted returns the number of query segments whose overlaps were counted, 0 before CountOverlaps.
func (w *Workload) Counted() int { return len(w.sums.at) }

// owned returns the last instant that a query segment owns.
func (w *Workload) owned(i int) float64 {
	return ownership.Owned(w.queries.End[i], w.last[w.queries.Rows[i]])
}

// width returns the number of query segments that the j-th place stands for.
func (c *prefixSums) width(j int) int { return min(c.stride, c.n-j*c.stride) }

// section is the position of a batch among the places.
type section struct{ first, last point }

// point is a position among the places: a place, and the part of its stride that lies before the position.
type point struct {
	place int
	part  float64
}

// find returns the section of a batch.
func (c *prefixSums) find(b batching.Batch) section {
	return section{c.point(b.First), c.point(b.Last)}
}

func (c *prefixSums) point(i int) point {
	j := i / c.stride
	if j >= len(c.at) {
		return point{place: len(c.at)}
	}
	return point{j, float64(i-j*c.stride) / float64(c.width(j))}
}

// of returns the section's part of a prefix sum.
func (s section) of(sum []float64) float64 { return s.last.in(sum) - s.first.in(sum) }

func (p point) in(sum []float64) float64 {
	if p.part == 0 {
		return sum[p.place]
	}
	return sum[p.place] + (sum[p.place+1]-sum[p.place])*p.part
}

// expect computes the prefix sums of expected hits and grazing pairs.
func (w *Workload) expect(epochs []*epoch) {
	c, k := &w.sums, 0
	for j, i := range c.at {
		for i >= epochs[k].Last {
			k++
		}
		n := c.overlaps[j+1] - c.overlaps[j]
		c.hits[j+1] = c.hits[j] + w.estimate.ratios[k]*n
		c.grazing[j+1] = c.grazing[j] + w.estimate.grazing[k]*n
	}
}

// depth returns the fraction of a batch that shares time with its middle query segment, which stands for the
// busiest candidate, since entry and query segments are alike.
func (w *Workload) depth(b batching.Batch) float64 {
	middle := (b.First + b.Last) / 2
	end := w.owned(middle)
	after, beyond := middle, b.Last
	for after < beyond {
		if m := int(uint(after+beyond) >> 1); w.queries.Start[m] > end {
			beyond = m
		} else {
			after = m + 1
		}
	}
	before := max(b.First, w.before(w.queries.Start[middle]))
	return float64(max(0, after-before)) / float64(b.Len())
}

// before returns about the number of query segments that end before an instant. It assumes that the ends of segments
// that end about then are in the order of their starts.
func (w *Workload) before(t float64) int {
	c := &w.sums
	rank, _ := slices.BinarySearch(c.ends, t)
	if c.stride == 1 {
		return rank
	}
	first, last := max(0, rank-1)*c.stride, min((rank+1)*c.stride, c.n)
	for first < last {
		m := int(uint(first+last) >> 1)
		if end := w.queries.End[m]; end < t || end == t && !w.last[w.queries.Rows[m]] {
			first = m + 1
		} else {
			last = m
		}
	}
	return first
}
