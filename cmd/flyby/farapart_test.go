package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/trajectory"
)

// pausing returns the rows of two ships that report each minute, of which one is silent for ten hours.
func pausing() string {
	var rows strings.Builder
	for minute := range 120 {
		for ship := range 2 {
			at := minute
			if ship == 1 && minute >= 60 {
				at += 600
			}
			fmt.Fprintf(&rows, "%d,2024-05-01T%02d:%02d:00Z,%d,%d\n", ship, at/60, at%60, minute, ship)
		}
	}
	return "id,t,x,y\n" + rows.String()
}

// TestFarApartIsReported: a gap that is joined is reported in one line, by every command, in memory and beyond, and not with
// --max-gap.
func TestFarApartIsReported(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	text := pausing()
	write(t, "ships.csv", text)
	lines := strings.SplitAfter(text, "\n")
	write(t, "one.csv", strings.Join(lines[:100], ""))
	write(t, "two.csv", lines[0]+strings.Join(lines[100:], ""))
	must(t, "convert", "ships.csv", "--out", "ships.parquet")
	must(t, "convert", "ships.csv", "--order", "time", "--out", "sorted.parquet")
	const line = ": 1 straight line joins samples 10 h apart in time, ten times the median (60 s) or more: --max-gap T leaves out what is over T (0: nothing)\n"
	for command, want := range map[string]int{
		"join ships.csv --distance 1":                                                       1,
		"join ships.parquet --distance 1":                                                   1,
		"join sorted.parquet --distance 1":                                                  1,
		"join one.csv two.csv --distance 1":                                                 1,
		"join ships.csv --distance 1 --sort-times":                                          1,
		"join ships.csv --distance 1 --units m --max-speed 1000km/h":                        1,
		"search --entries ships.csv --queries ships.parquet --distance 1":                   2,
		"convoys ships.csv --distance 1 --min-size 2 --min-duration 1":                      1,
		"at --entries ships.csv --time 2024-05-01T00:30:00Z":                                1,
		"join ships.csv --distance 1 --max-gap 0":                                           0,
		"join ships.csv --distance 1 --max-gap 20h":                                         0,
		"join ships.csv --distance 1 --max-gap 1h":                                          0,
		"convert ships.csv":                                                                 0,
		"info ships.csv":                                                                    0,
		"join ships.csv --distance 1 --quiet":                                               1,
		"search --entries ships.csv --queries ships.parquet --distance 1 --max-gap 0":       0,
		"at --entries ships.csv --time 2024-05-01T00:30:00Z --max-gap 0":                    0,
		"convoys ships.csv --distance 1 --min-size 2 --min-duration 1 --max-gap 0 --quiet":  0,
		"join one.csv two.csv --distance 1 --max-gap 100d --level encounters --sort-times":  0,
		"join one.csv two.csv --distance 1 --level encounters --sort-times --max-speed 100": 1,
	} {
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: outgrown}, strings.Fields(command)...)
			if r.status != cli.OK || strings.Count(r.err, line) != want || strings.Count(r.err, "median") != want {
				t.Errorf("%s, outgrown %v: status %d, %q, want %d times", command, outgrown, r.status, r.err, want)
			}
		}
	}
	if r := invoke(t, "", "info", "ships.csv"); !strings.Contains(r.out, line[2:]) {
		t.Errorf("info: %q", r.out)
	}
	if r := invoke(t, "", "info", "ships.csv", "--max-gap", "0"); strings.Contains(r.out, "straight line") {
		t.Errorf("info of no limit: %q", r.out)
	}
}

// TestFarApartInJSON: summaries report joined gaps, but none of places and of orbits.
func TestFarApartInJSON(on *testing.T) {
	t := beside(on)
	inputs(t)
	write(t, "ships.csv", pausing())
	write(t, "ports.csv", "id,x,y\n1,30,0\n")
	want := trajectory.FarApart{Segments: 1, Most: 36060, Usual: 60}
	for _, c := range []struct{ command, key string }{
		{"join ships.csv --distance 1", "entry_far_apart"}, {"search --entries ships.csv --queries ships.csv --distance 1", "query_far_apart"},
		{"search --entries ships.csv --queries ports.csv --columns t=none --distance 1", "entry_far_apart"}, {"at --entries ships.csv --time 2024-05-01T01:00:00Z", "far_apart"},
		{"convoys ships.csv --distance 1 --min-size 2 --min-duration 1", "entry_far_apart"},
		{"join ships.csv --distance 1 --max-gap 0", ""}, {"join orbits.oem --distance 1", ""}, {"join orbits.oem --distance 1 --curve none", ""},
	} {
		r := invoke(t, "", append(strings.Fields(c.command), "--json")...)
		lines := strings.Split(strings.TrimSpace(r.err), "\n")
		var all map[string]json.RawMessage
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &all); err != nil || r.status != cli.OK {
			t.Fatalf("%s: %d, %v, %q", c.command, r.status, err, r.err)
		}
		for _, key := range []string{"entry_far_apart", "query_far_apart", "far_apart"} {
			var got trajectory.FarApart
			if all[key] != nil {
				if err := json.Unmarshal(all[key], &got); err != nil || got != want {
					t.Errorf("%s: %s is %+v, %v", c.command, key, got, err)
				}
			}
			if key == c.key && all[key] == nil || c.key == "" && all[key] != nil {
				t.Errorf("%s: %s is %s", c.command, key, all[key])
			}
		}
	}
}
