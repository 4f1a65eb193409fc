package elements

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"flyby/trajectory/sgp4"
)

// history returns sets of an object, one in about apart seconds, whose elements differ a little.
func history(rng *rand.Rand, kind, n int, apart float64) (sets []Set) {
	e := randomElements(rng, kind)
	for range n {
		sets = append(sets, Set{Elements: e, Number: -1})
		e.Epoch = e.Epoch.Add(time.Duration(apart * (0.5 + rng.Float64()) * 1e9))
		e.Anomaly = math.Mod(e.Anomaly+360*e.MeanMotion*rng.Float64(), 360)
		e.Node += 0.01
	}
	return sets
}

func mustNew(t testing.TB, sets []Set, from, to, within float64, tally *Tally) *Path {
	t.Helper()
	p, err := New(sets, from, to, within, tally)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func legsFrom(p *Path, t float64) []Leg { return slices.Collect(p.Legs(t)) }

// TestLegsDoNotDependOnTheWindow: legs of any part of the window, and from any instant on, are the whole window's.
func TestLegsDoNotDependOnTheWindow(t *testing.T) {
	rng := rand.New(rand.NewPCG(54, 4))
	for kind := range 12 {
		sets := history(rng, kind, 1+kind%4, day/2)
		from := float64(start.Unix()) - day
		all := legsFrom(mustNew(t, sets, from, from+3*day, 0.01, new(Tally)), from)
		for range 6 {
			first := from + rng.Float64()*2*day
			last := first + rng.Float64()*(from+3*day-first)
			some := mustNew(t, sets, first, last, 0.01, new(Tally))
			at := first + rng.Float64()*rng.Float64()*(last-first)
			a := slices.IndexFunc(all, func(l Leg) bool { return l.To.T > at })
			b := slices.IndexFunc(all, func(l Leg) bool { return l.From.T > last })
			if b < 0 {
				b = len(all)
			}
			if got := legsFrom(some, at); !slices.Equal(got, all[a:b]) {
				t.Fatalf("kind %d, window %v to %v, from %v: %d legs, want %d", kind, first, last, at, len(got), b-a)
			}
		}
	}
}

// TestSetsMeetInTheMiddle: each instant has the set of the nearest epoch, and no leg leads across the middle.
func TestSetsMeetInTheMiddle(t *testing.T) {
	rng := rand.New(rand.NewPCG(54, 5))
	sets := history(rng, 1, 3, day/3)
	from := float64(sets[0].Elements.Epoch.Unix()) - day
	legs := legsFrom(mustNew(t, sets, from, from+4*day, 0.01, new(Tally)), from)
	var borders []float64
	for i, l := range legs {
		nearest := 0
		for k := range sets {
			if middle := (l.From.T + l.To.T) / 2; math.Abs(since(sets[k], middle)) < math.Abs(since(sets[nearest], middle)) {
				nearest = k
			}
		}
		for _, s := range []struct {
			t float64
			p [3]float64
		}{{l.From.T, l.From.P}, {l.To.T, l.To.P}} {
			p, _, err := sgp4.Propagate(sets[nearest].Elements, since(sets[nearest], s.t)/60)
			if off := math.Sqrt(dot(&p, &p)) - math.Sqrt(dot(&s.p, &s.p)); err != nil || math.Abs(off) > 1e-6 {
				t.Fatalf("leg %d at %v: %v, want %v, %v", i, s.t, s.p, p, err)
			}
		}
		if i > 0 && (l.From.T != legs[i-1].To.T || legs[i-1].Ends) {
			t.Errorf("leg %d is from %v, after %+v", i, l.From.T, legs[i-1])
		}
		if l.Begins != l.Splices || l.Begins == (i > 0 && l.From.P == legs[i-1].To.P) && i > 0 {
			t.Errorf("leg %d begins a piece: %v, as a splice: %v", i, l.Begins, l.Splices)
		}
		if l.Begins {
			borders = append(borders, l.From.T)
		}
	}
	for i, b := range borders {
		if d := since(sets[i], b) + since(sets[i+1], b); math.Abs(d) > 1e-6 {
			t.Errorf("border %d is %v from the middle", i, d)
		}
	}
	if len(borders) != 2 {
		t.Errorf("borders %v", borders)
	}
}

func since(s Set, t float64) float64 {
	c := newClock(s.Elements.Epoch)
	return c.since(t)
}

// TestOldElementsAreCounted: use of a set more than 7 days from its epoch is counted, with the farthest.
func TestOldElementsAreCounted(t *testing.T) {
	set := Set{Elements: sgp4.Elements{Epoch: start, MeanMotion: 14, Inclination: 50}}
	epoch := float64(start.UnixNano()) / 1e9
	for _, c := range []struct {
		from, to float64
		old      int
		farthest float64
	}{
		{-1, 7 * day, 0, 0},
		{-1, 8 * day, 1, 8 * day},
		{-9 * day, 8 * day, 1, 9 * day},
	} {
		var tally Tally
		mustNew(t, []Set{set}, epoch+c.from, epoch+c.to, 0.01, &tally)
		if tally.Old != c.old || math.Abs(tally.Farthest-c.farthest) > 1e-3 {
			t.Errorf("from %v to %v: %+v", c.from, c.to, tally)
		}
	}
}

// TestDistancesBelowAMillimetreAreRefused names the least.
func TestDistancesBelowAMillimetreAreRefused(t *testing.T) {
	for _, within := range []float64{0, 1e-7, -1, math.NaN()} {
		if _, err := New(nil, 0, 1, within, new(Tally)); err == nil {
			t.Errorf("within %v", within)
		}
	}
}
