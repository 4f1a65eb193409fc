package runs

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"flyby/internal/spill"
)

// TestSorter: rows come in the order of a stable sort, in every walk, from memory, from one round of runs and from several; no file has
// a name.
func TestSorter(t *testing.T) {
	for _, c := range []struct {
		rows, keys int
		memory     uint64
		spilled    bool
	}{
		{0, 1, 1 << 16, false}, {1, 1, 1 << 16, false}, {1024, 5, 0, false}, {1025, 5, 0, true},
		{5000, 3, 0, true}, {40_000, 3, 0, true}, {40_000, 1 << 20, 1 << 13, true}, {40_000, 1000, 1 << 17, true}, {40_000, 1000, 1 << 22, false},
	} {
		t.Run(fmt.Sprint(c.rows, " ", c.keys, " ", c.memory), func(t *testing.T) {
			rows := numberedRows(rand.New(rand.NewPCG(uint64(c.rows), c.memory)), c.rows, c.keys)
			s := sorted(t, c.memory, rows)
			defer s.Close()
			if s.Spilled() != c.spilled {
				t.Errorf("spilled: %v", s.Spilled())
			}
			for range 2 {
				if got, err := walked(s); err != nil || !slices.Equal(got, inOrder(rows)) {
					t.Fatalf("%d rows, %v", len(got), err)
				}
			}
			if names, err := os.ReadDir(s.folder.Path()); err != nil || len(names) > 0 {
				t.Error(names, err)
			}
		})
	}
}

// TestRounds: runs that outgrow the memory of a merge are merged to fewer, and the files of earlier rounds are deleted.
func TestRounds(t *testing.T) {
	const limit = 1 << 20
	s := filled(t, NewSorter(room(t, limit), 0, 0, numberedLayout), numberedRows(rand.New(rand.NewPCG(1, 2)), 5*leastRows, 9))
	defer s.Close()
	if len(s.runs) != 2 || s.serial != 5+3+2 {
		t.Errorf("%d runs are left of %d that were written", len(s.runs), s.serial)
	}
	if held := limit - s.folder.Room(); held != uint64(s.file.Size()) {
		t.Errorf("%d bytes are held, and the runs have %d", held, s.file.Size())
	}
}

// TestSorterStops: an error of the function that takes rows ends a walk, from memory and from runs.
func TestSorterStops(t *testing.T) {
	enough := errors.New("enough")
	for _, n := range []int{9, 5000} {
		s := sorted(t, 0, numberedRows(rand.New(rand.NewPCG(1, 2)), n, 9))
		seen := 0
		err := s.Walk(func(*numbered) error {
			if seen++; seen == 7 {
				return enough
			}
			return nil
		})
		if err != enough || seen != 7 {
			t.Error(err, seen)
		}
		s.Close()
	}
}

// TestSorterHasNoRoom: a full folder ends the sort at any write, and Close gives the room of its files back.
func TestSorterHasNoRoom(t *testing.T) {
	rows := numberedRows(rand.New(rand.NewPCG(1, 2)), 6*leastRows, 9)
	whole := uint64(len(rows) * 13)
	for _, limit := range []uint64{1, 1 << 14, whole, whole + whole/2} {
		folder := room(t, limit)
		s := NewSorter(folder, 0, 0, numberedLayout)
		err := error(nil)
		for i := 0; err == nil && i < len(rows); i++ {
			err = s.Add(&rows[i])
		}
		if err == nil {
			err = s.End()
		}
		if !errors.Is(err, spill.ErrNoRoom) {
			t.Errorf("limit %d: %v", limit, err)
		}
		s.Close()
		if folder.Room() != limit {
			t.Errorf("limit %d: %d are left", limit, folder.Room())
		}
	}
}
