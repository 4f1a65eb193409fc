package encounter

import (
	"context"
	"runtime"
	"slices"
	"sort"
	"sync/atomic"

	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/trajectory"
)

// MergeEncounters makes one of parts, each of them in order, on so many threads,
// and joins those of a pair of trajectories that touch: hits of one encounter may
// be in several parts, but no hit in two. Hits that Joined leaves must be in the
// first part. The result shares no memory with the parts; it takes that of room, if
// there is enough, else it has room for as many as the parts. room may be nil.
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
	most := m.before(m.shares())
	if err := m.need(most); err != nil {
		return trajectory.Encounters{}, err
	}
	if !room.fits(most) {
		room = MakeRoom(ctx, most, len(parts), m.threads)
	}
	all := room.take(most)
	m.each(room.takeShares(m.threads), func(k int, s *share) {
		order, heads := s.sort()
		if first, ok := m.place(k, heads); ok {
			to := stretch(&all, first, first+heads)
			s.store(&to, order)
		}
	})
	if err := ctx.Err(); err != nil {
		return trajectory.Encounters{}, err
	}
	return stretch(&all, 0, int(m.starts[m.shares()].Load())-1), nil
}

// need refuses a merge for which there is no memory: the columns of the result, and
// what each thread makes of its largest share.
func (m *merge) need(n int) error {
	largest := 0
	for k := range m.shares() {
		largest = max(largest, m.before(k+1)-m.before(k))
	}
	return memory.Need(memory.Count(n)+" encounters to merge",
		memory.Of(n, encounterBytes)+memory.Of(m.threads*min(n, 2*max(largest, shareEncounters)), shareBytes))
}

// shareBytes is what a share takes for each of its encounters.
const shareBytes = 2*(8+4) + 4 + 4 + 8 + 1

// copiedAtOnce is the number of encounters that are copied without a look at
// whether that is still wanted.
const copiedAtOnce = 1 << 16

// copied is a copy of encounters.
func copied(ctx context.Context, e *trajectory.Encounters, threads int, room *Room) (trajectory.Encounters, error) {
	if err := needEncounters(e.Len()); err != nil && !room.fits(e.Len()) {
		return trajectory.Encounters{}, err
	}
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
	cuts    [][]int        // of each share, and of the end of the last: where it begins in each part
	starts  []atomic.Int64 // of the same: 1 and where it begins among all; 0: not known yet
}

// A share has so many encounters about, few enough that all that is made of them
// fits a core's cache.
const shareEncounters = 1 << 14

func newMerge(ctx context.Context, parts []trajectory.Encounters, threads int) *merge {
	borders := bordersOf(parts)
	m := &merge{ctx: ctx, parts: parts, threads: min(threads, len(borders)+1)}
	m.cuts, m.starts = make([][]int, len(borders)+2), make([]atomic.Int64, len(borders)+2)
	m.starts[0].Store(1)
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

// before returns the number of encounters in the shares before one.
func (m *merge) before(k int) (n int) {
	for _, first := range m.cuts[k] {
		n += first
	}
	return n
}

// each calls f for every share, in order, on threads that have a share to work with
// each, until ctx is done.
func (m *merge) each(workers []share, f func(k int, s *share)) {
	var next atomic.Int64
	parallel.Share(m.threads, m.threads, func(thread, _, _ int) {
		s := &workers[thread]
		for k := int(next.Add(1)) - 1; k < m.shares() && m.ctx.Err() == nil; k = int(next.Add(1)) - 1 {
			s.take(m.parts, m.cuts[k], m.cuts[k+1])
			f(k, s)
		}
	})
}

// place returns where the encounters of the k-th share begin, so many, once those
// of all before are counted: soon, since they were begun before. ok is false if ctx
// is done first.
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
