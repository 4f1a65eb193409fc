package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestGeometryOfAnswers: files with geometries are the same by all methods and threads, through standard output too, and verify
// confirms them from the data.
func TestGeometryOfAnswers(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "boats.csv", boats)
	for _, shape := range []string{"point", "line"} {
		for _, end := range []string{"parquet", "arrows"} {
			asked := words("boats.csv --lonlat --distance 50m --max-gap 15 --merge-gap 100 --geometry %s --device cpu", shape)
			must(t, append(words("join --out met.%s", end), asked...)...)
			want := read(t, "met."+end)
			for _, more := range []string{"--method rtree", "--method bruteforce --threads 1", "--threads 5"} {
				must(t, append(words("join --out again.%s %s", end, more), asked...)...)
				if read(t, "again."+end) != want {
					t.Errorf("%s, %s, %s: another file", shape, end, more)
				}
			}
			if got := must(t, append(words("join --out-format %s", strings.Replace(end, "arrows", "arrow", 1)), asked...)...); got != want {
				t.Errorf("%s, %s: standard output has another file", shape, end)
			}
			checked := must(t, append(words("verify met.%s --entries", end), asked...)...)
			if !strings.Contains(checked, "3 rows: as they should be (") {
				t.Errorf("%s, %s: %s", shape, end, checked)
			}
		}
	}
}

// TestVerifyFindsAWrongGeometry: verify finds a row with another row's geometry, and names a geometry that no flag asked for.
func TestVerifyFindsAWrongGeometry(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "boats.csv", boats)
	asked := words("--lonlat --distance 50m --max-gap 15 --merge-gap 100")
	for _, end := range []string{"parquet", "arrows"} {
		must(t, append(words("join boats.csv --geometry line --out met.%s", end), asked...)...)
		r := invoke(t, "", append(words("verify met.%s --entries boats.csv --geometry point", end), asked...)...)
		if r.status != cli.Failure || !strings.Contains(r.err, "row 1: geometry is WKB of ") || !strings.Contains(r.err, ", not WKB of 21 bytes (checksum ") {
			t.Errorf("%s: status %d, %s", end, r.status, r.err)
		}
		if told := must(t, append(words("verify met.%s --entries boats.csv", end), asked...)...); !strings.Contains(told, "but for geometry, which no flag told of") {
			t.Errorf("%s: %s", end, told)
		}
	}
}

// TestGeometryRefused: asking for the geometry of an answer that has none is wrong usage that gives the reason.
func TestGeometryRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "boats.csv", boats)
	for line, want := range map[string]string{
		"join boats.csv --distance 5 --out no.parquet --geometry lime":                      "is it line?",
		"join boats.csv --distance 5 --geometry point":                                      "--geometry point: is for --out FILE.parquet and FILE.arrows; no other format has a column for it",
		"join boats.csv --distance 5 --out no.ndjson --geometry line":                       "--geometry line: is for --out FILE.parquet",
		"join boats.csv --distance 5 --out no.geojson --geometry line":                      "--geometry line: is for --out FILE.parquet",
		"join boats.csv --distance 5 --out no.parquet --level objects --geometry point":     "objects have no t_closest",
		"join boats.csv --distance 5 --out no.parquet --with paths":                         "Parquet and Arrow have --geometry line",
		"slab plan --entries boats.csv --distance 5 --dir slabs --slabs 2 --geometry point": "--geometry: needs the data again, which slabs do not have",
		"slab merge slabs --geometry point":                                                 "unknown flag: --geometry",
		"selfjoin boats.csv --eps 5 --geometry point":                                       "--geometry: is for trajectories: flyby at writes points with it",
		"convoys boats.csv --distance 5 --min-size 2 --min-duration 1 --geometry point":     "unknown flag: --geometry",
		"at --entries boats.csv --time 10 --out no.parquet --geometry line":                 "--geometry line: is for search and join; at an instant nothing moves",
		"at --entries boats.csv --time 10 --out no.npy --geometry point":                    "--geometry point: is for --out FILE.parquet",
	} {
		r := invoke(t, "", words("%s", line)...)
		if r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
			t.Errorf("%s: status %d, %s, want %s", line, r.status, r.err, want)
		}
	}
}

// TestGeometryAt: at writes a point a row, of degrees and of lengths, and commands on points read the file as they read one without
// geometries.
func TestGeometryAt(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	write(t, "boats.csv", boats)
	write(t, "plain.csv", strings.Replace(boats, "lon,lat", "x,y", 1))
	for file, near := range map[string]string{"boats.csv --lonlat": "50m --lonlat", "plain.csv": "0.001 --columns id=id,x1=x1,x2=x2"} {
		must(t, words("at --entries %s --time 40 --out with.parquet --geometry point", file)...)
		must(t, words("at --entries %s --time 40 --out without.parquet", file)...)
		got, want := must(t, words("selfjoin with.parquet --quiet --eps %s", near)...), must(t, words("selfjoin without.parquet --quiet --eps %s", near)...)
		if got != want || strings.Count(got, "\n") != 4 {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
		if with, without := read(t, "with.parquet"), read(t, "without.parquet"); !strings.Contains(with, `"primary_column":"geometry"`) || strings.Contains(without, "geometry") {
			t.Errorf("%s: footers", file)
		}
	}
}
