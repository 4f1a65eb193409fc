package job_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
)

// square asks for the visits of two objects to a square and to a gate on its corner: a crosses the square, goes on to x = 6 and comes back, and b stands on the gate for an instant.
func square(t *testing.T) job.Ask {
	t.Helper()
	path := textFile(t, "two.csv", "id,t,x,y,name\na,0,-2,1,Ann\na,4,2,1,Ann\na,8,6,1,Anna\na,16,-2,1,Ann\nb,3,4,4,Bob\n")
	zones := textFile(t, "zones.csv", "zone_id,wkt,name,size\n10,\"POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))\",Square,16\n9,POINT (4 4),,\n")
	return job.Ask{Inputs: job.Inputs{Entries: []string{path}, Zones: []string{zones}}, Question: question.Question{Kind: question.ZoneVisits}, Machine: flyby.Options{Device: "cpu"}}
}

// TestVisits: zones come in the order of their file, with columns of the objects and of the zones; rows are counted at each stage.
func TestVisits(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*job.Ask)
		want   string
		counts job.Counts
	}{
		"columns": {func(a *job.Ask) { a.With = []string{"name", "size", question.Positions, question.Speeds} }, `traj_id,zone_id,t_enter,t_exit,t_closest,d_min,inside,open,traj_x,traj_y,traj_speed,traj_name,zone_name,zone_size
a,10,2,6,2,0,4,,0,1,1,Ann,Square,16
a,10,10,14,10,0,4,,4,1,1,Anna,Square,16
b,10,3,3,3,0,0,both,4,4,,Bob,Square,16
b,9,3,3,3,0,0,both,4,4,,Bob,,
`, job.Counts{Found: 4, Long: 4, All: 4, Held: 4, Rows: 4}},
		"stages": {func(a *job.Ask) {
			a.MergeGap, a.MinDuration, a.Top, a.Having = 4.5, 1, 1, all(t, "zone_id=10")
		}, "traj_id,zone_id,t_enter,t_exit,t_closest,d_min,inside,open,parts\na,10,2,14,2,0,8,,2\n", job.Counts{Found: 4, Merged: 3, Long: 1, All: 1, Held: 1, Rows: 1}},
		"hits": {func(a *job.Ask) { a.Level, a.Limit = question.Hits, 3 }, "traj_id,seg,zone_id,t_enter,t_exit\na,0,10,2,4\na,1,10,4,6\na,2,10,10,14\n", job.Counts{Found: 5, Held: 5, Rows: 3}},
		"pairs": {func(a *job.Ask) { a.Level, a.With = question.Pairs, []string{"name"} }, `traj_id,zone_id,visits,t_first,t_last,duration,inside,t_closest,d_min,traj_name,zone_name
a,10,2,2,14,8,8,2,0,Ann,Square
b,10,1,3,3,0,0,3,0,Bob,Square
b,9,1,3,3,0,0,3,0,Bob,
`, job.Counts{Found: 4, Long: 4, All: 3, Held: 3, Rows: 3}},
		"events": {func(a *job.Ask) {
			a.Level, a.Search.Distance, a.Having = question.Events, 1, all(t, "event=exit", "zone_id!=9")
		}, "t,event,traj_id,zone_id,d\n3,exit,b,10,0\n7,exit,a,10,1\n15,exit,a,10,1\n", job.Counts{Found: 4, Long: 4, All: 8, Held: 3, Rows: 3}},
	} {
		a := square(t)
		c.change(&a)
		if got, r := text(t, a); got != c.want || r.Counts != c.counts {
			t.Errorf("%s: %s%+v, want\n%s%+v", name, got, r.Counts, c.want, c.counts)
		}
	}
}

// TestVisitRows: a function gets visits and events, whose zones are numbers.
func TestVisitRows(t *testing.T) {
	a := square(t)
	a.Level = question.Events
	var zones []uint32
	_, err := job.Run(t.Context(), a, job.Func(func(rows job.Rows) error {
		zones = append(zones, rows.Events.Zone...)
		return nil
	}))
	if want := []uint32{0, 0, 1, 0, 1, 0, 0, 0}; err != nil || !slices.Equal(zones, want) {
		t.Errorf("%v: %v, want %v", zones, err, want)
	}
	a.Level = question.Visits
	visits := 0
	if _, err := job.Run(t.Context(), a, job.Func(func(rows job.Rows) error {
		visits += rows.Encounters.Len()
		return nil
	})); err != nil || visits != 4 {
		t.Errorf("%d visits: %v", visits, err)
	}
}

// TestVisitsRefuse: what rows of visits have not, and what their data cannot have, is an error.
func TestVisitsRefuse(t *testing.T) {
	for wants, change := range map[string]func(*job.Ask){
		"Zones are missing":                             func(a *job.Ask) { a.Zones = nil },
		"Zones are for visits":                          func(a *job.Ask) { a.Kind = question.Joins },
		"visits is of one data set":                     func(a *job.Ask) { a.Queries = a.Entries },
		"with: paths and both are for encounters":       func(a *job.Ask) { a.With = []string{question.Both} },
		"zone-sides arcs: is for positions in degrees":  func(a *job.Ask) { a.Search.Zones.Sides = "arcs" },
		"Distance 300000 m: must be at most 200 km":     func(a *job.Ask) { a.Read.LonLat, a.Search.Distance = true, 3e5 },
		"its positions have no heights":                 func(a *job.Ask) { a.Search.Zones.Height = "0,9" },
		"results have a column traj_id that is another": func(a *job.Ask) { a.With = []string{"id"} },
		`must be of positions and speeds, or a column of the input, and there is none of that name; there is "zone_id", "wkt", "name", "size", "id"`: func(a *job.Ask) { a.With = []string{"siz"} },
		`no column "entry_name"; there is "traj_id", "zone_id"`: func(a *job.Ask) { a.Having = all(t, "entry_name=x") },
		"(With) size adds it": func(a *job.Ask) { a.Having = all(t, "zone_size>1") },
	} {
		a := square(t)
		change(&a)
		if _, err := job.Run(t.Context(), a, job.Func(func(job.Rows) error { return nil })); err == nil || !strings.Contains(err.Error(), wants) {
			t.Errorf("%v, want %q", err, wants)
		}
	}
	a := square(t)
	broken := errors.New("no more")
	if _, err := job.Run(t.Context(), a, job.Func(func(job.Rows) error { return broken })); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
}
