package stage

// Filter replaces each chunk by the result of leave, which as a rule leaves rows out, and drops chunks without rows. An error of leave ends the stream.
func Filter[T Rows[T]](from Stream[T], leave func(T) (T, error)) Stream[T] {
	return func(yield func(T, error) bool) {
		for some, err := range steps(from) {
			if err == nil {
				some, err = leave(some)
			}
			if err != nil {
				yield(*new(T), err)
				return
			}
			if some.Len() > 0 && !yield(some, nil) {
				return
			}
		}
	}
}
