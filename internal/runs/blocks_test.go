package runs

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/spill"
)

// TestBlocks: blocks of any size are read in any order, into memory that is too short, enough or more.
func TestBlocks(t *testing.T) {
	b, want, places := someBlocks(t)
	defer b.Close()
	var memory []byte
	for _, i := range rand.New(rand.NewPCG(7, 7)).Perm(len(want)) {
		got, err := b.Read(places[i], memory)
		if err != nil || !bytes.Equal(got, want[i]) {
			t.Errorf("block %d: %d bytes, %v", i, len(got), err)
		}
		memory = got
	}
}

// someBlocks returns blocks in a file, and their places. Two neighbours have one size.
func someBlocks(t *testing.T) (b *Blocks, all [][]byte, places []Place) {
	t.Helper()
	b, err := NewBlocks(room(t, 0))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 9 {
		block := make([]byte, i/2*10)
		for k := range block {
			block[k] = byte(r.Uint32())
		}
		at, err := b.Write(slices.Clone(block))
		if err != nil {
			t.Fatal(err)
		}
		all, places = append(all, block), append(places, at)
	}
	return b, all, places
}

// TestBlocksDamage: a block that was changed, cut or swapped with another of its size is an error that names it.
func TestBlocksDamage(t *testing.T) {
	b, all, places := someBlocks(t)
	text := make([]byte, b.file.Size())
	if n, err := b.file.ReadAt(text, 0); n < len(text) {
		t.Fatal(err)
	}
	defer b.file.Close()
	check := func(what string, text []byte, i int, want string) {
		t.Helper()
		damaged := &Blocks{file: &tampered{text}}
		if got, err := damaged.Read(places[i], nil); !errors.Is(err, ErrDamaged) || err.Error() != "runs: file in folder tmp: "+want {
			t.Errorf("%s: %d bytes, %v", what, len(got), err)
		}
	}
	for at := int(places[6].At); at < int(places[7].At); at++ {
		other := slices.Clone(text)
		other[at] ^= 4
		check("flipped", other, 6, "block 6 at byte 84: its checksum is another")
	}
	other := slices.Clone(text)
	n := len(all[6]) + ChecksumBytes
	copy(other[places[6].At:], text[places[7].At:][:n])
	check("another block", other, 6, "block 6 at byte 84: its checksum is another")
	check("cut", text[:len(text)-1], 8, "block 8 at byte 152: it is cut short")
	check("cut off", text[:places[8].At], 8, "block 8 at byte 152: it is cut short")
}

// TestBlocksHaveNoRoom: the error of a full folder is the folder's.
func TestBlocksHaveNoRoom(t *testing.T) {
	b, err := NewBlocks(room(t, 13))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Write(make([]byte, 9)); err != nil {
		t.Error(err)
	}
	if _, err := b.Write(nil); !errors.Is(err, spill.ErrNoRoom) {
		t.Error(err)
	}
}
