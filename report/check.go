package report

import (
	"math"

	"flyby/internal/resultfile"
	"flyby/internal/scene"
)

// coordinateError is how much the distance of two objects may differ from the file's, relative to the size of the coordinates.
const coordinateError = 1e-9

// A leeway is how much numbers of the file may differ from the true values, since somebody rounded them.
type leeway struct{ distance, time float64 }

// leewayOf returns half a unit in the last decimal place that texts of the rows have; zero for files that hold exact numbers.
func (m *maker) leewayOf(shown []row) (l leeway) {
	if m.Result.Binary() || len(shown) == 0 {
		return l
	}
	distance, time := 0, 0
	for i := range shown {
		distance = max(distance, scene.Places(shown[i].texts.distance))
		time = max(time, scene.Places(shown[i].texts.closest))
	}
	return leeway{math.Pow(10, -float64(distance)) / 2, math.Pow(10, -float64(time)) / 2}
}

// checkRows refuses a result of other data: a row's two trajectories are elsewhere then, or nowhere.
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
	if math.Abs(found-r.distance) <= allowed || math.Abs(m.lengths(scene.LeastAround(q.mover(), e.mover(), r.closest, instant))-r.distance) <= allowed {
		return nil
	}
	return m.wrong(r.number, "d_min is %s, and in the data %s and %s are %s apart at t_closest %s: another file, or other flags", r.texts.distance, q.ID(q.traj), e.ID(e.traj), plain(found), r.texts.closest)
}

// checkHits refuses hits that the data do not have: the least distance of the two is greater than the threshold, or they are closer before or after.
func (m *maker) checkHits(r *row, q, e object, least, instant float64, closer bool) error {
	within := m.lengths(*m.dataThreshold() + q.Radius(q.traj) + e.Radius(e.traj))
	if least > within || closer && (r.free.Time < r.enter-instant || r.free.Time > r.exit+instant) {
		return m.wrong(r.number, "%s and %s are %s apart at %s, where they are closest in the data: another file, or other flags", q.ID(q.traj), e.ID(e.traj), plain(m.lengths(r.free.Distance)), m.Entries.Times().Format(r.free.Time))
	}
	return nil
}

// mover returns the object as a scene.Mover.
func (o object) mover() scene.Mover { return scene.Mover{Store: o.Store, Traj: o.traj} }

// distanceOf returns the distance of two objects at a time.
func distanceOf(q, e object, t float64) float64 {
	return scene.Between(q.At(q.traj, t), e.At(e.traj, t))
}
