package opencl

import (
	"math"
	"math/rand/v2"

	"flyby/kernel"
	"flyby/trajectory"
)

// hard is a set of pairs that share a threshold and a window.
type hard struct {
	d     float64
	w     kernel.Window
	pairs []question
}

// newHard makes n pairs around one setting: a scale of length and of time, an
// offset of both, and a threshold that many of the pairs just meet.
func newHard(r *rand.Rand, n int) hard {
	m := maker{Rand: r,
		length: pick(r, 1, 1, 1e-3, 1e6, 1e-300, 1e150), offset: pick(r, 0, 0, 1e7, -1e7, 1e15),
		start: pick(r, 0, 0, 1.7e9, -1e6), step: pick(r, 1, 1e-3, 86400, 0x1p-20),
		flat: r.IntN(3) == 0, radius: pick(r, 0, 0, 0.25),
	}
	if m.length < 1e-100 || m.length > 1e100 {
		m.offset = 0
	}
	h := hard{d: pick(r, 1, 0.5, 0, 0.1, 1e-3) * m.length, w: kernel.Unbounded()}
	if r.IntN(3) == 0 {
		h.w.From = m.time(r.Float64() * 2)
		h.w.To = m.time(2 + 2*r.Float64())
	}
	for range n {
		h.pairs = append(h.pairs, m.pair(h.d))
	}
	return h
}

// maker makes pairs in one setting.
type maker struct {
	*rand.Rand
	length, offset, start, step, radius float64
	flat                                bool
}

func pick(r *rand.Rand, of ...float64) float64 { return of[r.IntN(len(of))] }

func (m *maker) time(x float64) float64 { return m.start + x*m.step }

// pair makes one pair of a random kind.
func (m *maker) pair(d float64) question {
	q := m.segment()
	e := m.segment()
	reach := d + q.R + e.R
	switch m.IntN(10) {
	case 0: // equal velocities at distance d, give or take an ulp
		e.T0, e.T1 = q.T0, q.T1
		for k := range 3 {
			e.P0[k], e.P1[k] = q.P0[k], q.P1[k]
		}
		shift := m.nearly(reach)
		e.P0[0] += shift
		e.P1[0] += shift
	case 1: // tangent: passes at distance d along an axis
		e.T0, e.T1 = q.T0, q.T1
		x, y := q.P0[0], q.P0[1]+m.nearly(reach)
		q.P1 = q.P0
		e.P0 = [3]float64{x - m.length, y, q.P0[2]}
		e.P1 = [3]float64{x + m.length*(0.5+m.Float64()), y, q.P0[2]}
	case 2: // touches at the end instant
		e.T0, e.T1 = q.T0, q.T1
		e.P1 = q.P1
		e.P1[m.IntN(2)] += m.nearly(reach)
	case 3: // both stationary
		q.P1 = q.P0
		e.P0 = q.P0
		e.P0[m.IntN(2)] += m.nearly(reach)
		e.P1 = e.P0
	case 4: // a point event
		e.T0 = m.time(float64(m.IntN(5)))
		e.T1, e.P1, e.Last = e.T0, e.P0, true
	case 5: // shares one instant at most
		e.T0 = q.T1
		e.T1 = e.T0 + m.step
	case 6: // very long beside very short
		e.T0, e.T1 = m.time(-1e6), m.time(1e6)
		for k := range 3 {
			e.P0[k] = q.P0[k] - 1e6*(e.P1[k]-q.P0[k])
			e.P1[k] = q.P0[k] + 1e6*(e.P1[k]-q.P0[k])
		}
	case 7: // subnormal differences
		e = q
		e.P0[0] += math.Float64frombits(m.Uint64N(1 << 30))
		e.P1[1] -= math.Float64frombits(m.Uint64N(1 << 52))
	case 8: // through the same point
		e.T0, e.T1 = q.T0, q.T1
		e.P1 = q.P0
		e.P0 = q.P1
	}
	if m.flat {
		q.P0[2], q.P1[2], e.P0[2], e.P1[2] = 0, 0, 0, 0
	}
	return question{q, e}
}

// nearly returns d or one of its neighbours.
func (m *maker) nearly(d float64) float64 {
	switch m.IntN(5) {
	case 0:
		return math.Nextafter(d, math.Inf(1))
	case 1:
		return math.Nextafter(d, 0)
	case 2:
		return d * (1 + 1e-14*m.NormFloat64())
	}
	return d
}

// segment makes a segment in the middle of the setting.
func (m *maker) segment() trajectory.Segment {
	s := trajectory.Segment{T0: m.time(float64(m.IntN(4))), Last: m.IntN(2) == 0, R: m.radius * m.length * float64(m.IntN(3))}
	s.T1 = s.T0 + m.step*(1+float64(m.IntN(2))*m.Float64())
	for k := range 3 {
		s.P0[k] = m.offset + m.length*m.NormFloat64()
		s.P1[k] = s.P0[k] + m.length*m.NormFloat64()*pick(m.Rand, 1, 1, 0, 1e-8)
	}
	return s
}
