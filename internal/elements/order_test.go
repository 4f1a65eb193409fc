package elements

import (
	"slices"
	"testing"
	"time"

	"flyby/trajectory/sgp4"
)

// TestOrderKeepsOneSetAnEpoch: equal elements count once; of one epoch the latest creation holds, else the greater number, else the last
// read; what is left out is counted.
func TestOrderKeepsOneSetAnEpoch(t *testing.T) {
	set := func(hour int, node float64, created, number int64) Set {
		s := Set{Elements: sgp4.Elements{Epoch: start.Add(time.Duration(hour) * time.Hour), Node: node}, Number: number}
		if created > 0 {
			s.Created = time.Unix(created, 0)
		}
		return s
	}
	for name, c := range map[string]struct {
		sets, want       []Set
		same, superseded int
	}{
		"sorted":   {sets: []Set{set(2, 1, 0, -1), set(1, 1, 0, -1)}, want: []Set{set(1, 1, 0, -1), set(2, 1, 0, -1)}},
		"equal":    {sets: []Set{set(1, 1, 5, 1), set(2, 1, 0, -1), set(1, 1, 0, 2)}, want: []Set{set(1, 1, 5, 1), set(2, 1, 0, -1)}, same: 1},
		"created":  {sets: []Set{set(1, 1, 7, 1), set(1, 2, 6, 9)}, want: []Set{set(1, 1, 7, 1)}, superseded: 1},
		"number":   {sets: []Set{set(1, 1, 7, 8), set(1, 2, 7, 2)}, want: []Set{set(1, 1, 7, 8)}, superseded: 1},
		"last":     {sets: []Set{set(1, 1, 0, -1), set(1, 2, 0, -1), set(1, 3, 0, -1)}, want: []Set{set(1, 3, 0, -1)}, superseded: 2},
		"not next": {sets: []Set{set(1, 1, 5, 1), set(1, 2, 6, 1), set(1, 1, 7, 1)}, want: []Set{set(1, 1, 7, 1)}, same: 1, superseded: 1},
	} {
		var tally Tally
		got := Order(slices.Clone(c.sets), &tally)
		if !slices.Equal(got, c.want) || tally.Same != c.same || tally.Superseded != c.superseded {
			t.Errorf("%s: %v, %+v", name, got, tally)
		}
	}
}
