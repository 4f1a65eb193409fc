package geo_test

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/geo"
	"flyby/trajectory"
)

// drawn returns the lines of a way of places as text, where "|" before a place begins a line; several is the result of EndsLine.
func drawn(t *testing.T, upright bool, way ...string) (text string, several bool) {
	t.Helper()
	l := geo.Lines{Upright: upright, To: func(p geo.Place, begins bool) error {
		if begins {
			text += "|"
		}
		text += fmt.Sprintf("%v %v %v,", p.Lon, p.Lat, p.Height)
		return nil
	}}
	var last trajectory.Sample
	began := false
	for i, word := range way {
		var p geo.Place
		place, begins := strings.CutPrefix(word, "|")
		if _, err := fmt.Sscanf(place, "%f %f %f", &p.Lon, &p.Lat, &p.Height); err != nil {
			t.Fatal(err)
		}
		at := p.Metres()
		s := trajectory.Sample{X: at[0], Y: at[1], Z: at[2], H: p.Height + 1000}
		if i > 0 && (begins || geo.EndsLine(last, s, began)) {
			several = true
		}
		last, began = s, begins || i == 0
		if err := l.Add(s, begins); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.End(); err != nil {
		t.Fatal(err)
	}
	return text, several
}

// TestLines: a line ends at the meridian of 180 degrees and goes on at its other side, whichever way it comes, also where samples are on
// it; gaps end lines, and no other meridian does.
func TestLines(t *testing.T) {
	for name, c := range map[string]struct {
		way  []string
		want string
	}{
		"east":                {[]string{"179.99 0 0", "-179.99 0 0"}, "|179.99 0 0,180 0 -0.097,|-180 0 -0.097,-179.99 0 0,"},
		"west":                {[]string{"-179.99 0 0", "179.98 0 0"}, "|-179.99 0 0,-180 0 -0.194,|180 0 -0.194,179.98 0 0,"},
		"to and fro":          {[]string{"179.999 10 5", "-179.999 10 5", "179.999 10 5"}, "|179.999 10 5,180 10.000000002 4.999,|-180 10.000000002 4.999,-179.999 10 5,-180 10.000000002 4.999,|180 10.000000002 4.999,179.999 10 5,"},
		"on the meridian":     {[]string{"180 1 0", "180 2 0"}, "|180 1 0,180 2 0,"},
		"on it alone":         {[]string{"180 1 0"}, "|180 1 0,"},
		"from it to the west": {[]string{"180 1 0", "-179 1 0"}, "|-180 1 0,-179 1 0,"},
		"from it to the east": {[]string{"-180 1 0", "179 1 0"}, "|180 1 0,179 1 0,"},
		"to it":               {[]string{"-179 1 0", "180 1 0"}, "|-179 1 0,-180 1 0,"},
		"over it at a sample": {[]string{"179 1 0", "180 1 0", "-179 1 0"}, "|179 1 0,180 1 0,|-180 1 0,-179 1 0,"},
		"to it and back":      {[]string{"-179 1 0", "180 1 0", "-179 2 0"}, "|-179 1 0,-180 1 0,|-180 1 0,-179 2 0,"},
		"along it":            {[]string{"180 1 0", "180 2 0", "-179 2 0"}, "|180 1 0,180 2 0,|-180 2 0,-179 2 0,"},
		"a gap on it":         {[]string{"180 1 0", "|180 2 0", "-179 2 0"}, "|180 1 0,|-180 2 0,-179 2 0,"},
		"a gap over it":       {[]string{"179 1 0", "|-179 1 0"}, "|179 1 0,|-179 1 0,"},
		"over Greenwich":      {[]string{"1 50 0", "-1 50 0"}, "|1 50 0,-1 50 0,"},
		"on Greenwich":        {[]string{"0 50 0", "-1 50 0", "0 50 0", "1 50 0"}, "|0 50 0,-1 50 0,0 50 0,1 50 0,"},
		"beside the pole":     {[]string{"100 89.9999 0", "-70 89.9999 0"}, "|100 89.9999 0,-70 89.9999 0,"},
		"over it by the pole": {[]string{"110 89.9999 0", "-80 89.9999 0"}, "|110 89.9999 0,180 89.999990977 0,|-180 89.999990977 0,-80 89.9999 0,"},
		"close to it":         {[]string{"179.9999999999 0 0", "-179.9999999999 0 0"}, "|180 0 0,180 0 0,|-180 0 0,-180 0 0,"},
	} {
		got, several := drawn(t, false, c.way...)
		if got != c.want || several != (strings.Count(got, "|") > 1) {
			t.Errorf("%s: %s, several: %t, want %s", name, got, several, c.want)
		}
	}
	if got, _ := drawn(t, true, "179.999 10 5", "-179.999 10 7"); got != "|179.999 10 1005,180 10.000000002 1006,|-180 10.000000002 1006,-179.999 10 1007," {
		t.Errorf("with heights: %s", got)
	}
}
