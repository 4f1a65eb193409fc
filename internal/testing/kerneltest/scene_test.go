package kerneltest

import (
	"testing"

	"flyby/interaction"
	"flyby/internal/tier"
)

// TestScenesAgreeWithOracle: on every scene, brute force by interaction.Window.Decide, the
// reference of drivers, finds the same hits as rational arithmetic.
func TestScenesAgreeWithOracle(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	asked, hits, exact := 0, 0, 0
	for _, s := range Scenes(t) {
		inScene := 0
		s.Pairs(func(query, entry int, p Pair) {
			enter, exit, hit := p.Window.Decide(p.Query, p.Entry, p.Distance)
			if hit {
				inScene++
			}
			if p.Query.T0 > p.Entry.T1 || p.Entry.T0 > p.Query.T1 {
				if hit {
					t.Fatalf("a hit of segments that share no time: %v", p)
				}
				return
			}
			if asked++; asked%stride(s) != 0 {
				return
			}
			o := Ask(p)
			if !o.Agrees(enter, exit, hit) {
				t.Fatalf("Decide: [%v, %v] %v, oracle %v: %v", enter, exit, hit, o.Hit(), p)
			}
			if o.Met && o.within(o.LeastSquare()) && o.LeastSquare().Cmp(o.Threshold.Mul(o.Threshold, o.Threshold)) == 0 {
				exact++
			}
		})
		t.Logf("%-40s %5d query and %5d entry segments, %6d hits", s.Name, s.Queries.Segments(), s.Entries.Segments(), inScene)
		hits += inScene
	}
	t.Logf("%d pairs share time, %d are hits, %d at the threshold exactly", asked, hits, exact)
	if exact < 500 {
		t.Errorf("%d pairs at the threshold", exact)
	}
}

// stride returns the step by which the pairs of a scene are put to the oracle: more than 1
// in large scenes.
func stride(s Scene) int {
	if s.Entries.Segments() > 2000 {
		return 50
	}
	return 1 + s.Entries.Segments()*s.Queries.Segments()/10_000
}

// TestScenesAreVaried: the scenes of the suite have joints, gaps, point events, excluded
// pairs, windows and borderline pairs.
func TestScenesAreVaried(t *testing.T) {
	var borderline, empty, gaps, events, instants int
	for _, s := range Scenes(t) {
		if len(s.BruteForce()) == 0 {
			empty++
		}
		if s.Entries.Segments() != s.Entries.Samples()-s.Entries.Trajectories() {
			gaps++
		}
		if s.Entries.Segments() > 2000 {
			continue
		}
		s.Pairs(func(_, _ int, p Pair) {
			enter, exit, v := p.Window.Solve(p.Query, p.Entry, p.Distance)
			if v == interaction.Borderline {
				borderline++
			}
			if v == interaction.Hit && enter == exit {
				instants++
			}
			if p.Query.T0 == p.Query.T1 {
				events++
			}
		})
	}
	t.Logf("%d borderline pairs, %d hits of an instant, %d pairs with an event; %d scenes without a hit, %d with gaps or events",
		borderline, instants, events, empty, gaps)
	if borderline < 1000 || instants < 100 || events < 1000 || empty < 3 || empty > 20 || gaps < 5 {
		t.Error("the scenes have lost their variety")
	}
}
