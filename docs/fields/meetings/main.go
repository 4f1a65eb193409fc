// Command meetings prints the ships of AIS files that lie together for two hours.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

func main() {
	ctx := context.Background()
	ships, err := job.Open(ctx, job.Ask{
		Inputs: job.Inputs{
			Entries: os.Args[1:],
			Read:    format.Options{MaxGap: 6 * 3600}, // seconds
		},
		Question: question.Question{
			Search: flyby.Search{Distance: 500}, // metres
			Stages: question.Stages{MergeGap: 30 * 60, MinDuration: 2 * 3600},
		},
		Machine: flyby.Options{Memory: 2 << 30},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer ships.Close()
	all := ships.Entries()
	_, err = ships.Run(ctx, job.Func(func(rows job.Rows) error {
		e := rows.Encounters
		for i := range e.Len() {
			fmt.Printf("%s and %s: %.1f h from %s, %.0f m apart at the closest\n",
				all.ID(int(e.QueryTraj[i])), all.ID(int(e.EntryTraj[i])),
				(e.Exit[i]-e.Enter[i])/3600, all.Times().Format(e.Enter[i]), e.Distance[i])
		}
		return nil
	}))
	if err != nil {
		log.Fatal(err)
	}
}
