package lss

import (
	"context"
	"sync/atomic"

	"flyby/internal/memory"
	"flyby/internal/papers/zorder"
	"flyby/internal/parallel"
)

// searchBlock is the number of points whose intervals a thread searches at a time.
const searchBlock = 256

// search returns the shortest intervals of the walkers of rows first to last.
func (t *tasks) search(ctx context.Context, first, last, threads int) ([]zorder.Interval, error) {
	all, err := intervals(last - first)
	if err != nil {
		return nil, err
	}
	t.searched += len(all) * t.lists.Len()
	err = t.inBlocks(ctx, len(all), threads, func(from, to int, low, high []uint32) {
		for i := from; i < to; i++ {
			if t.corners(low, high, first+i) {
				all[i] = t.lists.Shortest(low, high)
			}
		}
	})
	return all, err
}

// intervals allocates count intervals, if there is memory for them and their sums.
func intervals(count int) ([]zorder.Interval, error) {
	const interval, sum = 12, 8
	if err := memory.Need("intervals of points in Z-order", memory.Of(count, interval+sum)); err != nil {
		return nil, err
	}
	return make([]zorder.Interval, count), nil
}

// corners sets low and high to the corners of the box around a walker. It reports whether any point
// may be in the box.
func (t *tasks) corners(low, high []uint32, row int) bool {
	return t.lists.Frame().Corners(low, high, t.walkers.Row(row), t.work.Threshold.Eps())
}

// searchHalf returns, for each point of a list, the interval from the place after its own to the last
// point that may be within eps: each pair is in the interval of the point that comes first.
func (t *tasks) searchHalf(ctx context.Context, list, threads int) ([]zorder.Interval, error) {
	l := t.lists.List(list)
	rows := l.Rows()
	all, err := intervals(len(rows))
	if err != nil {
		return nil, err
	}
	t.searched += len(rows)
	err = t.inBlocks(ctx, len(rows), threads, func(from, to int, low, high []uint32) {
		for i := from; i < to; i++ {
			t.corners(low, high, int(rows[i]))
			all[i] = zorder.Interval{List: uint32(list), First: uint32(i + 1), Last: uint32(l.After(high, i+1))}
		}
	})
	return all, err
}

// shortestHalves returns the list with the least sum of the half intervals of all points. The sum of
// their beginnings is the same for every list, so that their ends decide.
func (t *tasks) shortestHalves(ctx context.Context, threads int) (int, error) {
	ends := make([]atomic.Uint64, t.lists.Len())
	t.searched += t.listed.Len() * len(ends)
	err := t.inBlocks(ctx, t.listed.Len(), threads, func(from, to int, low, high []uint32) {
		sums := make([]uint64, len(ends))
		for row := from; row < to; row++ {
			t.corners(low, high, row)
			for list := range sums {
				sums[list] += uint64(t.lists.List(list).After(high, 0))
			}
		}
		for list, sum := range sums {
			ends[list].Add(sum)
		}
	})
	shortest := 0
	for list := range ends {
		if ends[list].Load() < ends[shortest].Load() {
			shortest = list
		}
	}
	return shortest, err
}

// inBlocks calls search with ranges of the numbers below count, and memory for two corners.
func (t *tasks) inBlocks(ctx context.Context, count, threads int, search func(from, to int, low, high []uint32)) error {
	blocks := (count + searchBlock - 1) / searchBlock
	parallel.Each(ctx, blocks, threads, func(_, block int) {
		n := t.listed.Dimensions
		corners := make([]uint32, 2*n)
		search(block*searchBlock, min((block+1)*searchBlock, count), corners[:n], corners[n:])
	})
	return context.Cause(ctx)
}
