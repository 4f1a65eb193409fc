package calibrate

import "slices"

// mostRepeats is the most measurements of one point.
const mostRepeats = 15

// repeat measures one point repeatedly until its share of time, in seconds, is used up. It returns the lower
// quartile of the times: disturbances only ever make a measurement longer, yet the least time is better than
// a search's usual one.
func repeat(share float64, run func() (timing, error)) (timing, error) {
	var kernels, hosts []float64
	var last timing
	for spent := 0.0; len(kernels) < mostRepeats && (spent < share || len(kernels) == 0); {
		t, err := run()
		if err != nil {
			return t, err
		}
		kernels, hosts = append(kernels, t.kernel), append(hosts, t.host)
		spent += t.wall
		last = t
	}
	last.kernel, last.host = quartile(kernels), quartile(hosts)
	return last, nil
}

// quartile returns the value below which a quarter of the values lie.
func quartile(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/4]
}

// median returns the median of values, 0 for none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
