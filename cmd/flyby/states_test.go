package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestStatesAreVerified: files of paths in several formats and levels are verified with their flags, the column tcpa too, and report draws a page of each.
func TestStatesAreVerified(on *testing.T) {
	t := beside(on)
	inputs(t)
	run := func(text string, args ...any) string {
		t.Helper()
		r := invokeOn(t, streams{}, words(text, args...)...)
		if r.status != cli.OK {
			t.Fatalf("%s: %+v", text, r)
		}
		return r.out
	}
	for _, c := range []struct{ file, flags, of string }{
		{"met.csv", "--ahead 30min --distance 5km", ""},
		{"met.parquet", "--ahead 30min --behind 5min --stale 0 --distance 5km --level pairs --from 2024-05-01T11:59:40Z --with positions", " --from 2024-05-01T11:59:40Z --behind 5min --stale 0"},
		{"met.ndjson", "--ahead 0 --distance 5km --with VesselName", ""},
	} {
		run("join ais-states.csv %s --out %s --quiet", c.flags, c.file)
		if told := run("verify %s --entries ais-states.csv %s", c.file, c.flags); !strings.Contains(told, ": as they should be") || strings.Contains(told, "no flag told") {
			t.Errorf("%s: %s", c.file, told)
		}
		ahead := "--ahead 30min"
		if strings.Contains(c.flags, "--ahead 0") {
			ahead = "--ahead 0"
		}
		run("report %s --entries ais-states.csv %s%s --out page.html", c.file, ahead, c.of)
	}
}
