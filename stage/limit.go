package stage

// Limit keeps the first n rows. It reads the stream to its end, so that a Count before it counts all rows.
func Limit[T Rows[T]](from Stream[T], n uint64) Stream[T] {
	return func(yield func(T, error) bool) {
		left := n
		for some, err := range from {
			if err != nil {
				yield(*new(T), err)
				return
			}
			first := min(left, uint64(some.Len()))
			if left -= first; first > 0 && !yield(some.Slice(0, int(first)), nil) {
				return
			}
		}
	}
}

// Count passes rows on, and adds their number to n.
func Count[T Rows[T]](from Stream[T], n *uint64) Stream[T] {
	return func(yield func(T, error) bool) {
		for some, err := range from {
			if err == nil {
				*n += uint64(some.Len())
			}
			if !yield(some, err) {
				return
			}
		}
	}
}
