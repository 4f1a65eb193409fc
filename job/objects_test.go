package job_test

import (
	"fmt"
	"maps"
	"math"
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

// summed computes the rows of objects from the rows of encounters, the plain way: for each trajectory from the rows
// that name it, as a query, or in a join on either side.
func summed(t *testing.T, header []string, rows [][]string, join bool) (objects [][]string) {
	t.Helper()
	number := func(row []string, column string) float64 {
		v, err := strconv.ParseFloat(row[slices.Index(header, column)], 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for id := range 40 { // ids in the order of the trajectories
		name := strconv.Itoa(id)
		partners, encounters, total, longest, least := map[string]bool{}, 0, 0.0, 0.0, math.Inf(1)
		for _, row := range rows {
			if row[0] != name && !(join && row[1] == name) {
				continue
			}
			partners[row[0]+","+row[1]] = true
			lasted := number(row, "t_exit") - number(row, "t_enter")
			encounters, total = encounters+1, total+lasted
			longest, least = max(longest, lasted), min(least, number(row, "d_min"))
		}
		if encounters > 0 {
			text := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
			objects = append(objects, []string{name, strconv.Itoa(len(partners)), strconv.Itoa(encounters), text(total), text(longest), text(least)})
		}
	}
	return objects
}

// TestObjects: objects are the sums of encounters by trajectory, of a search by query, bit for bit, in memory and
// in slabs, after every stage of encounters; and conditions, cuts and counts apply to their rows.
func TestObjects(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	entries, queries := walkFile(t, 16, 1, asTheyAre), walkFile(t, 8, 2, asTheyAre)
	for name, change := range map[string]func(*job.Ask){
		"plain":   func(*job.Ask) {},
		"merged":  func(a *job.Ask) { a.MergeGap, a.MinDuration = 3, 1.5 },
		"a few":   func(a *job.Ask) { a.Search.Distance = 0.7 },
		"rtree":   func(a *job.Ask) { a.Machine.Method = flyby.MethodRTree },
		"columns": func(a *job.Ask) { a.With = []string{"name", "size"} },
	} {
		for _, join := range []bool{true, false} {
			a := job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Question: question.Question{Search: flyby.Search{Distance: 1.2}}, Machine: flyby.Options{Device: "cpu"}}
			if !join {
				a.Queries = []string{queries}
			}
			change(&a)
			met, of := text(t, a)
			header, rows := table(t, met)
			want := summed(t, header, rows, join)
			if a.Level = question.Objects; len(a.With) > 0 {
				want = described(want)
			}
			name := fmt.Sprintf("%s, a join: %t", name, join)
			got, r := text(t, a)
			if _, rows := table(t, got); !slices.EqualFunc(rows, want, slices.Equal) || r.Rows != uint64(len(want)) || r.All != r.Rows || r.Found != of.Found || r.Long != of.Long {
				t.Errorf("%s: %+v\n%s\nwant\n%v", name, r.Counts, got, want)
			}
			wantShapes(t, name, a)
		}
	}
}

// described returns objects with their columns name and size.
func described(objects [][]string) (all [][]string) {
	for _, o := range objects {
		all = append(all, append(slices.Clone(o), "name "+o[0]+", row 0", o[0]+".5"))
	}
	return all
}

// TestHavingOfObjects: conditions select objects before --top and --limit do.
func TestHavingOfObjects(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	entries, queries := walkFile(t, 16, 1, asTheyAre), walkFile(t, 8, 2, asTheyAre)
	changes := map[string]func(*job.Ask){
		"partners":        func(a *job.Ask) { a.Having = all(t, "partners>=4", "traj_id!=7") },
		"duration, top":   func(a *job.Ask) { a.Having, a.Top = all(t, "duration>4", "longest<9"), 5 },
		"d_min, limit":    func(a *job.Ask) { a.Having, a.Limit = all(t, "d_min<0.5", "encounters>3"), 4 },
		"a column, top":   func(a *job.Ask) { a.With, a.Having, a.Top = []string{"size"}, all(t, "size>=1.5"), 4 },
		"a text, a limit": func(a *job.Ask) { a.With, a.Having, a.Limit = []string{"name"}, all(t, "name>name 1"), 4 },
	}
	for i, name := range slices.Sorted(maps.Keys(changes)) {
		a := job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Question: question.Question{Search: flyby.Search{Distance: 1.2}, Level: question.Objects}, Machine: flyby.Options{Device: "cpu"}}
		if i%2 == 0 {
			a.Queries = []string{queries}
		}
		changes[name](&a)
		wantSelected(t, name, a, i%3 == 0)
		wantShapes(t, name, a)
	}
}

// TestObjectsToFunctions: a function gets objects with one value for each column of the input, and units of columns
// apply.
func TestObjectsToFunctions(t *testing.T) {
	path := textFile(t, "two.csv", "id,t,x,y,sog\na,0,0,0,36\na,9,0,0,36\nb,0,1,0,72\nb,9,1,0,72\nc,0,99,0,72\n")
	read := format.Options{Units: format.Units{Length: "m", Time: "s"}, ColumnUnits: map[string]string{"sog": "km/h"}}
	a := job.Ask{Inputs: job.Inputs{Entries: []string{path}, Read: read}, Question: question.Question{Search: flyby.Search{Distance: 2}, Level: question.Objects, With: []string{"sog"}, Stages: question.Stages{Having: all(t, "duration>=9s", "sog<=36km/h")}}, Machine: flyby.Options{Device: "cpu"}}
	rows := 0
	_, err := job.Run(t.Context(), a, job.Func(func(r job.Rows) error {
		rows += r.Objects.Len()
		if len(r.Columns) != 1 || r.Columns[0].Name != "sog" || !slices.Equal(r.Columns[0].Numbers, []float64{10}) || !slices.Equal(r.Objects.Traj, []uint32{0}) || !slices.Equal(r.Objects.Duration, []float64{9}) {
			t.Errorf("%+v", r)
		}
		return nil
	}))
	if err != nil || rows != 1 {
		t.Errorf("%d rows: %v", rows, err)
	}
}

// TestObjectsRefuse: options that objects do not have are errors.
func TestObjectsRefuse(t *testing.T) {
	path := textFile(t, "two.csv", "id,t,x,y,partners\n1,0,0,0,3\n1,9,0,0,3\n")
	for wants, change := range map[string]func(*job.Ask){
		`with speeds: is not for level objects, which have several encounters`: func(a *job.Ask) { a.With = []string{"partners", question.Speeds} },
		`With partners: results have a column partners that is another`:        func(a *job.Ask) { a.With = []string{"partners"} },
		`no column "query_traj"; there is "traj_id", "partners"`:               func(a *job.Ask) { a.Having = all(t, "query_traj=1") },
		`(With) name adds it where name is a column of the input`:              func(a *job.Ask) { a.Having = all(t, "name=1") },
	} {
		a := job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Search: flyby.Search{Distance: 500}, Level: question.Objects}, Machine: flyby.Options{Device: "cpu"}}
		change(&a)
		if _, err := job.Run(t.Context(), a, job.Sink{}); fieldOf(err) == "" || !strings.Contains(err.Error(), wants) {
			t.Errorf("%v, want %q", err, wants)
		}
	}
	lonlat := job.Ask{Inputs: job.Inputs{Entries: []string{"../docs/fields/data/bering.csv"}}, Question: question.Question{Search: flyby.Search{Distance: 500}, Level: question.Objects}}
	if _, err := job.Run(t.Context(), lonlat, job.File("map.geojson")); err == nil || !strings.Contains(err.Error(), "objects have no closest approach") {
		t.Errorf("GeoJSON: %v", err)
	}
}
