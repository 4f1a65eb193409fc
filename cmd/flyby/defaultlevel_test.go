package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestDefaultLevel: without --level search and join write encounters, in every format, and take all flags that they take with
// --level hits.
func TestDefaultLevel(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	shape := func(line string, level ...string) (rows string) {
		args := with(words("%s --device cpu", line), level...)
		_, name, toFile := strings.Cut(line, "--out ")
		r := invoke(t, "", args...)
		if r.status != cli.OK {
			t.Fatalf("%v: %+v", args, r)
		}
		if rows = r.out; toFile {
			rows = read(t, name)
		}
		return rows
	}
	for _, c := range []struct {
		line   string
		asHits bool // --level hits takes the flag, too
	}{
		{"join good.csv --distance 1", true},
		{"join good.csv --distance 1 --out met.ndjson", true},
		{"join good.csv --distance 1 --out met.parquet", true},
		{"join good.csv --distance 1 --out met.csv.gz", true},
		{"join ships.csv --lonlat --distance 500m --out met.geojson", false},
		{"search --entries good.csv --queries queries.csv --distance 5", true},
		{"search --entries good.csv --queries queries.csv --distance 5 --exclude-same-id --with speeds", true},
		{"join good.csv --distance 1 --with both,speeds", true},
		{"join good.csv --distance 1 --with positions", false},
		{"join named.csv --distance 1 --with name,tonnage", true},
		{"join good.csv --distance 1 --limit 2", true},
		{"join good.csv --distance 1 --top 2", false},
		{"join good.csv --distance 1 --merge-gap 1 --min-duration 0.1", false},
		{"join lifts.csv --distance 5 --vertical 2", true},
		{"join good.csv --distance 1 --from 0.25 --to 1.5", true},
		{"join orbits.csv --distance 15 --curve 2", true},
		{"join stamps.csv --distance 2 --tz UTC", true},
		{"join good.csv --distance 1 --radius 0.5", true},
		{"join good.csv --distance 1 --units m,s --max-gap 1min --max-speed 50kn", true},
		{"join good.csv --distance 1 --where x>=0", true},
		{"join good.csv --distance 1 --method temporal --batching periodic:2 --bins 7", true},
		{"join good.csv --distance 1 --method rtree --threads 1", true},
		{"join good.csv --distance 1 --memory 1GB --tmp . --tmp-limit 1GB", true},
	} {
		got := shape(c.line)
		if got != shape(c.line, "--level", "encounters") {
			t.Errorf("%s: other rows than with --level encounters:\n%s", c.line, got)
		}
		if !c.asHits {
			continue
		}
		if got == shape(c.line, "--level", "hits") {
			t.Errorf("%s: the rows of --level hits", c.line)
		}
	}
}

// TestCountNamesItsLevel: without --level the count is of encounters, and a line on standard error, or the summary of --json,
// names the level.
func TestCountNamesItsLevel(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	join := stars(t)
	hits := strings.Count(must(t, with(join, "--level", "hits")...), "\n") - 1
	met := strings.Count(must(t, with(join, "--level", "encounters")...), "\n") - 1
	if met == 0 || hits == met {
		t.Fatalf("%d hits, %d encounters", hits, met)
	}
	told := "flyby: counted encounters: " + plural(hits, "hit") + " in " + plural(met, "encounter") + " (--level hits counts hits)\n"
	for _, c := range []struct {
		flags string
		rows  int
		told  string
	}{
		{"--count", met, told},
		{"--count --quiet", met, ""},
		{"--count --level encounters", met, ""},
		{"--count --level hits", hits, ""},
	} {
		if r := invoke(t, "", with(join, strings.Fields(c.flags)...)...); r.status != cli.OK || r.out != number(float64(c.rows))+"\n" || r.err != c.told {
			t.Errorf("%s: %+v, want %d and %q", c.flags, r, c.rows, c.told)
		}
	}
	r := invoke(t, "", with(join, "--count", "--json")...)
	lines := slices.Collect(strings.Lines(r.err))
	var s summary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || strings.Contains(r.err, "counted") {
		t.Fatalf("%v: %q", err, r.err)
	}
	if !strings.Contains(r.err, `"level":"encounters","hits":`) || s.Hits != uint64(hits) || *s.Encounters != uint64(met) || s.Rows != uint64(met) {
		t.Errorf("--json: %+v", s)
	}
}

// TestVerifyDefaultLevel: a file of hits is verified as hits, with --level hits and without; another level is refused with the
// flag that fits.
func TestVerifyDefaultLevel(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	for _, name := range []string{"hits.csv", "hits.ndjson", "hits.parquet"} {
		must(t, words("join good.csv --distance 1 --level hits --device cpu --out %s", name)...)
		for _, flags := range []string{"", "--level hits", "--limit 9"} {
			if r := invoke(t, "", words("verify %s --entries good.csv --distance 1 %s", name, flags)...); r.status != cli.OK {
				t.Errorf("%s %s: %+v", name, flags, r)
			}
		}
		r := invoke(t, "", words("verify %s --entries good.csv --distance 1 --level encounters", name)...)
		if want := "flyby: " + name + ": has hits, and not the encounters of --level; give --level hits\n"; r.status != cli.Failure || r.err != want {
			t.Errorf("%s: %+v, want %q", name, r, want)
		}
	}
	must(t, words("join good.csv --distance 0.1 --device cpu --out none.ndjson")...) // no row has its level
	for _, level := range []string{"", "--level hits", "--level encounters"} {
		must(t, words("verify none.ndjson --entries good.csv --distance 0.1 %s", level)...)
	}
}
