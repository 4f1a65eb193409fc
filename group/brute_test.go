package group

import (
	"math/big"
	"slices"
)

// meeting is an encounter of two objects.
type meeting struct {
	a, b        uint32
	enter, exit float64
}

// bruteGroups finds groups by their definition alone: over all instants at which an encounter
// begins or ends, and the intervals between two of them, it takes for each first and last instant
// the sets that are in one component all the time; then it drops subsets of other sets. Differences
// of times are rationals.
func bruteGroups(objects int, all []meeting, s Search) []Group {
	s = s.filled()
	all = bruteFilled(all, s.MaxBreak)
	var instants []float64
	for _, m := range all {
		instants = append(instants, m.enter, m.exit)
	}
	slices.Sort(instants)
	instants = slices.Compact(instants)
	var found []Group
	for i, start := range instants {
		together := make([]int, objects) // one class: all
		for j := i; j < len(instants); j++ {
			if j > i { // the open interval before
				together = refined(together, componentsOf(objects, all, instants[j-1], instants[j]))
			}
			together = refined(together, componentsOf(objects, all, instants[j], instants[j]))
			if difference(instants[j], start).Cmp(new(big.Rat).SetFloat64(s.MinDuration)) < 0 {
				continue
			}
			for _, members := range classes(together) {
				if len(members) >= s.MinSize {
					found = append(found, Group{Start: start, End: instants[j], Members: members})
				}
			}
		}
	}
	return maximal(found)
}

// bruteFilled fills breaks that are shorter than longest.
func bruteFilled(all []meeting, longest float64) []meeting {
	var out []meeting
	for _, m := range all {
		at := slices.IndexFunc(out, func(o meeting) bool {
			return o.a == m.a && o.b == m.b && difference(m.enter, o.exit).Cmp(new(big.Rat).SetFloat64(longest)) < 0 && m.enter >= o.exit
		})
		if at < 0 {
			out = append(out, m)
		} else {
			out[at].exit = m.exit
		}
	}
	return out
}

func difference(a, b float64) *big.Rat {
	return new(big.Rat).Sub(new(big.Rat).SetFloat64(a), new(big.Rat).SetFloat64(b))
}

// componentsOf numbers the components of the graph of the encounters that cover [from, to].
func componentsOf(objects int, all []meeting, from, to float64) []int {
	of := make([]int, objects)
	for v := range of {
		of[v] = v
	}
	for changed := true; changed; {
		changed = false
		for _, m := range all {
			if m.enter <= from && m.exit >= to && of[m.a] != of[m.b] {
				least := min(of[m.a], of[m.b])
				of[m.a], of[m.b], changed = least, least, true
			}
		}
	}
	return of
}

// refined numbers the classes of objects that share a class of p and a class of q.
func refined(p, q []int) []int {
	number := map[[2]int]int{}
	out := make([]int, len(p))
	for v := range p {
		key := [2]int{p[v], q[v]}
		if _, known := number[key]; !known {
			number[key] = len(number)
		}
		out[v] = number[key]
	}
	return out
}

func classes(of []int) map[int][]uint32 {
	all := map[int][]uint32{}
	for v, c := range of {
		all[c] = append(all[c], uint32(v))
	}
	return all
}

// maximal drops groups that another group contains, and sorts the rest.
func maximal(all []Group) []Group {
	var kept []Group
	for i, g := range all {
		if !slices.ContainsFunc(all, func(o Group) bool {
			contains := o.Start <= g.Start && o.End >= g.End && subset(g.Members, o.Members)
			same := o.Start == g.Start && o.End == g.End && len(o.Members) == len(g.Members)
			return contains && !same
		}) && !slices.ContainsFunc(all[:i], func(o Group) bool { return o.Start == g.Start && o.End == g.End && slices.Equal(o.Members, g.Members) }) {
			kept = append(kept, g)
		}
	}
	slices.SortFunc(kept, compare)
	return kept
}

func subset(a, b []uint32) bool {
	for _, v := range a {
		if !slices.Contains(b, v) {
			return false
		}
	}
	return true
}

// compare compares groups in the defined order.
func compare(a, b Group) int {
	switch {
	case a.Start != b.Start:
		return sign(a.Start < b.Start)
	case a.End != b.End:
		return sign(a.End < b.End)
	}
	return slices.Compare(a.Members, b.Members)
}

func sign(less bool) int {
	if less {
		return -1
	}
	return 1
}
