//go:build long

package agree_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/kernel"
)

// usage is the memory and handles of a process.
type usage struct {
	goroutines, files int
	resident          int // bytes; 0 where the system does not say
	heap              int // bytes in use after a collection
}

func (u usage) String() string {
	return fmt.Sprintf("%d goroutines, %d files, %.1f MiB resident, heap of %.1f MiB",
		u.goroutines, u.files, float64(u.resident)/(1<<20), float64(u.heap)/(1<<20))
}

// used returns the usage of the process after a garbage collection.
func used() usage {
	runtime.GC()
	runtime.GC() // frees the blocks that cleanups release
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u := usage{goroutines: runtime.NumGoroutine(), heap: int(m.HeapAlloc)}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		u.files = len(open)
	}
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		pages, _ := strconv.Atoi(strings.Fields(string(text))[1])
		u.resident = pages * os.Getpagesize()
	}
	return u
}

// Rounds that fill the caches kept for later ones, and the growth allowed to all other rounds:
// blocks that the allocators below keep, no more for many rounds than for few.
const (
	warmRounds   = 100
	mostResident = 12 << 20
	mostHeap     = 1 << 20
)

// TestLevel: a process that opens, searches and closes again and again has a level usage after the
// first hundred rounds. FLYBY_ROUNDS sets the number of rounds. Memory that the driver of a GPU
// keeps for itself is printed and not judged (docs/decisions/0010).
func TestLevel(t *testing.T) {
	rounds := 2 * warmRounds
	if n, err := strconv.Atoi(os.Getenv("FLYBY_ROUNDS")); err == nil {
		rounds = n
	}
	entries, queries, err := datasets.Searches()[3].Load(0.01, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, device := range devices(t) {
		t.Run(device, func(t *testing.T) {
			var first, last usage
			for i := range rounds {
				o := flyby.Options{Device: device, Method: flyby.MethodSpatiotemporal}
				if i%3 == 2 {
					o.Method = flyby.MethodTemporal
				}
				if s := (flyby.Search{Queries: queries, Distance: 25}); i%3 == 1 {
					askEncounters(t, o, entries, s)
				} else {
					ask(t, o, entries, s)
				}
				if i == warmRounds {
					first = used()
				}
			}
			last = used()
			t.Logf("after %d rounds %v, after %d %v", warmRounds, first, rounds, last)
			on, err := flyby.Select(device)
			if err != nil {
				t.Fatal(err)
			}
			grown := last.resident > first.resident+mostResident && on[0].Kind != kernel.GPU
			if last.goroutines > first.goroutines || last.files > first.files || grown || last.heap > first.heap+mostHeap {
				t.Errorf("after %d rounds %v, after %d %v", warmRounds, first, rounds, last)
			}
		})
	}
}
