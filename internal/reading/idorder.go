package reading

import (
	"cmp"
	"slices"

	"flyby/trajectory"
)

// Order returns the numbers below n of ids that are known, in the order of a store.
func (s IDs) Order(n int, known func(number uint32) bool) []uint32 {
	order := make([]uint32, 0, n)
	for number := range uint32(n) {
		if known(number) {
			order = append(order, number)
		}
	}
	if s.Int != nil {
		slices.SortFunc(order, func(a, b uint32) int { return cmp.Compare(s.Int[a], s.Int[b]) })
	} else {
		slices.SortFunc(order, func(a, b uint32) int { return cmp.Compare(s.Name[a], s.Name[b]) })
	}
	return order
}

// Of returns the ids of some numbers, which ascend.
func (s IDs) Of(order []uint32) trajectory.IDs {
	if s.Int != nil {
		sorted := make([]int64, len(order))
		for i, number := range order {
			sorted[i] = s.Int[number]
		}
		return trajectory.IntIDs(sorted)
	}
	sorted := make([]string, len(order))
	for i, number := range order {
		sorted[i] = s.Name[number]
	}
	return trajectory.NameIDs(sorted)
}
