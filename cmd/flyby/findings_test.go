package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestInfoNotes: info notes surprising properties of the data, and no others.
func TestInfoNotes(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	rows := func(more string, n int, row func(i int) string) string {
		var b strings.Builder
		b.WriteString("traj_id,t,x,y\n")
		for i := range n {
			b.WriteString(row(i) + "\n")
		}
		return b.String() + more
	}
	walk := func(i int) string { return fmt.Sprintf("1,%d,%d,0", i, 3*i) }
	stamped := func(i int) string { return fmt.Sprintf("1,2024-05-01T00:%02d:00Z,%g,50", i%60, float64(i)/1000) }
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"plain", rows("", 200, walk), nil},
		{"repeats", rows("1,199,597,0\n", 200, walk), []string{"1 row left out: the same as"}},
		{"gap", rows("1,700,597,0\n", 200, walk), []string{"1 straight line joins samples 501 apart in time, ten times the median (1) or more: --max-gap T"}},
		{"jump", rows("1,200,6597,0\n", 200, walk), []string{"1 segment far faster than others, the fastest of 1: two objects of one id, or wrong positions; --max-speed 30 leaves those out"}},
		{"endless", rows("1,200,600,0\n1,200.00000000000003,9e300,0\n", 200, walk), []string{"1 segment far faster than others, the fastest of 1: two objects of one id, or wrong positions; --max-speed 30 leaves those out"}},
		{"near jump", rows("1,200,627.0004,0\n", 200, walk), []string{"--max-speed 30 leaves those out"}},
		{"events", "traj_id,t,x,y\n1,0,0,0\n2,5,0,0\n", nil},
		{"single", rows("2,5,0,0\n3,6,0,0\n", 200, walk), []string{"2 trajectories of a single sample"}},
		{"degrees", rows("", 60, stamped), []string{"look like degrees of longitude and latitude; --lonlat"}},
		{"ms", rows("", 9, func(i int) string { return fmt.Sprintf("1,%d,%d,0", 1_700_000_000_000+1000*i, i) }), []string{"milliseconds since 1970; --units t=unixms"}},
	} {
		write(t, c.name+".csv", c.text)
		r := invoke(t, "", "info", c.name+".csv", "--json")
		var got struct{ Notes []string }
		if err := json.Unmarshal([]byte(r.out), &got); r.status != cli.OK || err != nil || len(got.Notes) != len(c.want) {
			t.Errorf("%s: exit status %d, %v, %s", c.name, r.status, err, r.out)
			continue
		}
		text := invoke(t, "", "info", c.name+".csv").out
		for i, want := range c.want {
			if !strings.Contains(got.Notes[i], want) || !strings.Contains(text, want) {
				t.Errorf("%s: %q, want %s, also in\n%s", c.name, got.Notes[i], want, text)
			}
		}
	}
}
