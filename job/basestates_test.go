package job_test

import (
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// TestBaseOfStates: a base of states has the answers of job.Run: of joins, and of searches whose queries have the base's now; also where files are read again, for heights or columns.
func TestBaseOfStates(t *testing.T) {
	t.Parallel()
	entries, queries := walkFile(t, 30, 1, asTheyAre), walkFile(t, 12, 2, asTheyAre)
	number := func(v float64) *float64 { return &v }
	for name, read := range map[string]format.Options{
		"the newest row": {States: true, Ahead: 9, Stale: 15},
		"an instant":     {States: true, Ahead: 6, Behind: 2, Stale: 30, Now: number(20)},
	} {
		open := job.Ask{Inputs: job.Inputs{Entries: []string{entries}, Read: read}, Machine: flyby.Options{Device: "cpu"}}
		b := openBase(t, open)
		now := b.Data().Report.States.Now
		for _, change := range []func(*job.Ask){
			func(a *job.Ask) { a.With = []string{question.Speeds, "name"} },
			func(a *job.Ask) { a.Level = question.Hits },
			func(a *job.Ask) {
				a.Level, a.With, a.Search.To = question.Pairs, []string{question.Positions}, number(now+4)
			},
			func(a *job.Ask) { a.Search.Vertical = number(1) },
		} {
			a := open
			a.Search.Distance = 3
			change(&a)
			wantBase(t, name+", a join", b, a, ".parquet")
			a.Queries, a.Read.Now = []string{queries}, &now
			wantBase(t, name+", a search", b, a)
		}
	}
}
