package baseline

import (
	"math"

	"flyby/interaction"
	"flyby/internal/ownership"
	"flyby/trajectory"
)

// run is consecutive segments of one piece of a trajectory: the
// rows [row, row+count).
type run struct {
	row, traj uint32
	count     int32
	last      bool // its last segment owns its end
	point     bool // it is one point event
}

// final returns the row of the run's last sample.
func (r run) final() int {
	if r.point {
		return int(r.row)
	}
	return int(r.row) + int(r.count)
}

// runsOf cuts a store into runs of up to length segments, in row order.
func runsOf(s *trajectory.Store, length int) []run {
	runs := make([]run, 0, s.Segments()/length+s.Trajectories())
	for p := range s.Pieces() {
		n := p.Segments()
		for i := 0; i < n; i += length {
			runs = append(runs, run{
				row: uint32(p.First + i), traj: uint32(p.Traj), count: int32(min(length, n-i)),
				last: i+length >= n && !p.GoesOn, point: p.Samples == 1,
			})
		}
	}
	return runs
}

// bounds is the 4-D box of a run: the first and the last instant that it owns,
// and the corners of the box of its positions.
type bounds struct {
	first, last float64
	min, max    [3]float64
}

// boundsOf returns the box of a run, widened in space by reach and by the run's
// radius, and rounded outwards. A run that does not own its end ends at the
// last float64 before it, so that runs which only touch in time do not meet.
func boundsOf(s *trajectory.Store, r run, reach float64) bounds {
	from, to := int(r.row), r.final()
	b := bounds{first: s.T()[from], last: ownership.Owned(s.T()[to], r.last)}
	reach = above(reach + s.Radius(int(r.traj)))
	for k, col := range [...][]float64{s.X(), s.Y(), s.Z()} {
		lo, hi := 0.0, 0.0
		if col != nil {
			lo, hi = spread(col[from : to+1])
		}
		b.min[k], b.max[k] = below(lo-reach), above(hi+reach)
	}
	return b
}

// spread returns the least and the greatest of some values.
func spread(values []float64) (lo, hi float64) {
	lo, hi = values[0], values[0]
	for _, v := range values[1:] {
		if v < lo {
			lo = v
		}
		if v > hi {
			hi = v
		}
	}
	return lo, hi
}

// cut returns the part of the box that lies in a window; ok is false if there is
// none. Adding 0 makes a window's -0 the 0 that box.meets and stores have.
func (b bounds) cut(w interaction.Window) (inside bounds, ok bool) {
	b.first, b.last = max(b.first, w.From)+0, min(b.last, w.To)+0
	return b, b.first <= b.last
}

// above returns a number no less than any real one that rounds to x.
func above(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }

// below returns a number no greater than any real one that rounds to x.
func below(x float64) float64 { return math.Nextafter(x, math.Inf(-1)) }
