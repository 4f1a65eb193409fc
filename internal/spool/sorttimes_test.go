package spool

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/tier"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// TestSortTimes: rows in any order, in runs of a few, make the slabs of the file sorted by time; row
// groups that are in order are read directly.
func TestSortTimes(t *testing.T) {
	tier.Full(t)
	all := rowsOf(40, 600, true)
	want, _, err := input.Read(context.Background(), fileOf(t, columnar(t, all, 100)), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s := readAs(t, fileOf(t, columnar(t, all, 100)), Options{Format: format.Options{SortTimes: true}, way: always}); !s.Direct() {
		t.Error("row groups in order are not read by themselves")
	}
	r := rand.New(rand.NewPCG(4, 3))
	shuffled := slices.Clone(all)
	r.Shuffle(len(shuffled), func(i, k int) { shuffled[i], shuffled[k] = shuffled[k], shuffled[i] })
	for name, content := range map[string][]byte{"a.csv": text(shuffled), "a.parquet": columnar(t, shuffled, 100), "-": text(shuffled)} {
		path, options := optionsOf(t, name, content, format.Options{SortTimes: true})
		folder, err := spill.Open(t.TempDir(), 0)
		if err != nil {
			t.Fatal(err)
		}
		s, report, err := Read(context.Background(), path, Options{Format: options(), Memory: 1 << 20, Folder: folder, grain: coarse})
		if err != nil || report.Rows != len(all) || s.Spilled() == 0 {
			t.Fatalf("%s: %v, %+v", name, err, report)
		}
		if w := slab.Of(want); s.Whole().Segments != w.Segments || s.Whole().Extent != w.Extent {
			t.Errorf("%s: %+v, want %+v", name, s.Whole(), w)
		}
		checkSlabs(t, r, name, s, want)
		s.Close()
	}
}

// TestSortTimesStays: of rows at one time the first in the file stays, in whatever run it is.
func TestSortTimesStays(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,t,x,y\n")
	for step := range 10_000 {
		b.WriteString(strings.ReplaceAll("7,T,0,0\n7,T,1,0\n", "T", string(rune('0'+(step*7)%10))))
	}
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	o := format.Options{SortTimes: true, Reading: format.Reading{SkipBadRows: true}}
	want, wantReport, err := input.Read(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	s, report, err := Read(context.Background(), path, Options{Format: o, Memory: 1 << 20, Folder: folder, grain: coarse})
	if err != nil || report.Skipped != 10_000 || report.Repeats != 9990 || wantReport.Skipped != 10_000 || want.Samples() != 10 {
		t.Fatalf("%v, %+v, want %+v", err, report, wantReport)
	}
	checkSlabs(t, rand.New(rand.NewPCG(1, 1)), "rows at one time", s, want)
	s.Close()
}
