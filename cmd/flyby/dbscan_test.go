package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/cluster"
	"flyby/internal/cli"
	"flyby/internal/pointjoin"
	"flyby/internal/tier"
	"flyby/points"
	pointformat "flyby/points/format"
)

// crowds are two clumps, a point between them on the border of both, and one point alone: the higher clump comes first.
const crowds = "id,x\nh1,22\nh2,23\nh3,24\nbetween,12\nl1,0\nl2,1\nl3,2\nalone,99\n"

// TestDBSCAN: rows have labels in the order of the file; rows of several variants have eps and minpts as the flags gave them.
func TestDBSCAN(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", crowds)
	single := "id,label,kind\nh1,0,core\nh2,0,border\nh3,0,border\nbetween,0,border\nl1,1,border\nl2,1,border\nl3,1,core\nalone,-1,noise\n"
	several := "id,eps,minpts,label,kind\n"
	for _, v := range []struct{ eps, least, labels string }{
		{"10", "4", "0core 0border 0border 0border 1border 1border 1core -1noise"},
		{"10", "1", "0core 0core 0core 0core 0core 0core 0core 1core"},
		{"1", "4", "-1noise -1noise -1noise -1noise -1noise -1noise -1noise -1noise"},
		{"1", "1", "0core 0core 0core 1core 2core 2core 2core 3core"},
	} {
		for i, of := range strings.Fields(v.labels) {
			at := strings.IndexAny(of, "cbn")
			id, _, _ := strings.Cut(strings.Split(crowds, "\n")[i+1], ",")
			several += fmt.Sprintf("%s,%s,%s,%s,%s\n", id, v.eps, v.least, of[:at], of[at:])
		}
	}
	for _, method := range cluster.Methods() {
		line := []string{"dbscan", "--points", "p.csv", "--method", method, "--eps"}
		if got := must(t, append(line, "10", "--minpts", "4")...); got != single {
			t.Errorf("%s: %s, want %s", method, got, single)
		}
		if got := must(t, append(line, "10,1", "--minpts", "4,1")...); got != several {
			t.Errorf("%s: %s, want %s", method, got, several)
		}
		if got := must(t, append(line, "10", "--eps", "1", "--minpts", "4", "--minpts", "1")...); got != several {
			t.Errorf("%s: %s, want %s", method, got, several)
		}
	}
}

// TestDBSCANUnits: thresholds have units of their own where the unit of the coordinates is known.
func TestDBSCANUnits(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "x\n1\n2.5\n")
	write(t, "deg.csv", "lon,lat\n0,0\n0,0.01\n")
	for args, want := range map[string]string{
		"--points p.csv --eps 1499m --units km": "0,0 1,1", "--points p.csv --eps 1500m --units km": "0,0 1,0",
		"--points deg.csv --lonlat --eps 1.2km": "0,0 1,0", "--points deg.csv --lonlat --eps 1.1km": "0,0 1,1",
		"--points p.csv --eps 1km,1.6km --units km": "0,1,1,0 1,1,1,1 0,1.6,1,0 1,1.6,1,0",
	} {
		got := must(t, append([]string{"dbscan", "--minpts", "1"}, strings.Fields(args)...)...)
		_, got, _ = strings.Cut(strings.ReplaceAll(got, ",core", ""), "\n")
		if strings.Join(strings.Fields(got), " ") != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// TestDBSCANSummary: --json has the counts of each variant, the counts of a single variant at the top level, and times.
func TestDBSCANSummary(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", crowds)
	told := func(args ...string) (m map[string]any) {
		t.Helper()
		r := invoke(t, "", append([]string{"dbscan", "--points", "p.csv", "--json", "--out", "out.csv"}, args...)...)
		lines := strings.Split(strings.TrimSpace(r.err), "\n")
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &m); err != nil || r.status != cli.OK {
			t.Fatalf("%v, %+v", err, r)
		}
		return m
	}
	for _, method := range []string{cluster.Fused, cluster.Hybrid} {
		m := told("--eps", "10", "--minpts", "4", "--method", method)
		for name, want := range map[string]any{"command": "dbscan", "points": 8., "dimensions": 1., "clusters": 2., "noise": 1., "eps": 10., "minpts": 4., "rows": 8., "method": method, "out": "out.csv"} {
			if m[name] != want {
				t.Errorf("%s: %s is %v, want %v", method, name, m[name], want)
			}
		}
		for _, name := range []string{"load_s", "index_s", "search_s", "cluster_s", "write_s", "total_s", "device", "peak_bytes"} {
			if m[name] == nil {
				t.Errorf("%s: no %s", method, name)
			}
		}
		m = told("--eps", "10,1", "--minpts", "1", "--method", method)
		want := []any{map[string]any{"eps": 10., "minpts": 1., "clusters": 2., "noise": 0.}, map[string]any{"eps": 1., "minpts": 1., "clusters": 4., "noise": 0.}}
		if fmt.Sprint(m["variants"]) != fmt.Sprint(want) || m["clusters"] != nil || m["rows"] != 16. {
			t.Errorf("%s: %v", method, m)
		}
	}
	r := invoke(t, "", "dbscan", "--points", "p.csv", "--eps", "10", "--minpts", "4", "--verbose", "--out", "out.csv")
	if want := "8 points of 1 dimension: 2 clusters and 1 of noise  read "; !strings.Contains(r.err, want) || !strings.Contains(r.err, "method chosen") {
		t.Errorf("%s, want %s", r.err, want)
	}
}

// TestDBSCANRefused: flags that clustering does not take are wrong usage, with the allowed values.
func TestDBSCANRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "x\n1\n")
	line := func(args string) []string {
		return append([]string{"dbscan", "--points", "p.csv"}, strings.Fields(args)...)
	}
	for args, want := range map[string]string{
		"--eps nan --minpts 3":                                "not a finite number: must be finite, 0 or more",
		"--eps 1,inf --minpts 3":                              "not a finite number: must be finite, 0 or more",
		"--eps 1, --minpts 3":                                 "missing: must be finite, 0 or more",
		"--eps 5m --minpts 3":                                 "p.csv has no unit of length; add --units m or give",
		"--eps 1 --minpts 0":                                  `--minpts "0": is too small: must be whole numbers, 1 or more`,
		"--eps 1 --minpts -4":                                 `not a whole number: must be whole numbers, 1 or more`,
		"--eps 1 --minpts 4,,5":                               "not a whole number: must be whole numbers, 1 or more",
		"--eps 1 --minpts 4.5":                                "not a whole number: must be whole numbers, 1 or more",
		"--eps 1 --minpts 9999999999":                         "is too large",
		"--eps 1 --minpts 3 --method gpusj":                   `--method "gpusj": must be auto, fused or hybrid`,
		"--eps 1 --minpts 3 --method hybrid --kernel x":       `--kernel "x": must be one of global, shared`,
		"--eps 1 --minpts 3 --method fused --kernel global":   "--kernel: is for --method hybrid",
		"--eps 1 --minpts 3 --kernel shared":                  "--kernel: is for --method hybrid",
		"--eps 1 --minpts 3 --device gpu:most":                "gpu:all",
		"--eps 1 --minpts 3 --lonlat --units km":              "coordinates are metres then",
		"--eps 1 --minpts 3 --unicomp off":                    "unknown flag: --unicomp",
		"--eps 1 --minpts 3 --out labels.xlsx":                "labels.xlsx",
		"--eps 1 --minpts 3 --max-gap 3":                      "--max-gap: points have no times",
		"--eps 1 --minpts 3 --memory 0B":                      "--memory",
		"--eps 1 --minpts 3 --queries p.csv":                  "unknown flag: --queries",
		"--eps 1 --minpts 3 --device cpu --threads -1":        "--threads -1",
		"--eps 1 --minpts 3 --level counts":                   "unknown flag: --level",
		"--eps 0.5 --minpts 3 --where x":                      "--where",
		"--eps 1 --minpts 3 --out p.csv":                      "p.csv",
		"--eps 1 --minpts 3 surplus":                          "surplus",
		"--eps 1 --minpts 3 --method hybrid --kernel shared2": `is it shared?`,
	} {
		refusedFlag(t, want, line(args)...)
	}
	refusedFlag(t, "FILE is missing", "dbscan", "--eps", "1", "--minpts", "2")
}

// TestDBSCANAtInstant: the output of flyby at is clustered; a header without rows gives no rows and a warning. A file without even a
// header is an error, as are rows that are all bad.
func TestDBSCANAtInstant(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "ships.csv", "traj_id,t,x,y\na,0,0,0\na,10,10,0\nb,0,0,1\nb,10,10,1\nc,0,50,0\nc,10,90,0\n")
	for at, want := range map[string]string{"5": "id,label,kind\na,0,core\nb,0,core\nc,-1,noise\n", "11": "id,label,kind\n"} {
		positions := invoke(t, "", "at", "--entries", "ships.csv", "--time", at)
		for _, method := range cluster.Methods() {
			r := invoke(t, positions.out, "dbscan", "--points", "-", "--eps", "1", "--minpts", "2", "--method", method)
			if r.status != cli.OK || r.out != want || (at == "11") != strings.Contains(r.err, "no rows after the header: no clusters") {
				t.Errorf("at %s by %s: %+v, want %s", at, method, r, want)
			}
		}
	}
	write(t, "bad.csv", "id,x\n1,east\n")
	for args, stdin := range map[string]string{"--points -": "", "--points bad.csv --columns x1=x": "", "--points bad.csv --columns x1=x --skip-bad-rows": ""} {
		line := append([]string{"dbscan", "--eps", "1", "--minpts", "2", "--out", "out.csv"}, strings.Fields(args)...)
		if r := invoke(t, stdin, line...); r.status != cli.Failure {
			t.Errorf("%s: %+v", args, r)
		}
		if _, err := os.Stat(t.at("out.csv")); err == nil {
			t.Errorf("%s: a file is left", args)
		}
	}
}

// labelRow is a row of labels in Parquet.
type labelRow struct {
	ID        int64   `parquet:"id"`
	Eps       float64 `parquet:"eps,optional"`
	MinPoints int64   `parquet:"minpts"`
	Label     int64   `parquet:"label"`
	Kind      string  `parquet:"kind,optional"`
}

// TestDBSCANFiles: Parquet has the rows of CSV, of more points than are written at a time; labels follow the definition, by every
// method.
func TestDBSCANFiles(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	const size = 20_000 // more than are written at a time
	dataSet(t, "syn-uniform", "0.01", "points.npy")
	for _, method := range []string{cluster.Fused, cluster.Hybrid} {
		line := []string{"dbscan", "--points", "points.npy", "--eps", "0.7,1", "--minpts", "5", "--method", method, "--out"}
		must(t, append(line, method+".csv")...)
		must(t, append(line, method+".parquet")...)
		rows, err := parquet.ReadFile[labelRow](t.at(method + ".parquet"))
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		text.WriteString("id,eps,minpts,label,kind\n")
		for _, r := range rows {
			fmt.Fprintf(&text, "%d,%v,%d,%d,%s\n", r.ID, r.Eps, r.MinPoints, r.Label, r.Kind)
		}
		if got := read(t, method+".csv"); got != text.String() || got != read(t, "fused.csv") || len(rows) != 2*size {
			t.Errorf("%s: %d bytes, in Parquet %d, of fused %d", method, len(got), text.Len(), len(read(t, "fused.csv")))
		}
		for _, kind := range []string{",core\n", ",border\n", ",-1,noise\n"} {
			if n := strings.Count(text.String(), kind); n < 100 {
				t.Errorf("%s: %d rows of %q", method, n, kind)
			}
		}
	}
}

// TestDBSCANPairs: labels agree with the pairs of selfjoin.
func TestDBSCANPairs(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	path := scattered(t, 900)
	const eps, minPts = 0.03, 5
	s, _, err := pointformat.Read(t.Context(), t.at(path), pointformat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	within, err := pointjoin.NewThreshold(eps)
	if err != nil {
		t.Fatal(err)
	}
	table := points.Table{Offsets: []uint64{0}}
	rows := s.Evenly(s.Len())
	for a, p := range rows {
		for b, q := range rows {
			if a != b && within.Within(p, q) {
				table.Rows = append(table.Rows, uint32(b))
			}
		}
		table.Offsets = append(table.Offsets, uint64(len(table.Rows)))
	}
	want, err := cluster.Sequential(t.Context(), table, minPts)
	if err != nil || !slices.Contains(want.Kinds, cluster.BorderPoint) || want.Clusters < 5 {
		t.Fatalf("%d clusters, %v", want.Clusters, err)
	}
	var text strings.Builder
	text.WriteString("id,label,kind\n")
	for row, label := range want.Numbers {
		fmt.Fprintf(&text, "%s,%d,%v\n", s.IDs().ID(row), label, want.Kinds[row])
	}
	args := []string{"dbscan", "--points", path, "--eps", fmt.Sprint(eps), "--minpts", fmt.Sprint(minPts)}
	if got := must(t, append(args, "--memory", "4GB")...); got != text.String() {
		t.Errorf("%d bytes, want %d", len(got), text.Len())
	}
	if r := outcome(t, process(t, `exec "$0" "$@"`, with(args, "--memory", inBytes(least(t, args...)))...)); r.status != cli.OK || r.out != text.String() {
		t.Errorf("in little memory: status %d, %d bytes, want %d", r.status, len(r.out), text.Len())
	}
}
