package gpujoin

import "flyby/internal/pointindex"

// halfOfSearch is about the cost of one bisection step of a search for a cell, in the unit of costs: a search has some 20 steps.
const halfOfSearch = 3

// costs returns about the costs of gpujoin on a core, in nanoseconds, for points of n dimensions. BenchmarkCosts measures them, and so does
// BenchmarkOfCell of package pointindex; the values are of a Xeon (Sapphire Rapids). The costs of a device have the same ratios, except that
// each of its work-items searches by itself.
func costs(n int, o options) pointindex.Costs {
	dimensions := float64(n)
	if o.shortC {
		dimensions = min(dimensions, 8+float64(dimensions/2)) // terms that are added before a sum is beyond eps
	}
	c := pointindex.Costs{Compare: 2 + float64(0.6*dimensions), Search: 60, Row: 10}
	if o.device {
		c.Search, c.Halves = halfOfSearch, true
	}
	if o.sortIDU {
		c.Row, c.Sorted = 12, true
	}
	return c
}
