package main

import (
	"strings"
	"testing"

	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestComparableUnits: files that name different units, or scales of time, are not searched with
// each other; a file that names none is searched with any.
func TestComparableUnits(on *testing.T) {
	t := beside(on)
	s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1}}, T: []float64{0}, X: []float64{0}, Y: []float64{0}}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	of := func(u format.Units) loaded { return loaded{Store: s, Report: format.Report{Units: u}} }
	parsecs := format.Units{Length: "kpc", Time: "Myr", Scale: "TDB"}
	for _, c := range []struct {
		queries format.Units
		want    string
	}{
		{parsecs, ""},
		{format.Units{}, ""},
		{format.Units{Time: "Myr"}, ""},
		{format.Units{Length: "pc", Time: "Myr"}, "lengths are kpc in a.csv, pc in b.csv"},
		{format.Units{Length: "kpc", Time: "yr"}, "times are Myr in a.csv, yr in b.csv"},
		{format.Units{Scale: "\x1b[2J"}, `time scales are TDB in a.csv, \x1b[2J in b.csv`},
	} {
		err := comparable("a.csv", of(parsecs), "b.csv", of(c.queries))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.queries, err, c.want)
		}
	}
}

// TestUnitsInInfo: units follow the numbers that they are of.
func TestUnitsInInfo(on *testing.T) {
	t := beside(on)
	f := facts{unit: "kpc", Units: format.Units{Length: "kpc", Time: "Myr", Scale: "TDB"}}
	for got, want := range map[string]string{f.lengthUnit(): " kpc", f.stepUnit(): " Myr", f.timeUnit(): " Myr TDB"} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if f.kind = trajectory.Timestamp; f.timeUnit() != "" || f.stepUnit() != " s" {
		t.Errorf("%q, %q", f.timeUnit(), f.stepUnit())
	}
	if bare := (facts{}); bare.lengthUnit() != "" || bare.stepUnit() != "" || bare.timeUnit() != "" {
		t.Error("units of a file that names none")
	}
}
