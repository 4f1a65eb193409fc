package format_test

import (
	"math"
	"strings"
	"testing"

	"flyby/trajectory"
	"flyby/trajectory/format"
)

// FuzzInstant reads values of --from and --to: a finite number, a time, or a date.
func FuzzInstant(f *testing.F) {
	for _, s := range []string{"0", "-1.5e3", "2024-05-01T12:00:00Z", "1969-12-31T23:59:59.5+05:30", "nan", "+Inf", "1e999", "2024", "", "2024-05-01", "2024-02-30", "2024-05-01T12:00:00", "00:05:00", "1:00:00:02.5", "2024-05-01T12:00Z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at, err := format.ParseInstant(s, "")
		sec, bad := trajectory.Timestamp.Parse(s)
		n, isNumber := at.Number()
		switch {
		case err != nil && (bad == nil || strings.Contains(err.Error(), "\n")):
			t.Errorf("%q: %v, though it is the time %v", s, err, sec)
		case err == nil && strings.Contains(s, ":") && !strings.Contains(s, "-"): // a time of day, of which the library's parser knows nothing
			if back, cause := at.In(trajectory.Number, format.Units{Time: "s"}); cause != nil || !(back >= 0 && back <= 1e6*86400) {
				t.Errorf("%q is %v, %v", s, back, cause)
			}
			if _, cause := at.In(trajectory.Timestamp, format.Units{}); cause == nil {
				t.Errorf("%q is an instant without a date", s)
			}
		case err == nil && isNumber && (math.IsNaN(n) || math.IsInf(n, 0)):
			t.Errorf("%q is %v", s, at)
		case err == nil && !isNumber:
			if bad != nil {
				sec, bad = trajectory.Timestamp.Parse(s + "T00:00:00Z")
			}
			if got, cause := at.In(trajectory.Timestamp, format.Units{}); bad != nil || got != sec || cause != nil {
				t.Errorf("%q is %v, %v, as a time %v, %v", s, got, cause, sec, bad)
			}
		}
		if number, bad := trajectory.Number.Parse(s); bad == nil && (err != nil || n != number || !isNumber) {
			t.Errorf("%q is %v, %v, as a number %v", s, at, err, number)
		}
	})
}
