package job_test

import (
	"cmp"
	"encoding/csv"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/tier"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// all parses conditions.
func all(t *testing.T, texts ...string) (conditions []format.Condition) {
	t.Helper()
	for _, text := range texts {
		conditions = append(conditions, wheres(t, text)...)
	}
	return conditions
}

// holds decides whether a cell of CSV holds a condition, the plain way for the conditions of these tests: numbers are compared as such, all
// else as text, and an empty cell is neither less nor greater than any value.
func holds(cell string, c format.Condition) bool {
	x, err := strconv.ParseFloat(cell, 64)
	y, failed := strconv.ParseFloat(c.Value, 64)
	order := strings.Compare(cell, c.Value)
	switch ordered := c.Operator[0] != '=' && c.Operator[0] != '!'; {
	case err == nil && failed == nil:
		order = cmp.Compare(x, y)
	case cell == "" && ordered:
		return false
	}
	return map[string]bool{"=": order == 0, "!=": order != 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[c.Operator]
}

// table splits CSV into its header and its rows.
func table(t *testing.T, text string) (header []string, rows [][]string) {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(lines) == 0 {
		t.Fatal(err, text)
	}
	return lines[0], lines[1:]
}

// selected returns the expected rows of an ask, from all rows without Having and cuts; and how many rows there are in all, and how many hold the conditions.
func selected(t *testing.T, a job.Ask) (header []string, rows [][]string, all, held int) {
	t.Helper()
	full := a
	full.Having, full.Top, full.Limit, full.Count = nil, 0, 0, false
	whole, _ := text(t, full)
	header, rows = table(t, whole)
	all = len(rows)
	rows = slices.DeleteFunc(rows, func(row []string) bool {
		return slices.ContainsFunc(a.Having, func(c format.Condition) bool { return !holds(row[slices.Index(header, c.Column)], c) })
	})
	held = len(rows)
	if a.Top > 0 {
		at := slices.Index(header, "d_min")
		slices.SortStableFunc(rows, func(a, b []string) int {
			x, _ := strconv.ParseFloat(a[at], 64)
			y, _ := strconv.ParseFloat(b[at], 64)
			return cmp.Compare(x, y)
		})
	}
	if most := cmp.Or(a.Top, a.Limit); most > 0 {
		rows = rows[:min(uint64(len(rows)), most)]
	}
	return header, rows, all, held
}

// havingCases returns asks with conditions: as joins (j), and in turn as searches (js), each of which leaves some rows and not all.
func havingCases(t *testing.T) map[string]struct {
	change func(*job.Ask)
	kinds  string
} {
	number := func(v float64) *float64 { return &v }
	return map[string]struct {
		change func(*job.Ask)
		kinds  string
	}{
		"hits": {func(a *job.Ask) {
			a.Level, a.Having = question.Hits, all(t, "query_seg>=10", "entry_seg!=20", "t_enter<30.5")
		}, "js"},
		"hits, speeds": {func(a *job.Ask) {
			a.Level, a.With, a.Having, a.Limit = question.Hits, []string{question.Speeds, "size"}, all(t, "query_speed>1.2", "entry_speed<=2.5", "query_size>3"), 40
		}, "js"},
		"hits, both": {func(a *job.Ask) {
			a.Level, a.With, a.Having = question.Hits, []string{question.Speeds, question.Both}, all(t, "query_speed>1.9", "query_traj>=4", "entry_seg<30")
		}, "j"},
		"encounters": {func(a *job.Ask) { a.Having = all(t, "d_min<0.7", "v_closest>0.1") }, "js"},
		"encounters, speeds": {func(a *job.Ask) {
			a.With, a.Having = []string{question.Speeds}, all(t, "query_speed<=1.9", "entry_speed>1.2")
		}, "js"},
		"encounters, ends": {func(a *job.Ask) { a.Having = all(t, "open!=", "t_exit>=5") }, "js"},
		"encounters, a text": {func(a *job.Ask) {
			a.With, a.Having = []string{"name"}, all(t, "query_name>name 3", "entry_name!=name 7, row 0")
		}, "js"},
		"encounters, places, top": {func(a *job.Ask) {
			a.With, a.Having, a.Top = []string{question.Positions}, all(t, "query_x>2", "entry_y<=5"), 9
		}, "js"},
		"encounters, all, limit": {func(a *job.Ask) {
			a.With, a.Having, a.Limit = []string{question.Speeds, question.Positions, "size"}, all(t, "query_speed<1.9", "query_size!=4.5", "entry_z<4"), 11
		}, "js"},
		"encounters, both, top": {func(a *job.Ask) {
			a.With, a.Having, a.Top = []string{question.Speeds, question.Both}, all(t, "query_speed<1.9", "query_traj>3"), 9
		}, "j"},
		"encounters, both, limit": {func(a *job.Ask) {
			a.With, a.Having, a.Limit = []string{"size", question.Both}, all(t, "query_size<6", "t_enter>3"), 7
		}, "j"},
		"encounters, both, vertical": {func(a *job.Ask) {
			a.Search.Vertical, a.With, a.Having = number(1), []string{question.Positions, question.Both}, all(t, "dz_closest>0.1", "query_x<5")
		}, "j"},
		"merged": {func(a *job.Ask) {
			a.MergeGap, a.MinDuration, a.With, a.Having = 4, 1, []string{question.Speeds}, all(t, "parts!=2", "query_speed<1.9")
		}, "js"},
		"pairs": {func(a *job.Ask) {
			a.Level, a.Having = question.Pairs, all(t, "encounters>=2", "duration>2", "t_first<20")
		}, "js"},
		"pairs, a column": {func(a *job.Ask) {
			a.Level, a.With, a.Having, a.Top = question.Pairs, []string{"size"}, all(t, "entry_size>=3.5"), 9
		}, "js"},
		"pairs, both, all": {func(a *job.Ask) {
			a.Level, a.With, a.Having = question.Pairs, []string{question.Positions, "size", question.Both}, all(t, "query_size>=3.5", "query_y>3")
		}, "j"},
	}
}

// TestHaving: the remaining rows, in memory and in slabs, are the rows of the full answer whose cells hold the conditions; Top and Limit
// cut them, Count counts them, and the counts have their number.
func TestHaving(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	entries, queries := walkFile(t, 16, 1, asTheyAre), walkFile(t, 8, 2, asTheyAre)
	cases := havingCases(t)
	for i, name := range slices.Sorted(maps.Keys(cases)) {
		c := cases[name]
		a := job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}}, Machine: flyby.Options{Device: "cpu"}}
		if c.kinds == "js" && i%2 == 0 {
			a.Queries = []string{queries}
		}
		c.change(&a)
		wantSelected(t, name, a, i%3 == 0)
		wantShapes(t, name, a)
	}
}

// wantSelected wants an ask to write the rows of selected, with equal counts, and to count them, of data that outgrow memory or not.
func wantSelected(t *testing.T, name string, a job.Ask, outgrown bool) {
	t.Helper()
	got, r := text(t, a)
	header, rows := table(t, got)
	wantHeader, want, all, held := selected(t, a)
	if !slices.Equal(header, wantHeader) || !slices.EqualFunc(rows, want, slices.Equal) {
		t.Errorf("%s: %d rows, want %d:\n%s", name, len(rows), len(want), got)
	}
	if held == all {
		t.Errorf("%s: no row of %d is left out", name, all)
	}
	if r.Held != uint64(held) || r.Rows != uint64(len(want)) {
		t.Errorf("%s: %d of %d rows, want %d of %d", name, r.Rows, r.Held, len(want), held)
	}
	a.Count, a.Top, a.Limit = true, 0, 0
	in := testing.TB(t)
	if outgrown {
		in = beyondMemory{t}
	}
	if none, r := text(in, a); none != "" || r.Rows != uint64(held) {
		t.Errorf("%s, outgrown %t: counted %d rows, want %d, and wrote %q", name, outgrown, r.Rows, held, none)
	}
}

// TestHavingAtItsEdge: each operator compares the full value of a number, in whatever unit it was asked for.
func TestHavingAtItsEdge(t *testing.T) {
	// Two pass at 0.25 m, one of them at a knot, which is 1852/3600 m/s; and two are in one place for an instant.
	path := textFile(t, "pass.csv", "id,t,x,y\n1,1970-01-01T00:00:00Z,0,0\n1,1970-01-01T02:00:00Z,0,0\n2,1970-01-01T00:00:00Z,-1852,0.25\n2,1970-01-01T02:00:00Z,1852,0.25\n"+
		"3,1970-01-01T00:10:00Z,9e6,0\n4,1970-01-01T00:10:00Z,9e6,0\n")
	read := format.Options{Units: format.Units{Length: "m"}}
	for text, want := range map[string]uint64{
		"entry_speed<1kn": 0, "entry_speed<=1kn": 1, "entry_speed=1kn": 1, "entry_speed>=1kn": 1, "entry_speed>1kn": 0, "entry_speed!=1kn": 1, "entry_speed=": 1, "entry_speed!=": 1,
		"d_min=0.00025km": 1, "d_min<0.25": 1, "d_min<=0.25m": 2, "d_min>0.00024km": 1, "duration<0.5h": 1, "duration<=0.5s": 1,
		"t_closest=1970-01-01T01:00:00Z": 1, "t_closest>1970-01-01": 2, "t_closest<1970-01-01T00:59:59.999999Z": 1, "t_closest<1970-01-01T02:00:00+01:00": 1,
		"t_closest=": 0, "t_closest!=": 2, "query_traj=1": 1, "query_traj=1.0": 1, "entry_traj<=2": 1, "open=": 1, "open=both": 1, "open<zzz": 1, "v_closest<1e30": 1, "v_closest=": 1,
	} {
		a := job.Ask{Inputs: job.Inputs{Entries: []string{path}, Read: read}, Question: question.Question{Search: flyby.Search{Distance: 500}, With: []string{question.Speeds}, Stages: question.Stages{Having: all(t, text), Count: true}}, Machine: flyby.Options{Device: "cpu"}}
		if strings.HasPrefix(text, "duration") {
			a.Level, a.With = question.Pairs, nil
		}
		r, err := job.Run(t.Context(), a, job.Sink{})
		if err != nil || r.Rows != want {
			t.Errorf("%s: %d rows, want %d: %v", text, r.Rows, want, err)
		}
	}
}

// TestHavingRefuses: conditions on columns that rows do not have, or with values that a column cannot have, are errors with the reason.
func TestHavingRefuses(t *testing.T) {
	path := textFile(t, "two.csv", "id,t,x,y,sog,name\n1,0,0,0,3,a\n1,9,0,0,3,a\n2,0,1,0,4,b\n2,9,1,0,4,b\n")
	dated := textFile(t, "dated.csv", "id,t,x,y\n1,2024-05-01T00:00:00Z,0,0\n1,2024-05-01T01:00:00Z,0,0\n")
	for name, c := range map[string]struct {
		change func(*job.Ask)
		wants  string
	}{
		"query_speed<1":      {func(*job.Ask) {}, `query_speed<1: no column "query_speed"; there is "query_traj", "entry_traj", "t_enter", "t_exit", "t_closest", "d_min", "v_closest", "open"; (With) speeds adds it`},
		"entry_x<1":          {func(*job.Ask) {}, `(With) positions adds it`},
		"query_name=a":       {func(*job.Ask) {}, `(With) name adds it where name is a column of the input`},
		"dmin<1":             {func(*job.Ask) {}, `"open": is it d_min?`},
		"entry_speed<1":      {func(a *job.Ask) { a.Level = question.Pairs }, `"d_min", "v_closest"`},
		"query_x<1":          {func(a *job.Ask) { a.Level = question.Hits }, `"t_enter", "t_exit"`},
		"parts>1":            {func(*job.Ask) {}, `no column "parts"`},
		"query_z>1":          {func(a *job.Ask) { a.With = []string{question.Positions} }, `"query_y", "entry_x"`},
		"d_min<2km":          {func(*job.Ask) {}, "d_min<2km: the data have no unit of length (Read.Units); give a plain number"},
		"d_min<2h":           {func(*job.Ask) {}, "d_min<2h: "},
		"d_min<near":         {func(*job.Ask) {}, "d_min<near: "},
		"v_closest<2kn":      {func(*job.Ask) {}, "no unit of length"},
		"t_enter<soon":       {func(*job.Ask) {}, `t_enter<soon: time "soon": must be a number, a date`},
		"t_enter<2024-05-01": {func(*job.Ask) {}, "the times of the data are numbers"},
		"t_exit>5":           {func(a *job.Ask) { a.Entries = []string{dated} }, "t_exit>5: the data have timestamps"},
		"encounters>two":     {func(a *job.Ask) { a.Level = question.Pairs }, "encounters>two: "},
		"query_sog<2kn":      {func(a *job.Ask) { a.With = []string{"sog"} }, "query_sog<2kn: "},
		"d_min<1e308":        {func(*job.Ask) {}, "at most 2^1000"},
	} {
		a := job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Search: flyby.Search{Distance: 500}, Stages: question.Stages{Having: all(t, name)}}, Machine: flyby.Options{Device: "cpu"}}
		c.change(&a)
		var field *job.FieldError
		if _, err := job.Run(t.Context(), a, job.Sink{}); !errors.As(err, &field) || field.Field != "Having" || !strings.Contains(field.Text, c.wants) {
			t.Errorf("%s: %v, want %q", name, err, c.wants)
		}
	}
	a := job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Stages: question.Stages{Having: []format.Condition{{Column: "d_min", Operator: "~", Value: "1"}}}}}
	if err := a.Validate(); err == nil || !strings.Contains(err.Error(), "no operator") {
		t.Errorf("no operator: %v", err)
	}
	if a = (job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{With: []string{question.Speeds}, Stages: question.Stages{Count: true}}}); a.Validate() == nil {
		t.Error("Count and With, without conditions")
	}
}

// TestHavingSparesRows: only rows that hold the conditions on their own values wait for samples, and none does just to be counted.
func TestHavingSparesRows(t *testing.T) {
	base := job.Ask{Inputs: job.Inputs{Entries: []string{walkFile(t, 16, 1, asTheyAre)}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}, With: []string{question.Speeds}, Stages: question.Stages{Count: true}}, Machine: flyby.Options{Device: "cpu"}}
	spilled := func(with []string, texts ...string) uint64 {
		a := base
		a.With, a.Having = with, all(t, texts...)
		_, r := text(beyondMemory{t}, a)
		return r.Spilled
	}
	plain, none := spilled(nil, "d_min<0.2"), spilled(base.With, "d_min<0.2")
	slow, both := spilled(base.With, "query_speed<9"), spilled(base.With, "query_speed<9", "d_min<0.2")
	if plain != none || !(none < both && both < slow) {
		t.Errorf("%d and %d bytes to count near rows, %d slow ones, %d both", plain, none, slow, both)
	}
}
