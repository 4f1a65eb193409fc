package packed_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"flyby/internal/packed"
	"flyby/internal/runs"
	"flyby/internal/spill"
)

// belongs is the checksum of the owner of the tests' files.
var belongs = [32]byte{4, 5}

// fileOf writes a run to a file, on some threads and in pieces, and opens it.
func fileOf(t testing.TB, kind packed.Kind, number uint32, threads int, pieces ...*packed.Rows) *packed.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "part")
	to, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	w, err := packed.NewWriter(to, kind, number, belongs, threads)
	if err != nil {
		t.Fatal(err)
	}
	rows := uint64(0)
	for _, some := range pieces {
		if err := w.Add(some); err != nil {
			t.Fatal(err)
		}
		rows += uint64(some.Len())
	}
	if s, bytes, err := w.End(rows+2, 1); err != nil || s != (packed.Sums{Rows: rows, Hits: rows + 2, AtEdge: 1}) || bytes == 0 {
		t.Fatalf("%+v, %d bytes, %v", s, bytes, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := packed.OpenFile(path, kind, number, belongs)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// mergedHits returns the hits of files, of which at most most are merged at once.
func mergedHits(t testing.TB, files []*packed.File, most, threads int) (got []hit, err error) {
	t.Helper()
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := packed.RunsOf(folder, packed.Hits, threads, files, packed.AllQueries())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for rows, err := range s.Merged(t.Context(), packed.Hits.MergeBytes(most, threads)) {
		if err != nil {
			return got, err
		}
		got = append(got, fromHits(rows.Hits())...)
	}
	return got, nil
}

// TestFiles: hits that are dealt to files come back the same, in one round or in several.
func TestFiles(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 21))
		want := randomHits(r, 1+r.IntN(30_000))
		dealt := make([][]hit, 1+r.IntN(9))
		for first := 0; first < len(want); {
			last := min(len(want), first+1+r.IntN(900))
			k := r.IntN(len(dealt))
			dealt[k], first = append(dealt[k], want[first:last]...), last
		}
		var files []*packed.File
		for i, some := range dealt {
			cut := len(some) / 3
			files = append(files, fileOf(t, packed.Hits, uint32(i), 1+i%3, hitsOf(t, some[:cut]), hitsOf(t, some[cut:])))
		}
		got, err := mergedHits(t, files, 2+r.IntN(9), 1+r.IntN(3))
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d hits of %d files, want %d: %v", seed, len(got), len(files), len(want), err)
		}
		if again, err := mergedHits(t, files, 20, 2); err != nil || !slices.Equal(again, want) {
			t.Fatalf("seed %d: a second time: %d hits, %v", seed, len(again), err)
		}
	}
}

// TestFewAreCopied: where files are a few more than are merged at once, a round copies only a few of them to the folder.
func TestFewAreCopied(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 10))
	want := randomHits(r, 30_000)
	var files []*packed.File
	size := uint64(0)
	for i := range 60 {
		var own []hit
		for k := i; k < len(want); k += 60 {
			own = append(own, want[k])
		}
		files = append(files, fileOf(t, packed.Hits, uint32(i), 1, hitsOf(t, own)))
		size += uint64(files[i].Size())
	}
	for most, share := range map[int]float64{60: 0, 52: 0.15, 40: 0.36, 20: 0.72} {
		folder, err := spill.Open(t.TempDir(), 0)
		if err != nil {
			t.Fatal(err)
		}
		s, err := packed.RunsOf(folder, packed.Hits, 2, files, packed.AllQueries())
		if err != nil {
			t.Fatal(err)
		}
		var got []hit
		for rows, err := range s.Merged(t.Context(), packed.Hits.MergeBytes(most/4, 2)) { // its blocks have a quarter of the rows
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fromHits(rows.Hits())...)
		}
		if written := float64(folder.Written()); !slices.Equal(got, want) || written > (share+0.03)*float64(size) || share > 0 && written == 0 {
			t.Errorf("%d at once: %d hits, want %d; %v bytes were copied of %d", most, len(got), len(want), written, size)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestFileBytes: a run is the same file, whatever threads pack it and in whatever pieces it comes.
func TestFileBytes(t *testing.T) {
	all := randomHits(rand.New(rand.NewPCG(8, 8)), 20_000)
	var first []byte
	for threads := 1; threads < 5; threads++ {
		cut := len(all) * threads / 5
		f := fileOf(t, packed.Hits, 2, threads, hitsOf(t, all[:cut]), hitsOf(t, all[cut:]))
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = text
		}
		if !slices.Equal(text, first) {
			t.Errorf("%d threads: %d bytes, other than %d", threads, len(text), len(first))
		}
	}
}

// TestOtherFile: a run of another kind, number or origin is not opened.
func TestOtherFile(t *testing.T) {
	f := fileOf(t, packed.Hits, 2, 1, hitsOf(t, randomHits(rand.New(rand.NewPCG(8, 9)), 20)))
	for _, open := range []func() (*packed.File, error){
		func() (*packed.File, error) { return packed.OpenFile(f.Name(), packed.Pairs, 2, belongs) },
		func() (*packed.File, error) { return packed.OpenFile(f.Name(), packed.Hits, 1, belongs) },
		func() (*packed.File, error) { return packed.OpenFile(f.Name(), packed.Hits, 2, [32]byte{}) },
	} {
		if _, err := open(); !errors.Is(err, runs.ErrDamaged) {
			t.Error(err)
		}
	}
}

// FuzzFile cuts the file of a run and flips its bits: an error, and never other rows.
func FuzzFile(f *testing.F) {
	f.Add(uint64(1), uint16(100), true)
	f.Add(uint64(2), uint16(9), false)
	f.Add(uint64(3), uint16(60000), false)
	f.Fuzz(func(t *testing.T, seed uint64, at uint16, cut bool) {
		want := randomHits(rand.New(rand.NewPCG(seed, 2)), int(seed%5000))
		file := fileOf(t, packed.Hits, 0, 1, hitsOf(t, want))
		text, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		if k := int(at) % len(text); cut {
			text = text[:k]
		} else {
			text[k] ^= 1 << (seed % 8)
		}
		if err := os.WriteFile(file.Name(), text, 0o600); err != nil {
			t.Fatal(err)
		}
		damaged, err := packed.OpenFile(file.Name(), packed.Hits, 0, belongs)
		if err == nil {
			var got []hit
			if got, err = mergedHits(t, []*packed.File{damaged}, 2, 1); !slices.Equal(got, want[:len(got)]) {
				t.Fatalf("other rows, %v", err)
			}
			if err == nil {
				err = damaged.Check(t.Context())
			}
		}
		if !errors.Is(err, runs.ErrDamaged) {
			t.Fatalf("cut %v at %d: %v", cut, at, err)
		}
	})
}
