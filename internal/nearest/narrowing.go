package nearest

import (
	"math"

	"flyby/interaction"
	"flyby/trajectory"
)

// narrowing finds the segments of the query and an entry that may have the least distance, by distances in plain float64. It is for one goroutine.
type narrowing struct {
	times
	slack  float64 // segments whose computed distance is above the least by more do not have the least distance; +Inf: any may
	all    []overlap
	single bool // all trajectories are one segment, entries have no radius, and times are as computed
}

// mostSlack bounds the slack of data whose squared distances do not overflow.
const mostSlack = 0x1p440

// newNarrowing returns a narrowing for data whose computed distances are off by at most half the margin.
func newNarrowing(t times, margin float64, single bool) narrowing {
	n := narrowing{times: t, slack: 4 * margin, single: single}
	if !(n.slack <= mostSlack) {
		n.slack = math.Inf(1)
	}
	return n
}

// near returns the pairs of segments that may share time between two instants and may have the least distance, in order of time. The pairs are good until the next call.
func (n *narrowing) near(entry int, enter, exit float64) []overlap {
	n.all = n.appendOverlaps(n.all[:0], entry, enter, exit)
	if len(n.all) < 2 || math.IsInf(n.slack, 1) {
		return n.all
	}
	least := math.Inf(1)
	from, to := columnsOf(n.queries), columnsOf(n.entries)
	for i := range n.all {
		o := &n.all[i]
		if o.square = o.squareOf(&from, &to, n.window); o.square < least {
			least = o.square
		}
	}
	limit := math.Sqrt(least) + n.slack
	limit *= limit * (1 + 0x1p-40)
	kept := n.all[:0]
	for _, o := range n.all {
		if !(o.square > limit) {
			kept = append(kept, o)
		}
	}
	return kept
}

// columns is the samples of a store.
type columns struct{ t, x, y, z []float64 } // no z in 2-D

func columnsOf(s *trajectory.Store) columns { return columns{s.T(), s.X(), s.Y(), s.Z()} }

// squareOf returns the least squared distance of two segments on their span within a window, by the equations of interaction.Window.Apart; NaN where the span has no length.
func (o *overlap) squareOf(from, to *columns, w interaction.Window) float64 {
	t0, t1, u0, u1 := from.t[o.q], from.t[o.endQ], to.t[o.e], to.t[o.endE]
	lo, hi := max(t0, u0, w.From), min(t1, u1, w.To)
	if !(lo < hi) {
		return math.NaN()
	}
	s := fractions{0, 1, 0, 1}
	if t0 != u0 || t1 != u1 || lo != t0 || hi != t1 {
		s = fractionsOf(t0, t1, u0, u1, lo, hi)
	}
	x, y, z := s.motion(o, from.x, to.x), s.motion(o, from.y, to.y), motion{}
	if from.z != nil {
		z = s.motion(o, from.z, to.z)
	}
	a := float64(x.by*x.by) + float64(y.by*y.by) + float64(z.by*z.by)
	b := float64(x.at*x.by) + float64(y.at*y.by) + float64(z.at*z.by)
	at := 0.0
	if b < 0 {
		at = min(-b/a, 1)
	}
	dx, dy, dz := x.at+float64(at*x.by), y.at+float64(at*y.by), z.at+float64(at*z.by)
	return float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
}

// fractions is the start of a span and its length, as parts of the durations of a query's and of an entry's segment.
type fractions struct{ before, covered, beforeE, coveredE float64 }

// fractionsOf returns the fractions of the span [lo, hi] of two segments.
func fractionsOf(t0, t1, u0, u1, lo, hi float64) fractions {
	return fractions{(lo - t0) / (t1 - t0), (hi - lo) / (t1 - t0), (lo - u0) / (u1 - u0), (hi - lo) / (u1 - u0)}
}

// motion is the relative motion along an axis: where it begins, and by how much it changes.
type motion struct{ at, by float64 }

// motion returns the relative motion of two segments on a span, along the axis of two columns.
func (s *fractions) motion(o *overlap, from, to []float64) motion {
	q, e := from[o.q], to[o.e]
	dq, de := from[o.endQ]-q, to[o.endE]-e
	return motion{(e - q) + (float64(de*s.beforeE) - float64(dq*s.before)), float64(de*s.coveredE) - float64(dq*s.covered)}
}
