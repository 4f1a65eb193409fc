package main

import (
	"testing"

	"flyby/internal/cli"
)

// TestRefusalNamesEnoughMemory: a command that is refused for its memory names a sufficient size; with that size, as
// written, it is not refused and holds no more, on two cores and on sixteen.
func TestRefusalNamesEnoughMemory(on *testing.T) {
	t := heavy(on)
	toRefuse(t)
	for _, c := range []struct{ cores, line string }{
		{"2", "convert stars.parquet --out out.parquet"},
		{"16", "search --entries stars.parquet --queries novae.csv --units kpc,Myr --distance 0.3 --level hits --device cpu --out out.csv"},
	} {
		t.Setenv("GOMAXPROCS", c.cores)
		wantEnough(t, c.line)
	}
}

// toRefuse makes the files of TestRefusalNamesEnoughMemory.
func toRefuse(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.7", "stars.parquet")
	dataSet(t, "supernovae", "0.3", "novae.csv")
}

// wantEnough wants a command with little memory to be refused once, with a size that suffices.
func wantEnough(t *place, line string) {
	t.Helper()
	r, _ := peak(t, line+" --quiet --memory 1MB")
	enough, most, ok := saidSize(t, r)
	if !ok {
		t.Fatalf("%s: %+v", line, r)
	}
	r, bytes := peak(t, line+" --quiet --memory "+enough)
	if r.status != cli.OK || uint64(bytes) > most {
		t.Errorf("%s: with %s, which were said to do: %d bytes held, %+v", line, enough, bytes, r)
	}
}
