//go:build long

package measure

import (
	"path/filepath"
	"testing"

	"flyby/evaluation/journal"
	"flyby/evaluation/results"
)

// TestResumeRacesNothingTwice: a second run with races measures nothing either; its choices depend on the
// times of more trials.
func TestResumeRacesNothingTwice(t *testing.T) {
	resume(t, small())
}

// TestRace: the race has the best batch size of the final round and the model's with their neighbours, and
// every algorithm.
func TestRace(t *testing.T) {
	j, err := journal.Open(filepath.Join(t.TempDir(), "m.jsonl"), journal.Session{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	p := small()
	if err := All(t.Context(), p, j); err != nil {
		t.Fatal(err)
	}
	name := p.Searches[0].Name
	trials := map[string]int{}
	var final []results.Group
	for _, g := range results.Groups(j) {
		switch g.Round {
		case results.Race:
			trials[g.Parameter] = g.Trials
		case results.Final:
			final = append(final, g)
		}
	}
	before, ok := results.NewContest(final)
	var model Predictions
	var queries Queries
	for fact, to := range map[string]any{PredictionFact(name): &model, SearchFact(name): &queries} {
		if known, err := j.Fact(fact, to); err != nil || !known || !ok {
			t.Fatalf("%s: known: %v, %v", fact, known, err)
		}
	}
	wanted := results.Neighbours(before.Best.S, queries.Segments)
	if model.Choice.S > 0 {
		wanted = append(wanted, results.Neighbours(model.Choice.S, queries.Segments)...)
	}
	for _, size := range wanted {
		if trials[periodic(size)] == 0 {
			t.Errorf("%s is not in the race", periodic(size))
		}
	}
	for algorithm, g := range before.Others {
		if trials[g.Parameter] == 0 {
			t.Errorf("%s: %s is not in the race", algorithm, g.Parameter)
		}
	}
}
