package main

import (
	"strconv"
	"testing"

	"flyby/internal/cli"
)

// TestClusterPageWithinMemory: a page of 600,000 points holds no more than it may, and is the one that all memory makes; where too little is left the refusal says how much would do.
func TestClusterPageWithinMemory(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	must(t, "generate", "syn-uniform", "--scale", "0.3", "--out", "points.npy", "--quiet")
	must(t, words("dbscan points.npy --eps 0.15 --minpts 8 --device cpu --quiet --out labels.parquet")...)
	const room = 150e6 // beside what an idle command holds
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
