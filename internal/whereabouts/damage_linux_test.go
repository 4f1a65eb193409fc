package whereabouts_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/internal/runs"
	"flyby/internal/slab"
	"flyby/internal/testing/spilltest"
	"flyby/internal/whereabouts"
	"flyby/trajectory"
)

// flip changes a bit in the middle of text, unless it is empty.
func flip(text []byte) []byte {
	if len(text) > 0 {
		text[len(text)/2] ^= 16
	}
	return text
}

// TestDamage: changed bytes in the files of a side are an error that names the folder.
func TestDamage(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 19))
	s := wander(t, rng, 2, false)
	cells := whereabouts.Cells{Borders: []int{0, s.Trajectories()}, Slabs: func(first, last int) slab.Source { return slab.CutRange(s, nil, first, last) }}
	for _, q := range []whereabouts.Question{{Cells: cells, Place: place}, {Cells: cells, Speeds: true}} {
		folder := room(t)
		side, err := whereabouts.NewSide(folder, q, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		defer side.Close()
		if err := side.Ask(journeys(rng, s, 3000)); err != nil {
			t.Fatal(err)
		}
		if n := spilltest.Damage(t, folder.Path(), flip); n < 2 {
			t.Fatalf("%d files", n)
		}
		if err := whereabouts.Answer(t.Context(), cells, side); !errors.Is(err, runs.ErrDamaged) || !strings.Contains(err.Error(), folder.Path()) {
			t.Error(err)
		}
	}
}

// TestWaitingDamage: a changed byte in the file of waiting rows is an error.
func TestWaitingDamage(t *testing.T) {
	folder := room(t)
	w, err := whereabouts.NewWaiting(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	rows := []uint32{1, 2, 3}
	columns := whereabouts.Columns{U32: []*[]uint32{&rows}}
	if err := w.Add(columns, len(rows)); err != nil {
		t.Fatal(err)
	}
	spilltest.Damage(t, folder.Path(), flip)
	var some trajectory.Pairs
	for n, err := range w.Chunks(whereabouts.Columns{U32: []*[]uint32{&some.QueryTraj}}) {
		if n != 0 || !errors.Is(err, runs.ErrDamaged) {
			t.Error(n, err)
		}
	}
}
