package main

import (
	"encoding/json"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestTrajectoriesWithoutSegments: a trajectory whose segments --max-gap or --max-speed all leave out is counted and
// reported with the flag's name, in memory and out of core; single samples and single pieces of the file itself are not.
func TestTrajectoriesWithoutSegments(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	write(t, "two.csv", "id,t,x,y\n"+
		"gone,0,0,0\ngone,100,0,0\n"+ // a gap alone
		"kept,0,0,0\nkept,1,1,0\nkept,100,0,0\n"+ // a gap behind a segment
		"late,0,0,0\nlate,50,1,0\nlate,51,2,0\n"+ // a gap before a segment
		"fast,0,0,0\nfast,1,1000,0\nfast,2,0,0\nfast,3,1000,0\n"+ // too fast throughout
		"both,0,0,0\nboth,1,1000,0\nboth,99,0,0\n"+ // a gap, and a segment that is too fast
		"once,5,0,0\n")
	ran(t, words("convert two.csv --out two.parquet")...)
	write(t, "one.gpx", `<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>a</name>`+
		`<trkseg><trkpt lat="1" lon="1"><time>2024-01-01T00:00:00Z</time></trkpt></trkseg>`+
		`<trkseg><trkpt lat="1" lon="1"><time>2024-01-02T00:00:00Z</time></trkpt></trkseg></trk></gpx>`)
	for _, c := range []struct {
		command    string
		gap, speed int
		told       []string
	}{
		{"join two.csv", 0, 0, nil},
		{"join two.csv --max-gap 10", 1, 0, []string{"two.csv: --max-gap leaves 1 of 6 trajectories without a segment"}},
		{"join two.csv --max-gap 0.5", 5, 0, []string{"two.csv: --max-gap leaves 5 of 6 trajectories without a segment"}},
		{"join two.parquet --max-gap 10", 1, 0, []string{"two.parquet: --max-gap leaves 1 of 6 trajectories without a segment"}},
		{"join two.csv --max-speed 100", 0, 1, []string{"two.csv: --max-speed leaves 1 of 6 trajectories without a segment"}},
		{"join two.csv --max-speed 100 --max-gap 10", 1, 2, []string{
			"two.csv: --max-gap leaves 1 of 6 trajectories without a segment", "two.csv: --max-speed leaves 2 of 6 trajectories without a segment",
		}},
		{"convoys two.csv --min-size 2 --min-duration 1 --max-gap 10", 1, 0, []string{"two.csv: --max-gap leaves 1 of 6 trajectories without a segment"}},
		{"search --entries two.csv --queries two.parquet --max-gap 10", 2, 0, []string{
			"two.csv: --max-gap leaves 1 of 6 trajectories without a segment", "two.parquet: --max-gap leaves 1 of 6 trajectories without a segment",
		}},
		{"join one.gpx --max-gap 3d", 0, 0, nil},
		{"join one.gpx --max-gap 6h", 0, 0, nil},
	} {
		for _, outgrown := range []bool{false, true} {
			if outgrown && strings.HasPrefix(c.command, "convoys") {
				continue
			}
			r := invokeOn(t, streams{outgrown: outgrown}, words("%s --distance 5 --json", c.command)...)
			if r.status != cli.OK {
				t.Errorf("%s: %+v", c.command, r)
				continue
			}
			lines := strings.Split(strings.TrimSpace(r.err), "\n")
			var s summary
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || s.GapAlone != c.gap || s.SpeedAlone != c.speed {
				t.Errorf("%s, outgrown %v: %v, %d and %d, want %d and %d", c.command, outgrown, err, s.GapAlone, s.SpeedAlone, c.gap, c.speed)
			}
			if n := strings.Count(r.err, "without a segment"); n != len(c.told) {
				t.Errorf("%s, outgrown %v: told %d times, want %d\n%s", c.command, outgrown, n, len(c.told), r.err)
			}
			for _, want := range c.told {
				if !strings.Contains(r.err, want) {
					t.Errorf("%s, outgrown %v: does not tell %q\n%s", c.command, outgrown, want, r.err)
				}
			}
		}
	}
}
