package kernel

import (
	"context"
	"slices"
	"sort"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/trajectory"
)

// MergeEncounters makes one of parts, each of them in order, on so many threads,
// and joins those of a pair of trajectories that touch: hits of one encounter may
// be in several parts, but no hit in two. Hits that Joined leaves must be in the
// first part. The result shares no memory with the parts; it takes that of room, if
// there is enough. room may be nil.
//
// Whichever hits of a pair a part has, those that touch follow each other without
// one between, so parts of an encounter are joined as its hits would be. Two parts
// of an encounter are of one and the same instant only where the common span of a
// hit ends as that of the next begins: the former is in the first part.
func MergeEncounters(ctx context.Context, parts []trajectory.Encounters, threads int, room *Room) (trajectory.Encounters, error) {
	if len(parts) == 1 {
		return copied(ctx, &parts[0], threads, room)
	}
	m := newMerge(ctx, parts, max(threads, 1))
	orders := m.ordersIn(room)
	starts := make([]int, m.shares()+1)
	m.each(func(k int, s *share) {
		orders[k], starts[k+1] = s.sort(orders[k])
	})
	if err := ctx.Err(); err != nil { // the counts are not whole
		return trajectory.Encounters{}, err
	}
	for k := range m.shares() {
		starts[k+1] += starts[k]
	}
	all := room.take(starts[m.shares()])
	m.each(func(k int, s *share) {
		to := stretch(&all, starts[k], starts[k+1])
		s.store(&to, orders[k])
	})
	return all, ctx.Err()
}

// copiedAtOnce is the number of encounters that are copied without a look at
// whether that is still wanted.
const copiedAtOnce = 1 << 16

// copied is a copy of encounters.
func copied(ctx context.Context, e *trajectory.Encounters, threads int, room *Room) (trajectory.Encounters, error) {
	all := room.take(e.Len())
	parallel.Share(e.Len(), max(min(threads, e.Len()), 1), func(_, first, last int) {
		for from := first; from < last && ctx.Err() == nil; from += copiedAtOnce {
			to, part := stretch(&all, from, min(from+copiedAtOnce, last)), stretch(e, from, min(from+copiedAtOnce, last))
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

// idsOf and floatsOf return the columns of a type.
func idsOf(e *trajectory.Encounters) [2][]uint32 { return [...][]uint32{e.QueryTraj, e.EntryTraj} }

func floatsOf(e *trajectory.Encounters) [5][]float64 {
	return [...][]float64{e.Enter, e.Exit, e.Closest, e.Distance, e.Speed}
}

// stretch returns the encounters [first, last), in the same memory.
func stretch(e *trajectory.Encounters, first, last int) trajectory.Encounters {
	return trajectory.Encounters{
		QueryTraj: e.QueryTraj[first:last], EntryTraj: e.EntryTraj[first:last],
		Enter: e.Enter[first:last], Exit: e.Exit[first:last],
		Closest: e.Closest[first:last], Distance: e.Distance[first:last], Speed: e.Speed[first:last],
		Open: e.Open[first:last],
	}
}

// pairAt returns the pair of trajectories of an encounter: pairs are in order as
// these numbers are.
func pairAt(e *trajectory.Encounters, i int) uint64 {
	return uint64(e.QueryTraj[i])<<32 | uint64(e.EntryTraj[i])
}

// merge is parts that are made one, in shares: each has all encounters of its pairs
// of trajectories.
type merge struct {
	ctx     context.Context
	parts   []trajectory.Encounters
	threads int
	workers []share // of each thread
	cuts    [][]int // of each share, and of the end of the last: where it begins in each part
}

// A share has so many encounters about, few enough that all that is made of them
// fits a core's cache.
const shareEncounters = 1 << 14

func newMerge(ctx context.Context, parts []trajectory.Encounters, threads int) *merge {
	borders := bordersOf(parts)
	m := &merge{ctx: ctx, parts: parts, threads: min(threads, len(borders)+1)}
	m.cuts = make([][]int, len(borders)+2)
	parallel.Share(len(m.cuts), m.threads, func(_, first, last int) {
		for k := first; k < last; k++ {
			m.cuts[k] = m.cut(k, borders)
		}
	})
	return m
}

// cut returns where the k-th share begins in each part.
func (m *merge) cut(k int, borders []uint64) []int {
	cut := make([]int, len(m.parts))
	for p := range m.parts {
		e := &m.parts[p]
		switch {
		case k > len(borders):
			cut[p] = e.Len()
		case k > 0:
			cut[p] = sort.Search(e.Len(), func(i int) bool { return pairAt(e, i) >= borders[k-1] })
		}
	}
	return cut
}

// bordersOf returns the pairs of trajectories that shares but the first begin with:
// a sample of the parts tells them.
func bordersOf(parts []trajectory.Encounters) (borders []uint64) {
	stride := max(shareEncounters/max(len(parts), 1), 1)
	var sample []uint64
	for p := range parts {
		for i := stride; i < parts[p].Len(); i += stride {
			sample = append(sample, pairAt(&parts[p], i))
		}
	}
	slices.Sort(sample)
	for i := shareEncounters / stride; i < len(sample); i += shareEncounters / stride {
		borders = append(borders, sample[i])
	}
	return slices.Compact(borders)
}

func (m *merge) shares() int { return len(m.cuts) - 1 }

// roomAtOnce is the number of encounters that memory for numbers is made for at
// once.
const roomAtOnce = 1 << 22

// ordersIn takes what the threads need from a room, and memory for the numbers of
// each share's encounters: on threads, since memory that was used before is cleared
// first.
func (m *merge) ordersIn(room *Room) [][]uint32 {
	m.workers = room.takeShares(m.threads)
	orders := make([][]uint32, m.shares())
	pieces := max(min(m.before(m.shares())/roomAtOnce, m.threads), 1)
	parallel.Share(m.shares(), pieces, func(_, first, last int) {
		numbers := room.takeNumbers(m.before(first), m.before(last))
		for k := first; k < last; k++ {
			n := m.before(k+1) - m.before(k)
			orders[k], numbers = numbers[:n], numbers[n:]
		}
	})
	return orders
}

// before returns the number of encounters in the shares before one.
func (m *merge) before(k int) (n int) {
	for _, first := range m.cuts[k] {
		n += first
	}
	return n
}

// each calls f for every share on threads, until ctx is done. The shares of a
// thread follow each other, so that no two threads write to a page of memory at
// once; a thread that is done helps the others.
func (m *merge) each(f func(k int, s *share)) {
	next := make([]atomic.Int64, m.threads)
	for t := range next {
		next[t].Store(int64(m.shares() * t / m.threads))
	}
	parallel.Share(m.threads, m.threads, func(thread, _, _ int) {
		s := &m.workers[thread]
		for other := range m.threads {
			t := (thread + other) % m.threads
			last := m.shares() * (t + 1) / m.threads
			for k := int(next[t].Add(1)) - 1; k < last && m.ctx.Err() == nil; k = int(next[t].Add(1)) - 1 {
				s.take(m.parts, m.cuts[k], m.cuts[k+1])
				f(k, s)
			}
		}
	})
}
