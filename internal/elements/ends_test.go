package elements

import (
	"errors"
	"math"
	"testing"

	"flyby/trajectory/sgp4"
)

// ending returns elements of a low orbit that decays some days after its epoch.
func ending() Set {
	return Set{Elements: sgp4.Elements{Epoch: start, MeanMotion: 16.2, Eccentricity: 0.001, Inclination: 51, Node: 30, Perigee: 40, Anomaly: 50, BStar: 2e-3}}
}

// TestOrbitsStopWhereSGP4Does: the path ends at its last good sample, is counted by reason, and is empty in later windows.
func TestOrbitsStopWhereSGP4Does(t *testing.T) {
	set, epoch := ending(), float64(start.Unix())
	var tally Tally
	legs := legsFrom(mustNew(t, []Set{set}, epoch, epoch+40*day, 0.01, &tally), epoch)
	last := legs[len(legs)-1]
	if !last.Ends || last.To.T >= epoch+39*day || last.To.T < epoch+day/2 {
		t.Fatalf("the last leg is %+v", last)
	}
	_, _, good := sgp4.Propagate(set.Elements, since(set, last.To.T)/60)
	_, _, bad := sgp4.Propagate(set.Elements, (since(set, last.To.T)+1)/60)
	var failure sgp4.Failure
	if good != nil || !errors.As(bad, &failure) {
		t.Errorf("at the end %v: %v, then %v", last.To.T, good, bad)
	}
	if tally.Ended[failure] != 1 {
		t.Errorf("%v, counted %v", failure, tally.Ended)
	}
	later := mustNew(t, []Set{set}, last.To.T+10, last.To.T+day, 0.01, &tally)
	if n := len(legsFrom(later, 0)); n != 0 || tally.Ended[failure] != 2 {
		t.Errorf("%d legs after the end, counted %v", n, tally.Ended)
	}
	before := mustNew(t, []Set{set}, epoch, last.To.T-100, 0.01, new(Tally))
	if got := legsFrom(before, 0); got[len(got)-1] != legs[len(got)-1] {
		t.Errorf("a window before the end has the leg %+v, want %+v", got[len(got)-1], legs[len(got)-1])
	}
}

// TestOrbitsBeginAfterSGP4Fails: before the epoch a path begins at the first sample after the last failure.
func TestOrbitsBeginAfterSGP4Fails(t *testing.T) {
	set, epoch := ending(), float64(start.Unix())
	set.Elements.BStar = -2e-3 // falls the other way round
	var tally Tally
	p := mustNew(t, []Set{set}, epoch-40*day, epoch+day, 0.01, &tally)
	legs := legsFrom(p, math.Inf(-1))
	first := legs[0]
	if !first.Begins || first.Splices || first.From.T < epoch-39*day || first.From.T > epoch {
		t.Fatalf("the first leg is %+v", first)
	}
	if _, _, err := sgp4.Propagate(set.Elements, (since(set, first.From.T)-1)/60); err == nil {
		t.Errorf("SGP4 has a position before %v", first.From.T)
	}
	if got := legsFrom(p, first.From.T+1000)[0]; got.From.T > first.From.T+1000 || got.To.T <= first.From.T+1000 {
		t.Errorf("from the middle: %+v", got)
	}
}

// TestTheNextSetTakesOver: an object whose orbit ended goes on with its next set, after a gap.
func TestTheNextSetTakesOver(t *testing.T) {
	set, next := ending(), ending()
	next.Elements.Epoch = start.AddDate(0, 0, 60)
	epoch := float64(start.Unix())
	legs := legsFrom(mustNew(t, []Set{set, next}, epoch, epoch+61*day, 1, new(Tally)), epoch)
	gaps := 0
	for i := range legs[1:] {
		if legs[i].Ends {
			gaps++
			if next := legs[i+1]; !next.Begins || next.Splices || next.From.T <= legs[i].To.T {
				t.Errorf("after the gap %+v", next)
			}
		} else if legs[i+1].From.T != legs[i].To.T {
			t.Errorf("a gap before %+v", legs[i+1])
		}
	}
	if gaps != 1 {
		t.Errorf("%d gaps", gaps)
	}
}

// TestAllFailuresAreCounted: a Tally has room for each reason that SGP4 knows, and no more.
func TestAllFailuresAreCounted(t *testing.T) {
	const unknown = sgp4.Failure(255)
	if sgp4.Failure(reasons-1).Reason() == unknown.Reason() || sgp4.Failure(reasons).Reason() != unknown.Reason() {
		t.Errorf("%d reasons", reasons)
	}
}

// TestPathsGoOnWhereSGP4Jumps: at an inclination of 0.2 rad SGP4 changes formulas, and jumps by 0.4 km here; a short chord joins both sides.
func TestPathsGoOnWhereSGP4Jumps(t *testing.T) {
	set := Set{Elements: sgp4.Elements{Epoch: start, MeanMotion: 1.0087527346454328, Eccentricity: 0.005856191500346635, Inclination: 11.459493509383925,
		Node: 58.995149407694015, Perigee: 261.5004254642048, Anomaly: 251.09703189827576, BStar: 0.0007640946923790318}}
	epoch := float64(start.Unix())
	legs := legsFrom(mustNew(t, []Set{set}, epoch, epoch+3*day, 0.01, new(Tally)), epoch)
	shortest := day
	for i, l := range legs {
		shortest = min(shortest, l.To.T-l.From.T)
		if i > 0 && (l.From != legs[i-1].To || l.Begins || legs[i-1].Ends) {
			t.Errorf("leg %d is %+v after %+v", i, l, legs[i-1])
		}
	}
	if shortest > 5 || len(legs) > 500 {
		t.Errorf("%d legs, the shortest of %v s", len(legs), shortest)
	}
}
