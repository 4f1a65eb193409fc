package parquet

import (
	"sync"

	"flyby/internal/codec"
)

// spareRows is memory of batches that are read, for the rows of others. nil has none.
type spareRows struct {
	room   int // rows that each slice has room for
	most   int // slices of a type
	mu     sync.Mutex
	floats [][]float64
	wholes [][]int64
	codes  [][]uint32
}

// fresh returns memory for the given number of rows, with whatever values it had.
func fresh[T any](s *spareRows, rows int) []T {
	if s == nil {
		return make([]T, rows)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, all := range []any{&s.floats, &s.wholes, &s.codes} {
		if of, ok := all.(*[][]T); ok && len(*of) > 0 {
			last := len(*of) - 1
			rows := (*of)[last][:rows]
			*of = (*of)[:last]
			return rows
		}
	}
	return make([]T, rows, s.room)
}

// take takes the memory of a batch, which nobody reads any more.
func (s *spareRows) take(all []codec.Values) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range all {
		keep(&s.floats, all[i].Floats, s)
		keep(&s.wholes, all[i].Wholes, s)
		keep(&s.codes, all[i].Codes, s)
	}
}

// keep keeps a slice that has room for the rows of a batch.
func keep[T any](all *[][]T, one []T, s *spareRows) {
	if cap(one) == s.room && len(*all) < s.most {
		*all = append(*all, one)
	}
}
