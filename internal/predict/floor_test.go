package predict

import (
	"testing"

	"flyby/interaction"
	"flyby/internal/estimate"
)

// No search is predicted to take less than its floor, and the floor is a large enough part of the prediction to
// rule out devices.
func TestFloor(t *testing.T) {
	models := modelsOfLaws(t)
	for _, s := range searches(t, 0.02) {
		extents := estimate.NewExtents(s.store)
		for name, m := range models {
			plan := m.Plan(s.workload())
			floor, best := m.Floor(extents, s.queries.Store, s.Rule), plan.Kernel+plan.Host
			if floor > best || floor < best/200 {
				t.Errorf("%s on %s: %v at least, %v by the best batches", s.name, name, floor, best)
			}
		}
		join := s.Rule
		join.Join = true
		m := models["cpu"]
		if whole, half := m.Floor(extents, s.queries.Store, s.Rule), m.Floor(extents, s.queries.Store, join); half > whole/2 || half < whole/2-1 {
			t.Errorf("%s: a join takes %v at least, the search %v", s.name, half, whole)
		}
		apart := s.Rule
		apart.Window = interaction.Window{From: -20, To: -10}
		if got := m.Floor(extents, s.queries.Store, apart); got != 0 {
			t.Errorf("%s: nothing takes %v at least", s.name, got)
		}
	}
}
