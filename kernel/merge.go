package kernel

import (
	"cmp"
	"context"
	"math/bits"
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
	threads = max(threads, 1)
	shares := mergeShares(parts, threads*sharesAThread)
	starts := make([]int, len(shares)+1)
	mergeAll(ctx, parts, shares, threads, func(k int, run merging) {
		run(func(_ *trajectory.Encounters, _ int, touches bool) {
			if !touches {
				starts[k+1]++
			}
		})
	})
	for k := range shares {
		starts[k+1] += starts[k]
	}
	if err := ctx.Err(); err != nil { // the counts are not whole
		return trajectory.Encounters{}, err
	}
	all := newEncounters(starts[len(shares)])
	mergeAll(ctx, parts, shares, threads, func(k int, run merging) {
		n := starts[k] - 1
		run(func(e *trajectory.Encounters, i int, touches bool) {
			if touches {
				extend(&all, n, e, i)
				return
			}
			n++
			store(&all, n, e, i)
		})
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

// mergeShares cuts parts into up to n shares of as many encounters each, about:
// those of query trajectories from one number up to the next.
func mergeShares(parts []trajectory.Encounters, n int) (shares [][2]uint32) {
	total, end := 0, uint32(0)
	for _, p := range parts {
		if k := p.Len(); k > 0 {
			total += k
			end = max(end, p.QueryTraj[k-1]+1)
		}
	}
	first := uint32(0)
	for i := range n {
		last := end
		if i < n-1 {
			last = uint32(sort.Search(int(end), func(traj int) bool {
				before := 0
				for _, p := range parts {
					before += firstOf(p.QueryTraj, uint32(traj))
				}
				return before >= total/n*(i+1)
			}))
		}
		if first < last {
			shares = append(shares, [2]uint32{first, last})
			first = last
		}
	}
	return shares
}

// firstOf returns the first place of a trajectory or one after it.
func firstOf(traj []uint32, from uint32) int {
	return sort.Search(len(traj), func(i int) bool { return traj[i] >= from })
}

// merging calls a function with each encounter of a share in order, and whether it
// touches the one before it.
type merging func(f func(e *trajectory.Encounters, i int, touches bool))

// mergeAll calls f for every share, on threads, until ctx is done.
func mergeAll(ctx context.Context, parts []trajectory.Encounters, shares [][2]uint32, threads int, f func(k int, run merging)) {
	var next atomic.Int64
	parallel.Share(threads, threads, func(int, int, int) {
		m := merger{parts: parts, spans: make([][2]int, len(parts))}
		for k := int(next.Add(1) - 1); k < len(shares) && ctx.Err() == nil; k = int(next.Add(1) - 1) {
			f(k, func(f func(*trajectory.Encounters, int, bool)) { m.run(shares[k][0], shares[k][1], f) })
		}
	})
}

// merger puts encounters of parts in order: it sorts their pairs of trajectories,
// with their numbers in the low bits.
type merger struct {
	parts []trajectory.Encounters
	spans [][2]int // of each part: those of the query trajectories at hand
	keys  []uint64
	other []uint64 // as many
}

// run calls f with the encounters of the query trajectories [first, last) in
// order.
func (m *merger) run(first, last uint32, f func(e *trajectory.Encounters, i int, touches bool)) {
	n := 0
	for k, p := range m.parts {
		m.spans[k] = [2]int{firstOf(p.QueryTraj, first), firstOf(p.QueryTraj, last)}
		n += m.spans[k][1] - m.spans[k][0]
	}
	low := bits.Len(uint(n))
	if bits.Len32(last-first-1)+32+low > 64 && last-first > 1 {
		half := first + (last-first)/2
		m.run(first, half, f)
		m.run(half, last, f)
		return
	}
	if n > len(m.keys) {
		m.keys, m.other = make([]uint64, n), make([]uint64, n)
	}
	m.list(first, low)
	sorted := radix.Integers(m.keys[:n], m.other[:n], low)
	m.tell(sorted, low, f)
}

// list makes the keys, of encounters whose number has low bits.
func (m *merger) list(first uint32, low int) {
	n := 0
	for k, p := range m.parts {
		for i := m.spans[k][0]; i < m.spans[k][1]; i++ {
			pair := uint64(p.QueryTraj[i]-first)<<32 | uint64(p.EntryTraj[i])
			m.keys[n] = pair<<low | uint64(n)
			n++
		}
	}
}

// at returns the n-th encounter of all that are at hand.
func (m *merger) at(n int) (e *trajectory.Encounters, i int) {
	for k, s := range m.spans {
		if n < s[1]-s[0] {
			return &m.parts[k], s[0] + n
		}
		n -= s[1] - s[0]
	}
	panic("kernel: no such encounter")
}

// tell calls f with encounters whose pairs are in order.
func (m *merger) tell(sorted []uint64, low int, f func(e *trajectory.Encounters, i int, touches bool)) {
	number := func(k int) int { return int(sorted[k] & (1<<low - 1)) }
	for first := 0; first < len(sorted); {
		last := first + 1
		for last < len(sorted) && sorted[last]>>low == sorted[first]>>low {
			m.insert(sorted[first:last+1], low)
			last++
		}
		e, i := m.at(number(first))
		f(e, i, false)
		for k := first + 1; k < last; k++ {
			exit := e.Exit[i]
			e, i = m.at(number(k))
			f(e, i, e.Enter[i] <= exit)
		}
		first = last
	}
}

// insert moves the last of the keys of one pair to where its encounter belongs. Of
// two that begin at once, the one that lasts an instant comes first, or that of
// the earlier part.
func (m *merger) insert(keys []uint64, low int) {
	mask := uint64(1)<<low - 1
	for k := len(keys) - 1; k > 0; k-- {
		a, i := m.at(int(keys[k-1] & mask))
		b, j := m.at(int(keys[k] & mask))
		if cmp.Or(cmp.Compare(a.Enter[i], b.Enter[j]), cmp.Compare(a.Exit[i], b.Exit[j])) <= 0 {
			return
		}
		keys[k-1], keys[k] = keys[k], keys[k-1]
	}
}
