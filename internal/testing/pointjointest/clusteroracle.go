package pointjointest

import (
	"slices"

	"flyby/internal/pointjoin"
)

// neighboursOf lists the neighbours of each row, without the row itself.
func neighboursOf(rows int, pairs []pointjoin.Pair) [][]uint32 {
	near := make([][]uint32, rows)
	for _, p := range pairs {
		a, b := pointjoin.Rows(p)
		near[a], near[b] = append(near[a], b), append(near[b], a)
	}
	return near
}

// leastPoints returns least numbers of points to try: numbers that all rows reach or none, and numbers that some row
// just reaches, or just does not.
func leastPoints(near [][]uint32) []int {
	all := []int{1, 2, 3, 4, len(near) + 1}
	for row := 0; row < len(near); row += 1 + len(near)/3 {
		all = append(all, len(near[row])+1, len(near[row])+2)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// coresOf reports which rows have at least minPoints neighbours, themselves included.
func coresOf(near [][]uint32, minPoints int) []bool {
	core := make([]bool, len(near))
	for row := range core {
		core[row] = len(near[row])+1 >= minPoints
	}
	return core
}

// leadsOf returns the lowest row of the core rows that each core row is linked with, found by walking from the lowest
// rows on.
func leadsOf(near [][]uint32, core []bool) []uint32 {
	lead := make([]uint32, len(core))
	for row := range lead {
		lead[row] = pointjoin.NoLead
	}
	for first := range lead {
		if !core[first] || lead[first] != pointjoin.NoLead {
			continue
		}
		lead[first] = uint32(first)
		for next := []uint32{uint32(first)}; len(next) > 0; {
			row := next[len(next)-1]
			next = next[:len(next)-1]
			for _, other := range near[row] {
				if core[other] && lead[other] == pointjoin.NoLead {
					lead[other] = uint32(first)
					next = append(next, other)
				}
			}
		}
	}
	return lead
}

// bordersOf returns lead with the leads of rows that are not core: the lowest lead of their core neighbours.
func bordersOf(near [][]uint32, core []bool, lead []uint32) []uint32 {
	all := slices.Clone(lead)
	for row := range all {
		if core[row] {
			continue
		}
		all[row] = pointjoin.NoLead
		for _, other := range near[row] {
			if core[other] {
				all[row] = min(all[row], lead[other])
			}
		}
	}
	return all
}
