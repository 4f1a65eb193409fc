package main

import (
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// TestUnitsFlag: --units takes a unit of length, one of time, or both, by any of their names.
func TestUnitsFlag(on *testing.T) {
	t := beside(on)
	for _, c := range []struct {
		text string
		want format.Units
		fail string
	}{
		{"m,s", format.Units{Length: "m", Time: "s"}, ""},
		{"kpc,Myr", format.Units{Length: "kpc", Time: "Myr"}, ""},
		{"au,a", format.Units{Length: "AU", Time: "yr"}, ""},
		{"km", format.Units{Length: "km"}, ""},
		{"km,", format.Units{Length: "km"}, ""},
		{",mjd", format.Units{Time: "mjd"}, ""},
		{"", format.Units{}, "must be a unit of length"},
		{",", format.Units{}, "must be a unit of length"},
		{"s,m", format.Units{}, `"s" is no unit of length: m, km`},
		{"m, s", format.Units{}, `" s" is no unit of time: ns, us`},
		{"KPC,Myr", format.Units{}, `"KPC" is no unit of length`},
		{"m,s,m", format.Units{}, `"m": behind LENGTH,TIME units have columns, as z=ft has`},
	} {
		f := unitsFlag{text: "before", Units: format.Units{Length: "ft", Time: "h"}}
		err := f.Set(c.text)
		if (err == nil) != (c.fail == "") || err != nil && !strings.Contains(err.Error(), c.fail) || err == nil && (f.Units != c.want || f.String() != c.text) {
			t.Errorf("%q: %+v, %v, want %+v, %q", c.text, f.Units, err, c.want, c.fail)
		}
	}
}
