package flyby_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"runtime/debug"
	"strings"

	"flyby"
	"flyby/group"
	"flyby/trajectory/input"
)

// ships opens a data set in a file.
func ships() *input.Data {
	data, err := input.Open(context.Background(), []string{"docs/fields/data/bering.csv"}, input.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return data
}

// A source is a store, or files of any size: both answer the same questions.
func ExampleSource() {
	for _, s := range []flyby.Source{harbour(), ships()} {
		db, err := flyby.Open(context.Background(), s, flyby.Options{Device: "cpu", Memory: 256 << 20})
		if err != nil {
			log.Fatal(err)
		}
		found, err := db.Encounters(context.Background(), flyby.Search{Distance: 200})
		if err != nil {
			log.Fatal(err)
		}
		for e, err := range found.Chunks() {
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(e.Len(), "encounters, the first of", s.ID(int(e.QueryTraj[0])), "and", s.ID(int(e.EntryTraj[0])))
		}
		if err := db.Close(); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// 1 encounters, the first of ferry and tug
	// 3 encounters, the first of 273000002 and 368000001
}

// The error about a bound of memory that is too small names a sufficient bound.
func ExampleMemoryError() {
	debug.FreeOSMemory() // garbage counts as held
	_, err := flyby.Open(context.Background(), ships(), flyby.Options{Device: "cpu", Memory: 1000})
	var little *flyby.MemoryError
	fmt.Println(errors.Is(err, flyby.ErrMemory), errors.As(err, &little) && little.Least > little.Bytes, little.Bytes)
	// Output:
	// true true 1000
}

// A plan is asked for, kept, and obeyed; one that was changed is refused.
func ExamplePlan() {
	db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	s := flyby.Search{Distance: 30}
	plan, err := db.Plan(context.Background(), s)
	if err != nil {
		log.Fatal(err)
	}
	text, err := json.Marshal(plan)
	if err != nil {
		log.Fatal(err)
	}
	s.Plan = new(flyby.Plan)
	if err := json.Unmarshal(text, s.Plan); err != nil {
		log.Fatal(err)
	}
	found, err := db.Hits(context.Background(), s)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Plan.Kind, found.Stats().Hits)
	fmt.Println(json.Unmarshal([]byte(strings.Replace(string(text), "memory", "time", 1)), s.Plan))
	// Output:
	// memory 1
	// flyby: plan: its checksum is another: it was changed or cut
}

// Data in memory are searched there; others in slabs of time, or, where segments last too long for that, in ranges of
// trajectories.
func ExamplePlan_kinds() {
	db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	plan, err := db.Plan(context.Background(), flyby.Search{Distance: 30})
	if err != nil {
		log.Fatal(err)
	}
	switch plan.Kind {
	case "memory":
		fmt.Println("in memory")
	case "time":
		fmt.Println("in slabs of time:", len(plan.Edges)+1)
	case "trajectories":
		fmt.Println("in pairs of ranges of trajectories:", plan.Slabs)
	}
	// Output:
	// in memory
}

// A plan names the data that it is for.
func ExamplePlanData() {
	db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	plan, err := db.Plan(context.Background(), flyby.Search{Queries: harbour(), Distance: 30})
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range []flyby.PlanData{plan.Entries, *plan.Queries} {
		fmt.Println(d.Trajectories, "trajectories,", d.Segments, "segments from", d.Start, "to", d.End)
	}
	// Output:
	// 2 trajectories, 2 segments from 0 to 60
	// 2 trajectories, 2 segments from 0 to 60
}

// The counts of a search for groups are known before the first group.
func ExampleGroupStats() {
	db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Device: "cpu"})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	var stats flyby.GroupStats
	for g, err := range db.GroupsWith(context.Background(), group.Search{Distance: 50, MinSize: 2}, &stats) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(len(g.Members), "together, of", stats.Encounters, "encounters and", stats.Hits, "hits")
	}
	// Output:
	// 2 together, of 1 encounters and 1 hits
}
