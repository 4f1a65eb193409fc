package datasets

import (
	"slices"
	"strings"
	"testing"

	"flyby/internal/tier"
)

// TestSearches pins the list of paper §7.2.
func TestSearches(t *testing.T) {
	want := []Search{
		{"S1", "galaxy", 100, 40000, 1},
		{"S2", "galaxy", 100, 40000, 5},
		{"S3", "randwalk-uniform", 100, 39900, 5},
		{"S4", "randwalk-uniform", 100, 39900, 25},
		{"S5", "randwalk-normal", 100, 40000, 50},
		{"S6", "randwalk-normal", 100, 40000, 150},
		{"S7", "randwalk-normal5", 100, 40000, 50},
		{"S8", "randwalk-normal5", 100, 40000, 150},
		{"S9", "randwalk-exp", 1000, 52044, 50},
		{"S10", "randwalk-exp", 1000, 69881, 100},
	}
	if got := Searches(); !slices.Equal(got, want) {
		t.Errorf("Searches() = %v, want %v", got, want)
	}
}

// TestQuerySegments: the numbers of query segments are the paper's, exactly.
func TestQuerySegments(t *testing.T) {
	tier.Full(t)
	for _, s := range Searches() {
		if s.Name != "S3" && s.Name != "S9" && s.Name != "S10" {
			continue // all trajectories of these data sets have 400 segments
		}
		for seed := range uint64(3) {
			_, queries, err := s.Load(1, seed)
			if err != nil {
				t.Fatal(err)
			}
			if queries.Trajectories() != s.Queries || queries.Segments() != s.Segments {
				t.Errorf("%s, seed %d: %d query trajectories, %d segments, want %d and %d", s.Name, seed,
					queries.Trajectories(), queries.Segments(), s.Queries, s.Segments)
			}
		}
	}
}

func TestLoadScalesBoth(t *testing.T) {
	for _, s := range Searches() {
		entries, queries, err := s.Load(0.05, 1)
		if err != nil {
			t.Fatal(err)
		}
		if want := s.Queries / 20; queries.Trajectories() != want {
			t.Errorf("%s: %d query trajectories, want %d", s.Name, queries.Trajectories(), want)
		}
		near(t, s.Name+": query segments", float64(queries.Segments()), float64(s.Segments)/20, 1)
		if want := generate(t, s.Dataset, 1, 0.05); digest(entries) != digest(want) {
			t.Errorf("%s: entries are not the data set %s", s.Name, s.Dataset)
		}
		for traj := range queries.Trajectories() {
			if _, ok := entries.Find(queries.ID(traj)); !ok {
				t.Errorf("%s: query %s is not an entry trajectory", s.Name, queries.ID(traj))
			}
		}
	}
}

func TestLoadOfOneTrajectory(t *testing.T) {
	for _, s := range Searches() {
		entries, queries, err := s.Load(1e-6, 1)
		if err != nil {
			t.Fatal(err)
		}
		if entries.Trajectories() != 1 || queries.Trajectories() != 1 {
			t.Errorf("%s: %d entries, %d queries, want one each", s.Name, entries.Trajectories(), queries.Trajectories())
		}
	}
}

func TestLoadSharesQueriesOfOneSize(t *testing.T) {
	load := func(i int) string {
		_, queries, err := Searches()[i].Load(0.1, 1)
		if err != nil {
			t.Fatal(err)
		}
		return digest(queries)
	}
	if load(0) != load(1) {
		t.Error("S1 and S2 have different queries, want the same")
	}
	if load(8) == load(9) {
		t.Error("S9 and S10 have the same queries, want different ones")
	}
}

func TestLoadRefuses(t *testing.T) {
	if _, _, err := Searches()[0].Load(0, 1); err == nil || !strings.Contains(err.Error(), "search S1") {
		t.Errorf("scale 0: error %v, want one that names S1", err)
	}
}
