package encounter_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"flyby/internal/encounter"
	"flyby/trajectory"
)

// TestArena: encounters merged into memory made before, of the right size, too small, far too
// large, or given up in the making, are the same, with no more columns than they fill.
func TestArena(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	want := randomEncounters(r, 3000, 50, 70)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, parts := range [][]trajectory.Encounters{{want}, {want, {}}} {
		for name, arena := range map[string]*encounter.Arena{
			"none": nil, "enough": encounter.NewArena(t.Context(), 3100, len(parts), 3), "just": encounter.NewArena(t.Context(), 3000, len(parts), 1),
			"less": encounter.NewArena(t.Context(), 2999, len(parts), 2), "more": encounter.NewArena(t.Context(), 1_000_000, len(parts), 2),
			"nothing": encounter.NewArena(t.Context(), 0, len(parts), 2), "given up": encounter.NewArena(stopped, 3100, len(parts), 2),
		} {
			got, err := encounter.Merge(t.Context(), parts, 2, arena)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) || cap(got.Open) >= 2*got.Len() {
				t.Errorf("%s: %d encounters in %d places, want %d", name, got.Len(), cap(got.Open), want.Len())
			}
		}
	}
}
