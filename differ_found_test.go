package flyby_test

import (
	"math"
	"testing"
)

// differFound are cases that TestDiffer found to fail once, as it printed them, with
// the way that they failed in.
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
		// The threshold is 1 + 2^-52, which is their distance, and 1 where it is added up.
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
}

// TestDifferFound wants what failed once to hold in the way that it failed, and in
// plain ones.
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
