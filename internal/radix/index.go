package radix

import "math"

// Index sorts indexes by keys[index], stably. It first sorts keys as cells of
// 32 bits of their range, half the digits of a float64; the few keys that share
// a cell are then sorted by comparison, and where they are not few, all are
// sorted by all their bits.
func Index(index []uint32, keys []float64) {
	if !byCell(index, keys) {
		byBits(index, keys)
	}
}

// Ordered returns the values of a column at indexes, nil for a column that is nil.
func Ordered[T any](column []T, indexes []uint32) []T {
	if column == nil {
		return nil
	}
	out := make([]T, len(indexes))
	for n, i := range indexes {
		out[n] = column[i]
	}
	return out
}

// byCell sorts indexes by the cells of their keys. It leaves them alone where
// cells cannot be made, or many keys share one.
func byCell(index []uint32, keys []float64) bool {
	if len(index) < 2 {
		return true
	}
	least, most := keys[index[0]], keys[index[0]]
	for _, i := range index { // min and max would look for NaN
		if k := keys[i]; k < least {
			least = k
		} else if k > most {
			most = k
		}
	}
	scale := (1<<32 - 2) / (most - least)
	if !(scale > 0 && scale <= math.MaxFloat64) {
		return false
	}
	packed := make([]uint64, len(index))
	for n, i := range index {
		packed[n] = uint64((keys[i]-least)*scale)<<32 | uint64(i)
	}
	packed = Integers(packed, make([]uint64, len(packed)), 32)
	if !sortCells(packed, keys) {
		return false
	}
	for n, p := range packed {
		index[n] = uint32(p)
	}
	return true
}

// sortCells sorts the keys that share a cell by insertion, and gives up where
// many are out of order.
func sortCells(packed []uint64, keys []float64) bool {
	moves := 0
	for n := 1; n < len(packed); n++ {
		p := packed[n]
		k := n
		for ; k > 0 && packed[k-1]>>32 == p>>32 && keys[uint32(p)] < keys[uint32(packed[k-1])]; k-- {
			packed[k] = packed[k-1]
		}
		packed[k] = p
		if moves += n - k; moves > len(packed) {
			return false
		}
	}
	return true
}

// byBits sorts indexes by all bits of their keys, the lower half and then the
// upper.
func byBits(index []uint32, keys []float64) {
	packed := make([]uint64, len(index))
	for _, shift := range []int{0, 32} {
		for n, i := range index {
			packed[n] = ordered(keys[i])>>shift<<32 | uint64(i)
		}
		packed = Integers(packed, make([]uint64, len(packed)), 32)
		for n, p := range packed {
			index[n] = uint32(p)
		}
	}
}
