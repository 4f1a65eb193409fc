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
