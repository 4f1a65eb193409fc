package main

import (
	"math"
	"strings"
	"testing"

	"flyby/trajectory"
)

// FuzzInstant reads what --from and --to may be: a finite number, or a time.
func FuzzInstant(f *testing.F) {
	for _, s := range []string{"0", "-1.5e3", "2024-05-01T12:00:00Z", "1969-12-31T23:59:59.5+05:30", "nan", "+Inf", "1e999", "2024", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at, kind, err := parseInstant(s)
		sec, bad := trajectory.Timestamp.Parse(s)
		switch {
		case err != nil && (bad == nil || strings.Contains(err.Error(), "\n")):
			t.Errorf("%q: %v, though it is the time %v", s, err, sec)
		case err == nil && (math.IsNaN(at) || math.IsInf(at, 0)):
			t.Errorf("%q is %v", s, at)
		case err == nil && kind == trajectory.Timestamp && (bad != nil || at != sec):
			t.Errorf("%q is %v, as a time %v, %v", s, at, sec, bad)
		}
		if number, bad := trajectory.Number.Parse(s); bad == nil && (err != nil || at != number || kind != trajectory.Number) {
			t.Errorf("%q is %v of kind %v, %v, as a number %v", s, at, kind, err, number)
		}
	})
}
