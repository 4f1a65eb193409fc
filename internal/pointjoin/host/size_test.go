package host

import (
	"errors"
	"runtime"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/papers/zorder"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// TestSize: an index takes no more memory than its method says, with the lists that lss counts itself, nor many times
// less.
func TestSize(t *testing.T) {
	const count, dimensions, most = 60_000, 4, 4
	s := even(t, count, dimensions)
	within, err := pointjoin.NewThreshold(0.05)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range table() {
		before := heap()
		x, err := New(1).Load(t.Context(), pointjoin.Set{Points: s, Method: m.Name, Threshold: within})
		if err != nil {
			t.Fatal(err)
		}
		kept := int(heap()) - int(before)
		runtime.KeepAlive(x)
		size := count * (m.size.point + m.size.coordinate*dimensions)
		if m.Name == "lss" {
			size += int(zorder.Size(count, dimensions, dimensions+1, 0))
			if each := m.IndexBytes(dimensions); kept > count*each || kept < count*each/4 {
				t.Errorf("lss: keeps %d bytes, and foretells %d", kept, count*each)
			}
		}
		if kept > size+size/20 || most*kept < size {
			t.Errorf("%s: keeps %d bytes, and says %d", m.Name, kept, size)
		}
	}
}

// heap returns the bytes of the heap in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestFits: every method refuses an index beyond the memory of all machines before it is made.
func TestFits(t *testing.T) {
	for _, m := range table() {
		if err := m.fits(points.MaxPoints, points.MaxDimensions); !errors.Is(err, memory.ErrNoRoom) {
			t.Errorf("%s: %v", m.Name, err)
		}
		if err := m.fits(1000, 2); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
}
