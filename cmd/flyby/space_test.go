package main

import (
	"context"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/output"
	"flyby/trajectory"
)

// TestFramesApart: a search of earth-centred metres, which a Parquet file records, together with
// plain coordinates is an error that names both files, and writes no output.
func TestFramesApart(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1}}, T: []float64{0}, X: []float64{6378137}, Y: []float64{0}, Z: []float64{0}, Frame: trajectory.EarthCentred,
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := output.WriteStore(context.Background(), t.at("earth.parquet"), s, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	write(t, "plain.csv", "id,t,x,y,z\n1,0,6378,0,0\n")
	for _, c := range []struct{ entries, queries, want string }{
		{"earth.parquet", "plain.csv", "flyby: positions are earth-centred metres in earth.parquet, plain coordinates in plain.csv\n"},
		{"plain.csv", "earth.parquet", "flyby: positions are plain coordinates in plain.csv, earth-centred metres in earth.parquet\n"},
	} {
		r := invoke(t, "", "search", "--entries", c.entries, "--queries", c.queries, "--distance", "1", "--out", "out.csv")
		if r.status != cli.Failure || r.err != c.want {
			t.Errorf("status %d, %s, want %s", r.status, r.err, c.want)
		}
	}
	if names := folder(t); names != "earth.parquet plain.csv" {
		t.Errorf("the folder holds %s", names)
	}
	out := must(t, "info", "earth.parquet")
	for _, want := range []string{"dimensions     3, earth-centred metres\n", "x              6378137 to 6378137 m\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
