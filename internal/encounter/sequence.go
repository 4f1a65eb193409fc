package encounter

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/radix"
	"flyby/internal/rowbytes"
	"flyby/trajectory"
)

// Collected returns the encounters of all chains of the collectors, sorted by query trajectory,
// entry trajectory and time, and the hits that kernel.Joined leaves. It works on the given
// number of threads, and takes memory from the budget of the first collector. Afterwards the
// collectors are to be cleared.
func Collected(ctx context.Context, all []*Collector, threads int) (e trajectory.Encounters, left []interaction.HitRow, err error) {
	if err := refused(all); err != nil {
		return e, nil, err
	}
	s := &all[0].sequence
	if err := s.fill(all); err != nil {
		return e, nil, err
	}
	s.join(ctx, threads)
	if err := ctx.Err(); err != nil {
		return e, nil, err
	}
	return s.store(ctx, threads, all[0].Budget)
}

// sequence is chains that are put in order: by query trajectory from the beginning, then
// bucket by bucket. It is filled again and again, in the same memory.
type sequence struct {
	chains  []*Chain
	ends    []int // [query trajectories+1] where the chains of the query trajectories before each end, then of all
	next    []int
	buckets []chainBucket
	sorters []chainSorter // of each thread
}

// chainBucket is all chains of some query trajectories, by query trajectory.
type chainBucket struct {
	chains []*Chain
	left   []interaction.HitRow // once chains are joined: the chains that are left as hits
}

// sequenceBytes is the memory that a sequence takes for a chain, including the keys of a bucket that has all chains.
const sequenceBytes = 8 + 8 + 8 + 8

// bucketChains is the number of chains that a bucket should have.
const bucketChains = 1 << 13

// fill puts all chains of the collectors into the sequence, by query trajectory.
func (s *sequence) fill(all []*Collector) error {
	n := s.count(all)
	if n > cap(s.chains) {
		if err := memory.Need("up to "+memory.Count(n)+" encounters", memory.Of(n, sequenceBytes)); err != nil {
			return err
		}
		s.chains = make([]*Chain, n+n/4)
	}
	s.chains = s.chains[:n]
	for _, l := range all {
		for i := range l.chains.n {
			c := l.chains.at(i)
			s.chains[s.next[c.Query]] = c
			s.next[c.Query]++
		}
	}
	s.cut()
	return nil
}

// count finds where the chains of each query trajectory begin, and returns how many chains
// there are.
func (s *sequence) count(all []*Collector) (n int) {
	queries := 0
	for _, l := range all {
		n += l.chains.n
		for i := range l.chains.n {
			queries = max(queries, int(l.chains.at(i).Query)+1)
		}
	}
	s.ends = slices.Grow(s.ends[:0], queries+1)[:queries+1]
	clear(s.ends)
	for _, l := range all {
		for i := range l.chains.n {
			s.ends[l.chains.at(i).Query+1]++
		}
	}
	for q := range queries {
		s.ends[q+1] += s.ends[q]
	}
	s.next = append(s.next[:0], s.ends...)
	return n
}

// cut cuts the chains into buckets.
func (s *sequence) cut() {
	s.buckets = s.buckets[:0]
	for first := 0; first < len(s.chains); {
		last := s.ends[sort.SearchInts(s.ends, min(first+bucketChains, len(s.chains)))]
		s.buckets = append(s.buckets, chainBucket{chains: s.chains[first:last]})
		first = last
	}
}

// join puts all chains in order and joins chains that touch. Once ctx is done, the sequence is of
// no use.
func (s *sequence) join(ctx context.Context, threads int) {
	for len(s.sorters) < threads {
		s.sorters = append(s.sorters, chainSorter{})
	}
	parallel.Each(ctx, len(s.buckets), threads, func(thread, k int) { s.buckets[k].join(&s.sorters[thread]) })
}

// join puts the chains in order and joins chains that touch: chains merged into others are dropped.
func (b *chainBucket) join(s *chainSorter) {
	for first := 0; first < len(b.chains); {
		last := first + 1
		for last < len(b.chains) && b.chains[last].Query == b.chains[first].Query {
			last++
		}
		s.sort(b.chains[first:last])
		first = last
	}
	kept := b.chains[:0]
	for _, c := range b.chains {
		if n := len(kept) - 1; n >= 0 && kept[n].Query == c.Query && kept[n].Entry == c.Entry && kept[n].take(c) {
			c.merged = true
			continue
		}
		kept = append(kept, c)
	}
	b.chains = kept
}

// leave takes the chains that are left as hits out of the encounters.
func (b *chainBucket) leave() {
	b.chains = slices.DeleteFunc(b.chains, func(c *Chain) bool {
		if c.AtEnd {
			b.left = append(b.left, c.hit())
		}
		return c.AtEnd
	})
}

// store makes columns of chains that are joined.
func (s *sequence) store(ctx context.Context, threads int, budget *memory.Budget) (e trajectory.Encounters, left []interaction.HitRow, err error) {
	parallel.Each(ctx, len(s.buckets), threads, func(_, k int) { s.buckets[k].leave() })
	starts := make([]int, len(s.buckets)+1)
	for k := range s.buckets {
		b := &s.buckets[k]
		left = append(left, b.left...)
		starts[k+1] = starts[k] + len(b.chains)
	}
	n := starts[len(s.buckets)]
	if err := cmp.Or(needEncounters(n), budget.Take(memory.Of(n, rowbytes.EncounterBytes))); err != nil {
		return e, nil, err
	}
	e = newEncounters(n, false)
	parallel.Each(ctx, len(s.buckets), threads, func(_, k int) {
		for i, c := range s.buckets[k].chains {
			c.store(&e, starts[k]+i)
		}
	})
	return e, left, ctx.Err()
}

// chainSorter is the memory in which one goroutine sorts.
type chainSorter struct {
	keys, other []uint64
	chains      []*Chain
}

// fewChains is the number up to which comparisons are faster than a radix sort.
const fewChains = 1 << 8

// sort sorts chains of one query trajectory by entry trajectory and time.
func (s *chainSorter) sort(chains []*Chain) {
	if len(chains) <= fewChains {
		slices.SortFunc(chains, (*Chain).compare)
		return
	}
	s.keys, s.chains = s.keys[:0], append(s.chains[:0], chains...)
	for i, c := range chains {
		s.keys = append(s.keys, uint64(c.Entry)<<32|uint64(i))
	}
	s.other = slices.Grow(s.other[:0], len(s.keys))[:len(s.keys)]
	for i, k := range radix.Integers(s.keys, s.other, 32) {
		chains[i] = s.chains[uint32(k)]
	}
	for first := 0; first < len(chains); {
		last := first + 1
		for last < len(chains) && chains[last].Entry == chains[first].Entry {
			last++
		}
		slices.SortFunc(chains[first:last], byRows)
		first = last
	}
}

// byRows orders chains of one pair.
func byRows(a, b *Chain) int {
	return cmp.Or(cmp.Compare(a.QueryRow, b.QueryRow), cmp.Compare(a.EntryRow, b.EntryRow))
}
