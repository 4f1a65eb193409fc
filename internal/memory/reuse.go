package memory

// Reuse returns a slice of n items of any content, in the memory of s if that suffices. It is not nil.
func Reuse[T any](s []T, n int) []T {
	if s == nil || cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
