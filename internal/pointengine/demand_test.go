package pointengine_test

import (
	"testing"

	"flyby/internal/pointengine"
)

// TestLeast: a larger figure of a Demand never makes its least smaller.
func TestLeast(t *testing.T) {
	d := pointengine.Demand{Points: 1 << 20, Dimensions: 2, Threads: 1}
	before := d.Least()
	for name, add := range map[string]func(*pointengine.Demand){
		"points": func(d *pointengine.Demand) { d.Points *= 2 }, "queries": func(d *pointengine.Demand) { d.Queries = 1 << 20 },
		"threads": func(d *pointengine.Demand) { d.Threads = 16 }, "nearest": func(d *pointengine.Demand) { d.Nearest = 100 },
		"rooms": func(d *pointengine.Demand) { d.Rooms = 2 }, "lists": func(d *pointengine.Demand) { d.Lists = true },
		"neighbours": func(d *pointengine.Demand) { d.Neighbours = 1 << 24 }, "labels": func(d *pointengine.Demand) { d.Labels = 2 },
	} {
		more := d
		if add(&more); more.Least() <= before {
			t.Errorf("more %s: %d bytes, and %d without", name, more.Least(), before)
		}
	}
}

// TestThreads: each thread has some memory, and there is always one thread.
func TestThreads(t *testing.T) {
	for bytes, want := range map[uint64]int{0: 1, 20 << 20: 2, 1 << 40: 16} {
		if got := pointengine.Threads(16, bytes); got != want {
			t.Errorf("%d threads on %d bytes, want %d", got, bytes, want)
		}
	}
}
