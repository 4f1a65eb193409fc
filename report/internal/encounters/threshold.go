package encounters

import (
	"slices"

	"flyby/internal/scene"
	"flyby/trajectory"
)

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
