package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestPointsUsage wants wrong uses of points to exit with 2 and to say what is allowed, before anything is measured or written.
func TestPointsUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"points more":                      "flags only",
		"points --scale 0":                 "--scale 0: must be above 0",
		"points --trials 0":                "--trials 0: must be positive",
		"points --quick --trials 2":        "--quick: has one trial",
		"points --papers sj,optics":        `--papers: paper "optics": must be of sj, join, lss, dbscan, ours, targets`,
		"points --data SuSy":               `--data: "SuSy": must be NAME=FILE, with NAME one of SW2DA`,
		"points --data Corel=c.csv":        `--data: data "Corel": must be of SW2DA`,
		"points --data Songs=songs.xls":    `must be a file that ends in one of .csv`,
		"points --data a=b.csv --data a=c": "--data: a: is given twice",
		"points --device gpu:all":          "--device gpu:all: must be one device",
		"points --out=":                    "--out: a folder is missing",
		"points --peer-grid=":              "--peer-grid: a program is missing",
		"points --seed 1.5":                `--seed "1.5": must be a whole number`,
		"points --scale 1e99":              "--scale 1e+99: must be above 0 and at most",
	} {
		if r := invoke(t, strings.Fields(args)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
			t.Errorf("flyby-bench %s: status %d, %q", args, r.status, r.err)
		}
	}
	if got := folder(t); got != "" {
		t.Errorf("left behind: %s", got)
	}
	for args, want := range map[string]string{
		"points --peer-grid none":             "stat none",
		"points --render":                     "points.jsonl",
		"points --data SuSy=none.csv --quick": "none.csv",
	} {
		if r := invoke(t, strings.Fields(args)...); r.status != cli.Failure || !strings.Contains(r.err, want) {
			t.Errorf("flyby-bench %s: status %d, %q", args, r.status, r.err)
		}
	}
	if r := invoke(t, "points", "--device", "opencl:999"); r.status != cli.NoDevice {
		t.Errorf("a device that is not there: status %d, %q", r.status, r.err)
	}
}

// TestPoints wants a report of points, its tables printed, the same report from its measurements alone, and an interrupt to be
// reported as one.
func TestPoints(t *testing.T) {
	t.Chdir(t.TempDir())
	args := strings.Fields("points --quick --scale 1e-6 --papers sj --device cpu --out r")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := invokeUntil(ctx, args...); r.status != cli.Interrupted {
		t.Errorf("interrupted: status %d, %q", r.status, r.err)
	}
	out := must(t, args...)
	if !strings.Contains(out, "**Table SJ-1.**") || !strings.HasSuffix(out, filepath.Join("r", "report.html")+"\n") {
		t.Errorf("printed\n%s", out)
	}
	text := read(t, "r/report.md")
	if err := os.Remove("r/report.md"); err != nil {
		t.Fatal(err)
	}
	must(t, "points", "--render", "--out", "r")
	if read(t, "r/report.md") != text {
		t.Error("the measurements alone give another report")
	}
}
