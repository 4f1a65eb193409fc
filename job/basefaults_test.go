package job_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// TestBaseComparable: queries of another kind than the entries are errors that name the difference.
func TestBaseComparable(t *testing.T) {
	metres := format.Units{Length: "m"}
	for name, c := range map[string]struct {
		read    format.Options
		entries string
		queries string
		want    string
	}{
		"dimension": {entries: "id,t,x,y\na,0,1,1\na,1,1,2\n", queries: "id,t,x,y,z\na,0,1,1,1\na,1,1,2,1\n", want: "dimension"},
		"times":     {entries: "id,t,x,y\na,0,1,1\na,1,1,2\n", queries: "id,t,x,y\na,2020-01-01T00:00:00Z,1,1\na,2020-01-01T00:00:01Z,1,2\n", want: "times"},
		"frame":     {read: format.Options{Units: metres}, entries: "id,t,x,y,z\na,0,1,1,1\na,1,1,2,1\n", queries: "id,t,lon,lat\na,0,1,1\na,1,1,2\n", want: "frame"},
	} {
		b := openBase(t, job.Ask{Inputs: job.Inputs{Entries: []string{textFile(t, "e.csv", c.entries)}, Read: c.read}, Machine: flyby.Options{Device: "cpu"}})
		_, err := answerOf(b, job.Ask{Question: question.Question{Search: flyby.Search{Distance: 1}}}, c.queries)
		var differ *job.DifferError
		if !errors.As(err, &differ) || differ.What != c.want || differ.QueryName != "the queries" || differ.Entries == differ.Queries {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBaseBadQueries: faulty queries are an error with the line, the column and the value, but without a file's name.
func TestBaseBadQueries(t *testing.T) {
	b := openBase(t, job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 3, 1, asTheyAre)}}, Machine: flyby.Options{Device: "cpu"}})
	for text, want := range map[string]format.Error{
		"id,t,x,y,z\na,0,1,1,1\na,1,1,oops,1\n":           {Line: 3, Column: "y", Value: "oops"},
		"id,t,x,y,z\na,0,1,1,1\na,1,1,,1\n":               {Line: 3, Column: "y"},
		"id,t,x,y,z\na,0,1,1,1\na,0,1,2,1\na,1,1,2,1\n":   {Line: 3, Column: "t", Value: "0"},
		"id,t,x,y,z\na,0,1,1,1\na,never,1,2,1\n":          {Line: 3, Column: "t", Value: "never"},
		"id,t,x,y,z\n":                                    {},
		"id,x,y,z\na,0,1,1\n":                             {},
		"id,t,x,y,z\na,0,1,1,1\na,1,1e999,1,1\n":          {Line: 3, Column: "x", Value: "1e999"},
		"id,t,x,y,z,x\na,0,1,1,1,2\n":                     {},
		"\xff\xfe\x00id,t\n":                              {},
		"id,t,x,y,z\na,0,1,1,1\na,1,1,2,1\n\"b,1,2,3,4\n": {},
	} {
		_, err := answerOf(b, job.Ask{Question: question.Question{Search: flyby.Search{Distance: 1}}}, text)
		var bad *format.Error
		if !errors.As(err, &bad) || bad.File != "the queries" || want.Line > 0 && (bad.Line != want.Line || bad.Column != want.Column || bad.Value != want.Value) {
			t.Errorf("%q: %#v (%v)", text, bad, err)
		}
	}
}

// TestBaseOfChangedFiles: a base whose files have changed answers as before, and does not read them again for columns and
// heights that it has not read.
func TestBaseOfChangedFiles(t *testing.T) {
	open, _ := counted(t)
	b := openBase(t, open)
	a := job.Ask{Question: question.Question{Search: flyby.Search{Distance: 1}}}
	want, err := answerOf(b, a, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(open.Entries[0], []byte("id,t,x,y,z,name\n1,0,1,1,1,a\n1,1,1,1,1,b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := answerOf(b, a, ""); err != nil || got != want {
		t.Errorf("another answer (%v)", err)
	}
	upright, named := a, a
	upright.Search.Vertical, named.With = new(float64), []string{"name"}
	for _, a := range []job.Ask{upright, named} {
		if _, err := answerOf(b, a, ""); !errors.Is(err, format.ErrChanged) {
			t.Errorf("changed: %v", err)
		}
	}
}

// TestBaseWrongAsks: the error of a wrong ask of a job of a base names the field.
func TestBaseWrongAsks(t *testing.T) {
	b := openBase(t, job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 3, 1, asTheyAre)}}, Machine: flyby.Options{Device: "cpu"}})
	for field, a := range map[string]job.Ask{
		"Queries":   {Question: question.Question{Kind: question.Searches}},
		"level":     {Question: question.Question{Level: "rows"}},
		"With":      {Question: question.Question{With: []string{"colour"}}},
		"merge-gap": {Question: question.Question{Stages: question.Stages{MergeGap: -1}}},
	} {
		_, err := answerOf(b, a, "")
		if fieldOf(err) != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if _, err := b.Queries(t.Context(), strings.NewReader("x"), in("cobol")); err == nil {
		t.Error("an unknown format")
	}
	if _, err := job.OpenBase(t.Context(), job.Ask{Inputs: job.Inputs{Entries: []string{filepath.Join(t.TempDir(), "nowhere.csv")}}}); err == nil {
		t.Error("no file")
	}
}

// TestClosedBase: a closed base has no jobs.
func TestClosedBase(t *testing.T) {
	b := openBase(t, job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 3, 1, asTheyAre)}}, Machine: flyby.Options{Device: "cpu"}})
	for range 2 {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := b.Job(t.Context(), job.Request{}); !errors.Is(err, job.ErrClosed) {
		t.Error(err)
	}
}
