package trajectory_test

import (
	"math"
	"testing"

	"flyby/trajectory"
)

// TestTimesAsText: a time of either kind survives a round trip through text, to the bit, and
// neither kind reads the text of the other.
func TestTimesAsText(t *testing.T) {
	for _, c := range []struct {
		kind trajectory.TimeKind
		t    float64
		text string
	}{
		{trajectory.Number, 0.1, "0.1"},
		{trajectory.Number, -1e300, "-1e+300"},
		{trajectory.Timestamp, 0, "1970-01-01T00:00:00Z"},
		{trajectory.Timestamp, 1714564800.25, "2024-05-01T12:00:00.25Z"},
		{trajectory.Timestamp, -0.5, "1969-12-31T23:59:59.5Z"},
	} {
		if got := c.kind.Format(c.t); got != c.text {
			t.Errorf("%v %v is %q, want %q", c.kind, c.t, got, c.text)
		}
		if got, err := c.kind.Parse(c.text); err != nil || math.Float64bits(got) != math.Float64bits(c.t) {
			t.Errorf("%q is %v, %v, want %v", c.text, got, err, c.t)
		}
		if other, err := (trajectory.Timestamp - c.kind).Parse(c.text); err == nil {
			t.Errorf("%q is %v too", c.text, other)
		}
	}
}
