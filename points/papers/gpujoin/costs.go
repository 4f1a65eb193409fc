package gpujoin

import "flyby/points/pointindex"

// halfOfSearch is about what a half of a search for a cell takes, as costs has it: a search is some 20 of them.
const halfOfSearch = 3

// costs are about what gpujoin takes on a core, in nanoseconds, for points of n dimensions. BenchmarkCosts measures them,
// and BenchmarkOfCell of package pointindex; here on a Xeon (Sapphire Rapids). Those of a device are to each other as these are, but that each
// of its work-items searches by itself.
func costs(n int, o options) pointindex.Costs {
	dimensions := float64(n)
	if o.shortC {
		dimensions = min(dimensions, 8+float64(dimensions/2)) // what is added up before a sum is beyond eps
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
