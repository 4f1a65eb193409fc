package packed

import (
	"math"
	"sort"

	"flyby/internal/runs"
	"flyby/trajectory"
)

// wordRows are the unpacked rows of a block. The words of a row lie together: where runs are many, few rows of each are taken at a time, and
// separate columns would cost a cache line each.
type wordRows struct {
	kind   Kind
	stride int               // words of a row
	words  []uint64          // of each row its key, with its integers, and the bits of its floats
	open   []trajectory.Open // of Encounters
}

// words is the number of words of a row: two integers make one.
func (k Kind) words() int { return k.ints()/2 + k.floats() }

// Len returns the number of rows.
func (b *wordRows) Len() int { return len(b.words) / b.stride }

// newWordRows returns a block of a kind without rows.
func newWordRows(k Kind) *wordRows { return &wordRows{kind: k, stride: k.words()} }

// strideOfHits is the words of a hit.
const strideOfHits = 4

// resize makes the block n rows long; their values are undefined.
func (b *wordRows) resize(n int) {
	if cap(b.words) < n*b.stride {
		b.words = make([]uint64, n*b.stride)
	}
	b.words = b.words[:n*b.stride]
	if b.kind.joined() {
		if cap(b.open) < n {
			b.open = make([]trajectory.Open, n)
		}
		b.open = b.open[:n]
	}
}

// join fills the words of each row from columns of integers, two a word.
func (b *wordRows) join(ints *[4][]uint32) {
	if b.kind == Hits {
		b.joinHits(ints)
		return
	}
	low := ints[1]
	for i, high := range ints[0] {
		b.words[i*b.stride] = uint64(high)<<32 | uint64(low[i])
	}
}

// joinHits is join for hits.
func (b *wordRows) joinHits(ints *[4][]uint32) {
	n := b.Len()
	query, querySeg, entry, entrySeg, words := ints[0][:n], ints[1][:n], ints[2][:n], ints[3][:n], b.words
	for i := range query {
		w := (*[strideOfHits]uint64)(words)
		w[0] = uint64(query[i])<<32 | uint64(querySeg[i])
		w[1] = uint64(entry[i])<<32 | uint64(entrySeg[i])
		words = words[strideOfHits:]
	}
}

// query returns the query trajectory of a row.
func (b *wordRows) query(i int) uint32 { return queryOf(runs.Key{High: b.words[i*b.stride]}) }

// keep keeps only the rows of some query trajectories, which follow each other.
func (b *wordRows) keep(q Queries) {
	n := b.Len()
	if n == 0 || q.has(b.query(0)) && q.has(b.query(n-1)) {
		return
	}
	place := func(traj uint64) int { return sort.Search(n, func(i int) bool { return uint64(b.query(i)) >= traj }) }
	first, end := place(q.First), place(q.End)
	copy(b.words, b.words[first*b.stride:end*b.stride])
	if b.kind.joined() {
		copy(b.open, b.open[first:end])
	}
	b.resize(end - first)
}

// key returns the key that a row is ordered by.
func (b *wordRows) key(i int) runs.Key {
	w := b.words[i*b.stride:]
	switch b.kind {
	case Hits:
		return runs.Key{High: w[0], Low: w[1]}
	case Pairs:
		return runs.Key{High: w[0]}
	}
	return runs.Key{High: w[0], Low: runs.Ascending(math.Float64frombits(w[1]))}
}

// reach returns the first of the rows [first, end) that does not come before a key, or end. A row with the key itself comes before it where equal.
// It is fastest where the row is near.
func (b *wordRows) reach(first, end int, key runs.Key, equal bool) int {
	comes := func(i int) bool {
		k := b.key(i)
		return k.Before(key) || equal && k == key
	}
	step := 1
	for first+step <= end && comes(first+step-1) {
		first, step = first+step, 2*step
	}
	last := min(first+step-1, end)
	return first + sort.Search(last-first, func(i int) bool { return !comes(first + i) })
}

// copy copies the rows [first, last) to rows from an index on, where there must be room.
func (b *wordRows) copy(to *Rows, at, first, last int) {
	if b.kind == Hits {
		b.copyHits(to, at, first, last)
		return
	}
	words, n := b.words[first*b.stride:], last-first
	query, entry := to.Int[0][at:][:n], to.Int[1][at:][:n]
	for i := range query {
		pair := words[i*b.stride]
		query[i], entry[i] = uint32(pair>>32), uint32(pair)
	}
	for c := range b.kind.floats() {
		v := to.Float[c][at:][:n]
		for i := range v {
			v[i] = math.Float64frombits(words[i*b.stride+1+c])
		}
	}
	if b.kind.joined() {
		copy(to.Open[at:], b.open[first:last])
	}
}

// copyHits is copy for hits, a row at a time.
func (b *wordRows) copyHits(to *Rows, at, first, last int) {
	words, n := b.words[strideOfHits*first:strideOfHits*last], last-first
	query, querySeg, entry, entrySeg := to.Int[0][at:][:n], to.Int[1][at:][:n], to.Int[2][at:][:n], to.Int[3][at:][:n]
	enter, exit := to.Float[0][at:][:n], to.Float[1][at:][:n]
	for i := range query {
		w := (*[strideOfHits]uint64)(words)
		query[i], querySeg[i] = uint32(w[0]>>32), uint32(w[0])
		entry[i], entrySeg[i] = uint32(w[1]>>32), uint32(w[1])
		enter[i], exit[i] = math.Float64frombits(w[2]), math.Float64frombits(w[3])
		words = words[strideOfHits:]
	}
}
