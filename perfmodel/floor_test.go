package perfmodel

import (
	"testing"

	"flyby/datasets"
	"flyby/interaction"
)

// No search may be predicted to take less than its floor, and the floor must be near enough to rule something out.
func TestFloor(t *testing.T) {
	models := modelsOfLaws(t)
	for _, s := range searches(t, 0.02) {
		extents := NewExtents(s.entries.store)
		for name, m := range models {
			floor, best := m.Floor(extents, s.queries, s.Rule), m.Plan(s.workload()).Time()
			if floor > best || floor < best/200 {
				t.Errorf("%s on %s: %v at least, %v by the best batches", s.name, name, floor, best)
			}
		}
		join := s.Rule
		join.Join = true
		m := models["cpu"]
		if whole, half := m.Floor(extents, s.queries, s.Rule), m.Floor(extents, s.queries, join); half > whole/2 || half < whole/2-1 {
			t.Errorf("%s: a join takes %v at least, the search %v", s.name, half, whole)
		}
		apart := s.Rule
		apart.Window = interaction.Window{From: -20, To: -10}
		if got := m.Floor(extents, s.queries, apart); got != 0 {
			t.Errorf("%s: nothing takes %v at least", s.name, got)
		}
	}
}

// A sample of extents counts about as many overlaps as all of them.
func TestExtentsAreASample(t *testing.T) {
	entries, err := datasets.Generate("randwalk-exp", 1, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	e := NewExtents(entries)
	if n := len(e.starts); n < floorEntries || n > 2*floorEntries {
		t.Errorf("%d of %d segments", n, entries.Segments())
	}
	near(t, "segments", e.each*float64(len(e.starts)), float64(entries.Segments()), 1e-9)
	extent := entries.Extent()
	sampled := sweep{starts: e.starts, ends: e.ends, each: e.each, window: interaction.Unbounded()}
	for k := range 8 {
		from := extent.Start + float64(k)/8*(extent.End-extent.Start)
		to := from + (extent.End-extent.Start)/8
		want := 0.0
		for _, s := range entries.Rows() {
			if s.T0 <= to && interaction.Owned(s.T1, s.Last) >= from {
				want++
			}
		}
		near(t, "overlaps", sampled.overlaps(from, to, true), want, 0.15)
	}
}
