package rowgrid

import (
	"math/bits"

	"flyby/points/pointjoin"
	"flyby/points/pointjoin/finder"
)

const (
	// bucketPairs is how many pairs a bucket should have: they are sorted in the second-level cache.
	bucketPairs = 1 << 15
	mostBuckets = 1 << 11
	// rowBits is of how many rows a bucket has pairs at most, in bits.
	rowBits = 11
	// blockPairs is how many pairs buckets take memory for at a time, at least and at most.
	leastBlock, mostBlock = 1 << 4, 1 << 10
)

// sorter puts pairs in order that are found in any. They are first put into buckets by the row of their
// first point, and those of a bucket sorted by radix.
type sorter struct {
	rows  int
	shift int // of a row to its bucket
	count int // of buckets
}

// newSorter returns one of about as many pairs as are expected of a number of rows.
func newSorter(rows int, expected float64) *sorter {
	s := &sorter{rows: rows, shift: min(rowBits, bits.Len(uint(rows-1)))}
	for s.shift > 0 && rows>>s.shift < mostBuckets/2 && expected*float64(int(1)<<s.shift) > bucketPairs*float64(rows) {
		s.shift--
	}
	s.count = (rows-1)>>s.shift + 1
	return s
}

// tasks returns those that sort what is in buckets, bucket by bucket.
func (s *sorter) tasks(from []*buckets) finder.Tasks { return &sorting{s, from} }

// buckets are what one goroutine finds, by bucket.
type buckets struct {
	*sorter
	finder *finder.Finder
	all    []bucket
	rows   []uint32 // that the points of a cell find
}

// A bucket is blocks of pairs, the last of them not full.
type bucket struct {
	last []pointjoin.Pair
	n    int // pairs in it
	full [][]pointjoin.Pair
}

func newBuckets(s *sorter, f *finder.Finder) *buckets {
	return &buckets{sorter: s, finder: f, all: make([]bucket, s.count)}
}

// add adds pairs of a row with others, in any order; false: there is no memory for them.
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

// grow begins a block.
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

// sorting are the tasks of a sorter: a bucket each.
type sorting struct {
	*sorter
	from []*buckets
}

func (s *sorting) Len() int      { return s.count }
func (s *sorting) Ordered() bool { return true }

// Do implements finder.Tasks.
func (s *sorting) Do(task int, f *finder.Finder) {
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

// digits returns where the digits are that pairs of a bucket are sorted by, the least first, and how
// many bits each has: those of the second row, and then of the first.
func (s *sorter) digits() (shifts, sizes []int) {
	second := max(1, bits.Len(uint(s.rows-1)))
	passes := (second + rowBits - 1) / rowBits
	for k := range passes {
		from, to := second*k/passes, second*(k+1)/passes
		shifts, sizes = append(shifts, from), append(sizes, to-from)
	}
	return append(shifts, 32), append(sizes, s.shift)
}

// sort sorts the pairs of blocks to out, by way of b, which is as long.
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
		if (len(shifts)-k)%2 == 1 { // so that the last is to out
			to = out
		}
		place(blocks, to, shift, sizes[k], &counts[k])
		blocks = [][]pointjoin.Pair{to}
	}
}

// place puts pairs in the order of a digit, stably.
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
