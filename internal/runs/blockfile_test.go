package runs

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ofTests is the head of the files of the tests.
var ofTests = BlockHead{Kind: 7, Number: 3, Of: [32]byte{1, 2, 3}}

// blockFile returns the bytes of a block file, and its blocks.
func blockFile(t testing.TB, r *rand.Rand, blocks int, notes string) (text []byte, all [][]byte) {
	t.Helper()
	var out bytes.Buffer
	w, err := NewBlockWriter(&out, ofTests)
	if err != nil {
		t.Fatal(err)
	}
	for range blocks {
		block := make([]byte, r.IntN(40))
		for k := range block {
			block[k] = byte(r.Uint32())
		}
		if _, err := w.Write(slices.Clone(block)); err != nil {
			t.Fatal(err)
		}
		all = append(all, block)
	}
	if err := w.Close([]byte(notes)); err != nil || w.Size() != uint64(out.Len()) {
		t.Fatal(w.Size(), out.Len(), err)
	}
	return out.Bytes(), all
}

// saved writes a file.
func saved(t testing.TB, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "blocks")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// readAll reads a block file to its end.
func readAll(path string, want BlockHead) (all [][]byte, notes string, err error) {
	f, err := OpenBlocks(path, want)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	for _, p := range f.Places() {
		block, err := f.Read(p, nil)
		if err != nil {
			return all, "", err
		}
		all = append(all, block)
	}
	return all, string(f.Notes()), f.Check(context.Background())
}

// TestBlockFile: blocks, none or some, come back with the notes, also after the file was closed.
func TestBlockFile(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{0, 1, 9} {
		text, want := blockFile(t, r, n, "notes")
		path := saved(t, text)
		got, notes, err := readAll(path, ofTests)
		if err != nil || notes != "notes" || !slices.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("%d blocks: %d, %q, %v", n, len(got), notes, err)
		}
		f, err := OpenBlocks(path, ofTests)
		if err != nil || f.Close() != nil || f.Check(t.Context()) != nil || f.Close() != nil || f.Close() != nil || f.Size() != int64(len(text)) || f.Name() != path {
			t.Errorf("%d blocks: closed and read again: %v", n, err)
		}
	}
	if _, err := OpenBlocks(filepath.Join(t.TempDir(), "none"), ofTests); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestBlockFileDamage: each bit that flips, each cut, and a wanted head that differs are an error that names the file.
func TestBlockFileDamage(t *testing.T) {
	text, _ := blockFile(t, rand.New(rand.NewPCG(3, 4)), 4, "four")
	path := saved(t, nil)
	check := func(what string, text []byte, want BlockHead) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := readAll(path, want); !errors.Is(err, ErrDamaged) || !strings.HasPrefix(err.Error(), "runs: "+path+": ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for at := range text {
		flipped := slices.Clone(text)
		flipped[at] ^= 1 << (at % 8)
		check("flipped", flipped, ofTests)
		check("cut", text[:at], ofTests)
	}
	check("longer", append(slices.Clone(text), 0), ofTests)
	for _, other := range []BlockHead{{8, 3, ofTests.Of}, {7, 4, ofTests.Of}, {7, 3, [32]byte{9}}} {
		check("another head", text, other)
	}
}

// TestBlockFileBits: a bit that flips is found without the checksum of the whole file, by opening or by reading the blocks.
func TestBlockFileBits(t *testing.T) {
	text, _ := blockFile(t, rand.New(rand.NewPCG(3, 5)), 3, "three")
	path := saved(t, nil)
	for bit := range 8 * len(text) {
		flipped := slices.Clone(text)
		flipped[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(path, flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := OpenBlocks(path, ofTests)
		if err == nil {
			for _, p := range f.Places() {
				_, readErr := f.Read(p, nil)
				err = errors.Join(err, readErr)
			}
			f.Close()
		}
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("bit %d of byte %d of %d: %v", bit%8, bit/8, len(text), err)
		}
	}
}

// FuzzBlockFile: a block file that is cut, or has flipped bits or swapped parts, gives an error or the right blocks.
func FuzzBlockFile(f *testing.F) {
	f.Add(uint16(5), byte(0), uint16(70), uint16(0), uint16(0))
	f.Add(uint16(9), byte(1), uint16(80), uint16(0), uint16(3))
	f.Add(uint16(9), byte(2), uint16(60), uint16(90), uint16(20))
	f.Add(uint16(9), byte(3), uint16(60), uint16(90), uint16(20))
	f.Fuzz(func(t *testing.T, n uint16, how byte, at, other, size uint16) {
		text, want := blockFile(t, rand.New(rand.NewPCG(uint64(n), 1)), int(n)%20, "some notes")
		changed := changedBytes(slices.Clone(text), how, int(at), int(other), int(size))
		got, notes, err := readAll(saved(t, changed), ofTests)
		same := bytes.Equal(text, changed)
		if err == nil && (!same || notes != "some notes" || !slices.EqualFunc(got, want, bytes.Equal)) || err != nil && (same || !errors.Is(err, ErrDamaged)) {
			t.Fatalf("%d blocks, changed %v: %v", len(got), !same, err)
		}
	})
}
