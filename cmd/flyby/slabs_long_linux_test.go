//go:build long

package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestSlabsOfFurtherSearches: the property of TestSlabs holds for joins and searches, for hits and encounters, in every format.
func TestSlabsOfFurtherSearches(on *testing.T) {
	inSlabs(heavy(on), [][]string{
		{"join", "--distance", "0.3", "--level", "hits"},
		{"join", "--distance", "300pc", "--units", "kpc,Myr", "--max-gap", "1500kyr", "--max-speed", "260km/s", "--level", "encounters"},
		{"search", "--queries", "novae.csv", "--distance", "500pc", "--level", "hits", "--units", "kpc,Myr", "--from", "100", "--to", "300"},
	})
}

// TestRowGroupsOfFurtherJoins: the property of TestRowGroups holds for hits, for limits of speed and heights, and for short row groups with
// rows that are left out.
func TestRowGroupsOfFurtherJoins(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	inOrder(t, "fine.parquet", true, 250, func(rows []row) { rows[70_001].Y, rows[300_000].Z = math.NaN(), math.Inf(1) })
	byRowGroups(t, []groupedRow{
		{20e6, "byTime.parquet", []string{"join", "--entries", "byTime.parquet", "--distance", "0.5", "--level", "hits"}},
		{26e6, "byTime.parquet", []string{"join", "--entries", "byTime.parquet", "--distance", "0.4", "--level", "encounters", "--max-speed", "0.7"}},
		{26e6, "byTime.parquet", []string{"join", "--entries", "byTime.parquet", "--distance", "0.3", "--level", "encounters", "--vertical", "0.3"}},
		{34e6, "fine.parquet", []string{"join", "--entries", "fine.parquet", "--distance", "0.4", "--level", "encounters", "--skip-bad-rows", "--max-gap", "1.5"}},
	})
}

// TestCatalogue: a million segments that all last as long as the data are searched range by range of their trajectories.
func TestCatalogue(on *testing.T) { rangeByRange(heavy(on), 1_000_000, 105e6) }

// TestLeastMemory: the least memory that a refusal names suffices, and the process never holds more.
func TestLeastMemory(on *testing.T) {
	enoughMemory(heavy(on), [][]string{
		{"join", "--distance", "0.3", "--level", "hits"},
		{"search", "--queries", "novae.csv", "--units", "kpc,Myr", "--distance", "0.5", "--level", "hits"},
		{"join", "--distance", "0.3", "--level", "encounters"},
		{"search", "--queries", "stars.parquet", "--distance", "0.1", "--level", "encounters", "--exclude-same-id"},
	})
}

// rangeByRange checks the property of TestCatalogue for the given number of objects, within room bytes above the least.
func rangeByRange(t *place, objects int, room uint64) {
	t.Helper()
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("id,t,x,y\n")
	for i := range objects {
		x, y := float64(i%600), float64(i/600)
		fmt.Fprintf(&b, "%d,0,%v,%v\n%d,10,%v,%v\n", i, x, y, i, x+0.5, y)
	}
	if err := os.WriteFile(t.at("stars.csv"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"join", "--entries", "stars.csv", "--distance", "0.9", "--level", "hits", "--device", "cpu", "--threads", "2"}
	must(t, append(args, "--quiet", "--out", "whole.csv")...)
	most := least(t, args...) + room
	r, s := measured(t, append(args, "--memory", inBytes(most), "--tmp", t.TempDir(), "--out", "ranges.csv")...)
	switch {
	case r.status != cli.OK || !strings.Contains(r.err, "searched range by range"):
		t.Errorf("status %d, %.800q", r.status, r.err)
	case sum(t, "ranges.csv") != sum(t, "whole.csv"):
		t.Error("another file than in memory")
	case s.PeakBytes > most:
		t.Errorf("%d bytes held", s.PeakBytes)
	}
}

// enoughMemory checks the property of TestLeastMemory for some searches.
func enoughMemory(t *place, searches [][]string) {
	t.Helper()
	galaxy(t)
	dataSet(t, "supernovae", "0.6", "novae.csv")
	for _, args := range searches {
		args = append(args, "--entries", "stars.parquet", "--device", "cpu", "--threads", "2")
		must(t, append(args, "--quiet", "--out", "whole.csv")...)
		tmp := t.TempDir()
		bounded := func(bytes uint64) []string {
			return append(args, "--tmp", tmp, "--out", "least.csv", "--memory", inBytes(bytes))
		}
		refused, _ := measured(t, bounded(1e6)...)
		least, ok := saidLeast(t, refused)
		if !ok {
			t.Errorf("%v: status %d, %q", args, refused.status, refused.err)
			continue
		}
		least = withMargin(least)
		r, s := measured(t, bounded(least)...)
		if r.status != cli.OK || s.PeakBytes > least || s.SpilledBytes == 0 {
			t.Errorf("%v: status %d, %d bytes held of %d, %d spilled, %.500q", args, r.status, s.PeakBytes, least, s.SpilledBytes, r.err)
			continue
		}
		if sum(t, "least.csv") != sum(t, "whole.csv") {
			t.Errorf("%v: another file than in memory", args)
		}
		wantNothing(t, tmp)
	}
}
