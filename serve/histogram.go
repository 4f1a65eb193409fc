package serve

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// timed is a route and the class of statuses of answers that are timed together.
type timed struct{ route, class string }

// classOf returns the class of a status, as 4xx; of 0 it is cut.
func classOf(status int) string {
	if status == 0 {
		return "cut"
	}
	return strconv.Itoa(status/100) + "xx"
}

// bucketEnds are the upper ends of a histogram's buckets, in seconds: few, since each is a series for each route and class.
var bucketEnds = [...]float64{0.005, 0.02, 0.1, 0.5, 2.5, 10, 100}

// A histogram counts durations by the bucket that they are in.
type histogram struct {
	counts [len(bucketEnds) + 1]uint64 // the last is of longer ones
	sum    float64
}

// add counts a duration in seconds.
func (h *histogram) add(seconds float64) {
	i, _ := slices.BinarySearch(bucketEnds[:], seconds)
	h.counts[i]++
	h.sum += seconds
}

// durations returns the series of all histograms, in order. The caller has the mutex.
func (m *metrics) durations() (all []string) {
	order := func(a, b timed) int { return cmp.Or(cmp.Compare(a.route, b.route), cmp.Compare(a.class, b.class)) }
	for _, of := range slices.SortedFunc(maps.Keys(m.times), order) {
		h, n := m.times[of], uint64(0)
		labels := fmt.Sprintf("route=%q,status=%q", of.route, of.class)
		for i, count := range h.counts {
			end := "+Inf"
			if i < len(bucketEnds) {
				end = strconv.FormatFloat(bucketEnds[i], 'g', -1, 64)
			}
			n += count
			all = append(all, fmt.Sprintf("_bucket{%s,le=%q} %d", labels, end, n))
		}
		all = append(all, fmt.Sprintf("_sum{%s} %s", labels, strconv.FormatFloat(h.sum, 'g', -1, 64)), fmt.Sprintf("_count{%s} %d", labels, n))
	}
	return all
}
