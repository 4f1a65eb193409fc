package slab_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"flyby/internal/runs"
	"flyby/internal/slab"
	"flyby/internal/testing/slabtest"
	"flyby/trajectory"
)

// someStore returns a store like grid's, in 2-D or 3-D, with heights, radii and a frame or without.
func someStore(t testing.TB, r *rand.Rand) *trajectory.Store {
	t.Helper()
	flat := grid(t, r, 1+r.IntN(9))
	c := trajectory.Columns{T: flat.T(), X: flat.X(), Y: flat.Y(), Times: trajectory.TimeKind(r.IntN(2)), Splices: true}
	for p := range flat.Pieces() {
		c.Piece = append(c.Piece, slices.Repeat([]uint32{uint32(p.First)}, p.Samples)...)
	}
	column := func() (v []float64) {
		for range flat.Samples() {
			v = append(v, float64(r.IntN(9)))
		}
		return v
	}
	if r.IntN(2) == 0 {
		c.Z, c.Frame = column(), trajectory.Frame(r.IntN(2))
	}
	if r.IntN(3) == 0 {
		c.H = column()
	}
	for row := range flat.Samples() {
		c.ID.Int = append(c.ID.Int, flat.IntID(flat.Owner(row)))
	}
	if r.IntN(2) == 0 {
		for _, id := range c.ID.Int {
			c.R = append(c.R, float64(id)/4)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: float64(r.IntN(3) * 4)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// slabFile writes slabs to a file.
func slabFile(t testing.TB, slabs ...*slab.Slab) (path string) {
	t.Helper()
	var all []slab.Record
	for _, s := range slabs {
		all = append(all, slab.Record{Slab: s})
	}
	return recordFile(t, all...)
}

// recordFile writes slabs to a file, with their samples or in place.
func recordFile(t testing.TB, all ...slab.Record) (path string) {
	t.Helper()
	var out bytes.Buffer
	if n, err := slab.WriteFile(&out, slab.Head(3, [32]byte{1}), all...); err != nil || n.Bytes != uint64(out.Len()) {
		t.Fatal(n, out.Len(), err)
	}
	path = filepath.Join(t.TempDir(), "slab")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// slabsOf returns the slabs of a file that has their samples.
func slabsOf(path string) (all []*slab.Slab, err error) {
	outlines, err := slabtest.Read(path, slab.Head(3, [32]byte{1}))
	for _, o := range outlines {
		s, slabErr := o.Slab()
		all, err = append(all, s), errors.Join(err, slabErr)
	}
	return all, err
}

// differ returns where two slabs differ, their ids aside.
func differ(got, want *slab.Slab) string {
	a, b := got.Store, want.Store
	switch {
	case got.Start != want.Start || got.End != want.End || !slices.Equal(got.Traj, want.Traj) || !slices.Equal(got.Before, want.Before):
		return fmt.Sprintf("[%v, %v) %v %v, want [%v, %v) %v %v", got.Start, got.End, got.Traj, got.Before, want.Start, want.End, want.Traj, want.Before)
	case b.Samples() > 0 && (a.Space() != b.Space() || a.Extent() != b.Extent()) || a.Times() != b.Times() || a.HasRadius() != b.HasRadius():
		return fmt.Sprintf("%v %v, want %v %v", a.Space(), a.Times(), b.Space(), b.Times())
	case a.Segments() != b.Segments() || a.Samples() != b.Samples() || !slices.Equal(a.H(), b.H()):
		return fmt.Sprintf("%d segments, want %d", a.Segments(), b.Segments())
	}
	pieces := slices.Collect(b.Pieces())
	if found := slices.Collect(a.Pieces()); !slices.Equal(found, pieces) {
		return fmt.Sprintf("pieces %v, want %v", found, pieces)
	}
	for row, g := range b.Rows() {
		if found := a.Segment(row); found != g {
			return fmt.Sprintf("row %d: %+v, want %+v", row, found, g)
		}
	}
	return ""
}

// TestFile: slabs that are read from a file equal the slabs that were written, in everything that a search uses.
func TestFile(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 31))
		s := someStore(t, r)
		var last *slab.Slab
		for b := range slabtest.Cut(s, slabtest.Edges(r, s)) {
			want := []*slab.Slab{b}
			if last != nil && r.IntN(2) == 0 {
				want = append(want, last)
			}
			last = b
			got, err := slabsOf(slabFile(t, want...))
			if err != nil || len(got) != len(want) {
				t.Fatalf("seed %d: %d slabs, %v", seed, len(got), err)
			}
			for i := range got {
				if d := differ(got[i], want[i]); d != "" {
					t.Fatalf("seed %d: %s", seed, d)
				}
			}
		}
	}
}

// TestFileOfMany: columns of several blocks come back.
func TestFileOfMany(t *testing.T) {
	c := trajectory.Columns{}
	for i := range 200_000 {
		c.ID.Int = append(c.ID.Int, int64(i/2))
		c.T, c.X, c.Y = append(c.T, float64(i)), append(c.X, float64(i%77)), append(c.Y, float64(i%13))
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for b := range slabtest.Cut(s, nil) {
		got, err := slabsOf(slabFile(t, b))
		if err != nil {
			t.Fatal(err)
		}
		if d := differ(got[0], b); d != "" {
			t.Fatal(d)
		}
	}
}

// TestWholes: ids of either kind, many or none, come back, with radii.
func TestWholes(t *testing.T) {
	var names []string
	for i := range 10_000 {
		names = append(names, fmt.Sprintf("name %06d", i))
	}
	names[0] = ""
	counts := make([]uint32, len(names))
	counts[7], counts[9_999] = 70, 7
	want := []slab.Whole{
		slab.Of(someStore(t, rand.New(rand.NewPCG(4, 4)))),
		{IDs: trajectory.NameIDs(names), Kind: trajectory.Timestamp, Space: trajectory.Space{Dim: 3, Heights: true}, Segments: 77, Radius: make([]float64, len(names)), Counts: counts},
		{IDs: trajectory.IntIDs([]int64{-5, 0, 7}), Space: trajectory.Space{Dim: 2}, Counts: []uint32{3, 0, 1}, Segments: 4},
		{IDs: trajectory.NameIDs(nil), Space: trajectory.Space{Dim: 2}, Counts: []uint32{}},
	}
	var out bytes.Buffer
	if n, err := slab.WriteWholes(&out, slab.WholesHead([32]byte{2}), want...); err != nil || n.Bytes != uint64(out.Len()) {
		t.Fatal(n, err)
	}
	path := filepath.Join(t.TempDir(), "names")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := slabtest.ReadWholes(path, slab.WholesHead([32]byte{2}))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%d wholes, %v", len(got), err)
	}
	if _, err := slabtest.ReadWholes(path, slab.WholesHead([32]byte{3})); !errors.Is(err, runs.ErrDamaged) {
		t.Error(err)
	}
}

// FuzzSlabFile: a file of slabs with a changed byte gives an error, or slabs, and no panic; without new checksums always an error, unless the
// byte is one of the last 32, which are not checked.
func FuzzSlabFile(f *testing.F) {
	f.Add(uint64(1), uint16(120), uint8(3), true)
	f.Add(uint64(2), uint16(300), uint8(255), false)
	f.Fuzz(func(t *testing.T, seed uint64, at uint16, flip uint8, sealed bool) {
		r := rand.New(rand.NewPCG(seed, 41))
		s := someStore(t, r)
		var of []*slab.Slab
		for b := range slabtest.Cut(s, slabtest.Edges(r, s)) {
			of = append(of, b)
		}
		one := of[r.IntN(len(of))]
		path, wrong := slabFile(t, one), false
		if seed%2 == 1 {
			path = recordFile(t, slab.Record{Slab: one, InPlace: true, Groups: []slab.Group{{Number: 2, First: one.Start, Last: one.End}}})
		}
		if sealed {
			resealed(t, path, int(at), flip|1)
		} else {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			wrong = int(at)%len(text) < len(text)-32 // the checksum of all is there, which is not checked
			text[int(at)%len(text)] ^= flip | 1
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		all, err := slabtest.Read(path, slab.Head(3, [32]byte{1}))
		if err != nil && !errors.Is(err, runs.ErrDamaged) || err == nil && wrong {
			t.Fatal(err)
		}
		for _, o := range all {
			if !o.InPlace() {
				continue
			}
			if got, err := filledFrom(o, s, one.End); !sealed && (err != nil || differ(got, one) != "") {
				t.Fatal(err, differ(got, one))
			}
		}
	})
}

// resealed changes a byte of a block, or of the notes, and writes the file anew with checksums of the changed bytes.
func resealed(t *testing.T, path string, at int, flip byte) {
	t.Helper()
	old, err := runs.OpenBlocks(path, slab.Head(3, [32]byte{1}))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := runs.NewBlockWriter(&out, slab.Head(3, [32]byte{1}))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range old.Places() {
		block, err := old.Read(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(old.Places()); len(block) > 0 && at%(n+1) == i {
			block[at/(n+1)%len(block)] ^= flip
		}
		if _, err := w.Write(block); err != nil {
			t.Fatal(err)
		}
	}
	notes := slices.Clone(old.Notes())
	if n := len(old.Places()); at%(n+1) == n {
		notes[at/(n+1)%len(notes)] ^= flip
	}
	if err := errors.Join(w.Close(notes), old.Close(), os.WriteFile(path, out.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
}
