package source

import (
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// TestLooks: of degrees and curves it is said why row groups are not read slab by slab, but not of degrees that stay.
func TestLooks(t *testing.T) {
	for _, c := range []struct {
		o    format.Options
		want string
	}{
		{format.Options{Reading: format.Reading{LonLat: true}}, "great circles"}, {format.Options{Curve: 1}, "curves"},
		{format.Options{Reading: format.Reading{LonLat: true}, KeepDegrees: true}, ""}, {format.Options{MaxSpeed: 3, Upright: true}, ""},
	} {
		if got := looks(&c.o); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
	}
}
