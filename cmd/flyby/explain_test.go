package main

import (
	"encoding/json"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// explained runs a command with --explain --json and returns its explanation.
func explained(t *place, format string, args ...any) (m explanation) {
	t.Helper()
	r := invoke(t, "", append(words(format, args...), "--explain", "--json")...)
	if err := json.Unmarshal([]byte(r.out), &m); err != nil || r.status != cli.OK {
		t.Fatalf("%+v: %v", r, err)
	}
	return m
}

// TestExplainPredictsTheCounts: for a search so small that the sample is all of it, the expected
// hits and candidates equal the counts of the search, by every method, and no file is written.
func TestExplainPredictsTheCounts(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.006", "stars.csv")
	dataSet(t, "supernovae", "0.006", "novae.csv")
	before := folder(t)
	for _, what := range []string{"join stars.csv --distance 1 --level hits", "search --entries stars.csv --queries novae.csv --distance 1 --level hits", "join stars.csv --distance 2 --from 100 --to 200"} {
		for _, method := range []string{"auto", "spatiotemporal", "temporal", "rtree", "bruteforce"} {
			line := what + " --device cpu --out found.csv --method " + method
			got := explained(t, "%s", line)
			if folder(t) != before {
				t.Fatalf("%s: --explain leaves %s", line, folder(t))
			}
			found := invoke(t, "", words("%s --json --out -", what+" --device cpu --method "+method)...)
			lines := strings.Split(strings.TrimSpace(found.err), "\n")
			var s summary
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil {
				t.Fatal(err)
			}
			if got.Method != s.Method || got.Device != s.Device || got.Entries != s.Entries || got.Queries != s.Queries {
				t.Errorf("%s: explained %+v, ran %+v", line, got, s)
			}
			if hits := float64(s.Hits); *got.Hits < 0.8*hits-2 || *got.Hits > 1.2*hits+2 || hits == 0 {
				t.Errorf("%s: about %v hits, there are %v", line, *got.Hits, hits)
			}
			n := float64(s.Interactions)
			if (got.Candidates == nil) != (method == "rtree") || got.Candidates != nil && method != "bruteforce" && (*got.Candidates < 0.7*n || *got.Candidates > 1.3*n) {
				t.Errorf("%s: about %v candidates, there were %v", line, *got.Candidates, n)
			}
			if got.Seconds != nil || (got.Batches > 0) != (method == "temporal") || (got.BatchSize > 0) != (method == "temporal") {
				t.Errorf("%s: %+v", line, got)
			}
		}
	}
}

// TestExplainForPeople: the explanation has a line for each choice, and a time where the device has
// a model.
func TestExplainForPeople(on *testing.T) {
	t := alone(on)
	tier.Full(t)
	inputs(t)
	ownCache(t)
	for _, want := range []string{"not known: flyby tune", "by the performance model\n"} {
		text := must(t, words("join good.csv --distance 1 --explain --device cpu --method temporal --batching periodic:2")...)
		for _, part := range []string{"data        5 entry segments x 5 query segments", "\nmethod      temporal\n", "\nbatches     3 of 2 query segments\n", "\ncandidates  about ", "\nhits        about ", "\nmemory      ", want} {
			if !strings.Contains(text, part) {
				t.Errorf("no %q in\n%s", part, text)
			}
		}
		if r := invokeOn(t, streams{tune: tuneCoarsely}, "tune", "--device", "cpu"); r.status != cli.OK {
			t.Fatalf("%+v", r)
		}
	}
}

// TestExplainOfSlabs: for data that outgrow memory --explain lists the slabs, and writes no file.
func TestExplainOfSlabs(on *testing.T) {
	t := beside(on)
	inputs(t)
	before := folder(t)
	for what, data := range map[string]string{"join - --distance 1": "good.csv", "search --entries good.csv --queries - --distance 1": "queries.csv"} {
		args := words("%s --explain --memory 1GB --device cpu --threads 1 --out found.csv", what)
		r := invoke(t, read(t, data), args...)
		if r.status != cli.OK || !strings.Contains(r.out, "\nslabs       1 slab of time, searched one after another, ") || !strings.Contains(r.out, " in memory, 0 B of files in --tmp\n") || folder(t) != before {
			t.Errorf("%+v", r)
		}
		var m explanation
		r = invoke(t, read(t, data), append(args, "--json")...)
		if err := json.Unmarshal([]byte(r.out), &m); err != nil || m.Slabs != 1 || m.Of != "time" || m.Hits != nil || m.Entries != 5 || m.SlabBytes == 0 {
			t.Errorf("%+v: %v, %+v", r, err, m)
		}
	}
}

// TestRoughly: estimates are written to two digits.
func TestRoughly(on *testing.T) {
	t := beside(on)
	for n, want := range map[float64]string{0: "about 0", 7.4: "about 7", 99.2: "about 99", 104: "about 100", 1250: "about 1,300", 86_400_000: "about 86,000,000"} {
		if got := roughly(n); got != want {
			t.Errorf("%v: %q, want %q", n, got, want)
		}
	}
}
