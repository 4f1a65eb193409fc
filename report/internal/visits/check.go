package visits

import (
	"math"

	"flyby/interaction"
	"flyby/internal/scene"
	"flyby/internal/visit"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// Check refuses a result of other data: an object is elsewhere then, or nowhere.
func (m *maker) Check() error {
	distance := m.Rounding(func(r *row) []string { return []string{r.Distance} })
	time := m.Rounding(func(r *row) []string { return []string{r.Enter, r.Exit, r.Closest} })
	for _, r := range m.Shown {
		if err := m.checkRow(r, distance, page.InstantAt(r.closest, time)); err != nil {
			return err
		}
	}
	return nil
}

// checkRow checks a row, whose distance somebody may have rounded by rounding, and whose time of closest approach by instant.
func (m *maker) checkRow(r *row, rounding, instant float64) error {
	o := m.Entry(r.traj)
	if !o.During(r.enter-instant, r.exit+instant) || !o.There(r.closest, instant) {
		return m.Wrong(r.number, "%s is nowhere in the data from %s to %s: another file, or other flags", o.ID(o.Traj), r.Enter, r.Exit)
	}
	size := 0.0
	for _, of := range o.At(o.Traj, r.closest) {
		size = max(size, math.Abs(of))
	}
	allowed, how := m.Lengths(page.CoordinateError*size)+rounding, "farther from"
	for n, within := range []float64{0, instant} {
		found, err := m.least(r, o, r.distance+allowed, within)
		if err != nil || math.Abs(found-r.distance) <= allowed {
			return err
		}
		if n == 0 && found < r.distance {
			how = scene.Short(found) + scene.UnitAfter(m.Answer.Or(m.Units).Length) + " from"
		}
	}
	return m.Wrong(r.number, "d_min is %s, and in the data %s is %s %s at t_closest %s: another file, or other flags", r.Distance, o.ID(o.Traj), how, m.Zones.ID(int(r.zone)), r.Closest)
}

// least returns the least distance of a row's object from its zone, at most within before or after its closest approach; infinite: it is beyond most.
func (m *maker) least(r *row, o scene.Mover, most, within float64) (least float64, err error) {
	rule := visit.Rule{Distance: most / m.Lengths(1), Window: interaction.Window{From: r.closest - within, To: r.closest + within}, Threads: 1}
	if m.Zones.Frame() == trajectory.EarthCentred {
		rule.Distance = min(rule.Distance, visit.MostOnEarth)
	}
	least = math.Inf(1)
	err = visit.Each(m.Ctx, o.Slice(o.Traj, o.Traj+1), m.Zones, rule, func(found trajectory.Encounters) error {
		for i, zone := range found.EntryTraj {
			if zone == r.zone {
				least = min(least, m.Lengths(found.Distance[i]))
			}
		}
		return nil
	})
	return least, err
}
