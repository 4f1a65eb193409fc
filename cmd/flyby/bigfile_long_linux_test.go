//go:build long

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestManyRowsInFewPages: of a Parquet file of a few hundred bytes that holds 92 million copies of
// one row, one row is kept, in little memory, also under a limit on address space that leaves room
// for the columns. A limit that leaves less room is reported at once.
func TestManyRowsInFewPages(on *testing.T) {
	t := heavy(on)
	const most = 200 << 20 // bytes
	t.Chdir(t.TempDir())
	copyFile(t, filepath.Join(corruptFiles, "copies.parquet"), "copies.parquet")
	want := "copies.parquet: left out 96,468,991 of 96,468,992 rows that repeat the one before in their trajectory\n"
	said, status, peak := metered(t, "join", "--lonlat", "--entries", "copies.parquet", "--distance", "1", "--device", "cpu")
	if status != cli.OK || !strings.Contains(said, want) {
		t.Errorf("exit status %d, %s", status, said)
	}
	if peak > most {
		t.Errorf("%d bytes of memory at most, want less than %d", peak, most)
	}
	refusedWithin(t, 3<<20, []string{"info", "copies.parquet"}, "copies.parquet: the columns of 96468992 rows need ")
	if names := folder(t); names != "copies.parquet" {
		t.Errorf("the folder holds %s", names)
	}
}
