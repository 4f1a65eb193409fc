package states

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"flyby/trajectory"
)

// sample returns a sample of the plane with a velocity along x.
func sample(t, x, speed float64) trajectory.Sample {
	return trajectory.Sample{T: t, X: x, V: [3]float64{speed}}
}

// TestStates: of each trajectory the last row at or before now that has a velocity counts, whatever the order of rows; the rest is counted by reason.
func TestStates(t *testing.T) {
	k := Tracker{Span: Span{Now: 100, Ahead: 10, Behind: 4, Stale: 20}, Motion: In(false)}
	k.Take(0, sample(90, 1, 2), true, false)
	k.Take(0, sample(99, 50, 3), false, false) // without a velocity
	k.Take(0, sample(95, 8, -1), true, true)   // the state
	k.Take(0, sample(101, 0, 9), true, false)  // later than now
	k.Take(1, sample(79.5, 0, 1), true, false) // too old
	k.Take(2, sample(100, 0, 0), false, false) // still
	k.Take(3, sample(80, 7, 0), true, false)   // of exactly the age, and at rest
	k.Take(3, sample(80, 9, 5), true, false)   // at the same time: the first stays
	c, r, err := k.Paths(&trajectory.Columns{})
	if want := (Report{Now: 100, Paths: 2, Still: 1, Old: 1, Later: 1, Least: 1}); err != nil || r != want {
		t.Errorf("%+v, %v, want %+v", r, err, want)
	}
	want := trajectory.Columns{ID: trajectory.IDColumn{Code: []uint32{0, 0, 3, 3}}, T: []float64{96, 110, 96, 110}, X: []float64{7, -7, 7, 7}, Y: []float64{0, 0, 0, 0}}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("%+v, want %+v", c, want)
	}
}

// TestInstant: a span without length makes point events at now, on the Earth too.
func TestInstant(t *testing.T) {
	for _, onEarth := range []bool{false, true} {
		k := Tracker{Span: Span{Now: 5, Stale: math.Inf(1)}, Motion: In(onEarth)}
		k.Take(7, trajectory.Sample{T: 5, X: 10, Y: 20, R: 3, V: [3]float64{1, 2, 3}}, true, false)
		c, r, err := k.Paths(&trajectory.Columns{R: []float64{}})
		want := trajectory.Columns{ID: trajectory.IDColumn{Code: []uint32{7}}, T: []float64{5}, X: []float64{10}, Y: []float64{20}, R: []float64{3}}
		if err != nil || r.Paths != 1 || !reflect.DeepEqual(c, want) {
			t.Errorf("on the Earth %v: %+v, %+v, %v", onEarth, c, r, err)
		}
	}
}

// inPieces returns a function that returns rows with their pieces, nil: there is one.
func inPieces(rows []trajectory.Sample, pieces []uint32) func(i int) (trajectory.Sample, uint32) {
	return func(i int) (trajectory.Sample, uint32) {
		if pieces == nil {
			return rows[i], 0
		}
		return rows[i], pieces[i]
	}
}

// TestFollow: without velocities the last two rows decide that no gap, no change of piece and no jump parts.
func TestFollow(t *testing.T) {
	rows := []trajectory.Sample{sample(0, 0, 0), sample(10, 20, 0), sample(20, 30, 0), sample(50, 31, 0), sample(51, 900, 0), sample(60, 5, 0)}
	for _, of := range []struct {
		name string
		Tracker
		pieces []uint32
		state  trajectory.Sample
	}{
		{"free", Tracker{Span: Span{Now: 55}}, nil, sample(51, 900, 869)},
		{"gap", Tracker{Span: Span{Now: 50}, MaxGap: 29}, nil, sample(20, 30, 1)},
		{"gap of the limit", Tracker{Span: Span{Now: 50}, MaxGap: 30}, nil, sample(50, 31, 1./30)},
		{"jump", Tracker{Span: Span{Now: 55}, MaxSpeed: 100}, nil, sample(50, 31, 1./30)},
		{"piece", Tracker{Span: Span{Now: 50}}, []uint32{1, 1, 2, 3, 3, 3}, sample(10, 20, 2)},
		{"now", Tracker{Span: Span{Now: 10}}, nil, sample(10, 20, 2)},
	} {
		k := of.Tracker
		k.Motion = In(false)
		k.Follow(0, len(rows), inPieces(rows, of.pieces))
		if got := k.states[0].Sample; got != of.state || !k.states[0].moves {
			t.Errorf("%s: %+v, want %+v", of.name, got, of.state)
		}
	}
	k := Tracker{Span: Span{Now: 5}, Motion: In(false)}
	if k.Follow(0, len(rows), inPieces(rows, nil)); k.states[0].moves {
		t.Errorf("one row has the velocity %v", k.states[0].V)
	}
}

// TestVelocities: speed and course, velocities to the east and the north, and the way between two places say the same; climb moves the height.
func TestVelocities(t *testing.T) {
	near := func(got, want [3]float64, by float64) bool {
		for i := range got {
			if !(math.Abs(got[i]-want[i]) <= by) {
				return false
			}
		}
		return true
	}
	if got := In(false).Polar(10, 90, 2); !near(got, [3]float64{10, 0, 2}, 1e-12) {
		t.Errorf("10 to the east in the plane is %v", got)
	}
	if got := In(false).Polar(10, 210, 0); !near(got, [3]float64{-5, -5 * math.Sqrt(3), 0}, 1e-12) {
		t.Errorf("10 at 210 degrees in the plane is %v", got)
	}
	e := In(true)
	if got := e.Vector([3]float64{-3, -3, 1}); !near(got, [3]float64{3 * math.Sqrt2, -135, 1}, 1e-12) {
		t.Errorf("to the south west on the Earth is %v", got)
	}
	at := trajectory.Sample{T: 10, X: 12, Y: 55, Z: 100, V: e.Polar(10, 40, -2)}
	then := e.At(at, 70)
	if then.Z != -20 || then.T != 70 || then.V != at.V {
		t.Errorf("after a minute %+v", then)
	}
	if got := e.Between(at, then); !near(got, [3]float64{10, 40.0045, -2}, 1e-3) {
		t.Errorf("from %+v to %+v is %v", at, then, got)
	}
	if e.Faster(at, then, 10.3) || !e.Faster(at, then, 10.1) { // 2 m/s down too
		t.Errorf("%v is faster than 10.1 and not than 10.3", e.Between(at, then))
	}
}

// TestFarAway: paths of more than 1,000 km are told, and of more than 19,000 km refused.
func TestFarAway(t *testing.T) {
	path := func(speed float64) (Report, error) {
		k := Tracker{Span: Span{Now: 0, Ahead: 10, Behind: 10, Stale: 0}, Motion: In(true)}
		k.Take(0, trajectory.Sample{V: [3]float64{speed, 90}}, true, false)
		_, r, err := k.Paths(&trajectory.Columns{})
		return r, err
	}
	if r, err := path(50_000); err != nil || r.Long != 0 || r.Longest != 1e6 {
		t.Errorf("1,000 km: %+v, %v", r, err)
	}
	if r, err := path(60_000); err != nil || r.Long != 1 || r.Longest != 1.2e6 {
		t.Errorf("1,200 km: %+v, %v", r, err)
	}
	var far *FarError
	if _, err := path(1e6); !errors.As(err, &far) || far.Way != 2e7 {
		t.Errorf("20,000 km: %v", err)
	}
}

// TestSpans: times below 0, and paths without an end, are refused.
func TestSpans(t *testing.T) {
	for _, s := range []Span{{Ahead: -1}, {Behind: -1}, {Stale: -1}, {Ahead: math.NaN()}, {Ahead: math.Inf(1)}, {Behind: math.Inf(1)}} {
		if s.Check() == nil {
			t.Errorf("%+v is taken", s)
		}
	}
	if err := (Span{Now: 3, Ahead: 1, Stale: math.Inf(1)}).Check(); err != nil {
		t.Error(err)
	}
}
