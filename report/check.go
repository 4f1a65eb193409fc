package report

import (
	"math"
	"strings"
)

// coordinateError is how far, as a part of the coordinates' size, the distance of two objects may be from what the file says.
const coordinateError = 1e-9

// A leeway is how far numbers of the file may be from what they stand for, since somebody rounded them.
type leeway struct{ distance, time float64 }

// leewayOf is half a unit in the last place that texts of the rows have; none of files that hold numbers as they are.
func (m *maker) leewayOf(shown []row) (l leeway) {
	if m.Result.Binary() || len(shown) == 0 {
		return l
	}
	distance, time := 0, 0
	for i := range shown {
		distance = max(distance, places(shown[i].texts.distance))
		time = max(time, places(shown[i].texts.closest))
	}
	return leeway{math.Pow(10, -float64(distance)) / 2, math.Pow(10, -float64(time)) / 2}
}

// places is how many digits a number, or the seconds of a timestamp, has behind its point.
func places(text string) (n int) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if strings.Contains(text, ":") {
		mantissa, exponent = text, ""
	}
	if _, behind, ok := strings.Cut(mantissa, "."); ok {
		for n < len(behind) && behind[n] >= '0' && behind[n] <= '9' {
			n++
		}
	}
	if power, negative := strings.CutPrefix(exponent, "-"); negative {
		shift := 0
		for _, c := range power {
			shift = min(10*shift+int(c-'0'), 400)
		}
		n += shift
	}
	return n
}

// checkRows refuses a result that is not of the data: the two of a row are elsewhere then, or nowhere.
func (m *maker) checkRows(shown []row) error {
	l := m.leewayOf(shown)
	for i := range shown {
		if err := m.checkRow(&shown[i], l); err != nil {
			return err
		}
	}
	return nil
}

// checkRow checks a row.
func (m *maker) checkRow(r *row, l leeway) error {
	q, e := m.queryOf(r), m.entryOf(r)
	instant := l.time + 4*math.Abs(math.Nextafter(r.closest, math.Inf(1))-r.closest)
	for _, o := range []object{q, e} {
		if !o.Present(o.traj, r.closest) && math.Abs(o.T()[o.nearest(r.closest)]-r.closest) > instant {
			return m.wrong(r.number, "%s is nowhere at t_closest %s in the data: another file, or other flags", o.ID(o.traj), r.texts.closest)
		}
	}
	at, other := q.At(q.traj, r.closest), e.At(e.traj, r.closest)
	size := 0.0
	for k := range at {
		size = max(size, math.Abs(at[k]), math.Abs(other[k]))
	}
	found := m.lengths(between(at, other))
	allowed := m.lengths(coordinateError*size+instant*(q.speed(r.closest)+e.speed(r.closest))) + l.distance
	if !(math.Abs(found-r.distance) <= allowed) {
		return m.wrong(r.number, "d_min is %s, and in the data %s and %s are %s apart at t_closest %s: another file, or other flags", r.texts.distance, q.ID(q.traj), e.ID(e.traj), plain(found), r.texts.closest)
	}
	return nil
}

// speed is the speed of the faster of the segments around a time.
func (o object) speed(t float64) (v float64) {
	begin, end := o.Range(o.traj)
	at := o.nearest(t)
	for row := max(begin, at-1); row < min(end, at+2)-1; row++ {
		v = max(v, between(o.sample(row), o.sample(row+1))/(o.T()[row+1]-o.T()[row]))
	}
	return v
}
