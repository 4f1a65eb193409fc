package estimate

import "slices"

// Rhythm is the number of query segments in a step of time where trajectories keep step, 1 where they do not: the
// query segment that many places further begins as one ends. Steps need not begin together. A batch that ends with a
// step has fewer candidates than one that takes a few query segments of the next, and all entry segments that these
// meet.
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
