package source

import (
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// TestCostlyPositions: degrees and curves give the reason why row groups are not read slab by slab, but not degrees that are
// kept.
func TestCostlyPositions(t *testing.T) {
	for _, c := range []struct {
		o    format.Options
		want string
	}{
		{format.Options{Reading: format.Reading{LonLat: true}}, "great circles"}, {format.Options{Curve: 1}, "curves"},
		{format.Options{Reading: format.Reading{LonLat: true}, KeepDegrees: true}, ""}, {format.Options{MaxSpeed: 3, Upright: true}, ""},
	} {
		if got := costlyPositions(&c.o); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
	}
}
