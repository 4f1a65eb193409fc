package stage

import (
	"cmp"
	"fmt"
	"slices"

	"flyby/internal/memory"
	"flyby/internal/rowbytes"
	"flyby/trajectory"
)

// Closest yields the n encounters of least Distance, sorted by Distance; encounters of equal Distance
// stay in the stream's order. It yields nothing before the stream has ended. The rows that it
// holds take at most the given bytes, otherwise the error is flyby.ErrMemory; 0 bounds them by n alone.
func Closest(from Stream[trajectory.Encounters], n int, bytes uint64) Stream[trajectory.Encounters] {
	return closest(from, n, bytes, func(e trajectory.Encounters) []float64 { return e.Distance })
}

// ClosestPairs is Closest for pairs.
func ClosestPairs(from Stream[trajectory.Pairs], n int, bytes uint64) Stream[trajectory.Pairs] {
	return closest(from, n, bytes, func(p trajectory.Pairs) []float64 { return p.Distance })
}

// ClosestObjects is Closest for objects.
func ClosestObjects(from Stream[trajectory.Objects], n int, bytes uint64) Stream[trajectory.Objects] {
	return closest(from, n, bytes, func(o trajectory.Objects) []float64 { return o.Distance })
}

// pickable are rows that closest can keep.
type pickable[T any] interface {
	Rows[T]
	Pick(rows []int) T
	Append(T) (T, error)
}

// sieveRowBytes is the memory of a row that is held: in columns that append has grown, in the columns of
// the rows picked from them, and its number.
const sieveRowBytes = 3*(rowbytes.EncounterBytes+4) + 8

func closest[T pickable[T]](from Stream[T], n int, bytes uint64, distances func(T) []float64) Stream[T] {
	return func(yield func(T, error) bool) {
		s := sieve[T]{n: n, bytes: bytes, distances: distances}
		for some, err := range steps(from) {
			if err == nil {
				err = s.add(some)
			}
			if err != nil {
				yield(*new(T), err)
				return
			}
		}
		s.cut()
		for some, err := range steps(func(yield func(T, error) bool) { yield(s.rows, nil) }) {
			if !yield(some, err) {
				return
			}
		}
	}
}

// sieve holds the n closest of the rows added to it, and some more.
type sieve[T pickable[T]] struct {
	n         int
	bytes     uint64 // memory that rows may take; 0: any
	distances func(T) []float64
	rows      T       // in order of distance up to the last cut, then the rows added since
	full      bool    // n rows were held at the last cut
	most      float64 // with full: the greatest of their distances
	near      []int
}

// add adds rows, but no row that is as far as the last of n rows or farther: it could not come before that one.
func (s *sieve[T]) add(some T) (err error) {
	if s.n <= 0 {
		return nil
	}
	s.near = s.near[:0]
	for i, d := range s.distances(some) {
		if !s.full || d < s.most {
			s.near = append(s.near, i)
		}
	}
	if len(s.near) == 0 {
		return nil
	}
	if s.rows, err = s.rows.Append(some.Pick(s.near)); err != nil {
		return err
	}
	if s.rows.Len()-s.n >= max(s.n/2, mostRows) {
		s.cut()
	}
	if held := memory.Of(s.rows.Len(), sieveRowBytes); s.bytes > 0 && held > s.bytes {
		return fmt.Errorf("stage: the %s closest take more than the %s that there are for them: ask for fewer, or give more memory: %w",
			memory.Count(s.n), memory.Size(s.bytes), memory.ErrNoRoom)
	}
	return nil
}

// cut keeps the n closest rows, in order.
func (s *sieve[T]) cut() {
	all := s.distances(s.rows)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[a], all[b]) })
	order = order[:min(s.n, len(order))]
	s.rows = s.rows.Pick(order)
	if s.full = len(order) == s.n; s.full && s.n > 0 {
		s.most = s.distances(s.rows)[s.n-1]
	}
}
