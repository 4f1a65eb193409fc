package clusters

import (
	"cmp"
	"slices"

	"flyby/cluster"
)

// A ration has the number of a cluster's points to draw, and the number of its points that sample has passed.
type ration struct{ drawn, past uint32 }

// sample returns the rows of the points to draw: all, or a fair sample. least is the number of points that each cluster keeps, if it has as many; 0: all points have the same chance.
func (m *maker) sample() (rows []uint32, least int) {
	if len(m.labels) <= m.Held {
		rows = make([]uint32, len(m.labels))
		for i := range rows {
			rows[i] = uint32(i)
		}
		return rows, 0
	}
	shares, least := m.shares()
	rows = make([]uint32, 0, m.Held)
	for row, label := range m.labels {
		s, points := &shares[label], uint64(m.sizes[label].points)
		if takes(uint64(s.past), points, uint64(s.drawn), uint64(label)) {
			rows = append(rows, uint32(row))
		}
		s.past++
	}
	return rows, least
}

// takes reports whether point i of a cluster's n points is one of the k to draw. The points are cut into k ranges of about equal length, and one point of each range is drawn, at a place that looks like chance, so that
// a regular order of the rows, such as a raster's, does not pick the same place of each range.
func takes(i, n, k, label uint64) bool {
	if k == 0 {
		return false
	}
	part := i * k / n
	first, end := (part*n+k-1)/k, ((part+1)*n+k-1)/k
	return i == first+scrambled(part^label<<32)%(end-first)
}

// scrambled returns a number that looks like chance: by the finaliser of SplitMix64.
func scrambled(v uint64) uint64 {
	v += 0x9e3779b97f4a7c15
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

// shares returns how many points of each label are drawn. Each cluster keeps at least the same number, or all its points, as long as they are at most half of the points drawn; the
// rest is shared by size.
func (m *maker) shares() (shares []ration, least int) {
	least, kept := m.leastKept()
	shares = make([]ration, len(m.sizes))
	rest, beyond := uint64(m.Held-kept), uint64(len(m.labels)-kept)
	sum := uint64(0) // points beyond the kept ones, up to a label: rounding the sums leaves no point over
	for label, s := range m.sizes {
		floor := min(int(s.points), least)
		before := sum * rest / beyond
		sum += uint64(int(s.points) - floor)
		shares[label].drawn = uint32(floor) + uint32(sum*rest/beyond-before)
	}
	return shares, least
}

// leastKept returns how many points each cluster keeps, as many as fit half of the points drawn, up to 50, and how many points these are.
func (m *maker) leastKept() (least, kept int) {
	for least = 50; ; least-- {
		kept = 0
		for _, s := range m.sizes {
			kept += min(int(s.points), least)
		}
		if kept <= m.Held/2 {
			return least, kept
		}
	}
}

// ordered sorts rows in the order of drawing: noise first, then clusters, the smallest last so that it is seen, each with its core points first. It returns their Data.Bunches.
func (m *maker) ordered(rows []uint32) (bunches [][3]int) {
	slices.SortFunc(rows, func(a, b uint32) int {
		return cmp.Or(m.before(m.labels[a], m.labels[b]), cmp.Compare(m.kindOf(b), m.kindOf(a)), cmp.Compare(a, b))
	})
	for i, row := range rows {
		if i == 0 || m.labels[row] != m.labels[rows[i-1]] {
			bunches = append(bunches, [3]int{int(m.labels[row]) - 1})
		}
		counted := 1 // core points and noise
		if m.kindOf(row) == cluster.BorderPoint {
			counted = 2
		}
		bunches[len(bunches)-1][counted]++
	}
	return bunches
}

// kindOf returns the kind of a row; without kinds points of clusters count as core points.
func (m *maker) kindOf(row uint32) cluster.Kind {
	switch {
	case m.kinds != nil:
		return m.kinds[row]
	case m.labels[row] == 0:
		return cluster.NoisePoint
	}
	return cluster.CorePoint
}

// before compares labels in the order of drawing: noise, then clusters from the largest on, clusters of equal size by number.
func (m *maker) before(a, b uint32) int {
	if a == 0 || b == 0 {
		return cmp.Compare(a, b)
	}
	return cmp.Or(cmp.Compare(m.sizes[b].points, m.sizes[a].points), cmp.Compare(a, b))
}
