package encounter

import "flyby/trajectory"

// bucket is the encounters of some pairs of trajectories, numbered part after part.
type bucket struct {
	parts []trajectory.Encounters // the parts that have encounters of the bucket
	base  []int                   // [parts] the number of the first encounter of each
	n     int

	sorted, other sorted // the encounters in sorted ranges, one after another, and memory of the same size
	ends          []int  // ends of the sorted ranges

	heads, ids []uint32 // memory for numbers, and for a column of each type
	floats     []float64
	open       []trajectory.Open
}

// sorted is encounters in order.
type sorted struct {
	pairs   []uint64
	numbers []uint32
}

func newSorted(n int) sorted { return sorted{make([]uint64, n), make([]uint32, n)} }

// view returns the encounters [first, last), in the same memory.
func (s sorted) view(first, last int) sorted {
	return sorted{s.pairs[first:last], s.numbers[first:last]}
}

// touching marks the number of an encounter that touches the one before it.
const touching = 1 << 31

// take makes the bucket one of the encounters [first[p], last[p]) of each part p.
func (b *bucket) take(parts []trajectory.Encounters, first, last []int) {
	b.parts, b.base, b.n = b.parts[:0], b.base[:0], 0
	for p := range parts {
		if first[p] < last[p] {
			b.parts = append(b.parts, parts[p].Slice(first[p], last[p]))
			b.base = append(b.base, b.n)
			b.n += last[p] - first[p]
		}
	}
}

// sort returns the numbers of the encounters in order, with marks, and how many
// touch none before them. It returns no numbers where all are in order and none
// touch.
func (b *bucket) sort() (order []uint32, heads int) {
	b.number()
	for len(b.ends) > 1 {
		b.halve()
	}
	heads = b.mark()
	if len(b.parts) < 2 && heads == b.n {
		return nil, heads
	}
	return b.sorted.numbers, heads
}

// reserve makes memory for n encounters.
func (b *bucket) reserve(n int) {
	b.sorted, b.other = newSorted(n), newSorted(n)
	b.heads, b.ids, b.floats, b.open = make([]uint32, 0, n), make([]uint32, 0, n), make([]float64, 0, n), make([]trajectory.Open, 0, n)
}

// number makes each part a sorted range.
func (b *bucket) number() {
	if b.n > cap(b.sorted.pairs) {
		b.reserve(b.n + b.n/2)
	}
	b.sorted, b.other, b.ends = b.sorted.view(0, b.n), b.other.view(0, b.n), b.ends[:0]
	for p := range b.parts {
		e, base := &b.parts[p], b.base[p]
		to := b.sorted.view(base, base+e.Len())
		for i := range to.pairs {
			to.pairs[i], to.numbers[i] = pairAt(e, i), uint32(base+i)
		}
		b.ends = append(b.ends, base+e.Len())
	}
}

// halve merges every two neighbouring ranges into one.
func (b *bucket) halve() {
	first, ends := 0, b.ends[:0]
	for k := 0; k < len(b.ends); k += 2 {
		middle, last := b.ends[k], b.ends[min(k+1, len(b.ends)-1)]
		b.meld(b.sorted.view(first, middle), b.sorted.view(middle, last), b.other.view(first, last))
		ends = append(ends, last)
		first = last
	}
	b.sorted, b.other, b.ends = b.other, b.sorted, ends
}

// meld merges x and y into to; y is of later parts. Whether x or y is next is as
// good as random, so no branch may depend on it.
func (b *bucket) meld(x, y, to sorted) {
	i, j, n := 0, 0, 0
	for i < len(x.pairs) && j < len(y.pairs) {
		p, q, later := x.pairs[i], y.pairs[j], 0
		if q < p {
			later = 1
		}
		if p == q {
			later = b.tie(x.numbers[i], y.numbers[j])
		}
		to.pairs[n] = min(p, q)
		to.numbers[n] = x.numbers[i] ^ (x.numbers[i]^y.numbers[j])&-uint32(later)
		i, j, n = i+1-later, j+later, n+1
	}
	copy(to.pairs[n:], x.pairs[i:])
	copy(to.numbers[n:], x.numbers[i:])
	copy(to.pairs[n+len(x.pairs)-i:], y.pairs[j:])
	copy(to.numbers[n+len(x.pairs)-i:], y.numbers[j:])
}

// tie returns 1 if other comes before one, else 0, for two encounters of a pair. Of two that
// begin at once, the encounter that lasts an instant comes first, else the one of the earlier part.
func (b *bucket) tie(one, other uint32) int {
	e, i := b.at(one)
	o, j := b.at(other)
	if o.Enter[j] < e.Enter[i] || o.Enter[j] == e.Enter[i] && o.Exit[j] < e.Exit[i] {
		return 1
	}
	return 0
}

// at returns the encounter of a number.
func (b *bucket) at(number uint32) (e *trajectory.Encounters, i int) {
	p, end := 0, len(b.base)
	for end-p > 1 {
		if middle := (p + end) / 2; b.base[middle] <= int(number) {
			p = middle
		} else {
			end = middle
		}
	}
	return &b.parts[p], int(number) - b.base[p]
}

// mark marks the encounters that touch the encounter before them, and returns how many do not.
func (b *bucket) mark() (heads int) {
	heads = b.n
	pairs, numbers := b.sorted.pairs, b.sorted.numbers
	for n := len(pairs) - 1; n > 0; n-- {
		if pairs[n] == pairs[n-1] && b.touch(numbers[n-1], numbers[n]) {
			numbers[n] |= touching
			heads--
		}
	}
	return heads
}

// touch reports whether other, the later of two encounters of a pair, touches one.
func (b *bucket) touch(one, other uint32) bool {
	e, i := b.at(one)
	o, j := b.at(other)
	return o.Enter[j] <= e.Exit[i]
}

// store writes the encounters in an order that sort returned. It goes column by
// column: parts of one stand in a core's cache as they are put in order.
func (b *bucket) store(to *trajectory.Encounters, order []uint32) {
	if order == nil && b.n > 0 {
		copyEncounters(to, &b.parts[0])
		return
	}
	heads := order
	if to.Len() < len(order) {
		heads = b.headsOf(order)
	}
	for c, column := range idsOf(to) {
		b.ids = gather(column, b.ids, heads, b.parts, func(e *trajectory.Encounters) []uint32 { return idsOf(e)[c] })
	}
	for c, column := range floatsOf(to) {
		if column == nil {
			continue
		}
		b.floats = gather(column, b.floats, heads, b.parts, func(e *trajectory.Encounters) []float64 { return floatsOf(e)[c] })
	}
	b.open = gather(to.Open, b.open, heads, b.parts, func(e *trajectory.Encounters) []trajectory.Open { return e.Open })
	if len(heads) < len(order) {
		b.extend(to, order)
	}
}

// headsOf returns the numbers of the encounters that touch none before them.
func (b *bucket) headsOf(order []uint32) []uint32 {
	b.heads = b.heads[:0]
	for _, number := range order {
		if number&touching == 0 {
			b.heads = append(b.heads, number)
		}
	}
	return b.heads
}

// gather writes to[n] = the value of encounter numbers[n] in a column of the parts,
// which it copies into memory, one after another; it returns that, grown.
func gather[T any](to, memory []T, numbers []uint32, parts []trajectory.Encounters, column func(*trajectory.Encounters) []T) []T {
	memory = memory[:0]
	for p := range parts {
		memory = append(memory, column(&parts[p])...)
	}
	to = to[:len(numbers)]
	for n, number := range numbers {
		to[n] = memory[number]
	}
	return memory
}

// extend joins each encounter that touches the encounter before it to that encounter.
func (b *bucket) extend(to *trajectory.Encounters, order []uint32) {
	n := -1
	for _, number := range order {
		if number&touching == 0 {
			n++
			continue
		}
		e, i := b.at(number &^ touching)
		if e.Distance[i] < to.Distance[n] {
			to.Closest[n], to.Distance[n], to.Speed[n] = e.Closest[i], e.Distance[i], e.Speed[i]
			if to.Height != nil {
				to.Height[n] = e.Height[i]
			}
		}
		to.Exit[n] = e.Exit[i]
		to.Open[n] = to.Open[n]&trajectory.OpenStart | e.Open[i]&trajectory.OpenEnd
	}
}
