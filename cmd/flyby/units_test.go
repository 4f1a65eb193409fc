package main

import (
	"testing"

	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/inventory"
	"flyby/trajectory/survey"
)

// TestUnitsInInfo: info prints each number with its unit.
func TestUnitsInInfo(on *testing.T) {
	t := beside(on)
	f := facts{Facts: inventory.Facts{Unit: "kpc", Facts: survey.Facts{Units: format.Units{Length: "kpc", Time: "Myr", Scale: "TDB"}}}}
	for got, want := range map[string]string{f.lengthUnit(): " kpc", f.stepUnit(): " Myr", f.timeUnit(): " Myr TDB"} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if f.Kind = trajectory.Timestamp; f.timeUnit() != "" || f.stepUnit() != " s" {
		t.Errorf("%q, %q", f.timeUnit(), f.stepUnit())
	}
	if bare := (facts{}); bare.lengthUnit() != "" || bare.stepUnit() != "" || bare.timeUnit() != "" {
		t.Error("units of a file that names none")
	}
}
