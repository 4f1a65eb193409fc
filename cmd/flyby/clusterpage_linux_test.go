package main

import (
	"strconv"
	"testing"

	"flyby/internal/cli"
)

// TestClusterPageWithinMemory: a page of 600,000 points keeps within its bound of memory and equals
// the page made with all memory; a bound that is too small is refused with one that suffices.
func TestClusterPageWithinMemory(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	dataSet(t, "syn-uniform", "0.3", "points.npy")
	must(t, words("dbscan points.npy --eps 0.15 --minpts 8 --device cpu --quiet --out labels.parquet")...)
	const room = 150e6 // above the memory of an idle command
	page, most := "report labels.parquet --points points.npy --minpts 8 --threads 2 --quiet", idle(t)+room
	if r, _ := peak(t, page+" --out all.html"); r.status != cli.OK {
		t.Fatalf("%+v", r)
	}
	if r, bytes := peak(t, page+" --out few.html --memory "+strconv.Itoa(most)+"B"); r.status != cli.OK || bytes > most || read(t, "few.html") != read(t, "all.html") {
		t.Errorf("held %d of %d: %+v", bytes, most, r)
	}
	r, _ := peak(t, page+" --out none.html --memory 60MB")
	if _, _, ok := saidSize(t, r); r.status != cli.Failure || !ok {
		t.Errorf("%+v", r)
	}
}
