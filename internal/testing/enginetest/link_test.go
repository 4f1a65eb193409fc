package enginetest

import (
	"testing"

	"flyby/datasets"
	"flyby/internal/cl"
	"flyby/internal/testing/cltest"
)

// TestLink: the bytes of searches with and without hits are exchanged, and the samples arrive.
func TestLink(t *testing.T) {
	cltest.Devices(t)
	queries, err := datasets.Disc(3, 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	up := queries.Samples() * 4 * 8
	for _, down := range []int{0, 24, 24_000} {
		l, err := OpenLink("opencl:0", max(up, down))
		if err != nil {
			t.Fatal(err)
		}
		l.Fill(queries.T(), queries.X(), queries.Y(), queries.Z())
		if err := l.Bare(up, down); err != nil {
			t.Fatal(err)
		}
		got := make([]float64, queries.Samples())
		if err := l.queue.EnqueueReadBuffer(l.device, cl.Blocking, 0, cl.Bytes(got), nil, nil); err != nil {
			t.Fatal(err)
		}
		for i, v := range queries.T() {
			if got[i] != v {
				t.Fatalf("%d bytes of hits: sample %d is at %v, want %v", down, i, got[i], v)
			}
		}
		if err := l.Exchange(up, down); err != nil {
			t.Error(err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	l, err := OpenLink("opencl:99", 1)
	if err == nil {
		t.Error("a device that is not there")
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// TestInteract: every interaction is a hit, at any number of them.
func TestInteract(t *testing.T) {
	for _, n := range []int{1, 2, 1000} {
		if got := Interact(n); got != n {
			t.Errorf("%d of %d interactions hit", got, n)
		}
	}
}
