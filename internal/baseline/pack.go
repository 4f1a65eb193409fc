package baseline

import "flyby/internal/selection"

// leaf is the number of an item to be placed in a tree, at the centre of its box: time,
// x, y and z, in units that make differences on all axes comparable.
type leaf = selection.Item[uint32]

// divide reorders leaves into up to fan groups that are each close in space
// and time, and returns the groups' sizes: the largest group is split in two
// until there are fan groups, or no group is larger than a node.
func divide(leaves []leaf) []int {
	sizes := append(make([]int, 0, fan), len(leaves))
	for len(sizes) < fan {
		largest, at, start := 0, 0, 0
		for i, size := range sizes {
			if size > sizes[largest] {
				largest, start = i, at
			}
			at += size
		}
		size := sizes[largest]
		if size <= fan {
			break
		}
		left := split(leaves[start : start+size])
		sizes = append(sizes, 0)
		copy(sizes[largest+1:], sizes[largest:])
		sizes[largest], sizes[largest+1] = left, size-left
	}
	return sizes
}

// split cuts leaves in two along the axis on which they spread furthest, and
// returns the size of the left part. It cuts at the median, or at the nearest
// change of the coordinate: in synchronous data a node then does not span two
// steps of time for want of a few leaves.
func split(leaves []leaf) int {
	axis := widest(leaves)
	middle := len(leaves) / 2
	selection.Least(leaves, middle, axis)
	lo, hi := equals(leaves, middle, axis)
	margin := len(leaves) / 8
	switch {
	case lo > margin && (middle-lo <= hi-middle || hi >= len(leaves)-margin):
		return lo
	case hi < len(leaves)-margin:
		return hi
	}
	return middle
}

// widest returns the axis along which leaves spread furthest.
func widest(leaves []leaf) int {
	lo, hi := leaves[0].At, leaves[0].At
	for i := range leaves {
		for k, v := range leaves[i].At {
			if v < lo[k] {
				lo[k] = v
			}
			if v > hi[k] {
				hi[k] = v
			}
		}
	}
	axis := 0
	for k := range 4 {
		if hi[k]-lo[k] > hi[axis]-lo[axis] {
			axis = k
		}
	}
	return axis
}

// equals moves the leaves with the selected leaf's coordinate next to it, and
// returns their range.
func equals(leaves []leaf, selected, axis int) (lo, hi int) {
	v := leaves[selected].At[axis]
	lo, hi = selected, selected
	for i := selected - 1; i >= 0; i-- {
		if leaves[i].At[axis] == v {
			lo--
			leaves[i], leaves[lo] = leaves[lo], leaves[i]
		}
	}
	for i := selected; i < len(leaves); i++ {
		if leaves[i].At[axis] == v {
			leaves[i], leaves[hi] = leaves[hi], leaves[i]
			hi++
		}
	}
	return lo, hi
}
