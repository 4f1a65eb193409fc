package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// wrongFix returns rows of two ships of which one has, at its middle, a position a degree away.
func wrongFix() string {
	var b strings.Builder
	b.WriteString("MMSI,BaseDateTime,LON,LAT\n")
	for i := range 60 {
		lon := -81 + 0.002*float64(i)
		if i == 30 {
			lon += 1
		}
		fmt.Fprintf(&b, "1,2024-07-30T06:%02d:00Z,%.6f,32\n2,2024-07-30T06:%02d:00Z,-76,36.%04d\n", i, lon, i, i)
	}
	return b.String()
}

// TestJumpsAreTold: every search of data with a wrong position says once for each data set what info says of it, in memory and beyond it,
// of any format; with any --max-speed nothing is said.
func TestJumpsAreTold(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "ais.csv", wrongFix())
	write(t, "ports.csv", "id,lon,lat\np,-81,32\n")
	ran(t, "convert", "ais.csv", "--out", "ais.parquet", "--quiet")
	ran(t, "convert", "ais.csv", "--out", "times.parquet", "--order", "time", "--quiet")
	const said = "2 segments far faster than others, the fastest of 1: two objects of one id, or wrong positions; --max-speed "
	if out := ran(t, "info", "ais.csv"); strings.Count(out, said) != 1 {
		t.Errorf("info: %s", out)
	}
	for _, c := range []struct {
		line string
		n    int
	}{
		{"join ais.csv --distance 500m", 1},
		{"join ais.parquet --distance 500m", 1},
		{"join times.parquet --distance 500m", 1},
		{"convoys ais.csv --distance 500m --min-size 2 --min-duration 0", 1},
		{"search --entries ais.csv --queries ais.parquet --lonlat --distance 500m", 2},
		{"search --entries ais.csv --queries ports.csv --lonlat --columns t=none --distance 500m", 1},
		{"search --entries ports.csv --queries ais.csv --lonlat --distance 500m --columns t=none --from 2024-07-30T06:00:00Z", 1},
	} {
		for _, limit := range []string{"", " --max-speed 0", " --max-speed 1000kn"} {
			for _, outgrown := range []bool{false, true} {
				if outgrown && strings.HasPrefix(c.line, "convoys") {
					continue
				}
				r := invokeOn(t, streams{outgrown: outgrown}, words("%s%s --device cpu --memory 4GB --tmp .", c.line, limit)...)
				want := c.n
				if limit != "" {
					want = 0
				}
				if got := strings.Count(r.err, said); r.status != cli.OK || got != want {
					t.Errorf("%s%s, outgrown %v: said %d times, want %d: %+v", c.line, limit, outgrown, got, want, r)
				}
			}
		}
	}
}

// TestNoJumpsAreTold: of real motion, of ephemerides along curves, and of the files of docs/fields nothing is said.
func TestNoJumpsAreTold(on *testing.T) {
	t := beside(on)
	data, err := filepath.Abs("../../docs/fields/data")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	ran(t, words("demo --scale 0.02 --out . --quiet")...)
	for _, scene := range []string{"galaxy", "randwalk-uniform", "flocks"} {
		ran(t, words("generate %s --scale 0.01 --out %s.csv --quiet", scene, scene)...)
	}
	for _, line := range []string{
		"bering.csv", "aisdk.csv", "ships.csv", "movebank.csv", "states.csv", "fishing.parquet", "junction.fcd.xml", "conjunction.oem", "stars.ecsv",
		"ward.csv --units m", "instants.parquet --units m", "./galaxy.csv --units m", "./randwalk-uniform.csv --units m", "./flocks.csv --units m", "./cars.csv --units m", "./stars.csv --units m",
	} {
		if !strings.HasPrefix(line, "./") {
			line = filepath.Join(data, line)
		}
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: outgrown}, words("join %s --distance 0.1m --count --device cpu --memory 4GB --tmp .", line)...)
			if r.status != cli.OK || strings.Contains(r.err, "far faster") {
				t.Errorf("join %s: %+v", line, r)
			}
		}
	}
}
