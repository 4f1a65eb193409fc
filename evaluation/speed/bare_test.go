package speed

import (
	"testing"

	"flyby/datasets"
	"flyby/kernel/cl"
	"flyby/kernel/cl/cltest"
)

// TestBare exchanges the bytes of searches with and without hits, and wants the samples to arrive.
func TestBare(t *testing.T) {
	cltest.Devices(t)
	queries, err := datasets.Disc(3, 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, hits := range []uint64{0, 1, 1000} {
		b, err := openBare("opencl:0", Cost{Up: upBytes(queries), Down: hits * HitBytes})
		if err != nil {
			t.Fatal(err)
		}
		b.fill(queries)
		if err := b.exchange(); err != nil {
			t.Fatal(err)
		}
		got := make([]float64, queries.Samples())
		if err := b.queue.EnqueueReadBuffer(b.device, cl.Blocking, 0, cl.Bytes(got), nil, nil); err != nil {
			t.Fatal(err)
		}
		for i, v := range queries.T() {
			if got[i] != v {
				t.Fatalf("%d hits: sample %d is at %v, want %v", hits, i, got[i], v)
			}
		}
		if err := b.close(); err != nil {
			t.Error(err)
		}
	}
	b, err := openBare("opencl:99", Cost{})
	if err == nil {
		t.Error("a device that is not there")
	}
	if err := b.close(); err != nil {
		t.Error(err)
	}
}
