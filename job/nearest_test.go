package job_test

import (
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
)

// three asks for the nearest of three objects on lines along x: b passes a at time 2, 1 m away, with twice its speed, and c stands 5 m beside a's line.
func three(t *testing.T) job.Ask {
	t.Helper()
	path := textFile(t, "three.csv", "id,t,x,y,name\na,0,0,0,Ann\na,4,4,0,Ann\nb,0,-2,1,Bob\nb,2,2,1,Bob\nb,4,6,1,Bob\nc,1,3,5,Cleo\nc,3,3,5,Cleo\n")
	return job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Kind: question.NearestTrajectories, Search: flyby.Search{K: 2}}, Machine: flyby.Options{Device: "cpu"}}
}

// TestNearest: rows are counted before conditions, which leave their ranks; positions are the positions at the closest approach, speeds the speeds of the segments that own that instant.
func TestNearest(t *testing.T) {
	a := three(t)
	a.With, a.Having = []string{question.Positions, question.Speeds, "name"}, all(t, "d_min<5", "entry_name!=Cleo")
	got, r := text(t, a)
	const want = `query_traj,entry_traj,rank,t_closest,d_min,v_closest,shared,query_x,query_y,entry_x,entry_y,query_speed,entry_speed,query_name,entry_name
a,b,1,2,1,1,4,2,0,2,1,1,2,Ann,Bob
b,a,1,2,1,1,4,2,1,2,0,2,1,Bob,Ann
c,b,1,2.5,4,2,2,3,5,3,1,0,2,Cleo,Bob
`
	if got != want || r.Counts != (job.Counts{Found: 6, Held: 3, Rows: 3}) || r.Level != question.Nearest {
		t.Errorf("%s%+v, want\n%s", got, r.Counts, want)
	}
	a.With, a.Having, a.Limit = nil, nil, 4
	var ranks []uint32
	r, err := job.Run(t.Context(), a, job.Func(func(rows job.Rows) error {
		ranks = append(ranks, rows.Nearest.Rank...)
		return nil
	}))
	if err != nil || !slices.Equal(ranks, []uint32{1, 2, 1, 2}) || r.Held != 6 || r.Rows != 4 {
		t.Errorf("%v, %+v: %v", ranks, r.Counts, err)
	}
}

// TestNearestRefuse: what rows of nearest have not is an error.
func TestNearestRefuse(t *testing.T) {
	for wants, change := range map[string]func(*job.Ask){
		"ExcludeSameID is for queries, and there are none":                 func(a *job.Ask) { a.Search.ExcludeSameID = true },
		"neighbours 0: must be 1 or more":                                  func(a *job.Ask) { a.Search.K = 0 },
		"with: paths and both are for encounters":                          func(a *job.Ask) { a.With = []string{question.Both} },
		"merge-gap: is not for nearest":                                    func(a *job.Ask) { a.MergeGap = 1 },
		`no column "t_enter"; there is "query_traj", "entry_traj", "rank"`: func(a *job.Ask) { a.Having = all(t, "t_enter>1") },
	} {
		a := three(t)
		change(&a)
		if _, err := job.Run(t.Context(), a, job.Func(func(job.Rows) error { return nil })); err == nil || !strings.Contains(err.Error(), wants) {
			t.Errorf("%v, want %q", err, wants)
		}
	}
}
