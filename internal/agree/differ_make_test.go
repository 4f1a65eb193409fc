package agree_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// differMaker makes random cases on rulers of time and space: a few numbers far from 0 or of
// unusual size, so that many values are equal, or an ulp apart.
type differMaker struct {
	*rand.Rand
	dim          int
	start, step  float64 // times are start + step*i
	origin       [3]float64
	unit         float64 // places are origin + unit*i
	size, length int     // i runs from 0 to size, to length
	smooth       bool    // i is any number
	wild         bool    // places are of any magnitude
	radii        int     // the largest radius, in units
}

func anyOf[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// oneIn returns true once in n times.
func (m *differMaker) oneIn(n int) bool { return m.IntN(n) == 0 }

// newDifferCase makes the case of a seed.
func newDifferCase(r *rand.Rand) *differCase {
	for {
		m := newDifferMaker(r)
		if c := m.make(); c.valid() {
			return c
		}
	}
}

func newDifferMaker(r *rand.Rand) *differMaker {
	m := &differMaker{Rand: r, dim: 2 + r.IntN(2), size: anyOf(r, 1, 3, 6, 6, 12, 100, 4000), length: 2 + r.IntN(12)}
	m.smooth, m.wild = m.oneIn(4), m.oneIn(20)
	m.start = anyOf(r, 0, 0, 0, -17, 0.1, 1.7e9, 1.7e9, 1.7e12, 3e15, -0x1p52, 0x1p900, -0x1p999)
	m.step = anyOf(r, 1, 1, 1, 0.001, 0x1p-10, 1.0/3, 0x1p-1074, 0x1p-1000, 0x1p300, 0x1p990)
	if m.oneIn(3) { // steps of a few ulps, or a share of the start
		m.step = math.Ldexp(max(math.Abs(m.start), 1), -anyOf(r, 52, 52, 50, 40, 20))
	}
	exp := anyOf(r, 0, 0, 0, 0, -10, -30, 20, -1074, -1060, -1022, -537, -510, -500, -300, 300, 490, 511, 520, 700, 985)
	m.unit = math.Ldexp(anyOf(r, 1, 1, 1, 0.1, 1.0/3), exp)
	if m.oneIn(3) {
		for k := range m.origin {
			m.origin[k] = m.unit * anyOf(r, 0x1p10, -0x1p23, 1e7, 0x1p30, -0x1p40, 0x1p51, 0x1p60)
		}
	}
	if m.oneIn(3) {
		m.radii = 1 + r.IntN(2*m.size)
	}
	return m
}

// make makes a case, which may break a rule of input.
func (m *differMaker) make() *differCase {
	c := &differCase{dim: m.dim, window: [2]float64{math.Inf(-1), math.Inf(1)}, excludeSameID: m.oneIn(3)}
	most := anyOf(m.Rand, 2, 4, 8, 12)
	if m.oneIn(25) {
		most = 40
	}
	c.entries = m.paths(1+m.IntN(most), 0)
	if !m.oneIn(4) {
		c.queries = m.paths(1+m.IntN(most), anyOf(m.Rand, 0, 0, 3, 1000))
		m.copySome(c)
	}
	m.repeat(&c.entries)
	if m.oneIn(3) {
		c.maxGap = m.gap(c)
	}
	if m.oneIn(4) {
		c.maxSpeed = m.speed(c)
	}
	if m.oneIn(3) {
		m.setWindow(c)
	}
	if c.asks = []differAsk{{join: true}}; !c.valid() {
		return c // numbers too large for any ask
	}
	c.asks = nil
	for range 1 + m.IntN(2) {
		c.asks = append(c.asks, m.ask(c))
	}
	return c
}

// paths makes n trajectories with ids from first on, some omitted.
func (m *differMaker) paths(n, first int) (all []differPath) {
	id := int64(first)
	for range n {
		id += int64(1 + m.IntN(5)/4)
		all = append(all, m.path(id))
		if m.oneIn(8) { // a relay: another begins where and when this one ends
			next, end := m.path(id+1), all[len(all)-1]
			if last := len(end.t) - 1; next.t[0] < end.t[last] {
				next.t, next.p = []float64{end.t[last], m.after(end.t[last])}, [][3]float64{end.p[last], m.place()}
			}
			all, id = append(all, next), id+1
		}
	}
	return all
}

// path makes a trajectory that moves, rests, or is a point event.
func (m *differMaker) path(id int64) differPath {
	p := differPath{id: id}
	if m.radii > 0 && !m.oneIn(3) {
		p.r = m.unit * float64(m.IntN(m.radii+1))
		if m.smooth {
			p.r *= m.Float64()
		}
	}
	at, rests := m.place(), m.oneIn(6)
	n := anyOf(m.Rand, 1, 2, 3, m.length, m.length)
	i := m.IntN(m.length)
	for range n {
		t := m.start + m.step*float64(i)
		if m.oneIn(10) {
			t = math.Nextafter(t, anyOf(m.Rand, math.Inf(-1), math.Inf(1)))
		}
		if len(p.t) > 0 && t <= p.t[len(p.t)-1] {
			t = m.after(p.t[len(p.t)-1])
		}
		p.t, p.p = append(p.t, t), append(p.p, at)
		i += 1 + m.IntN(2)
		if !rests && !m.oneIn(4) {
			at = m.place()
		}
	}
	return p
}

// after returns a time after t: the next float64, or a step on.
func (m *differMaker) after(t float64) float64 {
	if next := t + m.step; next > t && m.oneIn(2) {
		return next
	}
	return math.Nextafter(t, math.Inf(1))
}

// place returns a place on the ruler, now and then an ulp beside it.
func (m *differMaker) place() (at [3]float64) {
	for k := range m.dim {
		i := float64(m.IntN(m.size + 1))
		if m.smooth {
			i = float64(m.size) * m.Float64()
		}
		at[k] = m.origin[k] + m.unit*i
		if m.wild {
			at[k] = math.Ldexp(m.Float64()-0.5, anyOf(m.Rand, 0, 0, m.IntN(80)-40, m.IntN(2000)-1000))
		}
		if m.oneIn(20) {
			at[k] = math.Nextafter(at[k], anyOf(m.Rand, math.Inf(-1), math.Inf(1)))
		}
	}
	return at
}

// copySome replaces some queries by entries, moved or not, with the same id or another.
func (m *differMaker) copySome(c *differCase) {
	for i := range c.queries {
		if !m.oneIn(4) {
			continue
		}
		p := clonePaths(c.entries[m.IntN(len(c.entries)):])[0]
		p.id = c.queries[i].id
		if m.oneIn(2) {
			m.move(&p)
		}
		c.queries[i] = p
	}
}

// repeat adds copies of whole trajectories, moved or not.
func (m *differMaker) repeat(paths *[]differPath) {
	for range anyOf(m.Rand, 0, 0, 1, 5) {
		p := clonePaths((*paths)[m.IntN(len(*paths)):])[0]
		p.id = (*paths)[len(*paths)-1].id + 1
		if m.oneIn(2) {
			m.move(&p)
		}
		*paths = append(*paths, p)
	}
}

// move moves a whole trajectory by a vector of whole length: a convoy.
func (m *differMaker) move(p *differPath) {
	by := anyOf(m.Rand, [3]float64{1}, [3]float64{3, 4}, [3]float64{2, 3, 6}, [3]float64{4, 4, 7})
	for i := range p.p {
		for k := range m.dim {
			p.p[i][k] += m.unit * by[k]
		}
	}
}

// gap returns a longest gap that some steps of the case equal or just exceed.
func (m *differMaker) gap(c *differCase) float64 {
	p := c.entries[m.IntN(len(c.entries))]
	if len(p.t) < 2 {
		return m.step
	}
	i := 1 + m.IntN(len(p.t)-1)
	gap := p.t[i] - p.t[i-1]
	if m.oneIn(2) {
		gap = math.Nextafter(gap, 0)
	}
	return gap
}

// setWindow sets a window that begins and ends at samples, an ulp beside, or between.
func (m *differMaker) setWindow(c *differCase) {
	at := func() float64 {
		p := anyOf(m.Rand, slices.Concat(c.entries, c.queries)...)
		t := p.t[m.IntN(len(p.t))]
		switch m.IntN(4) {
		case 0:
			return math.Nextafter(t, anyOf(m.Rand, math.Inf(-1), math.Inf(1)))
		case 1:
			return t + (m.Float64()-0.5)*m.step
		}
		return t
	}
	c.window = [2]float64{at(), at()}
	switch m.IntN(5) {
	case 0:
		c.window[0] = math.Inf(-1)
	case 1:
		c.window[1] = math.Inf(1)
	case 2:
		c.window[1] = c.window[0]
	}
	if c.window[0] > c.window[1] {
		c.window[0], c.window[1] = c.window[1], c.window[0]
	}
}

// ask returns an ask whose distance equals or nearly equals many distances of the case.
func (m *differMaker) ask(c *differCase) differAsk {
	a := differAsk{join: c.queries == nil || m.oneIn(3)}
	switch m.IntN(12) {
	case 0:
	case 1, 2, 3, 4:
		a.d = m.unit * anyOf(m.Rand, 1.0, 2, 3, 5, 7, 9, 13)
	case 5, 6:
		a.d = m.unit * float64(m.size) * m.Float64()
	case 7:
		a.d = anyOf(m.Rand, 0x1p-1074, 0x1p-1022, 0x1p-537, 1, 0x1p500, trajectory.MaxMagnitude)
	default:
		a.d = m.between(c, a)
	}
	if m.oneIn(4) {
		a.d = math.Nextafter(a.d, anyOf(m.Rand, 0, math.Inf(1)))
	}
	a.d = min(max(a.d, 0), trajectory.MaxMagnitude)
	return a
}

// between returns the least distance of two segments less their radii, to an ulp or so; 0 if none
// are found at a common time.
func (m *differMaker) between(c *differCase, a differAsk) float64 {
	queries, entries := c.sides(a)
	for range 10 {
		q, e := queries[m.IntN(len(queries))], entries[m.IntN(len(entries))]
		if !c.compares(a, q, e) {
			continue
		}
		if o := kerneltest.Ask(c.pair(a, q, e)); o.Met {
			return kerneltest.Nearest(o.LeastSquare()) - q.R - e.R
		}
	}
	return 0
}
