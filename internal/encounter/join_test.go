package encounter_test

import (
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/trajectory"
)

// TestJoinReportsProgress: the reported number of joined hits grows, and is the number of all hits
// at the end.
func TestJoinReportsProgress(t *testing.T) {
	const n = 120
	var c trajectory.Columns
	for id := range int64(n) {
		for k := range 2 {
			c.ID.Int = append(c.ID.Int, id)
			c.T, c.X, c.Y = append(c.T, float64(k)), append(c.X, float64(k)), append(c.Y, 0)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var hits []interaction.HitRow
	for q := range uint32(n) {
		for e := range uint32(n) {
			hits = append(hits, interaction.HitRow{Query: 2 * q, Entry: 2 * e, Exit: 1})
		}
	}
	var told []float64
	rule := interaction.Rule{Distance: 1, Window: interaction.Unbounded()}
	all, err := encounter.Join(t.Context(), hits, s, s, rule, 1, func(done, total float64) {
		if total != n*n {
			t.Errorf("a total of %v", total)
		}
		told = append(told, done)
	})
	if err != nil || all.Len() != n*n {
		t.Fatalf("%d encounters, want %d: %v", all.Len(), n*n, err)
	}
	if len(told) < 8 || told[0] <= 0 || told[len(told)-1] != n*n || !slices.IsSorted(told) {
		t.Errorf("told %v", told)
	}
}
