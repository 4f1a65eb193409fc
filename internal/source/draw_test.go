package source

import (
	"errors"
	"runtime/debug"
	"testing"

	"flyby/internal/memory"
)

// TestLacks: where all trajectories are asked for, and some do not fit, the error names a memory that is enough, and it is.
func TestLacks(t *testing.T) {
	store := columns(t, 2000, 600, 1)
	r := reader(t, config(t, 400<<20, 1))
	set := outgrown(r, store)
	p := Pair{Reader: r, Entries: set, Queries: set, Join: true}
	all := func() *Drawn {
		d, err := p.Draw(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range store.Trajectories() {
			d.Add(i, (i+1)%store.Trajectories())
		}
		return d
	}
	if err := all().Lacks(); err != nil {
		t.Fatal(err)
	}
	again := func(bytes uint64) {
		r.Quota.Close()
		debug.FreeOSMemory()
		r.Quota = memory.NewQuota(bytes)
	}
	again(10 << 20)
	little := (*memory.LittleError)(nil)
	if err := all().Lacks(); !errors.As(err, &little) {
		t.Fatalf("%v", err)
	}
	again(little.Least + little.Least/10)
	if err := all().Lacks(); err != nil {
		t.Error(err)
	}
}
