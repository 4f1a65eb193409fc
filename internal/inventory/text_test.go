package inventory

import (
	"testing"

	"flyby/internal/survey"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestUnitsInText: text prints each number with its unit.
func TestUnitsInText(t *testing.T) {
	f := Facts{Unit: "kpc", Facts: survey.Facts{Units: format.Units{Length: "kpc", Time: "Myr", Scale: "TDB"}}}
	for got, want := range map[string]string{f.lengthUnit(): " kpc", f.stepUnit(): " Myr", f.timeUnit(): " Myr TDB"} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if f.Kind = trajectory.Timestamp; f.timeUnit() != "" || f.stepUnit() != " s" {
		t.Errorf("%q, %q", f.timeUnit(), f.stepUnit())
	}
	if bare := (Facts{}); bare.lengthUnit() != "" || bare.stepUnit() != "" || bare.timeUnit() != "" {
		t.Error("units of a file that names none")
	}
}

// TestBars: a bar is as long as its value, to an eighth of a character.
func TestBars(t *testing.T) {
	for got, want := range map[string]string{bar(0, 0, 9): "", bar(1, 2, 4): "██", bar(1, 16, 4): "▎"} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
