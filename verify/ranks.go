package verify

import (
	"cmp"
	"errors"
	"iter"
	"math"
	"math/big"
	"slices"

	"flyby/trajectory"
)

// Of a file of nearest entries all rows of a query are recomputed together: its Pair has the entry 0.

// A pass is two segments that share some time within the window, and bounds of their least distance there.
type pass struct {
	q, e      trajectory.Segment
	lo, hi    float64
	low, high float64
}

// A neighbour is an entry of the query that is recomputed.
type neighbour struct {
	entry      int
	passes     []pass
	low, high  float64  // bounds of the key, without the radius of the query
	square, at *big.Rat // the least squared distance, and its first instant
	owner      pass     // the segments that own the instant
}

// ranked returns the rows of a query, decided in rational arithmetic with none of the code that searches. Distances in float64, wrong by far less than their bounds,
// leave out the entries that are certainly farther away than K others.
func (r *recheck) ranked(p Pair) (levelRows, error) {
	var rows trajectory.Nearest
	if r.part {
		return rows, errors.New("verify: nearest entries are recomputed from data that fit memory")
	}
	var all []neighbour
	var most []float64
	for e := range r.entries.Trajectories() {
		if err := r.ctx.Err(); err != nil {
			return rows, err
		}
		if r.joins && e == p.Query || r.Search.ExcludeSameID && !r.joins && r.queries.ID(p.Query) == r.entries.ID(e) {
			continue
		}
		if n := r.neighbour(p.Query, e); len(n.passes) > 0 {
			all, most = append(all, n), append(most, n.high)
		}
	}
	if slices.Sort(most); len(most) > r.Search.K {
		all = slices.DeleteFunc(all, func(n neighbour) bool { return n.low > most[r.Search.K-1] })
	}
	for i := range all {
		all[i].decide()
	}
	all = slices.DeleteFunc(all, func(n neighbour) bool { return !r.isWithin(p.Query, &n) })
	slices.SortFunc(all, func(a, b neighbour) int {
		return cmp.Or(compareKeys(a.square, r.entries.Radius(a.entry), b.square, r.entries.Radius(b.entry)), a.at.Cmp(b.at), cmp.Compare(a.entry, b.entry))
	})
	for i, n := range all[:min(len(all), r.Search.K)] {
		r.addRow(&rows, p.Query, i+1, &n)
	}
	return rows, nil
}

// neighbour finds the passes of a query and an entry that may have their least distance.
func (r *recheck) neighbour(query, entry int) neighbour {
	n := neighbour{entry: entry, low: math.Inf(1), high: math.Inf(1)}
	for p := range r.passes(query, entry) {
		p.low, p.high = roughly(&p)
		n.passes, n.low, n.high = append(n.passes, p), min(n.low, p.low), min(n.high, p.high)
	}
	n.passes = slices.DeleteFunc(n.passes, func(p pass) bool { return p.low > n.high })
	radius := r.entries.Radius(entry)
	n.low, n.high = math.Nextafter(n.low-radius, math.Inf(-1)), math.Nextafter(n.high-radius, math.Inf(1))
	return n
}

// passes yields the segments of a query and an entry that share some time within the window.
func (r *recheck) passes(query, entry int) iter.Seq[pass] {
	w := r.Search.Rule().Window
	queries, entries := segmentsOf(r.queries, query), segmentsOf(r.entries, entry)
	return func(yield func(pass) bool) {
		from := 0
		for _, q := range queries {
			for from < len(entries) && entries[from].T1 < q.T0 {
				from++
			}
			for _, e := range entries[from:] {
				lo, hi := max(q.T0, e.T0, w.From), min(q.T1, e.T1, w.To)
				if e.T0 > q.T1 {
					break
				}
				if (lo < hi || lo == hi && q.Owns(lo) && e.Owns(lo)) && !yield(pass{q: q, e: e, lo: lo, hi: hi}) {
					return
				}
			}
		}
	}
}

// segmentsOf returns the segments of a trajectory.
func segmentsOf(s *trajectory.Store, traj int) (all []trajectory.Segment) {
	for p := range s.PiecesOf(traj, traj+1) {
		for i := range p.Segments() {
			all = append(all, s.SegmentOf(p, p.First+i))
		}
	}
	return all
}

// roughly returns bounds of the least distance of a pass: a millionth of a millionth of all coordinates added up is hundreds of times the error.
func roughly(p *pass) (low, high float64) {
	var a, b float64
	var r0, w [3]float64
	size := math.SmallestNonzeroFloat64
	for k := range r0 {
		at := func(s *trajectory.Segment, t float64) float64 {
			size += math.Abs(s.P0[k]) + math.Abs(s.P1[k])
			if s.T0 == s.T1 {
				return s.P0[k]
			}
			return s.P0[k] + float64((s.P1[k]-s.P0[k])*((t-s.T0)/(s.T1-s.T0)))
		}
		r0[k] = at(&p.e, p.lo) - at(&p.q, p.lo)
		w[k] = at(&p.e, p.hi) - at(&p.q, p.hi) - r0[k]
		a, b = a+float64(w[k]*w[k]), b+float64(w[k]*r0[k])
	}
	const tiny, huge = 1e-120, 1e120 // squares neither underflow nor overflow
	if !(size > tiny && size < huge) {
		return 0, math.Inf(1)
	}
	s := 0.0
	if a > 0 {
		s = min(max(-b/a, 0), 1)
	}
	d, bound := math.Hypot(math.Hypot(r0[0]+float64(s*w[0]), r0[1]+float64(s*w[1])), r0[2]+float64(s*w[2])), float64(1e-12*size)
	return d - bound, d + bound
}

// decide finds the least distance, its first instant and the segments that own it.
func (n *neighbour) decide() {
	for _, p := range n.passes {
		q, e := trajectory.Upright{Segment: p.q}, trajectory.Upright{Segment: p.e}
		r0, r1 := apartAt(&q, &e, p.lo), apartAt(&q, &e, p.hi)
		square, part := leastSquare(r0[:3], r1[:3], new(big.Rat), big.NewRat(1, 1))
		at := new(big.Rat).SetFloat64(p.lo)
		if part != nil {
			at.Add(at, part.Mul(part, between(p.hi, p.lo)))
		}
		order := -1
		if n.square != nil {
			order = cmp.Or(square.Cmp(n.square), at.Cmp(n.at))
		}
		if order < 0 {
			n.square, n.at, n.owner = square, at, p
		} else if order == 0 && ownsRational(&p.q, at) && ownsRational(&p.e, at) {
			n.owner = p
		}
	}
}

// ownsRational reports whether a segment owns an instant of its extent.
func ownsRational(s *trajectory.Segment, at *big.Rat) bool {
	return s.Last || at.Cmp(new(big.Rat).SetFloat64(s.T1)) < 0
}

// isWithin reports whether the key of an entry is at most the greatest that was asked.
func (r *recheck) isWithin(query int, n *neighbour) bool {
	d := r.Search.MaxDistance
	return d == nil || n.square.Cmp(squareOf(*d, r.queries.Radius(query), r.entries.Radius(n.entry))) <= 0
}

// compareKeys compares √x - r with √y - s: √x + s with √y + r, whose squares are compared.
func compareKeys(x *big.Rat, r float64, y *big.Rat, s float64) int {
	rest := new(big.Rat).Add(x, squareOf(s)) // with 2 s √x, against 2 r √y
	rest.Sub(rest, y)
	rest.Sub(rest, squareOf(r))
	p, q := squareOf(2, 0), squareOf(2, 0)
	p.Mul(p, squareOf(s)).Mul(p, x)
	q.Mul(q, squareOf(r)).Mul(q, y)
	if rest.Sign() < 0 {
		return -compareRoots(rest.Neg(rest), q, p)
	}
	return compareRoots(rest, p, q)
}

// compareRoots compares x + √p with √q, x at least 0: 2 x √p with q - p - x².
func compareRoots(x, p, q *big.Rat) int {
	rest := new(big.Rat).Sub(q, p)
	xx := new(big.Rat).Mul(x, x)
	if rest.Sub(rest, xx).Sign() < 0 {
		return 1
	}
	xx.Mul(xx, squareOf(2)).Mul(xx, p)
	return xx.Cmp(rest.Mul(rest, rest))
}

// addRow adds the row of an entry of a rank.
func (r *recheck) addRow(rows *trajectory.Nearest, query, rank int, n *neighbour) {
	w, d := r.Search.Rule().Window, math.Inf(1)
	if r.Search.MaxDistance != nil {
		d = *r.Search.MaxDistance
	}
	a := w.ClosestOfOwners(n.owner.q, n.owner.e, d)
	rows.QueryTraj, rows.EntryTraj, rows.Rank = append(rows.QueryTraj, uint32(query)), append(rows.EntryTraj, uint32(n.entry)), append(rows.Rank, uint32(rank))
	rows.Closest, rows.Distance, rows.Speed = append(rows.Closest, a.Time), append(rows.Distance, a.Distance), append(rows.Speed, a.Speed)
	rows.Shared = append(rows.Shared, r.shared(query, n.entry))
}

// shared returns how long two trajectories share segments within the window.
func (r *recheck) shared(query, entry int) float64 {
	sum := new(big.Rat)
	for p := range r.passes(query, entry) {
		sum.Add(sum, between(p.hi, p.lo))
	}
	passed, _ := sum.Float64()
	return passed
}
