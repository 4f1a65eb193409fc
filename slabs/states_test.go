package slabs_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestStates: paths of states in slabs have the rows of one run, to the byte, with the times to the closest approaches; and so has a run whose rows are many times the memory of its paths, at any memory.
func TestStates(t *testing.T) {
	t.Parallel()
	r, folder := rand.New(rand.NewPCG(54, 1)), t.TempDir()
	few, many := fileOf(t, folder, "few.csv", walks(r, 9, true)), fileOf(t, folder, "many.csv", walks(r, 60, false))
	at := 20.0
	for i, a := range []job.Ask{
		{Question: question.Question{Level: question.Encounters}},
		{Inputs: job.Inputs{Queries: []string{few}}, Question: question.Question{Level: question.Pairs}},
		{Inputs: job.Inputs{Queries: []string{few}}, Question: question.Question{Level: question.Hits}},
		{Question: question.Question{Level: question.Encounters, Stages: question.Stages{Top: 9}}},
	} {
		a.Entries, a.Search.Distance, a.Machine.Device = []string{many}, 1.5, "cpu"
		a.Search.Distance += float64(20 * (i % 2))
		a.Read = format.Options{States: true, Ahead: 12, Behind: float64(3 * (i % 2)), Stale: math.Inf(1)}
		if i != 1 { // otherwise now is the newest row of both files
			a.Read.NowOf = func(trajectory.TimeKind, format.Units) (float64, error) { return at, nil }
		}
		for _, end := range []string{".csv", ".parquet"} {
			_, _, whole := wantOneRun(t, r, fmt.Sprint("states ", i), a, 4, end)
			if end == ".csv" && bytes.Count(whole.text, []byte{'\n'}) < 5 {
				t.Errorf("%d: %s", i, whole.text)
			}
			for memory := range 2 {
				a.Machine.Memory = uint64(100+100*memory) << 20
				path := filepath.Join(t.TempDir(), "out"+end)
				if _, err := job.Run(beyondMemory{t}.Context(), a, job.File(path)); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(read(t, path), whole.text) {
					t.Errorf("%d, to %s, within %d bytes: another file than in memory", i, end, a.Machine.Memory)
				}
			}
			a.Machine = flyby.Options{Device: "cpu"}
		}
	}
}
