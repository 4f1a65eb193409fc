package infile

// Estimate guesses the rows of the whole file from the rows in the bytes that are read so far.
func (s *Source) Estimate(rows int) int { return s.EstimateAt(rows, s.Done.Load()) }

// EstimateAt guesses the rows of the whole file from the rows in its first done bytes. A stream, whose size is not known, is guessed to have as many rows
// to come, at most mostLeft: columns that grow by a quarter each time are copied four times over.
func (s *Source) EstimateAt(rows int, done int64) int {
	const enough = 1 << 18 // bytes below which a guess is worth nothing
	const mostLeft = 1 << 20
	total := s.Total
	if total == 0 {
		return rows + min(rows, mostLeft)
	}
	if done < enough || total <= done {
		return rows
	}
	return int(float64(rows) * (float64(total) / float64(done)) * 1.02)
}

// Reserve makes room for more values at once, so that columns are seldom copied and little of their room stays empty.
func Reserve[T any](s []T, more, estimate int) []T {
	if len(s)+more <= cap(s) {
		return s
	}
	out := make([]T, len(s), Grown(len(s), more, estimate))
	copy(out, s)
	return out
}

// Grown returns the new capacity of a column that outgrows its own.
func Grown(n, more, estimate int) int { return max(n+more, estimate, n+n/4) }

// Resized returns a slice of n elements, s itself where it has room for them.
func Resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
