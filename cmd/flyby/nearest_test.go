package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestNearestSummary: the summary of --json has the question by its fields, and counts of rows; messages are objects, too.
func TestNearestSummary(on *testing.T) {
	t := beside(on)
	inputs(t)
	r := invoke(t, "", words("nearest ships.csv --lonlat -k 3 --max-distance 1km --having rank=1 --limit 2 --json --out near.csv")...)
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	var last map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || r.status != cli.OK {
		t.Fatalf("%+v: %v", r, err)
	}
	for key, want := range map[string]any{"command": "nearest", "neighbours": 3.0, "max_distance": 1000.0, "rows": 2.0, "rows_having": 3.0, "entry_trajectories": 3.0, "query_trajectories": 3.0} {
		if last[key] != want {
			t.Errorf("%s: %v, want %v", key, last[key], want)
		}
	}
	for _, key := range []string{"distance", "encounters", "level"} {
		if v, has := last[key]; has {
			t.Errorf("%s: %v", key, v)
		}
	}
	if !strings.Contains(r.err, `{"type":"warning","message":"--neighbours 3: more than the 2 other objects: each query has all that share time with it"}`) {
		t.Errorf("%s", r.err)
	}
}

// TestNearestOutgrown: data that outgrow the memory are an error, not fewer rows.
func TestNearestOutgrown(on *testing.T) {
	t := beside(on)
	inputs(t)
	r := invokeOn(t, streams{outgrown: true}, words("nearest good.csv -k 1 --out near.csv")...)
	if r.status != cli.Failure || !strings.Contains(r.err, "nearest entries are found in memory") {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(t.at("near.csv")); err == nil {
		t.Error("a file is left")
	}
}

// TestNearestIsVerified: files of nearest in every format are verified with their flags, and a file of other flags is found wrong; report draws a page of each.
func TestNearestIsVerified(on *testing.T) {
	t := beside(on)
	inputs(t)
	for _, c := range []struct{ file, flags string }{
		{"near.csv.gz", "-k 2 --with positions,speeds"}, {"near.ndjson", "-k 1 --having shared>=2h"}, {"near.geojson", "-k 2 --max-distance 200m"},
		{"near.parquet", "-k 2 --units-out km,kn --geometry point"}, {"near.arrows", "-k 2 --from 2024-05-01T06:00:00Z --with speeds"},
	} {
		must(t, words("nearest ships.csv --lonlat %s --out %s --quiet", c.flags, c.file)...)
		if told := must(t, words("verify %s --entries ships.csv --lonlat %s", c.file, c.flags)...); !strings.Contains(told, ": as they should be") || strings.Contains(told, "no flag told") {
			t.Errorf("%s: %s", c.file, told)
		}
		if r := invoke(t, "", words("verify %s --entries ships.csv --lonlat --to 2024-05-01T06:10:00Z %s", c.file, c.flags)...); r.status != cli.Failure {
			t.Errorf("%s, other flags: %+v", c.file, r)
		}
		must(t, words("report %s --entries ships.csv --lonlat --out page.html --quiet", c.file)...)
	}
	if r := invoke(t, "", words("verify near.csv.gz --entries ships.csv --lonlat --distance 1km")...); r.status != cli.WrongUsage || !strings.Contains(r.err, "--neighbours K is missing") {
		t.Errorf("%+v", r)
	}
}

// TestPageOfManyNearest: a page wants t_closest as three of its times, and finds them in Parquet whose columns together are smaller than three of it.
func TestPageOfManyNearest(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	herd(t, "herd.csv", 60)
	must(t, words("nearest herd.csv -k 1 --quiet --out near.html")...)
	if page := read(t, "near.html"); !strings.Contains(page, "60 ") {
		t.Errorf("%s", page[:500])
	}
}
