package zorder

import "sort"

// Sums are the prefix sums of the lengths of the intervals of points, with the total at the end. They
// number the elements of all intervals, one after another.
type Sums []uint64

// NewSums returns the sums of intervals.
func NewSums(intervals []Interval) Sums {
	s := make(Sums, len(intervals)+1)
	for i, v := range intervals {
		s[i+1] = s[i] + uint64(v.Len())
	}
	return s
}

// Total returns the number of elements.
func (s Sums) Total() uint64 { return s[len(s)-1] }

// Chunk returns the end of the chunk that begins with the element from: the end of the last interval
// that ends within room more elements, or from + room if the first one does not. A chunk never has
// more than room elements. room must be positive.
func (s Sums) Chunk(from, room uint64) (to uint64) {
	beyond := sort.Search(len(s), func(i int) bool { return s[i] > from && s[i]-from > room })
	if to = s[beyond-1]; to > from || to == s.Total() {
		return to
	}
	return from + room
}

// Point returns the point whose interval has an element.
func (s Sums) Point(element uint64) int {
	return sort.Search(len(s), func(i int) bool { return s[i] > element }) - 1
}
