package cluster_test

import (
	"math/big"
	"slices"
	"testing"

	"flyby/cluster"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// near returns for each two points whether they are within eps of each other, in rational numbers.
func near(rows [][]float64, eps float64) [][]bool {
	all := make([][]bool, len(rows))
	e := new(big.Rat).SetFloat64(eps)
	e.Mul(e, e)
	for a := range rows {
		all[a] = make([]bool, len(rows))
	}
	for a, p := range rows {
		for b, q := range rows[:a+1] {
			sum := new(big.Rat)
			for j := range p {
				d := new(big.Rat).SetFloat64(p[j])
				d.Sub(d, new(big.Rat).SetFloat64(q[j]))
				sum.Add(sum, d.Mul(d, d))
			}
			all[a][b] = sum.Cmp(e) <= 0
			all[b][a] = all[a][b]
		}
	}
	return all
}

// tableOf returns the neighbour table of points.
func tableOf(within [][]bool) points.Table {
	t := points.Table{Offsets: make([]uint64, 1, len(within)+1)}
	for a, row := range within {
		for b, is := range row {
			if is && a != b {
				t.Rows = append(t.Rows, uint32(b))
			}
		}
		t.Offsets = append(t.Offsets, uint64(len(t.Rows)))
	}
	return t
}

// corePoints returns the points with enough points within eps, themselves included.
func corePoints(within [][]bool, minPoints int) []bool {
	core := make([]bool, len(within))
	for a, row := range within {
		n := 0
		for _, is := range row {
			if is {
				n++
			}
		}
		core[a] = n >= minPoints
	}
	return core
}

// leadsOf returns the leads of points by the definition: for linked core points the lowest row, for other points the
// lowest lead of a core point within eps.
func leadsOf(within [][]bool, core []bool) []uint32 {
	lead := make([]uint32, len(within))
	for row := range lead {
		if lead[row] = pointjoin.NoLead; core[row] {
			lead[row] = uint32(row)
		}
	}
	for changed := true; changed; {
		changed = false
		for a := range within {
			for b := range within {
				if core[a] && core[b] && within[a][b] && lead[b] < lead[a] {
					lead[a], changed = lead[b], true
				}
			}
		}
	}
	for a := range within {
		for b := range within {
			if !core[a] && core[b] && within[a][b] {
				lead[a] = min(lead[a], lead[b])
			}
		}
	}
	return lead
}

// byDefinition returns the labels of points by the definition: clusters in order of their leads.
func byDefinition(within [][]bool, minPoints int) cluster.Labels {
	core := corePoints(within, minPoints)
	lead := leadsOf(within, core)
	firsts := slices.Clone(lead)
	slices.Sort(firsts)
	firsts = slices.DeleteFunc(slices.Compact(firsts), func(v uint32) bool { return v == pointjoin.NoLead })
	l := cluster.Labels{Clusters: len(firsts)}
	for row, v := range lead {
		number, kind := int64(slices.Index(firsts, v)), cluster.BorderPoint
		if core[row] {
			kind = cluster.CorePoint
		}
		if number < 0 {
			kind = cluster.NoisePoint
			l.Noise++
		}
		l.Numbers, l.Kinds = append(l.Numbers, number), append(l.Kinds, kind)
	}
	return l
}

// sameLabels compares labels with the wanted ones.
func sameLabels(t *testing.T, how string, got, want cluster.Labels) {
	t.Helper()
	if !slices.Equal(got.Numbers, want.Numbers) || !slices.Equal(got.Kinds, want.Kinds) {
		t.Errorf("%s: %v %v, want %v %v", how, got.Numbers, got.Kinds, want.Numbers, want.Kinds)
	}
	if got.Clusters != want.Clusters || got.Noise != want.Noise {
		t.Errorf("%s: %d clusters and %d of noise, want %d and %d", how, got.Clusters, got.Noise, want.Clusters, want.Noise)
	}
}
