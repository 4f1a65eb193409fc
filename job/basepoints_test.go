package job_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	pointformat "flyby/points/format"
	"flyby/question"
)

// grid returns points in two dimensions as CSV.
func grid(n int) string {
	var s strings.Builder
	s.WriteString("id,x1,x2\n")
	for i := range n {
		fmt.Fprintf(&s, "%d,%d,%d\n", i, (i*37)%101, (i*53)%89)
	}
	return s.String()
}

// TestPointBase: a job of a base of points has the bytes of job.Run, with and without query points; too little memory is an error that says so, and after Close there are no jobs.
func TestPointBase(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "points.csv")
	queries := filepath.Join(folder, "queries.csv")
	if err := errors.Join(os.WriteFile(path, []byte(grid(500)), 0o600), os.WriteFile(queries, []byte(grid(9)), 0o600)); err != nil {
		t.Fatal(err)
	}
	in := job.Inputs{Entries: []string{path}}
	machine := flyby.Options{Device: "cpu", Threads: 2, Memory: 1 << 30}
	b, err := job.OpenBase(t.Context(), job.Ask{Inputs: in, Machine: machine, Question: question.Question{Kind: question.SelfJoins}})
	if err != nil {
		t.Fatal(err)
	}
	if p := b.Points(); p == nil || p.Len() != 500 || b.Bytes() < 500*16 || b.Need(job.Request{}) == 0 {
		t.Fatalf("%+v, %d bytes", p, b.Bytes())
	}
	for _, of := range []string{"", grid(9)} {
		ask := job.Ask{Inputs: in, Machine: machine, Question: question.Question{Kind: question.NearestPoints, Points: question.Points{Nearest: 3}}}
		r := job.Request{Question: ask.Question, PointRead: pointformat.Options{Reading: pointformat.Reading{Format: "csv"}}}
		if of != "" {
			ask.Queries = []string{queries}
			if r.Body, err = b.Body(t.Context(), job.QueriesName, strings.NewReader(of)); err != nil {
				t.Fatal(err)
			}
			defer r.Body.Close()
		}
		want, got := filepath.Join(folder, "want.csv"), filepath.Join(folder, "got.csv")
		if _, err := job.Run(t.Context(), ask, job.File(want)); err != nil {
			t.Fatal(err)
		}
		r.Memory = b.Need(r)
		j, err := b.Job(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.Run(t.Context(), job.File(got)); err != nil || j.Close() != nil || readAll(t, got) != readAll(t, want) {
			t.Errorf("queries %q: %v: %.200s, want %.200s", of, err, readAll(t, got), readAll(t, want))
		}
		r.Memory, r.MaxRows = 1, 0
		if j, err = b.Job(t.Context(), r); err == nil {
			_, err = j.Run(t.Context(), job.File(got))
			j.Close() //nolint:errcheck // nothing is to be freed
		}
		if !errors.Is(err, flyby.ErrMemory) {
			t.Errorf("within a byte: %v", err)
		}
	}
	if err := errors.Join(b.Close(), b.Close()); err != nil {
		t.Error(err)
	}
	if _, err := b.Job(t.Context(), job.Request{Question: question.Question{Kind: question.SelfJoins}}); !errors.Is(err, job.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}
