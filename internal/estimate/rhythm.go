package estimate

import "slices"

// Rhythm returns the number n of query segments in a step of time if trajectories keep step: then the n-th query
// segment after a segment begins when that segment ends. Steps need not begin together. Rhythm returns 1 if they do
// not keep step. A batch that ends with a step has fewer candidates than one with a few query segments of the next
// step, which add all entry segments that share time with them.
func (w *Workload) Rhythm() int {
	const places = 16
	start, end := w.queries.Start, w.queries.End
	if len(start) == 0 {
		return 1
	}
	middle := len(start) / 2
	first, _ := slices.BinarySearch(start, start[middle])
	last, _ := slices.BinarySearch(start, end[middle])
	step := last - first
	kept, seen := 0, 0
	for k := range places {
		if i := k * len(start) / places; i+step < len(start) {
			seen++
			if start[i+step] == end[i] {
				kept++
			}
		}
	}
	if step < 1 || 4*kept < 3*seen || seen == 0 {
		return 1
	}
	return step
}
