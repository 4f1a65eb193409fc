package main

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/trajectory"
)

// TestConvertedFilesGiveTheSameAnswer: what convert writes of a file, in either format and through
// standard output too, gives the bytes that the file itself gives.
func TestConvertedFilesGiveTheSameAnswer(t *testing.T) {
	inputs(t)
	for _, c := range []struct{ file, reading, again string }{
		{"walk.gpx", "", "--lonlat --max-gap 10"},
		{"walk.gpx", "--height none", "--lonlat --max-gap 10"},
		{"walk.plt", "", "--lonlat"},
		{"20081023025304.plt", "", "--lonlat"},
		{"lonlat.csv", "--lonlat", "--lonlat"},
		{"stars.fits", "", ""},
		{"stamps.csv", "--max-gap 15", "--max-gap 15"},
		{"cars.fcd.xml", "", ""},
		{"radius.csv", "", ""},
		{"commas.csv", "", ""},
		{"local.csv", "--tz Europe/Copenhagen", ""},
	} {
		for _, out := range []string{"neutral.csv", "neutral.parquet", "neutral.csv.zst", "-"} {
			answer := invoke(t, "", words("join %s --distance 100 --level encounters %s", c.file, c.reading)...)
			if answer.status != cli.OK && strings.HasPrefix(answer.err, "flyby: "+c.file) {
				continue // no file that is read
			}
			made := invoke(t, "", words("convert %s --out %s %s", c.file, out, c.reading)...)
			if made.status != cli.OK {
				t.Errorf("convert %s to %s: %+v", c.file, out, made)
			}
			got := invoke(t, made.out, words("join %s --distance 100 --level encounters %s", out, c.again)...)
			if got.status != answer.status || got.out != answer.out {
				t.Errorf("%s by way of %s: %+v, want %+v", c.file, out, got, answer)
			}
		}
	}
}

// words are those of a command line.
func words(format string, args ...any) []string { return strings.Fields(fmt.Sprintf(format, args...)) }

// TestConvertNeverReadsDegreesTwice: long segments are not split before they are written, so that
// the file says what the data said.
func TestConvertNeverReadsDegreesTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	const far = "traj_id,t,lon,lat,height\n1,0,0,0,100\n1,1000,10,0,200\n"
	write(t, "far.csv", far)
	if got := must(t, "convert", "far.csv", "--lonlat"); got != far {
		t.Errorf("%q, want %q", got, far)
	}
}

// TestGapsOf counts gaps and measures beside them.
func TestGapsOf(t *testing.T) {
	for _, c := range []struct {
		times             []float64
		most              float64
		gaps              int
		longest, shortest float64
	}{
		{[]float64{0, 1, 3, 10, 12}, 5, 1, 2, 7},
		{[]float64{0, 10, 30}, 5, 2, 0, 10},
		{[]float64{0, 10, 12, 32}, 5, 2, 2, 10},
	} {
		columns := trajectory.Columns{ID: trajectory.IDColumn{Int: make([]int64, len(c.times))}, T: c.times, X: make([]float64, len(c.times)), Y: make([]float64, len(c.times))}
		s, err := trajectory.New(columns, trajectory.BuildOptions{MaxGap: c.most})
		if err != nil {
			t.Fatal(err)
		}
		if gaps, longest, shortest := gapsOf(s); gaps != c.gaps || longest != c.longest || shortest != c.shortest {
			t.Errorf("%v: %d gaps, longest %v, shortest %v; want %+v", c.times, gaps, longest, shortest, c)
		}
	}
}
