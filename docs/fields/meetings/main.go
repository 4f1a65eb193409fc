// Command meetings prints the ships of an AIS file that lie together for two hours.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"flyby"
	"flyby/stage"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

func main() {
	ctx := context.Background()
	ships, _, err := input.Read(ctx, os.Args[1], format.Options{MaxGap: 6 * 3600}) // seconds
	if err != nil {
		log.Fatal(err)
	}
	db, err := flyby.Open(ctx, ships, flyby.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	found, err := db.Encounters(ctx, flyby.Search{Distance: 500}) // metres
	if err != nil {
		log.Fatal(err)
	}
	for e, err := range stage.MinDuration(stage.MergeGap(found.Chunks(), 30*60), 2*3600) {
		if err != nil {
			log.Fatal(err)
		}
		for i := range e.Len() {
			fmt.Printf("%s and %s: %.1f h from %s, %.0f m apart at the closest\n",
				ships.ID(int(e.QueryTraj[i])), ships.ID(int(e.EntryTraj[i])),
				(e.Exit[i]-e.Enter[i])/3600, ships.Times().Format(e.Enter[i]), e.Distance[i])
		}
	}
}
