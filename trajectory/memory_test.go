package trajectory_test

import (
	"runtime"
	"testing"

	"flyby/trajectory"
)

// TestMemoryPerSegment: a store of a million segments in 3-D takes four columns of 8 bytes, and
// hardly more.
func TestMemoryPerSegment(t *testing.T) {
	const n = 1_000_000
	build := func() *trajectory.Store {
		c := trajectory.Columns{ID: trajectory.IDColumn{Int: make([]int64, n)}}
		c.T, c.X, c.Y, c.Z = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range n {
			c.ID.Int[i], c.T[i] = int64(i/400), float64(i%400)
		}
		s, err := trajectory.New(c, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before := heap()
	s := build()
	kept := float64(heap()-before) / float64(s.Segments())
	t.Logf("%.1f bytes a segment", kept)
	if kept > 34 {
		t.Errorf("%.1f bytes a segment, want 32 and little more", kept)
	}
	runtime.KeepAlive(s)
}

// heap returns the bytes of live objects.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
