package hitorder

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/radix"
	"flyby/kernel"
)

// A sorter puts hits in the defined order: by query row, then entry row. It
// scatters them to parts of the result, each a range of keys that fits a core's
// cache, and sorts part by part.
type sorter struct {
	ctx       context.Context // once it is done, the result is of no use
	entryRows uint64
	shift     int // a hit's part is key >> shift
	threads   int // shares of counting and scattering
	pool      *parallel.Pool
	tally     *parallel.Tally // of work
	starts    [][]int         // starts[w][p]: where thread w writes hits of part p
	sorted    []interaction.HitRow
}

const (
	partHits    = 1024    // wanted in a part, so that its keys fit the first-level cache
	leastPart   = 64      // worth a part of its own
	threadParts = 4       // wanted for each thread, since parts have more or fewer hits than wanted
	mostParts   = 2048    // more streams than this outgrow the address translation
	threadHits  = 1 << 11 // that are worth a thread
	sharedHits  = 1 << 16 // between two checks for cancellation
	hitBytes    = 24
)

// Work on a hit, in about the same unit of time.
const (
	countWork   = 1
	scatterWork = 2
	sortWork    = 3
)

// sort returns the hits in order, or undefined hits once ctx is done.
func (s *sorter) sort(lists []kernel.HitList) []interaction.HitRow {
	s.pool.Each(s.threads, func(w int) { s.count(lists, w) })
	if s.ctx.Err() != nil {
		return nil // the counts are incomplete
	}
	s.place()
	s.pool.Each(s.threads, func(w int) { s.scatter(lists, w) })
	if s.ctx.Err() != nil {
		return nil // the parts are incomplete
	}
	numbers := parallel.NewNumbers(s.parts())
	sortParts := func(int) { s.sortParts(numbers) }
	if s.threads == 1 {
		sortParts(0)
	} else {
		s.pool.Run(sortParts)
	}
	return s.sorted
}

// sortParts sorts the parts that numbers deals to it.
func (s *sorter) sortParts(numbers *parallel.Numbers) {
	var c scratch
	for p := range numbers.Until(s.ctx) {
		first := 0
		if p > 0 {
			first = s.starts[s.threads-1][p-1]
		}
		last := s.starts[s.threads-1][p]
		s.sortPart(s.sorted[first:last], &c)
		s.tally.Add(sortWork * (last - first))
	}
}

// newSorter cuts the keys of hits, which it sorts into sorted, memory for all of them, into parts
// of about partHits.
func newSorter(sorted []interaction.HitRow, entryRows, queryRows, threads, partHits int, pool *parallel.Pool) *sorter {
	s := &sorter{ctx: context.Background(), entryRows: uint64(entryRows), threads: threads, pool: pool, tally: parallel.NewTally(nil, 0), sorted: sorted}
	parts := min(max(len(sorted)/partHits, 1), mostParts)
	keys := uint64(queryRows) * uint64(entryRows)
	s.shift = max(bits.Len64(keys)-bits.Len(uint(parts))+1, 0)
	s.starts = make([][]int, s.threads)
	for w := range s.starts {
		s.starts[w] = make([]int, keys>>s.shift+1)
	}
	return s
}

func (s *sorter) parts() int { return len(s.starts[0]) }

// key returns a number of the same order as the hits.
func (s *sorter) key(h *interaction.HitRow) uint64 {
	return uint64(h.Query)*s.entryRows + uint64(h.Entry)
}

// share calls f with the hits that a thread counts and scatters.
func (s *sorter) share(lists []kernel.HitList, w int, f func(list []interaction.HitRow)) {
	from, to := len(s.sorted)*w/s.threads, len(s.sorted)*(w+1)/s.threads
	for _, p := range lists {
		n := len(p.List)
		if first, last := max(from, 0), min(to, n); first < last {
			for list := range slices.Chunk(p.List[first:last], sharedHits) {
				if s.ctx.Err() != nil {
					return
				}
				f(list)
			}
		}
		from, to = from-n, to-n
	}
}

// count counts a thread's hits of each part.
func (s *sorter) count(lists []kernel.HitList, w int) {
	counts := s.starts[w]
	s.share(lists, w, func(list []interaction.HitRow) {
		for i := range list {
			counts[s.key(&list[i])>>s.shift]++
		}
		s.tally.Add(countWork * len(list))
	})
}

// place turns counts into places.
func (s *sorter) place() {
	sum := 0
	for p := range s.parts() {
		for w := range s.starts {
			s.starts[w][p], sum = sum, sum+s.starts[w][p]
		}
	}
}

// scatter puts a thread's hits into their parts. It leaves in starts the ends
// of its hits.
func (s *sorter) scatter(lists []kernel.HitList, w int) {
	next := s.starts[w]
	s.share(lists, w, func(list []interaction.HitRow) {
		for i := range list {
			p := s.key(&list[i]) >> s.shift
			s.sorted[next[p]] = list[i]
			next[p]++
		}
		s.tally.Add(scatterWork * len(list))
	})
}

// sortPart sorts the hits of a part: first their keys, each with the place of
// its hit in the low bits.
func (s *sorter) sortPart(list []interaction.HitRow, c *scratch) {
	if len(list) < 2 {
		return
	}
	places := bits.Len(uint(len(list) - 1))
	if s.shift+places > 64 || !c.grow(len(list)) {
		slices.SortFunc(list, func(a, b interaction.HitRow) int { return cmp.Compare(s.key(&a), s.key(&b)) })
		return
	}
	for i := range list {
		c.keys[i] = s.key(&list[i])&(1<<s.shift-1)<<places | uint64(i)
	}
	copy(c.list, list)
	for i, k := range radix.Few(c.keys, c.other, places) {
		list[i] = c.list[k&(1<<places-1)]
	}
}

// scratch is the memory in which one thread sorts.
type scratch struct {
	keys, other []uint64
	list        []interaction.HitRow
}

// grow makes room for n hits, and reports whether there is memory for it.
func (c *scratch) grow(n int) bool {
	if n > cap(c.keys) {
		if memory.Need("hits to sort", memory.Of(n, scratchBytes)) != nil {
			return false
		}
		c.keys, c.other = make([]uint64, n), make([]uint64, n)
		c.list = make([]interaction.HitRow, n)
	}
	c.keys, c.other, c.list = c.keys[:n], c.other[:n], c.list[:n]
	return true
}

// scratchBytes is the memory that sorting a hit takes.
const scratchBytes = 2*8 + hitBytes
