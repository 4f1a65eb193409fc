package gpujoin

// block is the number of points that are compared with one before its hits are taken.
const block = 256

// widthOf returns the width of the layout of points of n dimensions, in coordinates.
func widthOf(n int) int {
	switch n {
	case 1:
		return 2
	case 5:
		return 6
	}
	return n
}

// A measure is the limits of squared distances: up to certainly is a pair, from not on is none, and between them is
// borderline. Differences are multiplied by scale first.
type measure struct {
	certainly, not, scale float64
	shortC                bool
}

// near writes to hits which of the points in values, at most block of them, are within eps of p or borderline, and returns
// their number. sure is the number of points that are certainly within eps.
func (m *measure) near(hits *[block]uint32, p, values []float64) (n, sure int) {
	switch len(p) {
	case 2:
		return m.near2(hits, p, values)
	case 3:
		return m.near3(hits, p, values)
	case 4:
		return m.near4(hits, p, values)
	case 6:
		return m.near6(hits, p, values)
	}
	return m.nearAny(hits, p, values)
}

// count returns whether a squared distance is less than not, and whether it is at most certainly, as 1 or 0. It does not
// branch: whether the next point is near cannot be predicted.
func (m *measure) count(sum float64) (hit, sure int) {
	if sum < m.not {
		hit = 1
	}
	if sum <= m.certainly {
		sure = 1
	}
	return hit, sure
}

func (m *measure) near2(hits *[block]uint32, p, values []float64) (n, sure int) {
	p0, p1, scale := p[0], p[1], m.scale
	for i := uint32(0); len(values) >= 2; i++ {
		a, b := (values[0]-p0)*scale, (values[1]-p1)*scale
		values = values[2:]
		hit, certain := m.count(float64(a*a) + float64(b*b))
		hits[n%block] = i
		n, sure = n+hit, sure+certain
	}
	return n, sure
}

func (m *measure) near3(hits *[block]uint32, p, values []float64) (n, sure int) {
	p0, p1, p2, scale := p[0], p[1], p[2], m.scale
	for i := uint32(0); len(values) >= 3; i++ {
		a, b, c := (values[0]-p0)*scale, (values[1]-p1)*scale, (values[2]-p2)*scale
		values = values[3:]
		hit, certain := m.count(float64(a*a) + float64(b*b) + float64(c*c))
		hits[n%block] = i
		n, sure = n+hit, sure+certain
	}
	return n, sure
}

func (m *measure) near4(hits *[block]uint32, p, values []float64) (n, sure int) {
	p0, p1, p2, p3, scale := p[0], p[1], p[2], p[3], m.scale
	for i := uint32(0); len(values) >= 4; i++ {
		a, b, c, d := (values[0]-p0)*scale, (values[1]-p1)*scale, (values[2]-p2)*scale, (values[3]-p3)*scale
		values = values[4:]
		hit, certain := m.count((float64(a*a) + float64(b*b)) + (float64(c*c) + float64(d*d)))
		hits[n%block] = i
		n, sure = n+hit, sure+certain
	}
	return n, sure
}

func (m *measure) near6(hits *[block]uint32, p, values []float64) (n, sure int) {
	p0, p1, p2, p3, p4, p5, scale := p[0], p[1], p[2], p[3], p[4], p[5], m.scale
	for i := uint32(0); len(values) >= 6; i++ {
		a, b, c := (values[0]-p0)*scale, (values[1]-p1)*scale, (values[2]-p2)*scale
		d, e, f := (values[3]-p3)*scale, (values[4]-p4)*scale, (values[5]-p5)*scale
		values = values[6:]
		hit, certain := m.count((float64(a*a) + float64(b*b) + float64(c*c)) + (float64(d*d) + float64(e*e) + float64(f*f)))
		hits[n%block] = i
		n, sure = n+hit, sure+certain
	}
	return n, sure
}

// nearAny is near for any number of coordinates. With shortC it leaves a point after each eight coordinates if the sum so
// far is beyond eps, since later terms only increase it.
func (m *measure) nearAny(hits *[block]uint32, p, values []float64) (n, sure int) {
	for i := uint32(0); len(values) >= len(p); i++ {
		q := values[:len(p)]
		values = values[len(p):]
		sum := 0.0
		a, b := p, q
		for ; len(a) >= 8 && len(b) >= 8; a, b = a[8:], b[8:] {
			if sum += m.eight(a, b); m.shortC && sum >= m.not {
				break
			}
		}
		if len(a) < 8 {
			for j, v := range a {
				d := (v - b[j]) * m.scale
				sum += float64(d * d)
			}
		}
		hit, certain := m.count(sum)
		hits[n%block] = i
		n, sure = n+hit, sure+certain
	}
	return n, sure
}

// eight returns the sum of the squares of eight differences.
func (m *measure) eight(p, q []float64) float64 {
	p, q = p[:8], q[:8]
	scale := m.scale
	a, b, c, d := (p[0]-q[0])*scale, (p[1]-q[1])*scale, (p[2]-q[2])*scale, (p[3]-q[3])*scale
	e, f, g, h := (p[4]-q[4])*scale, (p[5]-q[5])*scale, (p[6]-q[6])*scale, (p[7]-q[7])*scale
	return ((float64(a*a) + float64(b*b)) + (float64(c*c) + float64(d*d))) + ((float64(e*e) + float64(f*f)) + (float64(g*g) + float64(h*h)))
}
