package kernel

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/internal/radix"
	"flyby/trajectory"
)

// MergeEncounters makes one of parts, each of them in order, on so many threads,
// and joins those of a pair of trajectories that touch: hits of one encounter may
// be in several parts, but no hit in two. Hits that Joined leaves must be in the
// first part. The result shares no memory with the parts.
//
// Whichever hits of a pair a part has, those that touch follow each other without
// one between, so parts of an encounter are joined as its hits would be. Two parts
// of an encounter are of one and the same instant only where the common span of a
// hit ends as that of the next begins: the former is in the first part.
func MergeEncounters(ctx context.Context, parts []trajectory.Encounters, threads int) (trajectory.Encounters, error) {
	if len(parts) == 1 {
		return copied(ctx, &parts[0], threads)
	}
	m := newMerge(ctx, parts, max(threads, 1))
	order := column[uint32](m.starts[len(m.shares)])
	starts := make([]int, len(m.shares)+1)
	m.each(func(k int, s *sorting) {
		starts[k+1] = s.sort(m.shares[k][0], order[m.starts[k]:m.starts[k+1]])
	})
	if err := ctx.Err(); err != nil { // the counts are not whole
		return trajectory.Encounters{}, err
	}
	for k := range m.shares {
		starts[k+1] += starts[k]
	}
	all := newEncounters(starts[len(m.shares)])
	m.each(func(k int, s *sorting) {
		n := starts[k] - 1
		for _, number := range order[m.starts[k]:m.starts[k+1]] {
			e, i := s.at(number &^ touching)
			if number&touching != 0 {
				extend(&all, n, e, i)
				continue
			}
			n++
			store(&all, n, e, i)
		}
	})
	return all, ctx.Err()
}

// store copies the i-th encounter to the n-th place of all.
func store(all *trajectory.Encounters, n int, e *trajectory.Encounters, i int) {
	all.QueryTraj[n], all.EntryTraj[n] = e.QueryTraj[i], e.EntryTraj[i]
	all.Enter[n], all.Exit[n] = e.Enter[i], e.Exit[i]
	all.Closest[n], all.Distance[n], all.Speed[n] = e.Closest[i], e.Distance[i], e.Speed[i]
	all.Open[n] = e.Open[i]
}

// extend joins the i-th encounter to the n-th of all, which it touches.
func extend(all *trajectory.Encounters, n int, e *trajectory.Encounters, i int) {
	if e.Distance[i] < all.Distance[n] {
		all.Closest[n], all.Distance[n], all.Speed[n] = e.Closest[i], e.Distance[i], e.Speed[i]
	}
	all.Exit[n] = e.Exit[i]
	all.Open[n] = all.Open[n]&trajectory.OpenStart | e.Open[i]&trajectory.OpenEnd
}

// copiedAtOnce is the number of encounters that are copied without a look at
// whether that is still wanted.
const copiedAtOnce = 1 << 16

// copied is a copy of encounters.
func copied(ctx context.Context, e *trajectory.Encounters, threads int) (trajectory.Encounters, error) {
	all := newEncounters(e.Len())
	parallel.Share(e.Len(), max(min(threads, e.Len()), 1), func(_, first, last int) {
		for from := first; from < last && ctx.Err() == nil; from += copiedAtOnce {
			copyEncounters(&all, e, from, min(from+copiedAtOnce, last))
		}
	})
	return all, ctx.Err()
}

// copyEncounters copies the encounters [from, to).
func copyEncounters(all, e *trajectory.Encounters, from, to int) {
	copy(all.QueryTraj[from:to], e.QueryTraj[from:to])
	copy(all.EntryTraj[from:to], e.EntryTraj[from:to])
	copy(all.Enter[from:to], e.Enter[from:to])
	copy(all.Exit[from:to], e.Exit[from:to])
	copy(all.Closest[from:to], e.Closest[from:to])
	copy(all.Distance[from:to], e.Distance[from:to])
	copy(all.Speed[from:to], e.Speed[from:to])
	copy(all.Open[from:to], e.Open[from:to])
}

// merge is parts that are made one, in shares.
type merge struct {
	ctx     context.Context
	parts   []trajectory.Encounters
	threads int
	shares  [][2]uint32 // the query trajectories [first, last) of each
	starts  []int       // encounters of the parts in all shares before, and in all
}

// A share has so many encounters about, few enough that all that is made of them
// fits a core's cache.
const shareEncounters = 1 << 13

func newMerge(ctx context.Context, parts []trajectory.Encounters, threads int) *merge {
	m := &merge{ctx: ctx, parts: parts, threads: threads}
	m.cut()
	m.starts = make([]int, len(m.shares)+1)
	parallel.Share(len(m.shares), threads, func(_, first, last int) {
		for k := first; k < last; k++ {
			m.starts[k+1] = m.before(m.shares[k][1])
		}
	})
	return m
}

// cut makes the shares: a sample of the parts' query trajectories tells where.
func (m *merge) cut() {
	stride := max(shareEncounters/len(m.parts), 1)
	var sample []uint32
	end := uint32(0)
	for _, p := range m.parts {
		for i := stride; i < p.Len(); i += stride {
			sample = append(sample, p.QueryTraj[i])
		}
		if n := p.Len(); n > 0 {
			end = max(end, p.QueryTraj[n-1]+1)
		}
	}
	slices.Sort(sample)
	first := uint32(0)
	for i := shareEncounters / stride; i < len(sample); i += shareEncounters / stride {
		if sample[i] > first {
			m.shares = append(m.shares, [2]uint32{first, sample[i]})
			first = sample[i]
		}
	}
	if first < end {
		m.shares = append(m.shares, [2]uint32{first, end})
	}
}

// before returns the number of encounters of the query trajectories before one.
func (m *merge) before(traj uint32) int {
	n := 0
	for _, p := range m.parts {
		n += firstOf(p.QueryTraj, traj)
	}
	return n
}

// firstOf returns the first place of a trajectory or one after it.
func firstOf(traj []uint32, from uint32) int {
	return sort.Search(len(traj), func(i int) bool { return traj[i] >= from })
}

// each calls f for every share on threads, until ctx is done.
func (m *merge) each(f func(k int, s *sorting)) {
	var next atomic.Int64
	parallel.Share(m.threads, m.threads, func(int, int, int) {
		s := sorting{parts: m.parts, spans: make([][2]int, len(m.parts))}
		for k := int(next.Add(1) - 1); k < len(m.shares) && m.ctx.Err() == nil; k = int(next.Add(1) - 1) {
			s.gather(m.shares[k][0], m.shares[k][1])
			f(k, &s)
		}
	})
}

// sorting is the encounters of a share, numbered part after part.
type sorting struct {
	parts []trajectory.Encounters
	spans [][2]int // the stretch of each part
	of    []uint32 // the part of each encounter
	base  []int    // of each part: what is added to a number for a place in it
	keys  []uint64
	other []uint64 // as many
}

// touching marks the number of an encounter that touches the one before it.
const touching = 1 << 31

// gather takes the encounters of the query trajectories [first, last).
func (s *sorting) gather(first, last uint32) {
	s.of, s.base = s.of[:0], s.base[:0]
	for k, p := range s.parts {
		s.spans[k] = [2]int{firstOf(p.QueryTraj, first), firstOf(p.QueryTraj, last)}
		s.base = append(s.base, s.spans[k][0]-len(s.of))
		for range s.spans[k][1] - s.spans[k][0] {
			s.of = append(s.of, uint32(k))
		}
	}
}

// at returns the encounter of a number.
func (s *sorting) at(number uint32) (e *trajectory.Encounters, i int) {
	part := s.of[number]
	return &s.parts[part], s.base[part] + int(number)
}

// sort writes the numbers of the encounters in order, with marks, and returns how
// many touch none before them. first is the least query trajectory.
func (s *sorting) sort(first uint32, order []uint32) (heads int) {
	low := bits.Len(uint(len(order)))
	for n, key := range s.byPair(first, low) {
		order[n] = uint32(key & (1<<low - 1))
	}
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && s.pair(order[to]) == s.pair(order[from]) {
			s.insert(order[from : to+1])
			to++
		}
		heads += s.mark(order[from:to])
		from = to
	}
	return heads
}

// byPair returns the numbers, in the low bits, in order of their pairs of
// trajectories; those of a pair stay in order.
func (s *sorting) byPair(first uint32, low int) []uint64 {
	n := len(s.of)
	if n > len(s.keys) {
		s.keys, s.other = make([]uint64, n+n/2), make([]uint64, n+n/2)
	}
	keys, queries, entries := s.keys[:n], uint32(0), uint32(0)
	for k, p := range s.parts {
		for i := s.spans[k][0]; i < s.spans[k][1]; i++ {
			queries, entries = max(queries, p.QueryTraj[i]-first), max(entries, p.EntryTraj[i])
		}
	}
	width := bits.Len32(entries)
	if bits.Len32(queries)+width+low > 64 {
		return s.byComparison(keys)
	}
	number := 0
	for k, p := range s.parts {
		for i := s.spans[k][0]; i < s.spans[k][1]; i++ {
			pair := uint64(p.QueryTraj[i]-first)<<width | uint64(p.EntryTraj[i])
			keys[number] = pair<<low | uint64(number)
			number++
		}
	}
	return radix.Integers(keys, s.other[:n], low)
}

// byComparison is byPair for numbers of trajectories that do not fit a key.
func (s *sorting) byComparison(keys []uint64) []uint64 {
	for number := range keys {
		keys[number] = uint64(number)
	}
	slices.SortFunc(keys, func(a, b uint64) int {
		return cmp.Or(cmp.Compare(s.pair(uint32(a)), s.pair(uint32(b))), cmp.Compare(a, b))
	})
	return keys
}

// pair is the pair of trajectories of a number.
func (s *sorting) pair(number uint32) uint64 {
	e, i := s.at(number &^ touching)
	return uint64(e.QueryTraj[i])<<32 | uint64(e.EntryTraj[i])
}

// insert moves the last of the encounters of a pair to where it belongs. Of two
// that begin at once, the one that lasts an instant comes first, or that of the
// earlier part.
func (s *sorting) insert(order []uint32) {
	for k := len(order) - 1; k > 0; k-- {
		a, i := s.at(order[k-1])
		b, j := s.at(order[k])
		if cmp.Or(cmp.Compare(a.Enter[i], b.Enter[j]), cmp.Compare(a.Exit[i], b.Exit[j])) <= 0 {
			return
		}
		order[k-1], order[k] = order[k], order[k-1]
	}
}

// mark marks those of a pair's encounters that touch the one before them, and
// returns how many do not.
func (s *sorting) mark(order []uint32) (heads int) {
	heads = len(order)
	for k := len(order) - 1; k > 0; k-- {
		a, i := s.at(order[k-1])
		b, j := s.at(order[k])
		if b.Enter[j] <= a.Exit[i] {
			order[k] |= touching
			heads--
		}
	}
	return heads
}
