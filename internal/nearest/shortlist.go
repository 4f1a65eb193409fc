package nearest

import (
	"cmp"
	"math"
	"slices"
)

// candidate is an entry that may be among the K of the least keys of a query.
type candidate struct {
	entry       uint32
	key         float64 // the computed distance less the entry's radius
	enter, exit float64 // segments that have the least distance share some of that time; where all trajectories are one segment: see once
}

// once makes a candidate of trajectories of one segment each: its enter and exit are the computed instant of the least distance, and the speed.
func once(entry uint32, distance, closest, speed float64) candidate {
	return candidate{entry, distance, closest, speed}
}

// compare orders candidates by their computed keys, and equal ones as the store has them.
func (c candidate) compare(o candidate) int {
	return cmp.Or(cmp.Compare(c.key, o.key), cmp.Compare(c.entry, o.entry))
}

// shortlist has the candidates of one query in a round: all that were offered, or where they were many, all that may be among the K of the least keys.
type shortlist struct {
	candidates []candidate
	offered    int     // number of entries within the distance of the round
	most       float64 // candidates of a larger computed key are not among the K; good once the list was cut
}

// spare is how many candidates more than K are kept before they are cut.
const spare = 16

// offer takes a candidate of the query in.
func (l *shortlist) offer(query int, c candidate, r *ranking) {
	if l.offered++; l.offered == 1 {
		l.most = math.Inf(1)
	}
	if c.key > l.most {
		return
	}
	if l.candidates == nil {
		l.candidates = r.newList()
	}
	if l.candidates = append(l.candidates, c); len(l.candidates) > 2*r.k+spare {
		l.cut(query, r)
	}
}

// clear makes the list empty, for another round.
func (l *shortlist) clear() { l.candidates, l.offered = l.candidates[:0], 0 }

// cut leaves out the candidates that are not among the K by their computed keys, and where many are left, by exact ones.
func (l *shortlist) cut(query int, r *ranking) {
	if len(l.candidates) <= r.k {
		return
	}
	slices.SortFunc(l.candidates, candidate.compare)
	last := l.candidates[r.k-1].key
	l.most = last + r.margin
	n := r.k
	for n < len(l.candidates) && !(l.candidates[n].key > l.most) {
		n++
	}
	if l.candidates = l.candidates[:n]; n > r.k+spare {
		l.settle(query, last, r)
	}
}

// settle leaves the K by exact keys. last is the K-th of the computed keys: what lies below it by more than the margin is among the K.
func (l *shortlist) settle(query int, last float64, r *ranking) {
	sure := 0
	for sure < r.k && l.candidates[sure].key < last-r.margin {
		sure++
	}
	for i, a := range r.ranked(query, l.candidates[sure:])[:r.k-sure] {
		l.candidates[sure+i] = a.candidate
	}
	l.candidates = l.candidates[:r.k]
}
