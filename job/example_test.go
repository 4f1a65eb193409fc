package job_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// From files to a file of answers: the ships that lie within 500 m of each other for two hours.
func ExampleRun() {
	folder, err := os.MkdirTemp("", "meetings")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	files, out := []string{"../docs/fields/data/bering.csv"}, filepath.Join(folder, "meetings.csv")

	report, err := job.Run(context.Background(), job.Ask{
		Inputs:   job.Inputs{Entries: files},
		Question: question.Question{Search: flyby.Search{Distance: 500}, With: []string{"VesselName"}, Stages: question.Stages{MergeGap: 30 * 60, MinDuration: 2 * 3600}},
		Machine:  flyby.Options{Memory: 2 << 30},
	}, job.File(out))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Rows, "meetings, of", report.Entries.Trajectories(), "ships")

	text, err := os.ReadFile(out)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(text))
	// Output:
	// 1 meetings, of 3 ships
	// query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,v_closest,open,parts,query_VesselName,entry_VesselName
	// 273000002,368000001,2023-06-01T02:58:34.945742Z,2023-06-01T05:34:39.6158988Z,2023-06-01T03:02:03Z,181.7407803671491,1.5300983052097428,,2,KAMA,NORTHERN GULL
}

// Stars of a catalogue on their way by proper motion and radial velocity: which passes the Sun, the origin, within a tenth of a parsec, in 15 million years?
func ExampleRun_stars() {
	search := flyby.Search{Distance: 0.1}
	_, err := job.Run(context.Background(), job.Ask{
		Inputs:   job.Inputs{Entries: []string{"../docs/fields/data/gaia.csv"}, Queries: []string{"origin"}, Read: format.Options{States: true, Ahead: 15}},
		Question: question.Question{Level: question.Encounters, Search: search},
		Machine:  flyby.Options{Device: "cpu"},
	}, job.Func(func(rows job.Rows) error {
		e := rows.Encounters
		for row := range e.Len() {
			fmt.Printf("%.3f pc in %.2f Myr\n", e.Distance[row], e.Closest[row])
		}
		return nil
	}))
	if err != nil {
		log.Fatal(err)
	}
	// Output: 0.051 pc in 1.29 Myr
}
