package encounter

import "flyby/trajectory"

// share is the encounters of some pairs of trajectories, numbered part after part.
type share struct {
	parts []trajectory.Encounters // that have any
	base  []int                   // the number of the first of each
	n     int

	runs, other run   // what is in order so far, and room for as much
	ends        []int // of the runs

	heads, ids []uint32 // room for numbers, and for a column of each type
	floats     []float64
	open       []trajectory.Open
}

// run is encounters in order.
type run struct {
	pairs   []uint64
	numbers []uint32
}

func newRun(n int) run { return run{make([]uint64, n), make([]uint32, n)} }

func (r run) stretch(first, last int) run { return run{r.pairs[first:last], r.numbers[first:last]} }

// touching marks the number of an encounter that touches the one before it.
const touching = 1 << 31

// take makes the share one of the stretches of parts from first to last.
func (s *share) take(parts []trajectory.Encounters, first, last []int) {
	s.parts, s.base, s.n = s.parts[:0], s.base[:0], 0
	for p := range parts {
		if first[p] < last[p] {
			s.parts = append(s.parts, stretch(&parts[p], first[p], last[p]))
			s.base = append(s.base, s.n)
			s.n += last[p] - first[p]
		}
	}
}

// sort returns the numbers of the encounters in order, with marks, and how many
// touch none before them. It returns no numbers where all are in order and none
// touch.
func (s *share) sort() (order []uint32, heads int) {
	s.number()
	for len(s.ends) > 1 {
		s.halve()
	}
	heads = s.mark()
	if len(s.parts) < 2 && heads == s.n {
		return nil, heads
	}
	return s.runs.numbers, heads
}

// reserve makes room for n encounters.
func (s *share) reserve(n int) {
	s.runs, s.other = newRun(n), newRun(n)
	s.heads, s.ids, s.floats, s.open = make([]uint32, 0, n), make([]uint32, 0, n), make([]float64, 0, n), make([]trajectory.Open, 0, n)
}

// number makes each part a run.
func (s *share) number() {
	if s.n > cap(s.runs.pairs) {
		s.reserve(s.n + s.n/2)
	}
	s.runs, s.other, s.ends = s.runs.stretch(0, s.n), s.other.stretch(0, s.n), s.ends[:0]
	for p := range s.parts {
		e, base := &s.parts[p], s.base[p]
		r := s.runs.stretch(base, base+e.Len())
		for i := range r.pairs {
			r.pairs[i], r.numbers[i] = pairAt(e, i), uint32(base+i)
		}
		s.ends = append(s.ends, base+e.Len())
	}
}

// halve makes one run of every two.
func (s *share) halve() {
	first, ends := 0, s.ends[:0]
	for k := 0; k < len(s.ends); k += 2 {
		middle, last := s.ends[k], s.ends[min(k+1, len(s.ends)-1)]
		s.meld(s.runs.stretch(first, middle), s.runs.stretch(middle, last), s.other.stretch(first, last))
		ends = append(ends, last)
		first = last
	}
	s.runs, s.other, s.ends = s.other, s.runs, ends
}

// meld makes one run of two, the latter of later parts. Which of them is next is as
// good as random, so that no branch may depend on it.
func (s *share) meld(a, b, to run) {
	i, j, n := 0, 0, 0
	for i < len(a.pairs) && j < len(b.pairs) {
		x, y, later := a.pairs[i], b.pairs[j], 0
		if y < x {
			later = 1
		}
		if x == y {
			later = s.tie(a.numbers[i], b.numbers[j])
		}
		to.pairs[n] = min(x, y)
		to.numbers[n] = a.numbers[i] ^ (a.numbers[i]^b.numbers[j])&-uint32(later)
		i, j, n = i+1-later, j+later, n+1
	}
	copy(to.pairs[n:], a.pairs[i:])
	copy(to.numbers[n:], a.numbers[i:])
	copy(to.pairs[n+len(a.pairs)-i:], b.pairs[j:])
	copy(to.numbers[n+len(a.pairs)-i:], b.numbers[j:])
}

// tie returns 1 if of two of a pair the latter comes first, else 0. Of two that
// begin at once, the one that lasts an instant does, or that of the earlier part.
func (s *share) tie(one, other uint32) int {
	a, i := s.at(one)
	b, j := s.at(other)
	if b.Enter[j] < a.Enter[i] || b.Enter[j] == a.Enter[i] && b.Exit[j] < a.Exit[i] {
		return 1
	}
	return 0
}

// at returns the encounter of a number.
func (s *share) at(number uint32) (e *trajectory.Encounters, i int) {
	p, end := 0, len(s.base)
	for end-p > 1 {
		if middle := (p + end) / 2; s.base[middle] <= int(number) {
			p = middle
		} else {
			end = middle
		}
	}
	return &s.parts[p], int(number) - s.base[p]
}

// mark marks those that touch the one before them, and returns how many do not.
func (s *share) mark() (heads int) {
	heads = s.n
	pairs, numbers := s.runs.pairs, s.runs.numbers
	for n := len(pairs) - 1; n > 0; n-- {
		if pairs[n] == pairs[n-1] && s.touch(numbers[n-1], numbers[n]) {
			numbers[n] |= touching
			heads--
		}
	}
	return heads
}

// touch reports whether of two of a pair the latter touches the former.
func (s *share) touch(one, other uint32) bool {
	a, i := s.at(one)
	b, j := s.at(other)
	return b.Enter[j] <= a.Exit[i]
}

// store writes the encounters in an order that sort returned. It goes column by
// column: parts of one stand in a core's cache as they are put in order.
func (s *share) store(to *trajectory.Encounters, order []uint32) {
	if order == nil && s.n > 0 {
		copyEncounters(to, &s.parts[0])
		return
	}
	heads := order
	if to.Len() < len(order) {
		heads = s.headsOf(order)
	}
	for c, column := range idsOf(to) {
		s.ids = gather(column, s.ids, heads, s.parts, func(e *trajectory.Encounters) []uint32 { return idsOf(e)[c] })
	}
	for c, column := range floatsOf(to) {
		s.floats = gather(column, s.floats, heads, s.parts, func(e *trajectory.Encounters) []float64 { return floatsOf(e)[c] })
	}
	s.open = gather(to.Open, s.open, heads, s.parts, func(e *trajectory.Encounters) []trajectory.Open { return e.Open })
	if len(heads) < len(order) {
		s.extend(to, order)
	}
}

// headsOf returns the numbers of those that touch none before them.
func (s *share) headsOf(order []uint32) []uint32 {
	s.heads = s.heads[:0]
	for _, number := range order {
		if number&touching == 0 {
			s.heads = append(s.heads, number)
		}
	}
	return s.heads
}

// gather writes a column of the encounters of some numbers. It returns the room
// that it made one of their parts' in.
func gather[T any](to, room []T, numbers []uint32, parts []trajectory.Encounters, column func(*trajectory.Encounters) []T) []T {
	room = room[:0]
	for p := range parts {
		room = append(room, column(&parts[p])...)
	}
	to = to[:len(numbers)]
	for n, number := range numbers {
		to[n] = room[number]
	}
	return room
}

// extend joins those that touch the one before them to it.
func (s *share) extend(to *trajectory.Encounters, order []uint32) {
	n := -1
	for _, number := range order {
		if number&touching == 0 {
			n++
			continue
		}
		e, i := s.at(number &^ touching)
		if e.Distance[i] < to.Distance[n] {
			to.Closest[n], to.Distance[n], to.Speed[n] = e.Closest[i], e.Distance[i], e.Speed[i]
		}
		to.Exit[n] = e.Exit[i]
		to.Open[n] = to.Open[n]&trajectory.OpenStart | e.Open[i]&trajectory.OpenEnd
	}
}
