package host

import (
	"flyby/binindex"
	"flyby/trajectory"
)

// meeting is two runs whose segments are compared, in the form that the vector
// code reads. internal/asm knows the layout. Of each pair of numbers the first is
// the query run's.
type meeting struct {
	column      [2][4]*float64 // T, X, Y, Z of the stores; nil: 0
	from, to    [2]uint64      // byte i: the samples of pair i, counted from the run's first
	row         [2]uint32      // first rows
	samples     [2]uint32      // a bit for each sample of the run
	last        [2]uint32      // a bit for each pair whose segment owns its end
	pairs       uint32         // a bit for each pair
	_           uint32
	threshold   float64 // d and both radii
	reach       float64 // distance beyond which boxes are apart
	count       [2]int
	lastSegment [2]bool
	t           [2][]float64 // times of the runs' samples
}

// laneOnes has 1 in every byte.
const laneOnes = 0x0101010101010101

// laneNumbers has i in byte i.
const laneNumbers = 0x0706050403020100

// newMeeting returns a meeting of runs of two stores.
func newMeeting(query, entry *trajectory.Store) meeting {
	var m meeting
	for side, s := range []*trajectory.Store{query, entry} {
		for k, column := range [...][]float64{s.T(), s.X(), s.Y(), s.Z()} {
			if column != nil {
				m.column[side][k] = &column[0]
			}
		}
	}
	return m
}

// fits reports whether the pairs of two runs, and the samples of each, are no
// more than lanes.
func fits(q, e *binindex.Run) bool {
	return int(q.Count)+int(e.Count)-1 <= lanes && q.Count < lanes && e.Count < lanes
}

// set makes a run of a store the run of a side of the meeting.
func (m *meeting) set(side int, s *trajectory.Store, r *binindex.Run) {
	samples := int(r.Count) + 1
	if r.Ends&binindex.RunPoint != 0 {
		samples = 1
	}
	m.row[side], m.samples[side] = r.Row, 1<<samples-1
	m.count[side], m.lastSegment[side] = int(r.Count), r.Ends&binindex.RunLast != 0
	m.t[side] = s.T()[r.Row : int(r.Row)+samples]
}

// match finds the pairs of segments that may share an instant, and returns their
// number.
func (m *meeting) match() int {
	n := m.count[0]
	if sameTimes(m.t[0], m.t[1]) && len(m.t[0]) == n+1 {
		m.from = [2]uint64{laneNumbers, laneNumbers}
		m.to = [2]uint64{laneNumbers + laneOnes, laneNumbers + laneOnes}
		m.last = [2]uint32{}
		for side, last := range m.lastSegment {
			if last {
				m.last[side] = 1 << (n - 1)
			}
		}
	} else {
		n = m.merge()
	}
	m.pairs = 1<<n - 1
	return n
}

// sameTimes reports whether two lists of times are equal.
func sameTimes(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// merge is match for runs with any times. Both runs are in order of time, so one
// pass finds every pair.
func (m *meeting) merge() int {
	q, e := m.ends(0), m.ends(1)
	var from [2]uint64
	i, j, n := 0, 0, 0
	for i < len(q) && j < len(e) {
		from[0] |= uint64(i) << (8 * n & 63)
		from[1] |= uint64(j) << (8 * n & 63)
		n++
		switch {
		case q[i] < e[j]:
			i++
		case e[j] < q[i]:
			j++
		default:
			nextQuery, nextEntry := m.stepAtOnce(i, j)
			if nextQuery {
				i++
			}
			if nextEntry {
				j++
			}
		}
	}
	m.from = from
	for side := range 2 {
		m.to[side] = from[side]
		if len(m.t[side]) > 1 { // a point ends where it starts
			m.to[side] += laneOnes >> (64 - 8*n)
		}
		m.last[side] = m.lastPairs(side, n)
	}
	return n
}

// ends returns the instants at which the segments of a run end.
func (m *meeting) ends(side int) []float64 {
	t := m.t[side]
	return t[len(t)-m.count[side]:]
}

// stepAtOnce is step for two segments that end at the same instant.
func (m *meeting) stepAtOnce(i, j int) (nextQuery, nextEntry bool) {
	q := trajectory.Segment{Last: m.lastSegment[0] && i == m.count[0]-1}
	e := trajectory.Segment{Last: m.lastSegment[1] && j == m.count[1]-1}
	return step(&q, &e)
}

// lastPairs returns a bit for each of n pairs whose segment on a side owns its end.
func (m *meeting) lastPairs(side, n int) (bits uint32) {
	if !m.lastSegment[side] {
		return 0
	}
	for k := range n {
		if int(m.from[side]>>(8*k)&0xff) == m.count[side]-1 {
			bits |= 1 << k
		}
	}
	return bits
}

// gatherFunc queues the pairs of a meeting that are not apart.
type gatherFunc func(m *meeting, u *queue)

// fetchFunc prefetches the samples of the runs, out of the 16 from runs on, whose bits
// are set in chosen; column has the columns of their store.
type fetchFunc func(runs *binindex.Run, chosen uint32, column *[4]*float64)
