package job_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/group"
	"flyby/internal/output"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory"
)

// galaxy writes a small data set to a file.
func galaxy(t *testing.T, name string, seed uint64) string {
	t.Helper()
	s, err := datasets.Generate("galaxy", seed, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := output.WriteStore(t.Context(), path, s, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return path
}

// text returns the output of a job as CSV, and its report.
func text(t testing.TB, a job.Ask) (string, job.Report) {
	t.Helper()
	var out bytes.Buffer
	r, err := job.Run(t.Context(), a, job.Writer(&out))
	if err != nil {
		t.Fatalf("%+v: %v", a, err)
	}
	return out.String(), r
}

// TestRun: jobs of each level, in memory and in slabs, give the same rows with the same further columns, and count them.
func TestRun(t *testing.T) {
	entries, queries := galaxy(t, "e.csv", 1), galaxy(t, "q.csv", 2)
	base := job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Question: question.Question{Search: flyby.Search{Distance: 0.8}}, Machine: flyby.Options{Device: "cpu"}}
	for name, change := range map[string]func(*job.Ask){
		"encounters": func(*job.Ask) {},
		"hits":       func(a *job.Ask) { a.Level, a.With = question.Hits, []string{question.Speeds} },
		"pairs": func(a *job.Ask) {
			a.Level, a.With, a.Top = question.Pairs, []string{question.Positions, question.Both}, 5
		},
		"merged": func(a *job.Ask) {
			a.MergeGap, a.MinDuration, a.With, a.Limit = 3, 0.5, []string{question.Positions, question.Speeds}, 7
		},
		"search": func(a *job.Ask) { a.Queries, a.With = []string{queries}, []string{question.Positions, question.Speeds} },
		"groups": func(a *job.Ask) {
			a.Kind, a.Group = question.Convoys, group.Search{Distance: 1, MinSize: 2, MinDuration: 1}
		},
		"clock": func(a *job.Ask) {
			a.Kind, a.Group = question.Convoys, group.Search{Distance: 1, MinSize: 2, Method: group.Moving, MinTicks: 2, Clock: group.Clock{Step: 1}}
		},
	} {
		a := base
		change(&a)
		want, r := text(t, a)
		if r.Rows == 0 || uint64(bytes.Count([]byte(want), []byte("\n"))) < r.Rows+1 {
			t.Errorf("%s: %d rows in\n%s", name, r.Rows, want)
		}
		got, s := text(beyondMemory{t}, a)
		if got != want {
			t.Errorf("%s in slabs: other rows:\n%s\nwant\n%s", name, got, want)
		}
		if r.Counts != s.Counts || r.Groups != s.Groups || !s.Entries.Outgrows() {
			t.Errorf("%s in slabs: counts %+v, want %+v", name, s.Counts, r.Counts)
		}
	}
}

// TestFunc: a function gets the rows of a file, with their further columns.
func TestFunc(t *testing.T) {
	a := job.Ask{Inputs: job.Inputs{Entries: []string{galaxy(t, "e.csv", 1)}}, Question: question.Question{Search: flyby.Search{Distance: 0.8}, With: []string{question.Positions, question.Speeds}}, Machine: flyby.Options{Device: "cpu"}}
	var all trajectory.Encounters
	var names []string
	numbers := 0
	r, err := job.Run(t.Context(), a, job.Func(func(rows job.Rows) (err error) {
		all, err = all.Append(rows.Encounters)
		names = nil
		for _, c := range rows.Columns {
			names = append(names, c.Name)
			numbers += len(c.Numbers)
		}
		return err
	}))
	if err != nil || uint64(all.Len()) != r.Rows || r.Rows == 0 {
		t.Errorf("%d rows of %d: %v", all.Len(), r.Rows, err)
	}
	want := []string{"query_x", "query_y", "query_z", "entry_x", "entry_y", "entry_z", "query_speed", "entry_speed"}
	if !reflect.DeepEqual(names, want) || numbers != len(want)*all.Len() {
		t.Errorf("further columns %v with %d numbers, want %v", names, numbers, want)
	}
	lost := errors.New("lost")
	if _, err := job.Run(t.Context(), a, job.Func(func(job.Rows) error { return lost })); !errors.Is(err, lost) {
		t.Errorf("a function that fails: %v", err)
	}
}

// fieldOf returns the field that an error names.
func fieldOf(err error) string {
	var asked *question.FieldError
	var other *job.FieldError
	switch {
	case errors.As(err, &asked):
		return asked.Field
	case errors.As(err, &other):
		return other.Field
	}
	return ""
}

// TestWrongAsks: the error of a wrong ask names the field.
func TestWrongAsks(t *testing.T) {
	path := galaxy(t, "e.csv", 1)
	good := func() job.Ask {
		return job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Search: flyby.Search{Distance: 1}}, Machine: flyby.Options{Device: "cpu"}}
	}
	for field, change := range map[string]func(*job.Ask){
		"Entries":      func(a *job.Ask) { a.Entries = nil },
		"level":        func(a *job.Ask) { a.Level = "rows" },
		"merge-gap":    func(a *job.Ask) { a.MergeGap = -1 },
		"min-duration": func(a *job.Ask) { a.MinDuration = -1 },
		"top":          func(a *job.Ask) { a.Top, a.Limit = 1, 1 },
		"count":        func(a *job.Ask) { a.Count, a.Limit = true, 1 },
		"With":         func(a *job.Ask) { a.With = []string{"nothing"} },
	} {
		a := good()
		change(&a)
		_, err := job.Run(t.Context(), a, job.Writer(&bytes.Buffer{}))
		if fieldOf(err) != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := job.Run(t.Context(), good(), job.Sink{}); err == nil {
		t.Error("no sink is taken")
	}
}

// TestPage: the first Go block of docs/fields/go.md has ten lines at most, all of them lines of ExampleRun.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/fields/go.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(page), "```go\n")
	lines, _, _ = strings.Cut(lines, "```")
	indented := regexp.MustCompile("(?m)^(.)").ReplaceAllString(lines, "\t$1")
	if n := strings.Count(lines, "\n"); n == 0 || n > 10 || !strings.Contains(string(example), indented) {
		t.Errorf("%d lines that example_test.go does not hold\n%s", n, indented)
	}
}
