package encounters

import (
	"math"
	"slices"

	"flyby/internal/resultfile"
	"flyby/internal/scene"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// Check refuses a result of other data: a row's two trajectories are elsewhere then, or nowhere.
func (m *maker) Check() error {
	distance := m.Rounding(func(r *row) []string { return []string{r.Distance} })
	time := m.Rounding(func(r *row) []string { return []string{r.Closest} })
	for _, r := range m.Shown {
		if err := m.checkRow(r, distance, page.InstantAt(r.closest, time)); err != nil {
			return err
		}
	}
	return nil
}

// checkRow checks a row, whose distance somebody may have rounded by rounding, and whose time of closest approach by instant.
func (m *maker) checkRow(r *row, rounding, instant float64) error {
	q, e := m.Query(r.query), m.Entry(r.entry)
	for _, o := range []scene.Mover{q, e} {
		if !o.There(r.closest, instant) {
			return m.Wrong(r.number, "%s is nowhere at t_closest %s in the data: another file, or other flags", o.ID(o.Traj), r.Closest)
		}
	}
	size := 0.0
	for _, at := range [][3]float64{q.At(q.Traj, r.closest), e.At(e.Traj, r.closest)} {
		size = max(size, math.Abs(at[0]), math.Abs(at[1]), math.Abs(at[2]))
	}
	allowed := m.Lengths(page.CoordinateError*size) + rounding
	found := m.Lengths(scene.Apart(q, e, r.closest))
	r.instant = math.Nextafter(r.closest, math.Inf(-1))
	if before := m.Lengths(scene.Apart(q, e, r.instant)); math.Abs(found-r.distance) > allowed && math.Abs(before-r.distance) <= allowed {
		found = before // at a splice the two may be closest as the earlier piece ends
	} else {
		r.instant = r.closest
	}
	if m.level == resultfile.HitLevel {
		return m.checkHits(r, q, e, found-allowed, instant, found-r.distance > m.Lengths(page.CoordinateError*size))
	}
	if math.Abs(found-r.distance) <= allowed || math.Abs(m.Lengths(scene.LeastAround(q, e, r.closest, instant))-r.distance) <= allowed {
		return nil
	}
	return m.Wrong(r.number, "d_min is %s, and in the data %s and %s are %s apart at t_closest %s: another file, or other flags", r.Distance, q.ID(q.Traj), e.ID(e.Traj), scene.Exact(found), r.Closest)
}

// checkHits refuses hits that the data do not have: the least distance of the two is greater than the threshold, or they are closer before or after.
func (m *maker) checkHits(r *row, q, e scene.Mover, least, instant float64, closer bool) error {
	within := m.Lengths(*m.Within() + q.Radius(q.Traj) + e.Radius(e.Traj))
	if least > within || closer && (r.free.Time < r.enter-instant || r.free.Time > r.exit+instant) {
		return m.Wrong(r.number, "%s and %s are %s apart at %s, where they are closest in the data: another file, or other flags", q.ID(q.Traj), e.ID(e.Traj), scene.Exact(m.Lengths(r.free.Distance)), m.Format(r.free.Time))
	}
	return nil
}

// thresholdOf returns the threshold that the page draws, and a sentence that says where it is from; nil: none is known.
func (m *maker) thresholdOf() (*float64, string) {
	length := scene.UnitAfter(m.Answer.Or(m.Units).Length)
	if told := m.Threshold(); told != nil {
		by := "as the metadata of the result say"
		if m.Distance != nil {
			by = "as was given"
		}
		return told, "Within " + scene.Short(*told) + length + ", " + by + "."
	}
	if m.ranks() {
		return nil, "There is no threshold: each query has the entries that come closest to it."
	}
	if ends := m.ends(); len(ends) > 0 {
		slices.Sort(ends)
		of := scene.Rounded(ends[len(ends)/2])
		return &of, "Within " + scene.Short(of) + length + ", the distance as encounters begin and end."
	}
	return nil, "The threshold is not known, and not drawn: neither a flag nor the result tells it."
}

// ends returns the distances at which encounters begin and end, less the radii of both, without ends that are due to data or heights.
func (m *maker) ends() (all []float64) {
	if !m.Result.Has(openColumn) || m.Result.Horizontal() {
		return nil
	}
	for _, r := range m.Shown {
		if r.enter < r.exit && r.open&trajectory.OpenStart == 0 {
			all = append(all, m.distanceAt(r, r.enter))
		}
		if r.enter < r.exit && r.open&trajectory.OpenEnd == 0 {
			all = append(all, m.distanceAt(r, r.exit))
		}
	}
	return all
}

// distanceAt returns the distance of a row's two objects at a time, less their radii.
func (m *maker) distanceAt(r *row, t float64) float64 {
	q, e := m.Query(r.query), m.Entry(r.entry)
	return m.Lengths(scene.Apart(q, e, t) - q.Radius(q.Traj) - e.Radius(e.Traj))
}
