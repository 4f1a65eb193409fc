package agree_test

import (
	"math"
	"testing"
)

// differFound holds cases on which TestDiffer once failed, as it printed them, with the failing
// way.
var differFound = []struct {
	name string
	way  differWay
	differCase
}{
	{
		name: "a pair at the threshold", way: differWay{method: "spatiotemporal", devices: "cpu", threads: 1},
		differCase: differCase{
			dim: 2, window: [2]float64{math.Inf(-1), math.Inf(1)}, asks: []differAsk{{true, 5}},
			entries: []differPath{
				{id: 0, t: []float64{0, 1}, p: [][3]float64{{0, 0, 0}, {1, 1, 0}}},
				{id: 1, t: []float64{0, 1}, p: [][3]float64{{3, 4, 0}, {4, 5, 0}}},
			},
		},
	},
	{
		// The motion of id 1, 2^-1074, is 0 in a unit in which 2^511 has 61 bits.
		name: "a motion of a subnormal number", way: differWay{method: "bruteforce", threads: 1},
		differCase: differCase{
			dim: 2, window: [2]float64{math.Inf(-1), math.Inf(1)}, asks: []differAsk{{true, 0}},
			entries: []differPath{
				{id: 1, t: []float64{0, 5}, p: [][3]float64{{0, 0x1p511, 0}, {-0x1p-1074, 0x1p511, 0}}},
				{id: 4, t: []float64{4}, p: [][3]float64{{0, 0x1p511, 0}}},
			},
		},
	},
	{
		// The threshold and both radii add up to 1 + 2^-52, the objects' distance; in float64 to 1.
		name: "radii whose sum rounds down twice", way: differWay{method: "rtree", threads: 1},
		differCase: differCase{
			dim: 2, window: [2]float64{math.Inf(-1), math.Inf(1)}, asks: []differAsk{{true, 0x1p-53}, {false, 0x1p-53}},
			entries: []differPath{
				{id: 0, r: 1, t: []float64{0, 1}, p: [][3]float64{{0, 0, 0}, {0, 0, 0}}},
				{id: 1, r: 0x1p-53, t: []float64{0, 1}, p: [][3]float64{{1 + 0x1p-52, 0, 0}, {1 + 0x1p-52, 0, 0}}},
			},
			queries: []differPath{{id: 0, r: 0x1p-53, t: []float64{0, 1}, p: [][3]float64{{0, -1 - 0x1p-52, 0}, {0, -1 - 0x1p-52, 0}}}},
		},
	},
	{
		name: "a single hit of room",
		way:  differWay{method: "spatiotemporal", batching: "", bins: 0, threads: 2, devices: "opencl:0 gpu small", room: 1, largest: 0, queries: 0, joining: false, encounters: false, pinned: true},
		differCase: differCase{
			dim: 2, window: [2]float64{math.Inf(-1), math.Inf(1)},
			asks: []differAsk{{true, 0}},
			entries: []differPath{
				{id: 3, r: 0, t: []float64{0}, p: [][3]float64{{0, 0, 0x1.ep+23}}},
				{id: 4, r: 0, t: []float64{-17, -0x1.0fff23p+04, -0x1.0fff12p+04, -0x1.0ffefp+04, -0x1.0ffecep+04, -0x1.0ffeacp+04, -0x1.0ffe9bp+04, -0x1.0ffe79p+04, -0x1.0ffe68p+04, 0}, p: [][3]float64{{0, 0, 0x1.78p+26}, {0, 0, 0x1.78p+26}, {0, 0, 0x1.7p+25}, {0, 0, 0x1.bp+24}, {0, 0, 0x1.54p+26}, {0, 0, 0x1.48p+25}, {0, 0, 0x1.48p+25}, {0, 0, 0x1.cp+25}, {0, 0, 0}, {0, 0, 0x1p+26}}},
				{id: 5, r: 0, t: []float64{0}, p: [][3]float64{{0, 0, 0x1.ep+23}}},
				{id: 6, r: 0, t: []float64{-17, -0x1.0fff12p+04, -0x1.0ffefp+04, -0x1.0ffecep+04, -0x1.0ffeacp+04, -0x1.0ffe9bp+04, -0x1.0ffe79p+04, -0x1.0ffe68p+04, -0x1.0ffe24p+04, 0}, p: [][3]float64{{0, 0, 0x1.78p+26}, {0, 0, 0x1.7p+25}, {0, 0, 0x1.bp+24}, {0, 0, 0x1.54p+26}, {0, 0, 0x1.48p+25}, {0, 0, 0x1.48p+25}, {0, 0, 0x1.cp+25}, {0, 0, 0}, {0, 0, 0x1p+26}, {0, 0, 0x1p+26}}},
				{id: 7, r: 0, t: []float64{0}, p: [][3]float64{{0, 0, 0x1.ep+23}}},
			},
		},
	},
}

// TestDifferFound: each former failure passes in the way that failed, and in plain ones.
func TestDifferFound(t *testing.T) {
	f := newDiffer(t)
	g := f.rig()
	defer func() {
		if err := g.close(); err != nil {
			t.Error(err)
		}
	}()
	for _, c := range differFound {
		t.Run(c.name, func(t *testing.T) {
			var count differCount
			ways := []differWay{c.way}
			for _, d := range append([]string{"cpu"}, g.opencl...) {
				ways = append(ways, differWay{method: "spatiotemporal", devices: d, threads: 2}, differWay{method: "temporal", batching: "periodic:3", devices: d, threads: 2})
			}
			for _, d := range g.opencl {
				ways = append(ways, differWay{method: "spatiotemporal", devices: d + " gpu"}, differWay{method: "spatiotemporal", devices: d + " nofloat64"})
			}
			if s, _ := g.check(&c.differCase, ways, &count); s != "" {
				t.Error(s)
			}
		})
	}
}
