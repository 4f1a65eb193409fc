package packed_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"flyby/internal/packed"
	"flyby/internal/runs"
	"flyby/internal/spill"
	"flyby/internal/testing/spilltest"
)

// TestDamage: a bit that flips, wherever it is, and a file that is cut are an error that names the folder, the block and its first byte,
// and only right rows come before the error.
func TestDamage(t *testing.T) {
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := packed.NewRuns(folder, packed.Hits, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all := randomHits(rand.New(rand.NewPCG(4, 1)), 9000)
	fill(t, nil, s, 2, func(i int) []*packed.Rows {
		var some []hit
		for k := i; k < len(all); k += 2 {
			some = append(some, all[k])
		}
		return []*packed.Rows{hitsOf(t, some)}
	})
	if err := s.End(); err != nil {
		t.Fatal(err)
	}
	merged := func() (got []hit, err error) {
		for rows, err := range s.Merged(t.Context(), 1<<20) {
			if err != nil {
				return got, err
			}
			got = append(got, fromHits(rows.Hits())...)
		}
		return got, nil
	}
	told := regexp.MustCompile(`^runs: file in folder ` + regexp.QuoteMeta(folder.Path()) + `: block \d at byte \d+: its checksum is another$`)
	size := int(folder.Written())
	for at := 0; at < size; at += 1 + size/97 {
		flip := func(text []byte) []byte { text[at] ^= 1 << (at % 8); return text }
		if n := spilltest.Damage(t, folder.Path(), flip); n != 1 {
			t.Fatalf("%d files", n)
		}
		if got, err := merged(); !errors.Is(err, runs.ErrDamaged) || !told.MatchString(err.Error()) || !slices.Equal(got, all[:len(got)]) {
			t.Errorf("byte %d: %d rows, %v", at, len(got), err)
		}
		spilltest.Damage(t, folder.Path(), flip)
	}
	if got, err := merged(); err != nil || !slices.Equal(got, all) {
		t.Errorf("%d rows, %v", len(got), err)
	}
	spilltest.Damage(t, folder.Path(), func(text []byte) []byte { return text[:size-1] })
	if _, err := merged(); !errors.Is(err, runs.ErrDamaged) {
		t.Error(err)
	}
}
