package memory

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
)

// TestLimit: the heap may have the bound of the process less the memory outside of the
// heap, and never more than before.
func TestLimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	const most = 1 << 30
	Limit(most)
	got := debug.SetMemoryLimit(-1)
	if got >= most || got < most/2 {
		t.Errorf("limit %d, want somewhat less than %d", got, most)
	}
	Limit(2 * most)
	if again := debug.SetMemoryLimit(-1); again != got {
		t.Errorf("limit %d after a larger one, want %d", again, got)
	}
}

// TestCores: a runtime gets no more cores than it has, and two where it has them.
func TestCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	for _, c := range []struct{ threads, cores int }{{20, 16}, {5, 5}, {1, 2}, {8, 2}} {
		if Cores(c.threads); runtime.GOMAXPROCS(0) != c.cores {
			t.Errorf("%d cores for %d threads, want %d", runtime.GOMAXPROCS(0), c.threads, c.cores)
		}
	}
}

// TestShare: four fifths of the free memory, and the process's own.
func TestShare(t *testing.T) {
	room, _ := Room()
	if got := Share(); got <= room/2 || got > room+Resident() && room != math.MaxUint64 {
		t.Errorf("%d bytes of %d", got, room)
	}
}

// TestResident: a block that is written to is held.
func TestResident(t *testing.T) {
	before := Resident()
	block := make([]byte, 64<<20)
	for i := range block {
		block[i] = 1
	}
	if got := Resident(); got < before+48<<20 {
		t.Errorf("%d bytes held, %d before a block of %d", got, before, len(block))
	}
	if block[len(block)-1] != 1 {
		t.Error("no block")
	}
}
