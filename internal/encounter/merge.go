package encounter

import (
	"context"
	"runtime"
	"slices"
	"sort"
	"sync/atomic"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/rowbytes"
	"flyby/trajectory"
)

// Merge merges parts, each of them in order, on the given number of threads, and
// joins the encounters of a pair of trajectories that touch: hits of one encounter may
// be in several parts, but no hit in two. Hits that Joined leaves must be in the
// first part. The result shares no memory with the parts. It takes the memory of arena where
// the encounters fit it; otherwise its columns have the capacity of the columns of all parts
// together. arena may be nil.
//
// Whichever hits of a pair a part has, hits that touch follow each other without another
// hit between, so parts of an encounter are joined as its hits would be. Two parts
// of an encounter are of one and the same instant only where the common span of a
// hit ends as the common span of the next begins: the former hit is in the first part.
func Merge(ctx context.Context, parts []trajectory.Encounters, threads int, arena *Arena) (trajectory.Encounters, error) {
	if len(parts) == 1 {
		return copied(ctx, &parts[0], threads, arena)
	}
	m := newMerge(ctx, parts, max(threads, 1))
	most := m.before(m.buckets())
	if err := m.need(most); err != nil {
		return trajectory.Encounters{}, err
	}
	if !arena.fits(most) {
		arena = NewArena(ctx, most, len(parts), m.threads)
	}
	all := arena.take(most, slices.ContainsFunc(parts, hasHeights))
	m.each(arena.takeBuckets(m.threads), func(k int, b *bucket) {
		order, heads := b.sort()
		if first, ok := m.place(k, heads); ok {
			to := all.Slice(first, first+heads)
			b.store(&to, order)
		}
	})
	if err := ctx.Err(); err != nil {
		return trajectory.Encounters{}, err
	}
	return all.Slice(0, int(m.starts[m.buckets()].Load())-1), nil
}

// need refuses a merge for which there is no memory: the columns of the result, and
// the memory that each thread takes for its largest bucket.
func (m *merge) need(n int) error {
	largest := 0
	for k := range m.buckets() {
		largest = max(largest, m.before(k+1)-m.before(k))
	}
	return memory.Need(memory.Count(n)+" encounters to merge",
		memory.Of(n, rowbytes.EncounterBytes)+memory.Of(m.threads*min(n, 2*max(largest, bucketEncounters)), bucketBytes))
}

// bucketBytes is the memory that a bucket takes for each of its encounters.
const bucketBytes = 2*(8+4) + 4 + 4 + 8 + 1

// copiedAtOnce is the number of encounters that are copied between two looks at
// the context.
const copiedAtOnce = 1 << 16

// copied returns a copy of encounters.
func copied(ctx context.Context, e *trajectory.Encounters, threads int, arena *Arena) (trajectory.Encounters, error) {
	if err := needEncounters(e.Len()); err != nil && !arena.fits(e.Len()) {
		return trajectory.Encounters{}, err
	}
	all := arena.take(e.Len(), hasHeights(*e))
	parallel.Ranges(e.Len(), max(min(threads, e.Len()), 1), func(_, first, last int) {
		for from := first; from < last && ctx.Err() == nil; from += copiedAtOnce {
			to, part := all.Slice(from, min(from+copiedAtOnce, last)), e.Slice(from, min(from+copiedAtOnce, last))
			copyEncounters(&to, &part)
		}
	})
	return all, ctx.Err()
}

// copyEncounters copies encounters to as many others.
func copyEncounters(to, e *trajectory.Encounters) {
	for c, column := range idsOf(to) {
		copy(column, idsOf(e)[c])
	}
	for c, column := range floatsOf(to) {
		copy(column, floatsOf(e)[c])
	}
	copy(to.Open, e.Open)
}

// idsOf and floatsOf return the columns of a type, nil for an absent column.
func idsOf(e *trajectory.Encounters) [2][]uint32 { return [...][]uint32{e.QueryTraj, e.EntryTraj} }

func floatsOf(e *trajectory.Encounters) [6][]float64 {
	return [...][]float64{e.Enter, e.Exit, e.Closest, e.Distance, e.Speed, e.Height}
}

// hasHeights reports whether there is a column of heights.
func hasHeights(e trajectory.Encounters) bool { return e.Height != nil }

// pairAt returns the pair of trajectories of an encounter as a number: the order of numbers is
// the order of pairs.
func pairAt(e *trajectory.Encounters, i int) uint64 {
	return uint64(e.QueryTraj[i])<<32 | uint64(e.EntryTraj[i])
}

// merge merges parts, in buckets: each bucket has all encounters of its pairs of
// trajectories.
type merge struct {
	ctx     context.Context
	parts   []trajectory.Encounters
	threads int
	cuts    [][]int        // [buckets+1][parts] where each bucket begins in each part, then where the last ends
	starts  []atomic.Int64 // [buckets+1] 1 + where each bucket begins in the result, then where the last ends; 0: not known yet
}

// bucketEncounters is the number of encounters that a bucket should have: few enough
// that the memory of a bucket fits a core's cache.
const bucketEncounters = 1 << 14

func newMerge(ctx context.Context, parts []trajectory.Encounters, threads int) *merge {
	splitters := splittersOf(parts)
	m := &merge{ctx: ctx, parts: parts, threads: min(threads, len(splitters)+1)}
	m.cuts, m.starts = make([][]int, len(splitters)+2), make([]atomic.Int64, len(splitters)+2)
	m.starts[0].Store(1)
	parallel.Ranges(len(m.cuts), m.threads, func(_, first, last int) {
		for k := first; k < last; k++ {
			m.cuts[k] = m.cut(k, splitters)
		}
	})
	return m
}

// cut returns where the k-th bucket begins in each part.
func (m *merge) cut(k int, splitters []uint64) []int {
	cut := make([]int, len(m.parts))
	for p := range m.parts {
		e := &m.parts[p]
		switch {
		case k > len(splitters):
			cut[p] = e.Len()
		case k > 0:
			cut[p] = sort.Search(e.Len(), func(i int) bool { return pairAt(e, i) >= splitters[k-1] })
		}
	}
	return cut
}

// splittersOf returns the pairs of trajectories with which all buckets but the first begin, chosen
// from a sample of the parts.
func splittersOf(parts []trajectory.Encounters) (splitters []uint64) {
	stride := max(bucketEncounters/max(len(parts), 1), 1)
	var sample []uint64
	for p := range parts {
		for i := stride; i < parts[p].Len(); i += stride {
			sample = append(sample, pairAt(&parts[p], i))
		}
	}
	slices.Sort(sample)
	for i := bucketEncounters / stride; i < len(sample); i += bucketEncounters / stride {
		splitters = append(splitters, sample[i])
	}
	return slices.Compact(splitters)
}

func (m *merge) buckets() int { return len(m.cuts) - 1 }

// before returns the number of encounters in the buckets before the k-th.
func (m *merge) before(k int) (n int) {
	for _, first := range m.cuts[k] {
		n += first
	}
	return n
}

// each calls f for every bucket, in order, until ctx is done. Each thread works with
// one of workers.
func (m *merge) each(workers []bucket, f func(k int, b *bucket)) {
	parallel.Each(m.ctx, m.buckets(), m.threads, func(thread, k int) {
		b := &workers[thread]
		b.take(m.parts, m.cuts[k], m.cuts[k+1])
		f(k, b)
	})
}

// place returns where the heads encounters of the k-th bucket begin in the result, once the
// encounters of all buckets before it are counted: soon, since these buckets were begun before.
// ok is false if ctx is done first.
func (m *merge) place(k, heads int) (first int, ok bool) {
	for {
		if at := m.starts[k].Load(); at > 0 {
			m.starts[k+1].Store(at + int64(heads))
			return int(at) - 1, true
		}
		if m.ctx.Err() != nil {
			return 0, false
		}
		runtime.Gosched()
	}
}
