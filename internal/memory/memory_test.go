package memory_test

import (
	"errors"
	"math"
	"runtime"
	"testing"

	"flyby/internal/memory"
)

func TestNeedRefusesWhatNoMachineHas(t *testing.T) {
	if room, by := memory.Room(); by == "" {
		if runtime.GOOS == "linux" {
			t.Error("nothing bounds memory")
		}
		t.Skip("what bounds memory is not known on ", runtime.GOOS)
	} else if room == 0 || room == math.MaxUint64 {
		t.Errorf("%s leaves %d bytes", by, room)
	}
	err := memory.Need("2 things", 1<<62)
	var e *memory.Error
	if !errors.Is(err, memory.ErrNoRoom) || !errors.As(err, &e) || e.Bytes != 1<<62 || e.By == "" {
		t.Errorf("2^62 bytes: %v", err)
	}
	for _, n := range []uint64{0, memory.Small - 1, memory.Small} {
		if err := memory.Need("bytes", n); err != nil {
			t.Error(err)
		}
	}
}

func TestErrorIsOneLine(t *testing.T) {
	e := &memory.Error{What: "112,000,000 hits", Bytes: 9126805504, Room: 1288490188, By: "the limit on address space"}
	if got, want := e.Error(), "112,000,000 hits need 8.5 GiB; the limit on address space leaves 1.2 GiB"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestOf(t *testing.T) {
	if memory.Of(3, 8) != 24 || memory.Of(-1, 8) != 0 || memory.Of(math.MaxInt, 8) != math.MaxUint64 {
		t.Error(memory.Of(3, 8), memory.Of(-1, 8), memory.Of(math.MaxInt, 8))
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 112492500: "112,492,500"} {
		if got := memory.Count(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{-1: "-1", -999: "-999", -1000: "-1,000", math.MinInt64: "-9,223,372,036,854,775,808"} {
		if got := memory.Count(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 B", 1023: "1023 B", 1 << 10: "1.0 KiB", 150 << 20: "150 MiB", 3 << 29: "1.5 GiB", math.MaxUint64: "16.0 EiB"} {
		if got := memory.Size(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// TestAtLeast: the written size is more than the bytes found to do, and no less for being rounded.
func TestAtLeast(t *testing.T) {
	for n, want := range map[uint64]string{0: "4.0 MiB", 73 << 20: "77.0 MiB", 73<<20 + 1: "77.1 MiB", 146 << 20: "150 MiB", 146<<20 + 1: "151 MiB", math.MaxUint64: "16.0 EiB"} {
		if got := memory.AtLeast(n); got != want {
			t.Errorf("%d is told as %q, want %q", n, got, want)
		}
	}
}

func BenchmarkNeed(b *testing.B) {
	for b.Loop() {
		if err := memory.Need("bytes", 1<<21); err != nil {
			b.Fatal(err)
		}
	}
}
