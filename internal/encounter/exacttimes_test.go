package encounter_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/trajectory"
)

// walkersOnLattice returns objects at whole places at whole times, whose distance is often a whole number at a float64 time.
func walkersOnLattice(t *testing.T, r *rand.Rand) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id := range 6 {
		for at := 0.0; at <= 30; at += float64(3 + 2*r.IntN(4)) {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, at), append(c.X, float64(r.IntN(30))), append(c.Y, float64(3*r.IntN(2)))
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// found returns the encounters of a join by a rule, as the host's solve computes them.
func found(t *testing.T, s *trajectory.Store, rule interaction.Rule) trajectory.Encounters {
	t.Helper()
	var hits []interaction.HitRow
	for q, of := range s.Rows() {
		for e, other := range s.Rows() {
			if s.Owner(q) < s.Owner(e) {
				if enter, exit, hit := rule.Window.Decide(of, other, rule.Distance); hit {
					hits = append(hits, interaction.HitRow{Query: uint32(q), Entry: uint32(e), Enter: enter, Exit: exit})
				}
			}
		}
	}
	all, err := encounter.Join(t.Context(), hits, s, s, rule, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// exactBeside returns the float64 times near t at which two trajectories are exactly at the threshold.
func exactBeside(s *trajectory.Store, a, b int, d, t float64) (all []float64) {
	q, ok := s.Around(a, t)
	e, inside := s.Around(b, t)
	if !ok || !inside {
		return nil
	}
	for range 4 {
		t = math.Nextafter(t, math.Inf(-1))
	}
	for range 9 {
		if interaction.Meets(&q, &e, d, t) {
			all = append(all, t)
		}
		t = math.Nextafter(t, math.Inf(1))
	}
	return all
}

// TestMakeExact: encounters begin and end at a float64 at which the distance equals the threshold, if one exists within a few
// units in the last place of the computed time; all other times are unchanged, and so are all times of a rule without exact ones.
func TestMakeExact(t *testing.T) {
	changed, same := 0, 0
	for seed := range 120 {
		s := walkersOnLattice(t, rand.New(rand.NewPCG(uint64(seed), 43)))
		rule := interaction.Rule{Distance: 5, Window: interaction.Window{From: float64(seed % 3), To: 29.5}, Join: true}
		before := found(t, s, rule)
		got := before
		got.Enter, got.Exit, got.Closest = slices.Clone(before.Enter), slices.Clone(before.Exit), slices.Clone(before.Closest)
		encounter.MakeExact(t.Context(), got, s, s, rule, 2)
		if !slices.Equal(got.Enter, before.Enter) || !slices.Equal(got.Exit, before.Exit) {
			t.Fatal("times changed that nobody wanted exact")
		}
		rule.ExactTimes = true
		encounter.MakeExact(t.Context(), got, s, s, rule, 2)
		for i := range got.Len() {
			for _, end := range [][2]float64{{before.Enter[i], got.Enter[i]}, {before.Exit[i], got.Exit[i]}} {
				exact := exactBeside(s, int(got.QueryTraj[i]), int(got.EntryTraj[i]), rule.Distance, end[0])
				if end[0] > rule.Window.From && end[0] < rule.Window.To && len(exact) > 0 && !slices.Contains(exact, end[1]) || len(exact) == 0 && end[1] != end[0] {
					t.Fatalf("seed %d: computed as %v, got %v, exact at %v", seed, end[0], end[1], exact)
				}
				if end[1] != end[0] {
					changed++
				} else if len(exact) > 0 {
					same++
				}
			}
			if !(got.Enter[i] <= got.Closest[i] && got.Closest[i] <= got.Exit[i]) {
				t.Fatalf("seed %d: from %v to %v, closest at %v", seed, got.Enter[i], got.Exit[i], got.Closest[i])
			}
		}
	}
	if changed < 6 || same < 60 {
		t.Errorf("%d times changed, %d were exact: too few to tell", changed, same)
	}
}
