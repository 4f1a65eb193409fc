// Package selection selects without sorting: it moves the least of some items to the front, along one of their coordinates, for
// median splits, finds the n-th of some values, and picks numbers evenly, for samples.
package selection

// Item is a value at a point of space and time.
type Item[V any] struct {
	At    [4]float32
	Value V
}

// Least moves the n items of least At[axis] to the front, in no order among themselves: Hoare's
// selection, with the median of three as the pivot. Equal coordinates fall on both sides
// of the pivot, so that thousands of them cost no more than distinct ones. n is from 0 to
// len(items); no coordinate is NaN.
func Least[V any](items []Item[V], n, axis int) {
	axis &= 3 // no check of bounds in the loops
	lo, hi := 0, len(items)-1
	for lo < hi {
		pivot := medianOfThree(items[lo].At[axis], items[(lo+hi)/2].At[axis], items[hi].At[axis])
		i, j := lo, hi
		for i <= j {
			for items[i].At[axis] < pivot {
				i++
			}
			for items[j].At[axis] > pivot {
				j--
			}
			if i <= j {
				items[i], items[j] = items[j], items[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return
		}
	}
}

func medianOfThree(a, b, c float32) float32 {
	return max(min(a, b), min(max(a, b), c))
}

// Nth returns the n-th of some values in order, from 0, by the selection of Least. It moves them. No value is NaN.
//
// The loop stands here, in Least and in package boxtree: one loop that calls a function for each key took a third longer in both.
func Nth(values []float64, n int) float64 {
	lo, hi := 0, len(values)-1
	for lo < hi {
		a, b, c := values[lo], values[(lo+hi)/2], values[hi]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return values[n]
		}
	}
	return values[n]
}

// Evenly returns up to most of the numbers below n, ascending and evenly spaced: all of them where they are no more.
func Evenly(n, most int) []int {
	numbers := make([]int, min(n, most))
	for i := range numbers {
		numbers[i] = i * n / len(numbers)
	}
	return numbers
}
