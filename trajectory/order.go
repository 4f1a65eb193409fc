package trajectory

import (
	"cmp"
	"fmt"
	"sync/atomic"

	"flyby/internal/memory"
	"flyby/internal/parallel"
)

// group finds the trajectories of rows, stores their ids and returns the ordered row at which each begins, then the number of rows, and the
// places of rows: file row i is ordered row place[i], nil for identity. It uses up id.Code.
//
// The error is a *memory.Error where there is no room to order the rows: besides places there are counters, and then a copy of one
// column at a time.
func (s *Store) group(id IDColumn) (starts []int, place []uint32, err error) {
	const owner, ordering = 4, 8 // bytes a row
	var owners []uint32
	if id.Code != nil {
		owners, s.ids.names = rankNames(id)
		starts = runs(owners)
	} else if starts = runs(id.Int); starts != nil {
		s.ids.ints = beginnings(id.Int, starts)
	} else {
		if err := memory.Need("the owners of rows", memory.Of(len(id.Int), owner)); err != nil {
			return nil, nil, err
		}
		owners, s.ids.ints = rankInts(id.Int)
	}
	if starts != nil {
		return starts, nil, nil
	}
	if err := memory.Need(fmt.Sprintf("%d rows in another order than that of their ids", len(owners)), memory.Of(len(owners), ordering)); err != nil {
		return nil, nil, err
	}
	return placeRows(owners, s.ids.Len()), owners, nil
}

// runs returns the row at which each run of equal keys begins, then the number of keys; nil where keys do not ascend.
func runs[T cmp.Ordered](keys []T) []int {
	if len(keys) == 0 {
		return []int{0}
	}
	parts := parallel.Parts(len(keys))
	found := make([]int, parts+1) // found[k+1] = runs that begin in range k, but for the first of all
	var descends atomic.Bool
	parallel.Ranges(len(keys), parts, func(k, first, last int) {
		n, ok := countRuns(keys[max(first-1, 0):last])
		if found[k+1] = n; !ok {
			descends.Store(true)
		}
	})
	if descends.Load() {
		return nil
	}
	for k := range parts {
		found[k+1] += found[k]
	}
	starts := make([]int, found[parts]+2)
	starts[len(starts)-1] = len(keys)
	parallel.Ranges(len(keys), parts, func(k, first, last int) {
		next := starts[1+found[k] : 1+found[k+1]]
		for row := max(first, 1); len(next) > 0; row++ {
			if keys[row] != keys[row-1] {
				next[0], next = row, next[1:]
			}
		}
	})
	return starts
}

// countRuns returns how often a key differs from the key before it. ok is false where it is less.
func countRuns[T cmp.Ordered](keys []T) (n int, ok bool) {
	before := keys[0]
	for _, key := range keys {
		if key != before {
			if key < before {
				return n, false
			}
			n++
		}
		before = key
	}
	return n, true
}

// beginnings returns the ids of the rows at which trajectories begin.
func beginnings(ids []int64, starts []int) []int64 {
	distinct := make([]int64, len(starts)-1)
	parallel.AllCores(len(distinct), func(first, last int) {
		for traj := first; traj < last; traj++ {
			distinct[traj] = ids[starts[traj]]
		}
	})
	return distinct
}

// placeRows turns the owners of rows, of n owners, into the places that rows have in the stable order of their owners. It returns the place
// at which each owner begins, then the number of rows. Ranges of rows are counted, and then placed, at once. Counters take no more memory
// than owners.
func placeRows(owners []uint32, n int) (starts []int) {
	parts := min(parallel.Parts(len(owners)), max(1, len(owners)/n))
	next := make([]uint32, parts*n) // by range and owner: the number of rows, then the place of the next
	parallel.Ranges(len(owners), parts, func(k, first, last int) {
		counts := next[k*n : (k+1)*n]
		for _, o := range owners[first:last] {
			counts[o]++
		}
	})
	starts = startPlaces(next, n)
	parallel.Ranges(len(owners), parts, func(k, first, last int) {
		next, rows := next[k*n:(k+1)*n], owners[first:last]
		for i, o := range rows {
			rows[i] = next[o]
			next[o]++
		}
	})
	return starts
}

// startPlaces turns the numbers of rows by range and owner, of n owners, into the places at which they begin. It returns the place at which
// each owner begins, then the number of rows.
func startPlaces(next []uint32, n int) (starts []int) {
	starts = make([]int, n+1)
	parts := parallel.Parts(n)
	sums := make([]uint32, parts+1) // rows of the owners before each range of owners
	parallel.Ranges(n, parts, func(k, first, last int) {
		sum := uint32(0)
		for from := 0; from < len(next); from += n {
			for _, rows := range next[from+first : from+last] {
				sum += rows
			}
		}
		sums[k+1] = sum
	})
	for k := range parts {
		sums[k+1] += sums[k]
	}
	parallel.Ranges(n, parts, func(k, first, last int) {
		at := sums[k]
		for o := first; o < last; o++ {
			starts[o] = int(at)
			for i := o; i < len(next); i += n {
				next[i], at = at, at+next[i]
			}
		}
	})
	starts[n] = int(sums[parts])
	return starts
}

// placed puts each value of a column, which may be nil, in its place.
func placed[T any](column []T, place []uint32) []T {
	if column == nil {
		return nil
	}
	out := make([]T, len(column))
	parallel.AllCores(len(column), func(first, last int) {
		to := place[first:last]
		for i, v := range column[first:last] {
			out[to[i]] = v
		}
	})
	return out
}

// inverse returns the file rows of ordered rows.
func inverse(place []uint32) []uint32 {
	order := make([]uint32, len(place))
	parallel.AllCores(len(place), func(first, last int) {
		for row := first; row < last; row++ {
			order[place[row]] = uint32(row)
		}
	})
	return order
}
