package slabs_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

// Three slabs are planned, run one after another, as three processes might do, and merged.
func Example() {
	folder, err := os.MkdirTemp("", "slabs")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	ships := filepath.Join(folder, "ships.csv")
	rows := "traj_id,t,x,y\n1,0,0,0\n1,10,10,0\n1,20,20,0\n2,0,0,5\n2,10,10,1\n2,20,20,5\n"
	if err := os.WriteFile(ships, []byte(rows), 0o600); err != nil {
		log.Fatal(err)
	}
	ctx, dir := context.Background(), filepath.Join(folder, "work")
	work, err := slabs.Plan(ctx, dir, job.Ask{Inputs: job.Inputs{Entries: []string{ships}}, Question: question.Question{Search: flyby.Search{Distance: 2}}}, slabs.PlanOptions{Slabs: 3})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range work.Slabs() {
		if _, err := work.Run(ctx, s.K, flyby.Options{Device: "cpu"}); err != nil {
			log.Fatal(err)
		}
	}
	if _, err := work.Merge(ctx, job.Range{}, slabs.MergeOptions{}, job.Func(func(r job.Rows) error {
		for i := range r.Encounters.Len() {
			fmt.Printf("from %v to %v, %v apart at %v\n", r.Encounters.Enter[i], r.Encounters.Exit[i], r.Encounters.Distance[i], r.Encounters.Closest[i])
		}
		return nil
	})); err != nil {
		log.Fatal(err)
	}
	// Output: from 7.5 to 12.5, 1 apart at 10
}
