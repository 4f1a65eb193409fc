// Command example finds the near misses in a run of the traffic simulator SUMO.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"flyby"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

func main() {
	ctx := context.Background()
	cars, _, err := input.Read(ctx, os.Args[1], format.Options{})
	if err != nil {
		log.Fatal(err)
	}
	db, err := flyby.Open(ctx, cars, flyby.Options{}) // a GPU if there is one, else the CPU
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()

	// Cars within 2 m of each other; with Queries, of other trajectories.
	found, err := db.Encounters(ctx, flyby.Search{Distance: 2})
	if err != nil {
		log.Fatal(err)
	}
	near, err := found.Collect()
	if err != nil {
		log.Fatal(err)
	}
	for i := range near.Len() {
		fmt.Printf("%s and %s: %.2f m at %.1f s\n",
			cars.ID(int(near.QueryTraj[i])), cars.ID(int(near.EntryTraj[i])), near.Distance[i], near.Closest[i])
	}
}
