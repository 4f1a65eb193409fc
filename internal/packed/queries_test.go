package packed_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"flyby/internal/packed"
	"flyby/internal/runs"
	"flyby/internal/spill"
)

// manyQueries makes hits of many query trajectories, of which some have many hits, in order.
func manyQueries(r *rand.Rand, n, trajectories int) []hit {
	all := randomHits(r, n)
	heavy := uint32(r.IntN(trajectories))
	for i := range all {
		if all[i].key[0] = uint32(r.IntN(trajectories)); r.IntN(9) == 0 {
			all[i].key[0] = heavy
		}
	}
	byKey := func(a, b hit) int { return slices.Compare(a.key[:], b.key[:]) }
	slices.SortFunc(all, byKey)
	return slices.CompactFunc(all, func(a, b hit) bool { return byKey(a, b) == 0 })
}

// dealtTo deals hits to files, neighbours to one file.
func dealtTo(t *testing.T, r *rand.Rand, all []hit, files, long int) (to []*packed.File) {
	t.Helper()
	dealt := make([][]hit, files)
	for first := 0; first < len(all); {
		last, k := min(len(all), first+1+r.IntN(long)), r.IntN(files)
		dealt[k], first = append(dealt[k], all[first:last]...), last
	}
	for i, some := range dealt {
		to = append(to, fileOf(t, packed.Hits, uint32(i), 1, hitsOf(t, some)))
	}
	return to
}

// hitsWithin returns the hits of some query trajectories of files.
func hitsWithin(t *testing.T, r *rand.Rand, files []*packed.File, q packed.Queries) (got []hit, err error) {
	t.Helper()
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := packed.RunsOf(folder, packed.Hits, 1+r.IntN(3), files, q)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for rows, err := range s.Merged(t.Context(), room(r, packed.Hits)) {
		if err != nil {
			return got, err
		}
		got = append(got, fromHits(rows.Hits())...)
	}
	return got, nil
}

// TestQueries: consecutive ranges of query trajectories are all rows of the files, however many ranges and however the rows are dealt, in one round
// or in several.
func TestQueries(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 41))
		want := manyQueries(r, 1+r.IntN(30_000), 1+r.IntN(300))
		files := dealtTo(t, r, want, 1+r.IntN(9), 1+r.IntN(20_000))
		n := 1 + r.IntN(9)
		var got []hit
		for i := range n {
			q := packed.RangeOf(files, i, n)
			some, err := hitsWithin(t, r, files, q)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range some {
				if k := uint64(h.key[0]); k < q.First || k >= q.End {
					t.Fatalf("seed %d: query %d in range %+v", seed, k, q)
				}
			}
			got = append(got, some...)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d hits in %d ranges of %d files, want %d", seed, len(got), n, len(files), len(want))
		}
	}
}

// TestRangesAreEven: ranges of RangeOf have about as many rows each, wherever blocks begin and however the queries are dealt to files.
func TestRangesAreEven(t *testing.T) {
	for seed, long := range []int{3, 1000, 40_000} {
		r := rand.New(rand.NewPCG(uint64(seed), 42))
		var all []hit
		for i := range 60_000 {
			all = append(all, hit{key: [4]uint32{uint32(i / 6), uint32(i), 1, 1}})
		}
		files := dealtTo(t, r, all, 7, long)
		for n := 1; n < 6; n++ {
			for i := range n {
				some, err := hitsWithin(t, r, files, packed.RangeOf(files, i, n))
				if even := len(all) / n; err != nil || len(some) < even*8/10 || len(some) > even*12/10 {
					t.Errorf("neighbours by %d: %d hits in range %d of %d: %v", long, len(some), i, n, err)
				}
			}
		}
	}
}

// TestMoreRangesThanQueries: a range has all rows of a query trajectory or none, and may have no row.
func TestMoreRangesThanQueries(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 43))
	want := manyQueries(r, 9000, 2)
	files := dealtTo(t, r, want, 3, 900)
	var got []hit
	empty := 0
	for i := range 7 {
		some, err := hitsWithin(t, r, files, packed.RangeOf(files, i, 7))
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, some...); len(some) == 0 {
			empty++
		}
	}
	if !slices.Equal(got, want) || empty != 5 {
		t.Errorf("%d hits, want %d; %d empty ranges", len(got), len(want), empty)
	}
}

// TestBlocksOfARange: a range reads only blocks that may have rows of it. A damaged block ends only the ranges that need it, one of which has its
// rows, and the file reports it; the other ranges do without it.
func TestBlocksOfARange(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 44))
	want := manyQueries(r, 15_000, 500)
	f := dealtTo(t, r, want, 1, 99)[0]
	places := f.Places()
	text, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	for k, p := range places {
		damaged := slices.Clone(text)
		damaged[p.At+int64(p.Size)/2] ^= 1
		if err := os.WriteFile(f.Name(), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		needed := 0
		for i := range 5 {
			f, err := packed.OpenFile(f.Name(), packed.Hits, 0, belongs)
			if err != nil {
				t.Fatal(err)
			}
			q := packed.RangeOf([]*packed.File{f}, i, 5)
			_, merging := hitsWithin(t, r, []*packed.File{f}, q)
			if told := f.Failed(); (told != nil) != (merging != nil) || merging != nil && !errors.Is(told, runs.ErrDamaged) {
				t.Errorf("block %d, range %d: the file tells %v of %v", k, i, told, merging)
			}
			if checked := f.CheckBlocks(t.Context(), q); (checked == nil) != (merging == nil) {
				t.Errorf("block %d, range %d: checked %v, merged %v", k, i, checked, merging)
			}
			if merging != nil {
				needed++
			}
			f.Close()
		}
		if needed < 1 || needed > 2 {
			t.Errorf("block %d of %d is read by %d ranges", k, len(places), needed)
		}
	}
}
