package flyby_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"flyby"
	"flyby/batching"
	"flyby/kernel"
	"flyby/kernel/host"
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

// Where there is a performance model of the device, MethodAuto goes by it.
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
