package verify

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/stage"
	"flyby/trajectory"
)

// metOften returns encounters of one pair in order, with times and distances on a coarse grid.
func metOften(r *rand.Rand) (e trajectory.Encounters) {
	t := 0.0
	for range 1 + r.IntN(9) {
		t += float64(1 + r.IntN(5))
		e.QueryTraj, e.EntryTraj = append(e.QueryTraj, 3), append(e.EntryTraj, 7)
		e.Enter, e.Closest = append(e.Enter, t), append(e.Closest, t)
		t += float64(r.IntN(4)) / 2
		e.Exit, e.Distance = append(e.Exit, t), append(e.Distance, float64(r.IntN(3)))
		e.Speed, e.Height, e.Open = append(e.Speed, r.Float64()), append(e.Height, r.Float64()), append(e.Open, trajectory.Open(r.IntN(4)))
	}
	return e
}

// TestMeetings: verify merges, selects and sums the encounters of a pair as package stage does.
func TestMeetings(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 1))
	p := Pair{3, 7}
	for range 2000 {
		e := metOften(r)
		gap, least := float64(r.IntN(6)), float64(r.IntN(9))/2
		from := func(yield func(trajectory.Encounters, error) bool) { yield(e, nil) }
		var want trajectory.Encounters
		for some, err := range stage.MinDuration(stage.MergeGap(from, gap), least) {
			if err != nil {
				t.Fatal(err)
			}
			want = some.Slice(0, some.Len())
		}
		all := lasting(joined(meetingsOf(e), gap, less), least, less)
		if got := asEncounters(p, all, true, true); got.Len() != want.Len() || got.Len() > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("gap %v, least %v of %+v: %+v, want %+v", gap, least, e, got, want)
		}
		var pairs trajectory.Pairs
		for some, err := range stage.Pairs(stage.MinDuration(from, least)) {
			if err != nil {
				t.Fatal(err)
			}
			pairs = some
		}
		if got := asPair(p, lasting(meetingsOf(e), least, less), true); got.Len() != pairs.Len() || got.Len() > 0 && !reflect.DeepEqual(got, pairs) {
			t.Fatalf("pairs of %+v: %+v, want %+v", e, got, pairs)
		}
	}
}

// TestInsideCylinder: the rational decision agrees with the oracle of other tests, wherever the horizontal distance is near enough.
func TestInsideCylinder(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(46, 2))
	hits, misses := 0, 0
	n := 0
	for p := range kerneltest.Pairs(r, 4000) {
		q, e := trajectory.Upright{Segment: p.Query}, trajectory.Upright{Segment: p.Entry}
		q.H0, q.H1, e.H0, e.H1 = float64(r.IntN(5)), float64(r.IntN(5)), float64(r.IntN(5)), float64(r.IntN(5))
		for _, s := range []*trajectory.Upright{&q, &e} {
			if s.T0 == s.T1 {
				s.H1 = s.H0
			}
		}
		v := interaction.Heights{Within: float64(r.IntN(4)) / 2, Strict: r.IntN(2) == 0}
		if r.IntN(2) == 0 { // decimals that are no float64 values
			q.H0, q.H1, e.H0, e.H1, v.Within = q.H0/5, q.H1/5, e.H0/5, e.H1/5, v.Within*2/5
		}
		if _, _, near := p.Window.Exact(p.Query, p.Entry, p.Distance); !near {
			continue
		}
		n++
		want := kerneltest.AskCylinder(q, e, p.Distance, v, p.Window).Hit()
		if got := insideCylinder(&q, &e, &interaction.Rule{Distance: p.Distance, Window: p.Window, Vertical: &v}); got != want {
			t.Fatalf("%+v, %+v within %v and %v: %t", q, e, p.Distance, v, got)
		}
		if want {
			hits++
		} else {
			misses++
		}
	}
	if hits < 100 || misses < 100 {
		t.Errorf("%d hits and %d misses of %d", hits, misses, n)
	}
}
