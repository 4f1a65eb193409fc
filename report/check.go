package report

import (
	"math"
	"slices"
	"sort"
	"strings"

	"flyby/internal/resultfile"
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
	size := 0.0
	for _, at := range [][3]float64{q.At(q.traj, r.closest), e.At(e.traj, r.closest)} {
		size = max(size, math.Abs(at[0]), math.Abs(at[1]), math.Abs(at[2]))
	}
	allowed := m.lengths(coordinateError*size) + l.distance
	found := m.lengths(distanceOf(q, e, r.closest))
	if m.Result.Level() == resultfile.HitLevel {
		return m.checkHits(r, q, e, found-allowed, instant, found-r.distance > m.lengths(coordinateError*size))
	}
	if math.Abs(found-r.distance) <= allowed || math.Abs(m.lengths(leastAround(q, e, r.closest, instant))-r.distance) <= allowed {
		return nil
	}
	return m.wrong(r.number, "d_min is %s, and in the data %s and %s are %s apart at t_closest %s: another file, or other flags", r.texts.distance, q.ID(q.traj), e.ID(e.traj), plain(found), r.texts.closest)
}

// checkHits refuses hits that the data do not have: the two are farther apart at least then than the threshold, or closer before or after.
func (m *maker) checkHits(r *row, q, e object, least, instant float64, closer bool) error {
	within := m.lengths(*m.dataThreshold() + q.Radius(q.traj) + e.Radius(e.traj))
	if least > within || closer && (r.free < r.enter-instant || r.free > r.exit+instant) {
		return m.wrong(r.number, "%s and %s are %s apart at %s, where they are closest in the data: another file, or other flags", q.ID(q.traj), e.ID(e.traj), r.texts.distance, m.Entries.Times().Format(r.free))
	}
	return nil
}

// distanceOf is the distance of two objects at a time.
func distanceOf(q, e object, t float64) float64 { return between(q.At(q.traj, t), e.At(e.traj, t)) }

// leastAround is the least distance of two objects while both are there, at most some time before or after another, which is a rounded time of it.
func leastAround(q, e object, t, within float64) float64 {
	from, until := t-within, t+within
	for _, o := range []object{q, e} {
		begin, end := o.Range(o.traj)
		from, until = max(from, o.T()[begin]), min(until, o.T()[end-1])
	}
	moments := []float64{from, until}
	for _, o := range []object{q, e} {
		begin, end := o.Range(o.traj)
		for row := begin + sort.SearchFloat64s(o.T()[begin:end], from); row < end && o.T()[row] < until; row++ {
			moments = append(moments, o.T()[row])
		}
	}
	slices.Sort(moments)
	least := distanceOf(q, e, moments[0])
	for i := range moments[1:] {
		least = min(least, leastBetween(q, e, moments[i], moments[i+1]))
	}
	return least
}

// leastBetween is the least distance of two objects that go straight from one time to another.
func leastBetween(q, e object, from, until float64) float64 {
	relative := func(t float64) (d [3]float64) {
		a, b := q.At(q.traj, t), e.At(e.traj, t)
		for k := range d {
			d[k] = b[k] - a[k]
		}
		return d
	}
	a, b := relative(from), relative(until)
	var way [3]float64
	for k := range way {
		way[k] = b[k] - a[k]
	}
	share := 0.0
	if length := dot(way, way); length > 0 {
		share = max(0, min(-dot(a, way)/length, 1))
	}
	for k := range a {
		a[k] += float64(share * way[k])
	}
	return between(a, [3]float64{})
}
