package binindex_test

import (
	"runtime"
	"testing"

	"flyby/binindex"
	"flyby/trajectory"
)

// TestMemoryPerSegment: a store in 3-D and both indexes together take at most 100
// bytes per segment (docs/architecture.md §3.4); in fact the store takes 32, the rows of the bins 4,
// and the pyramid over runs of four 13.7: a quarter of a box of 32 bytes, a third of
// that for the levels above, and a quarter of a run of 12 bytes.
func TestMemoryPerSegment(t *testing.T) {
	const objects, samples = 1000, 401
	before := heap()
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: make([]int64, objects*samples)}}
	for _, col := range []*[]float64{&c.T, &c.X, &c.Y, &c.Z} {
		*col = make([]float64, objects*samples)
	}
	for i := range c.T {
		c.ID.Int[i], c.T[i] = int64(i/samples), float64(i%samples)
		c.X[i], c.Y[i], c.Z[i] = float64(i*7919%1009), float64(i*104729%1013), float64(i%samples)
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c = trajectory.Columns{}
	per := func(from uint64) float64 { return float64(heap()-from) / float64(s.Segments()) }
	store := per(before)
	from := heap()
	bins := binindex.NewBins(s, 0)
	temporal := per(from)
	from = heap()
	pyramid := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 4}, 2)
	spatial := per(from)
	t.Logf("bytes a segment: store %.1f, bins %.1f, pyramid %.1f", store, temporal, spatial)
	if total := store + temporal + spatial; total > 60 {
		t.Errorf("%.1f bytes a segment, want less than 60", total)
	}
	runtime.KeepAlive(s)
	runtime.KeepAlive(bins)
	runtime.KeepAlive(pyramid)
}

// heap returns the bytes of live objects.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
