package trajectory

import (
	"cmp"
	"fmt"
	"sync/atomic"

	"flyby/internal/memory"
	"flyby/internal/parallel"
)

// group finds the trajectories of rows, stores their ids and returns the ordered row at which each begins, then the number of rows, and
// the order: order[i] is the file row of ordered row i, nil for identity.
//
// The error is a *memory.Error where there is no room to order the rows: besides the owners of rows there are the order, which is kept,
// and counters or a copy of one column at a time.
func (s *Store) group(id IDColumn) (starts []int, order []uint32, err error) {
	const owner, ordering = 4, 4 + 8 // bytes a row
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
	starts, order = countingSort(owners, s.ids.Len())
	return starts, order, nil
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

// countingSort returns the row at which each of n owners begins, then the number of rows, and the stable order that puts owners in order.
// Ranges of rows are counted, and then moved, at once. Counters take no more memory than owners.
func countingSort(owners []uint32, n int) (starts []int, order []uint32) {
	parts := min(parallel.Parts(len(owners)), max(1, len(owners)/n))
	next := make([]uint32, parts*n) // by range and owner: number of rows, then the place of the next
	parallel.Ranges(len(owners), parts, func(k, first, last int) {
		counts := next[k*n : (k+1)*n]
		for _, o := range owners[first:last] {
			counts[o]++
		}
	})
	starts = places(next, n, len(owners))
	order = make([]uint32, len(owners))
	parallel.Ranges(len(owners), parts, func(k, first, last int) {
		next := next[k*n : (k+1)*n]
		for i, o := range owners[first:last] {
			order[next[o]] = uint32(first + i)
			next[o]++
		}
	})
	return starts, order
}

// places turns the numbers of rows by range and owner, of n owners, into the place of the first of them. It returns the place at which each owner
// begins, then the number of rows.
func places(next []uint32, n, rows int) (starts []int) {
	starts = make([]int, n+1)
	starts[n] = rows
	at := uint32(0)
	for o := range n {
		starts[o] = int(at)
		for i := o; i < len(next); i += n {
			next[i], at = at, at+next[i]
		}
	}
	return starts
}
