package survey

import (
	"strings"
	"testing"

	"flyby/trajectory"
)

// TestLeaps: an object that is fast for long is no jump beside drifting ones; two objects with one id are, in turn or one after the other,
// and so is a wrong position.
func TestLeaps(t *testing.T) {
	const far, minutes = 30_000.0, 60.0
	for name, c := range map[string]struct {
		tracks string // of each object a sign for each sample: d drifts, f goes fast, A and B are two places far apart
		want   int
	}{
		"a ship that passes": {"dddddddddddddddddddddddddddddddddddddd fffffffff", 0},
		"sails, then drifts": {"dddddddddddddddddddddffffffdddddddddddddddddd dddddddddd", 0},
		"two in turn":        {"dddddddddddddddddddddddddddddd dddddddddd ABABABAB", 7},
		"two in blocks":      {"dddddddddddddddddddddddddddddd AAABBBAAAB AAABB", 4},
		"wrong positions":    {"dddddddddddddddddddddddddddddd AAABAAAABAA", 4},
		"one of two samples": {"dddddddddddddddddddddddddddddd dddddddddddddd ff ff ff", 0},
	} {
		var columns trajectory.Columns
		for id, track := range strings.Fields(c.tracks) {
			x := 0.0
			for i, sign := range track {
				switch sign {
				case 'd':
					x += 6
				case 'f':
					x += 3000
				case 'A':
					x = float64(i)
				case 'B':
					x = far + float64(i)
				}
				columns.ID.Int = append(columns.ID.Int, int64(id))
				columns.T, columns.X, columns.Y = append(columns.T, minutes*float64(i)), append(columns.X, x), append(columns.Y, 0)
			}
		}
		s, err := trajectory.New(columns, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if f := find(s, false); f.Jumps != c.want {
			t.Errorf("%s: %d jumps, want %d; %+v", name, f.Jumps, c.want, f)
		}
	}
}
