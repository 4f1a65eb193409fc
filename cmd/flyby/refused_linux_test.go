package main

import (
	"testing"

	"flyby/internal/cli"
)

// TestRefusedWithWhatDoes: a command that is refused for its memory says how much would do, and is not refused with that
// as it is written, on two cores and on sixteen, and holds no more.
func TestRefusedWithWhatDoes(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	must(t, "generate", "galaxy", "--scale", "0.7", "--out", "stars.parquet", "--quiet")
	must(t, "generate", "supernovae", "--scale", "0.3", "--out", "novae.csv", "--quiet")
	for i, line := range []string{
		"convert stars.parquet --out out.parquet",
		"search --entries stars.parquet --queries novae.csv --distance 0.3 --level hits --device cpu --out out.csv",
		"join stars.parquet --distance 0.1 --level hits --device cpu --out out.parquet",
		"join stars.parquet --distance 0.1 --device cpu --level encounters --out out.csv",
		"convoys stars.parquet --distance 0.1 --min-size 3 --min-duration 5 --device cpu --out out.csv",
	} {
		for k, cores := range []string{"2", "16"} {
			if testing.Short() && (i%2 != k || i > 2) {
				continue
			}
			t.Setenv("GOMAXPROCS", cores)
			wantEnough(t, line)
		}
	}
}

// wantEnough wants a command with little memory to be refused once, with what does.
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
