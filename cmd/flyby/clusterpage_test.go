package main

import (
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestReportOfClusters: a page is made of every format that dbscan writes, and differs only in its title and in the columns that a format
// lacks.
func TestReportOfClusters(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", crowds)
	must(t, words("dbscan p.csv --eps 10 --minpts 4 --out c.csv --device cpu")...)
	first := must(t, words("report c.csv --points p.csv --eps 10 --minpts 4 --out -")...)
	if d := pageData(t, first); len(d.Bunches) != 3 || len(d.IDs) != 8 || !strings.Contains(first, "eps 10, minpts 4.") {
		t.Errorf("%+v", d)
	}
	for _, name := range []string{"c.ndjson", "c.parquet", "c.arrows", "c.csv.gz", "c.feather"} {
		if r := invoke(t, "", words("dbscan p.csv --eps 10 --minpts 4 --device cpu --out %s", name)...); r.status != cli.OK {
			continue // dbscan does not write it
		}
		page := must(t, words("report %s --points p.csv --eps 10 --minpts 4 --out -", name)...)
		if strings.ReplaceAll(page, ">"+name+": ", ">c.csv: ") != first {
			t.Errorf("%s: another page", name)
		}
	}
	must(t, words("dbscan p.csv --eps 10 --minpts 4 --out c.npy --device cpu")...)
	array := must(t, words("report c.npy --points p.csv --out -")...)
	if d := pageData(t, array); d.Kinds || len(d.Bunches) != 3 || !strings.Contains(array, "The array has labels alone") || !strings.Contains(array, "Nothing tells the eps") {
		t.Errorf("%+v", d)
	}
	must(t, words("dbscan p.csv --eps 10 --minpts 4 --out c.parquet --device cpu")...)
	if page := must(t, words("report c.parquet --points p.csv --out -")...); !strings.Contains(page, "eps 10, and nothing tells the minpts.") {
		t.Error("the metadata do not tell eps")
	}
}

// TestReportOfVariants: of results with several eps and minpts the page shows the chosen variant.
func TestReportOfVariants(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", crowds)
	must(t, words("dbscan p.csv --eps 10,1 --minpts 4,1 --out many.csv --device cpu")...)
	must(t, words("dbscan p.csv --eps 10 --minpts 4 --out one.csv --device cpu")...)
	many := must(t, words("report many.csv --points p.csv --eps 10 --minpts 4 --out -")...)
	one := must(t, words("report one.csv --points p.csv --eps 10 --minpts 4 --out -")...)
	if strings.ReplaceAll(many, ">many.csv: ", ">one.csv: ") != one {
		t.Error("a variant of several has another page")
	}
	r := invoke(t, "", words("report many.csv --points p.csv --eps 10 --out x.html")...)
	if r.status != cli.Failure || !strings.Contains(r.err, "many.csv: a page is of one variant, and there are: --eps 10 --minpts 4; --eps 10 --minpts 1; --eps 1 --minpts 4; --eps 1 --minpts 1") {
		t.Errorf("%+v", r)
	}
}

// TestReportOfOtherPoints: results of other points, or of other flags, are an error, and leave no page.
func TestReportOfOtherPoints(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", crowds)
	write(t, "moved.csv", strings.Replace(crowds, "h1,22", "h1,80", 1))
	write(t, "fewer.csv", strings.Replace(crowds, "alone,99\n", "", 1))
	write(t, "renamed.csv", strings.Replace(crowds, "h1", "h9", 1))
	write(t, "none.csv", "")
	write(t, "near.csv", "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,v_closest,open\n")
	must(t, words("dbscan p.csv --eps 10 --minpts 4 --out c.csv --device cpu")...)
	for line, why := range map[string]string{
		"c.csv --points moved.csv --eps 10 --minpts 4": `c.csv: point "h1" is core, and has 1 point within 10`,
		"c.csv --points p.csv --eps 9 --minpts 4":      `c.csv: point "h1" is core, and has 3 points within 9`,
		"c.csv --points fewer.csv":                     "c.csv: row 8: fewer.csv has only 7 points",
		"c.csv --points renamed.csv":                   `c.csv: row 1: id "h1" stands where renamed.csv has "h9"`,
		"c.csv --points p.csv --where x<50":            "c.csv: row 8: p.csv has only 7 points",
		"near.csv --points p.csv":                      "near.csv: no columns of clusters, which are id, label and kind; encounters and groups have --entries",
		"none.csv --points p.csv":                      "none.csv: empty file",
		"gone.csv --points p.csv":                      "gone.csv",
	} {
		if r := invoke(t, "", append([]string{"report", "--out", "x.html"}, strings.Fields(line)...)...); r.status != cli.Failure || !strings.Contains(r.err, why) {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if _, err := os.Stat(t.at("x.html")); err == nil {
		t.Error("an error leaves a page")
	}
}

// TestReportOfClustersFlags: flags of encounters are refused for clusters, and flags of clusters for encounters.
func TestReportOfClustersFlags(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", crowds)
	herd(t, "herd.csv", 3)
	must(t, words("dbscan p.csv --eps 10 --minpts 4 --out c.csv --device cpu")...)
	before := folder(t)
	for line, why := range map[string]string{
		"c.csv":                                "--entries FILE is missing, or --points FILE where RESULT has clusters of points",
		"c.csv --entries herd.csv":             "c.csv has clusters of points: --points FILE are the points, in place of --entries",
		"c.csv --entries herd.csv --eps 3":     "--eps: is for clusters of points, with --points",
		"c.csv --entries herd.csv --minpts 3":  "--minpts: is for clusters of points, with --points",
		"c.csv --points p.csv --top 3":         "--top: is for encounters of trajectories; --points is for clusters of points",
		"c.csv --points p.csv --entries p.csv": "--entries: is for encounters of trajectories",
		"c.csv --points p.csv --svg d":         "--svg: is for encounters of trajectories",
		"c.csv --points p.csv --eps -1":        "--eps -1: must be a number, 0 or more",
		"c.csv --points p.csv --eps 1km":       "--eps 1km: p.csv has",
		"c.csv --points p.csv --minpts 0":      "--minpts 0: must be 1 or more",
		"c.csv --points p.csv --out p.csv":     "--out p.csv: is the same file as --points p.csv",
		"c.csv --points p.csv --out c.csv":     "--out c.csv: is the same file as RESULT c.csv",
		"- --points p.csv":                     "RESULT -: must be a file",
		"c.doc --points p.csv":                 "RESULT c.doc: unknown extension",
	} {
		if r := invoke(t, "", words("report %s", line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, why) {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
}

// TestReportOfPlaces: points in degrees are shown by longitude and latitude, and eps may have a unit.
func TestReportOfPlaces(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "deg.csv", "id,lon,lat\na,10,54\nb,10,54.001\nc,10.5,54\n")
	must(t, words("dbscan deg.csv --lonlat --eps 0.2km --minpts 2 --out c.csv --device cpu")...)
	page := must(t, words("report c.csv --points deg.csv --lonlat --eps 0.2km --minpts 2 --out -")...)
	if d := pageData(t, page); !d.Degrees || len(d.Axes) != 2 || !strings.Contains(page, "eps 200 m, minpts 2.") {
		t.Errorf("%+v", d)
	}
	if r := invoke(t, "", words("report c.csv --points deg.csv --lonlat --eps 0.1km --minpts 2 --out x.html")...); r.status != cli.Failure || !strings.Contains(r.err, "within 100") {
		t.Errorf("%+v", r)
	}
}

// TestClusterPageAtOnce: dbscan writes the page that flyby report makes of its rows, up to the page's title, from files and from standard
// input, and leaves no other file.
func TestClusterPageAtOnce(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", crowds)
	must(t, words("dbscan p.csv --eps 10 --minpts 4 --out c.parquet --device cpu")...)
	want := strings.ReplaceAll(must(t, words("report c.parquet --points p.csv --eps 10 --minpts 4 --out -")...), ">c.parquet: ", ">dbscan of p.csv: ")
	before := folder(t)
	for _, line := range []string{"p.csv --eps 10 --minpts 4", "p.csv --eps 10 --minpts 4 --method hybrid", "--points p.csv --eps 10 --minpts 4 --memory 1GB"} {
		r := invoke(t, "", words("dbscan %s --device cpu --quiet --tmp . --out x.html", line)...)
		if r.status != cli.OK || r.out != "" || read(t, "x.html") != want {
			t.Errorf("%s: %+v, %d bytes and not %d", line, r, len(read(t, "x.html")), len(want))
		}
		os.Remove(t.at("x.html"))
	}
	r := invoke(t, read(t, "p.csv"), words("dbscan - --eps 10 --minpts 4 --device cpu --tmp . --out x.html --json")...)
	if page := read(t, "x.html"); r.status != cli.OK || strings.ReplaceAll(page, "standard input", "p.csv") != want || !strings.Contains(r.err, `"out":"x.html"`) || strings.Count(r.err, `"type":"summary"`) != 1 {
		t.Errorf("%+v", r)
	}
	os.Remove(t.at("x.html"))
	must(t, words("dbscan p.csv --minpts 4 --explain --device cpu --out x.html")...)
	if after := folder(t); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
	write(t, "none.csv", "id,x\n")
	if r := invoke(t, "", words("dbscan none.csv --eps 1 --minpts 2 --device cpu --out x.html")...); r.status != cli.OK || !strings.Contains(read(t, "x.html"), "There are no points.") {
		t.Errorf("%+v", r)
	}
}

// TestClusterPageAtOnceRefused: flags that exclude a page are wrong usage, and errors leave no file.
func TestClusterPageAtOnceRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", crowds)
	write(t, "p.html", crowds)
	write(t, "bad.csv", "id,x\na,1\na,NaN\n")
	if err := os.Mkdir(t.at("taken.html"), 0o777); err != nil {
		t.Fatal(err)
	}
	before := folder(t)
	for line, why := range map[string]string{
		"p.csv --eps 1,2 --minpts 2 --out x.html":                "--out x.html: a page is of one --eps and one --minpts; of a file of several, flyby report makes one of each",
		"p.csv --eps 1 --minpts 2,3 --out x.html":                "--out x.html: a page is of one --eps and one --minpts",
		"p.csv --eps 1 --minpts 2 --out-format csv --out x.html": "--out-format csv: --out x.html is a page by its ending",
		"p.csv --eps 1 --minpts 2 --out x.html --tmp-limit 1GB":  "--tmp-limit: is not for --out x.html, whose rows wait in a file of --tmp without a limit",
		"bad.csv --eps 1 --minpts 2 --out x.html":                "bad.csv",
		"p.csv --eps 1 --minpts 2 --out taken.html":              "taken.html",
		"p.csv --eps 1 --minpts 2 --out none/x.html":             "folder none does not exist",
	} {
		if r := invoke(t, "", words("dbscan --tmp . --device cpu %s", line)...); r.status == cli.OK || !strings.Contains(r.err, why) {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
}
