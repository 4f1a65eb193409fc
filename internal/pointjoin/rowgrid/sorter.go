package rowgrid

import (
	"math/bits"

	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
)

const (
	// bucketPairs is the intended number of pairs in a bucket: they are sorted in the second-level
	// cache.
	bucketPairs = 1 << 15
	mostBuckets = 1 << 11
	// rowBits is the logarithm of the greatest number of first rows in a bucket.
	rowBits = 11
	// leastBlock and mostBlock bound the number of pairs in a block of a bucket.
	leastBlock, mostBlock = 1 << 4, 1 << 10
)

// sorter sorts pairs that are found in any order. They are first put into buckets by the row of their
// first point, and then each bucket is radix-sorted.
type sorter struct {
	rows  int
	shift int // from a row to its bucket
	count int // of buckets
}

// newSorter returns a sorter for a number of rows, of which about expected pairs are expected.
func newSorter(rows int, expected float64) *sorter {
	s := &sorter{rows: rows, shift: min(rowBits, bits.Len(uint(rows-1)))}
	for s.shift > 0 && rows>>s.shift < mostBuckets/2 && expected*float64(int(1)<<s.shift) > bucketPairs*float64(rows) {
		s.shift--
	}
	s.count = (rows-1)>>s.shift + 1
	return s
}

// tasks returns the tasks that sort the buckets of all goroutines, one bucket each.
func (s *sorter) tasks(from []*buckets) finder.Tasks { return &bucketTasks{s, from} }

// buckets are the pairs that one goroutine finds, by bucket.
type buckets struct {
	*sorter
	finder *finder.Finder
	all    []bucket
	rows   []uint32 // found by the points of a cell
}

// A bucket is blocks of pairs, all but the last of them full.
type bucket struct {
	last []pointjoin.Pair
	n    int // pairs in it
	full [][]pointjoin.Pair
}

func newBuckets(s *sorter, f *finder.Finder) *buckets {
	return &buckets{sorter: s, finder: f, all: make([]bucket, s.count)}
}

// add adds the pairs of a row with others, in any order. It returns false where memory does not
// suffice.
func (b *buckets) add(row uint32, others []uint32) bool {
	for _, other := range others {
		first, second := min(row, other), max(row, other)
		to := &b.all[first>>b.shift]
		if to.n == len(to.last) && !b.grow(to) {
			return false
		}
		to.last[to.n] = pointjoin.PairOf(first, second)
		to.n++
	}
	return true
}

// grow begins a new block of a bucket.
func (b *buckets) grow(to *bucket) bool {
	size := min(max(leastBlock, 2*len(to.last)), mostBlock)
	if !b.finder.Take(uint64(size) * 8) {
		return false
	}
	if to.n > 0 {
		to.full = append(to.full, to.last)
	}
	to.last, to.n = make([]pointjoin.Pair, size), 0
	return true
}

// bucketTasks has the tasks of a sorter: a bucket each.
type bucketTasks struct {
	*sorter
	from []*buckets
}

func (s *bucketTasks) Len() int      { return s.count }
func (s *bucketTasks) Ordered() bool { return true }

// Do implements finder.Tasks.
func (s *bucketTasks) Do(task int, f *finder.Finder) {
	var blocks [][]pointjoin.Pair
	n := 0
	for _, b := range s.from {
		of := &b.all[task]
		blocks = append(append(blocks, of.full...), of.last[:of.n])
		for _, full := range of.full {
			n += len(full)
		}
		n += of.n
		*of = bucket{}
	}
	if n == 0 {
		return
	}
	if room := f.Room(n); room != nil {
		s.sort(blocks, make([]pointjoin.Pair, n), room[:n])
		f.Took(n)
	}
}

// digits returns the shifts of the digits by which pairs of a bucket are sorted, the least significant
// first, and the number of bits of each: the digits of the second row, and then the digit of the first.
func (s *sorter) digits() (shifts, sizes []int) {
	second := max(1, bits.Len(uint(s.rows-1)))
	passes := (second + rowBits - 1) / rowBits
	for k := range passes {
		from, to := second*k/passes, second*(k+1)/passes
		shifts, sizes = append(shifts, from), append(sizes, to-from)
	}
	return append(shifts, 32), append(sizes, s.shift)
}

// sort sorts the pairs of blocks into out, with b, of the same length, as scratch.
func (s *sorter) sort(blocks [][]pointjoin.Pair, b, out []pointjoin.Pair) {
	shifts, sizes := s.digits()
	counts := make([][1 << rowBits]uint32, len(shifts))
	for _, block := range blocks {
		for k, shift := range shifts {
			mask, c := uint64(1)<<sizes[k]-1, &counts[k]
			for _, p := range block {
				c[p>>shift&mask&(1<<rowBits-1)]++
			}
		}
	}
	for k, shift := range shifts {
		to := b
		if (len(shifts)-k)%2 == 1 { // so that the last pass ends in out
			to = out
		}
		place(blocks, to, shift, sizes[k], &counts[k])
		blocks = [][]pointjoin.Pair{to}
	}
}

// place sorts pairs by one digit, stably.
func place(blocks [][]pointjoin.Pair, to []pointjoin.Pair, shift, size int, next *[1 << rowBits]uint32) {
	sum := uint32(0)
	for d, n := range next {
		next[d], sum = sum, sum+n
	}
	mask := uint64(1)<<size - 1
	for _, block := range blocks {
		for _, p := range block {
			d := p >> shift & mask & (1<<rowBits - 1)
			to[next[d]] = p
			next[d]++
		}
	}
}
