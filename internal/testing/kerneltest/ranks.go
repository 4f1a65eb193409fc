package kerneltest

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"flyby/trajectory"
)

// Ranked is an entry of a query, in rational numbers: how close it comes, when first, and how long both exist in the window.
type Ranked struct {
	Query, Entry int
	Square, At   *big.Rat // the least squared distance, and its first instant
	Shared       *big.Rat
	Owner        Pair // the segments that own the instant

	radius *big.Rat // of the entry
	radii  *big.Rat // of both, added up
}

// Ranks returns the entries of each query by rank, at most k of a query and, where most is not nil, none whose distance is above it and both radii: by brute
// force (docs/answers.md). In a join no trajectory is an entry of its own.
func (s *Scene) Ranks(k int, most *float64) (all []Ranked) {
	for q := range s.Queries.Trajectories() {
		var of []Ranked
		for e := range s.Entries.Trajectories() {
			if s.Join && q == e || s.Excluded != nil && s.Excluded[q] == uint32(e) {
				continue
			}
			if r, ok := s.rank(q, e); ok && (most == nil || r.isWithin(*most)) {
				of = append(of, r)
			}
		}
		slices.SortFunc(of, Ranked.compare)
		all = append(all, of[:min(k, len(of))]...)
	}
	return all
}

// isWithin reports whether the key is at most a distance.
func (r Ranked) isWithin(d float64) bool {
	threshold := sum(rat(d), r.radii)
	return r.Square.Cmp(threshold.Mul(threshold, threshold)) <= 0
}

// rank compares all segments of a query and an entry; ok is false where they share no instant.
func (s *Scene) rank(q, e int) (r Ranked, ok bool) {
	r = Ranked{Query: q, Entry: e, Shared: new(big.Rat), radius: rat(s.Entries.Radius(e)), radii: sum(rat(s.Entries.Radius(e)), rat(s.Queries.Radius(q)))}
	for query := range segmentsOf(s.Queries, q) {
		for entry := range segmentsOf(s.Entries, e) {
			p := Pair{Query: query, Entry: entry, Window: s.Window}
			o := Ask(p)
			if !o.Met {
				continue
			}
			square, at := o.LeastSquare(), o.FirstLeast()
			r.Shared.Add(r.Shared, new(big.Rat).Sub(o.To, o.From))
			closer := 1
			if ok {
				closer = cmp.Or(r.Square.Cmp(square), r.At.Cmp(at))
			}
			if ok = true; closer > 0 {
				r.Square, r.At, r.Owner = square, at, p
			} else if closer == 0 && ownsExactly(query, at) && ownsExactly(entry, at) {
				r.Owner = p
			}
		}
	}
	return r, ok
}

// ownsExactly is owns for an instant that is a rational number.
func ownsExactly(s trajectory.Segment, at *big.Rat) bool { return s.Last || at.Cmp(rat(s.T1)) < 0 }

// SpeedIs reports whether speed is that of one owner relative to the other, each at its own velocity: within the error that float64 has over the span that they
// share, or where they share that instant alone, over the duration of the shorter; NaN where one of the two is a point event.
func (r Ranked) SpeedIs(speed float64) bool {
	q, e := r.Owner.Query, r.Owner.Entry
	if q.T0 == q.T1 || e.T0 == e.T1 {
		return math.IsNaN(speed)
	}
	o := Ask(r.Owner)
	if o.From.Cmp(o.To) == 0 {
		moved, of, span := velocity(e), velocity(q), duration(q)
		if other := duration(e); other.Cmp(span) < 0 {
			span = other
		}
		for k := range moved {
			moved[k].Mul(moved[k].Sub(moved[k], of[k]), span)
		}
		o.From, o.To, o.atFrom, o.atTo = new(big.Rat), span, vectorOf([3]float64{}), moved
	}
	return o.SpeedIs(speed, r.Owner.Bound())
}

// duration returns how long a segment lasts.
func duration(s trajectory.Segment) *big.Rat { return new(big.Rat).Sub(rat(s.T1), rat(s.T0)) }

// velocity returns the velocity of a segment that lasts.
func velocity(s trajectory.Segment) vector {
	v := minus(vectorOf(s.P1), vectorOf(s.P0))
	for k := range v {
		v[k].Quo(v[k], duration(s))
	}
	return v
}

// segmentsOf yields the segments of a trajectory.
func segmentsOf(s *trajectory.Store, traj int) func(func(trajectory.Segment) bool) {
	return func(yield func(trajectory.Segment) bool) {
		for p := range s.PiecesOf(traj, traj+1) {
			for i := range p.Segments() {
				if !yield(s.SegmentOf(p, p.First+i)) {
					return
				}
			}
		}
	}
}

// compare ranks two entries of one query.
func (r Ranked) compare(o Ranked) int {
	return cmp.Or(compareLess(r.Square, r.radius, o.Square, o.radius), r.At.Cmp(o.At), cmp.Compare(r.Entry, o.Entry))
}

// compareLess compares √a - r with √b - s, that is √a + s with √b + r, none of which is below 0, by their squares.
func compareLess(a, r, b, s *big.Rat) int {
	square := func(x *big.Rat) *big.Rat { return new(big.Rat).Mul(x, x) }
	four := func(x, y *big.Rat) *big.Rat {
		return new(big.Rat).Mul(big.NewRat(4, 1), new(big.Rat).Mul(square(x), y))
	}
	rest := new(big.Rat).Sub(sum(new(big.Rat).Set(a), square(s)), sum(new(big.Rat).Set(b), square(r)))
	if rest.Sign() < 0 {
		return -compareRoot(rest.Neg(rest), four(r, b), four(s, a))
	}
	return compareRoot(rest, four(s, a), four(r, b))
}

// compareRoot compares x + √p with √q, x at least 0.
func compareRoot(x, p, q *big.Rat) int {
	rest := new(big.Rat).Sub(q, p) // with x² + 2x√p
	rest.Sub(rest, new(big.Rat).Mul(x, x))
	if rest.Sign() < 0 {
		return 1
	}
	xx := new(big.Rat).Mul(x, x)
	return xx.Mul(xx, new(big.Rat).Mul(big.NewRat(4, 1), p)).Cmp(rest.Mul(rest, rest))
}
