// Package selection selects without sorting: it moves the least of some items to the front, along one of their coordinates, for
// median splits, finds the n-th of some values, orders dimensions by their variance, and picks numbers evenly, for samples.
package selection

// Item is a value at a point: of space and time, or of one coordinate.
type Item[A, V any] struct {
	At    A
	Value V
}

// Least moves the n items of least At[axis] to the front, in no order among themselves, and item n, if there is one, to the place that it has in order:
// Hoare's selection, with the median of three as the pivot. Equal coordinates fall on both sides of the pivot, so that thousands of them cost no more
// than distinct ones. n is from 0 to len(items); no coordinate is NaN.
//
// Items hold their coordinates: a loop that calls a function for each key takes a third longer.
func Least[F float32 | float64, A [1]F | [4]F, V any](items []Item[A, V], n, axis int) {
	var at A
	axis &= len(at) - 1 // no check of bounds in the loops
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

func medianOfThree[F float32 | float64](a, b, c F) F {
	return max(min(a, b), min(max(a, b), c))
}

// Nth returns the n-th least of values, from 0. No value is NaN.
func Nth(values []float64, n int) float64 {
	items := make([]Item[[1]float64, struct{}], len(values))
	for i, v := range values {
		items[i].At[0] = v
	}
	Least[float64](items, n, 0)
	return items[n].At[0]
}

// Evenly returns up to most of the numbers below n, ascending and evenly spaced: all of them where they are no more.
func Evenly(n, most int) []int {
	numbers := make([]int, min(n, most))
	for i := range numbers {
		numbers[i] = i * n / len(numbers)
	}
	return numbers
}
