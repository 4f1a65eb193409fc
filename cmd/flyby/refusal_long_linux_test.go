//go:build long

package main

import "testing"

// TestRefusalNamesEnoughMemoryOfEveryCommand: the property of TestRefusalNamesEnoughMemory holds for every
// command on two cores and on sixteen.
func TestRefusalNamesEnoughMemoryOfEveryCommand(on *testing.T) {
	t := heavy(on)
	toRefuse(t)
	for _, line := range []string{
		"convert stars.parquet --out out.parquet",
		"search --entries stars.parquet --queries novae.csv --units kpc,Myr --distance 0.3 --level hits --device cpu --out out.csv",
		"join stars.parquet --distance 0.1 --level hits --device cpu --out out.parquet",
		"join stars.parquet --distance 0.1 --device cpu --level encounters --out out.csv",
		"convoys stars.parquet --distance 0.1 --min-size 3 --min-duration 5 --device cpu --out out.csv",
	} {
		for _, cores := range []string{"2", "16"} {
			t.Setenv("GOMAXPROCS", cores)
			wantEnough(t, line)
		}
	}
}
