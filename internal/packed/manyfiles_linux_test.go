package packed_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"flyby/internal/packed"
	"flyby/internal/spill"
	"flyby/internal/tier"
)

// openFiles returns how many files the process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// TestManyFiles: a thousand files are merged at once, without a copy and with at most 512 open files.
func TestManyFiles(t *testing.T) {
	tier.Full(t)
	const n, most = 1000, 512
	want := manyQueries(rand.New(rand.NewPCG(8, 12)), 3*n, 90)
	var files []*packed.File
	for i := range n {
		var own []hit
		for k := i; k < len(want); k += n {
			own = append(own, want[k])
		}
		files = append(files, fileOf(t, packed.Hits, uint32(i), 1, hitsOf(t, own)))
		if err := files[i].Close(); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := packed.RunsOf(folder, packed.Hits, 2, files, packed.AllQueries())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	before := openFiles(t)
	var got []hit
	for rows, err := range s.Merged(t.Context(), math.MaxUint64) {
		if err != nil {
			t.Fatal(err)
		}
		if now := openFiles(t) - before; now > most+10 {
			t.Fatalf("%d files are open", now)
		}
		got = append(got, fromHits(rows.Hits())...)
	}
	if !slices.Equal(got, want) || folder.Written() > 0 {
		t.Errorf("%d hits, want %d; %d bytes copied", len(got), len(want), folder.Written())
	}
}
