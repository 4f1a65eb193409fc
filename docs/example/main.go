// Command example finds the near misses in a run of the traffic simulator SUMO, of any size.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"flyby"
	"flyby/trajectory"
	"flyby/trajectory/input"
)

func main() {
	ctx := context.Background()
	cars, err := input.Open(ctx, os.Args[1:], input.Options{}) // of any size
	if err != nil {
		log.Fatal(err)
	}
	defer cars.Close()
	db, err := flyby.Open(ctx, cars, flyby.Options{Memory: 256e6}) // on a GPU where it is predicted to be faster
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()

	// Cars within 2 m of each other; with Queries, of other trajectories.
	found, err := db.Encounters(ctx, flyby.Search{Distance: 2})
	if err != nil {
		log.Fatal(err)
	}
	for near, err := range found.Chunks() {
		show(cars, near, err)
	}
}

// show prints some encounters.
func show(cars *input.Data, near trajectory.Encounters, err error) {
	if err != nil {
		log.Fatal(err)
	}
	for i := range near.Len() {
		fmt.Printf("%s and %s: %.2f m at %.1f s\n",
			cars.ID(int(near.QueryTraj[i])), cars.ID(int(near.EntryTraj[i])), near.Distance[i], near.Closest[i])
	}
}
