package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// nestedFiles makes files of trajectories and of points in folders: good.csv, dd/a.csv, dd/sub/b.csv, and link, which leads to dd.
func nestedFiles(t *place) {
	t.Helper()
	inputs(t)
	if err := os.MkdirAll(t.at("dd/sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, "dd/a.csv", read(t, "good.csv"))
	write(t, "dd/sub/b.csv", strings.ReplaceAll(read(t, "good.csv"), "\n1,", "\n91,"))
	write(t, "points.csv", "x,y\n0,0\n1,1\n2,2\n")
	if err := os.Symlink("dd", t.at("link")); err != nil {
		t.Skip(err)
	}
}

// TestStandardOutputIsInput: a process whose standard output is appended to one of its inputs is wrong usage, for every command and
// every name of the input, and the input stays unchanged. Standard output is here as main hands it on.
func TestStandardOutputIsInput(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	nestedFiles(t)
	for _, c := range []struct{ to, args string }{
		{"good.csv", "join good.csv --distance 1"},
		{"good.csv", "join good.csv --distance 1 --explain"},
		{"good.csv", "search --entries good.csv --queries dd --distance 1"},
		{"dd/a.csv", "search --entries good.csv --queries dd --distance 1"},
		{"dd/sub/b.csv", "join dd --distance 1"},
		{"dd/sub/b.csv", "join dd/*/*.csv --distance 1"},
		{"dd/a.csv", "convoys link/ --distance 1 --min-duration 1 --min-size 2"},
		{"good.csv", "at --entries good.csv --time 1"},
		{"good.csv", "convert good.csv"},
		{"good.csv", "info good.csv"},
		{"points.csv", "selfjoin --points points.csv --eps 2"},
		{"points.csv", "knn --points points.csv -k 1"},
		{"points.csv", "dbscan --points points.csv --eps 2 --minpts 2"},
		{"points.csv", "pointjoin --points dd/a.csv --queries points.csv --eps 2"},
		{"hits.csv", "verify hits.csv --entries good.csv --distance 1"},
	} {
		if c.to == "hits.csv" {
			must(t, "join", "good.csv", "--distance", "1", "--level", "hits", "--out", "hits.csv")
		}
		before := read(t, c.to)
		r := outcome(t, process(t, `exec "$0" "$@" >>`+c.to, strings.Fields(c.args)...))
		if r.status != cli.WrongUsage || !strings.HasPrefix(r.err, "flyby: standard output: is the same file as ") || !strings.Contains(r.err, filepath.Base(c.to)) || read(t, c.to) != before {
			t.Errorf("flyby %s >> %s: status %d, stderr %q", c.args, c.to, r.status, r.err)
		}
	}
}

// TestOutputInside: an output that the next run would read as data, since a folder or a pattern of the inputs leads to it, is wrong
// usage before any input is read; an output outside of them, or with a name that they leave out, is not.
func TestOutputInside(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	nestedFiles(t)
	before := folder(t)
	join := func(in, out string) []string { return []string{"join", in, "--distance", "1", "--out", out} }
	for _, c := range []struct {
		name string // a name that leads to the output
		args []string
	}{
		{"dd", join("dd", "dd/out.csv")}, {"dd", join("dd", "dd/sub/out.parquet")}, {"dd", join("dd", "link/out.csv.gz")},
		{"link/", join("link/", "./dd/out.csv")}, {"dd/", join("dd/", "dd/out.csv.zst")}, {"dd/../dd", join("dd/../dd", "dd/sub/../out.csv")},
		{"dd/*.csv", join("dd/*.csv", "dd/out.csv")}, {"dd/s*", join("dd/s*", "dd/sub/out.csv")}, {"link/*/[a-z].csv", join("link/*/[a-z].csv", "dd/sub/o.csv")},
		{"dd", []string{"search", "--entries", "good.csv", "--queries", "dd", "--distance", "1", "--out", "dd/out.csv"}},
		{"dd", []string{"convoys", "dd", "--distance", "1", "--min-duration", "1", "--min-size", "2", "--out", "dd/out.csv"}},
		{"dd", []string{"at", "--entries", "dd", "--time", "1", "--out", "dd/out.csv"}},
		{"dd", []string{"convert", "dd", "--out", "dd/out.csv"}},
		{"dd", []string{"selfjoin", "--points", "dd", "--eps", "1", "--out", "dd/out.csv"}},
		{"dd/*", []string{"pointjoin", "--points", "points.csv", "--queries", "dd/*", "--eps", "1", "--out", "dd/out.csv"}},
	} {
		r, out := invoke(t, "", c.args...), c.args[len(c.args)-1]
		want := "flyby: --out " + out + ": would be one of the files of "
		if r.status != cli.WrongUsage || !strings.HasPrefix(r.err, want) || !strings.Contains(r.err, " "+c.name+", and the next run would read it as data (") || strings.Count(r.err, "\n") != 1 {
			t.Errorf("flyby %s: status %d, stderr %q", strings.Join(c.args, " "), r.status, r.err)
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder changes from %s to %s", before, after)
	}
	for _, c := range [][2]string{{"dd", "out.csv"}, {"dd", "dd.csv"}, {"dd/sub", "dd/out.csv"}, {"dd/a*.csv", "dd/out.csv"}, {"dd/*.csv", "dd/sub/out.csv"}, {"dd", "dd/.out.csv"}, {"dd", "dd/out.html"}, {"dd/a.csv", "dd/out.csv"}} {
		if r, err := invoke(t, "", join(c[0], c[1])...), os.Remove(t.at(c[1])); r.status != cli.OK || err != nil {
			t.Errorf("%v: status %d, stderr %q, %v", c, r.status, r.err, err)
		}
	}
}
