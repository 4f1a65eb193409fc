package agree_test

import (
	"testing"

	"flyby"
	"flyby/trajectory"
)

// TestClosestIsInTheEncounter: two objects that graze each other, a hit by exact arithmetic, are closest within the encounter, with
// and without a threshold of heights, by every method on every device: float64 places the closest approach a unit in the last place
// before it.
func TestClosestIsInTheEncounter(t *testing.T) {
	t.Parallel()
	still, pass := path{{0, 0, 0}, {23, 0, 0}}, path{{0, -20, -50}, {23, 40, 13}}
	one := func(p path, height []float64) *trajectory.Store {
		c := trajectory.Columns{H: height}
		for _, s := range p {
			c.ID.Int = append(c.ID.Int, 0)
			c.T, c.X, c.Y = append(c.T, s[0]), append(c.X, s[1]), append(c.Y, s[2])
		}
		s, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	vertical := 3.0
	for _, c := range []struct {
		name             string
		entries, queries *trajectory.Store
		vertical         *float64
	}{
		{"distances alone", one(pass, nil), one(still, nil), nil},
		{"heights, too", one(pass, []float64{2, 2}), one(still, []float64{0, 0}), &vertical},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, w := range ways(t) {
				e, _ := askEncounters(t, flyby.Options{Method: w.method, Device: w.device}, c.entries, flyby.Search{Queries: c.queries, Distance: 20, Vertical: c.vertical})
				if e.Len() != 1 || e.Enter[0] != e.Exit[0] || e.Closest[0] != e.Enter[0] || e.Distance[0] != 20 {
					t.Errorf("%v: %+v", w, e)
				}
			}
		})
	}
}
