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
	"flyby/batching"
	"flyby/group"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory/input"
)

// The cpu comes first, whatever else is here.
func ExampleDevices() {
	all, err := flyby.Devices()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(all[0].Selector, all[0].Kind, all[0].Float64)
	// Output: cpu cpu true
}

// A selector may name several devices, and one that is not here is an error.
func ExampleSelect() {
	picked, err := flyby.Select("cpu")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(picked), picked[0].Selector)
	_, err = flyby.Select("opencl:999999")
	fmt.Println(errors.Is(err, flyby.ErrNoDevice))
	// Output:
	// 1 cpu
	// true
}

// A device says what a bug report needs.
func ExampleDevice() {
	all, err := flyby.Devices()
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range all {
		fmt.Printf("%s is a %s named %s with %d units and %d bytes of memory, driver %s of %s\n",
			d.Selector, d.Kind, d.Name, d.Units, d.Memory, d.Driver, d.Platform)
	}
}

// All complaints about options come back at once.
func ExampleOptions() {
	o := flyby.Options{Method: "guess", Threads: -1, Settings: map[string]string{"colour": "red"}}
	fmt.Println(o.Validate())
	for _, o.Method = range []flyby.Method{flyby.MethodAuto, flyby.MethodTemporal} {
		fmt.Println(flyby.Options{Method: o.Method, Settings: o.Settings}.Validate())
	}
	// Output:
	// flyby: method "guess": must be one of auto, spatiotemporal, temporal, rtree, bruteforce
	// flyby: threads -1: must be positive, or 0 for all cores
	// flyby: settings are those of a method: name it
	// setting: method temporal has no colour: its settings are batching, bins, model
}

// Every method gives the same hits.
func ExampleMethods() {
	for _, m := range flyby.Methods() {
		db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Device: "cpu", Method: m})
		if err != nil {
			log.Fatal(err)
		}
		found, err := db.Hits(context.Background(), flyby.Search{Distance: 50})
		if err != nil {
			log.Fatal(err)
		}
		kind := "engine"
		if m == flyby.MethodRTree || m == flyby.MethodBruteForce {
			kind = "baseline"
		}
		fmt.Println(kind, m, found.Stats().Hits)
		if err := db.Close(); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// engine auto 1
	// engine spatiotemporal 1
	// engine temporal 1
	// baseline rtree 1
	// baseline bruteforce 1
}

// MethodAuto walks, on the cpu in place of a GPU where performance models of both say that it is faster.
func ExampleMethod() {
	db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Device: "cpu", Method: flyby.MethodAuto})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	found, err := db.Hits(context.Background(), flyby.Search{Distance: 50})
	if errors.Is(err, flyby.ErrMemory) {
		log.Fatal("more hits than there is memory for: ", err)
	}
	fmt.Println(found.Stats().Method)
	// Output: spatiotemporal
}

// The device's performance model is made once, and serves MethodAuto and batching.Model from then on.
func ExampleTune() {
	o := flyby.Options{Device: "gpu", Progress: func(p flyby.Progress) {
		fmt.Printf("%s: %.0f %%, %v left\n", p.Phase, 100*p.Done/p.Total, p.Left)
	}}
	path, err := flyby.Tune(context.Background(), o, "")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("kept in", path)
	search := flyby.Search{Distance: 50, Batching: batching.Model} // for MethodTemporal
	fmt.Println(search.Validate())
}

// Progress ends where all is done.
func ExampleProgress() {
	var last flyby.Progress
	o := flyby.Options{Device: "cpu", Progress: func(p flyby.Progress) { last = p }}
	db, err := flyby.Open(context.Background(), harbour(), o)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Hits(context.Background(), flyby.Search{Distance: 50}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(last.Phase, last.Done == last.Total)
	// Output: search true
}

// A program's own devices are listed with the host's and OpenCL's, or alone.
func ExampleProviders() {
	fmt.Println(len(flyby.Providers()))
	cores := []kernel.Provider{host.Provider{}}
	db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Device: "auto", Providers: cores})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	found, err := db.Hits(context.Background(), flyby.Search{Distance: 50})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.Stats().Reason)
	// Output:
	// 2
	// no GPU here
}

// Why is there no OpenCL device? Without the library all else works.
func ExampleOpenCL() {
	if err := flyby.OpenCL(); err != nil {
		fmt.Println("searches run on the cpu:", err)
	}
}

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

// Tune shows how the time of a search depends on the size of its batches.
func ExampleBatchCurve() {
	db, err := flyby.Open(context.Background(), harbour(), flyby.Options{Method: flyby.MethodTemporal})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	curve, err := db.Tune(context.Background(), flyby.Search{Distance: 50}, []int{1, 2, 4})
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range curve.Sizes {
		fmt.Printf("s = %d: %d batches, %v on the device and %v on the host\n", p.Size, p.Batches, p.Kernel, p.Host)
	}
	fmt.Println("best:", curve.Best.Size)
}
