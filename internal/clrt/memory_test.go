package clrt

import (
	"slices"
	"testing"
)

// TestMemoryKeeps: a released buffer serves the next one of its size or down to four fifths of it; beyond the bound the oldest are given back.
func TestMemoryKeeps(t *testing.T) {
	onEachDevice(t, "", func(t *testing.T, d *Device) {
		m := d.Memory
		m.Keep = 5000
		room := func(size int) (of *Array) {
			of = &Array{Name: "test"}
			must(t, m.Ensure(of, size))
			return of
		}
		first := room(2000)
		was := first.Buffer
		must(t, m.Drop(first))
		larger, smaller, same := room(2001), room(1599), room(1600)
		if larger.Buffer == was || smaller.Buffer == was || same.Buffer != was {
			t.Error("the kept buffer is not the one of 1600 bytes")
		}
		must(t, m.ReleaseArrays(larger, smaller, same)) // 2001 + 1599 + 2000 bytes
		if len(m.spare) != 2 || m.spare[1] != was || m.Count() != 0 {
			t.Errorf("%d spare buffers, %d in use; want the two latest and none", len(m.spare), m.Count())
		}
		large := room(5001)
		was = large.Buffer
		must(t, m.Drop(large))
		if slices.Contains(m.spare, was) {
			t.Error("a buffer beyond the bound is kept")
		}
	})
}
