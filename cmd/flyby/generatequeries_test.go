package main

import (
	"fmt"
	"strings"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/cli"
)

// TestGenerateQueries: the queries of a search, written to a file, find in the file of its data set as many hits as the evaluation counts: whoever
// generates the data set with the same seed and scale gets the same ids, so that no trajectory finds itself.
func TestGenerateQueries(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for _, name := range []string{"S1", "S9"} {
		s, _ := datasets.FindSearch(name)
		found := hitsOfSearch(on, s, 0.02, 7)
		for file, queries := range map[string]string{"entries.csv": "", "queries.csv": " --queries " + name} {
			must(t, strings.Fields(fmt.Sprintf("generate %s --scale 0.02 --seed 7 --out %s%s", s.Dataset, file, queries))...)
		}
		search := fmt.Sprintf("search --entries entries.csv --queries queries.csv --distance %v --level hits --count", s.Distance)
		if got := must(t, append(strings.Fields(search), "--exclude-same-id")...); got != fmt.Sprintln(found) || found == 0 {
			t.Errorf("%s: %q hits, the evaluation counts %d", name, got, found)
		}
		if got := must(t, strings.Fields(search)...); got == fmt.Sprintln(found) {
			t.Errorf("%s: no query is an entry", name)
		}
	}
	for args, want := range map[string]string{
		"generate galaxy --queries S9":         "--queries S9: is a search of randwalk-exp: flyby generate randwalk-exp --queries S9",
		"generate syn-uniform --queries S2":    "--queries S2: is a search of galaxy: ",
		"generate galaxy --queries S11":        `--queries "S11": must be one of S1, S2, `,
		"generate supernovae --queries=":       `--queries "": must be one of S1, S2, `,
		"generate galaxy --queries S1 --n 2":   "--n: is for points",
		"generate galaxy --queries S1 --seed=": `--seed "": `,
	} {
		if r := invoke(t, "", strings.Fields(args)...); r.status != cli.WrongUsage || !strings.HasPrefix(r.err, "flyby: "+want) {
			t.Errorf("%s: status %d, %q, want %s", args, r.status, r.err, want)
		}
	}
}

// hitsOfSearch counts the hits of a search as the evaluation does.
func hitsOfSearch(t *testing.T, s datasets.Search, scale float64, seed uint64) uint64 {
	t.Helper()
	entries, queries, err := s.Load(scale, seed)
	if err != nil {
		t.Fatal(err)
	}
	db, err := flyby.Open(t.Context(), entries, flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found, err := db.Hits(t.Context(), flyby.Search{Queries: queries, Distance: s.Distance, ExcludeSameID: true})
	if err != nil {
		t.Fatal(err)
	}
	return found.Stats().Hits
}
