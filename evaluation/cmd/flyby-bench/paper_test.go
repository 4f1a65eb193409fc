package main

import (
	"flyby/internal/cli"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUsage wants errors that name the wrong flag or argument, before anything is measured or written.
func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"":                          "say what to do",
		"tables":                    "say what to do",
		"paper --scale 0":           "--scale 0: must be above 0",
		"paper --trials 0":          "--trials 0: must be positive",
		"paper --race 0":            "--race 0: must be positive",
		"paper --searches S1,S11":   "--searches S11: must be of S1 to S10",
		"paper --data galaxy":       `--data: "galaxy": must be NAME=FILE, with NAME one of galaxy, `,
		"paper --data flocks=f.csv": `--data: data "flocks": must be of galaxy, `,
		"paper --data galaxy=g.xls": `data of galaxy: "g.xls": must be a file that ends in one of .csv`,
		"paper --quick --trials 2":  "--quick: has one trial",
		"paper --data galaxy=a.csv --data GALAXY=b.csv": "--data: galaxy: is given twice",
		"paper --out=":             "--out: a folder is missing",
		"speed twice":              "flags only",
		"speed --scale 0":          "--scale 0: must be above 0",
		"speed --scale x":          `--scale "x": `,
		"speed --scale 0x1p-4":     `--scale "0x1p-4": `,
		"speed --trials 0x10":      `--trials "0x10": must be a whole number, in decimal digits: 16`,
		"paper --seed 1_000":       `--seed "1_000": must be a whole number`,
		"paper --scale inf":        `--scale "inf": `,
		"paper --quick=maybe":      `--quick "maybe": must be true or false`,
		"speed --trials -1":        "--trials -1: must be positive",
		"speed --rows gal,rw":      `--rows: row "gal": must be of gal-0.05, gal-0.5`,
		"speed --device gpu:all":   "--device gpu:all: must be one device",
		"speed --out=":             "--out: a folder is missing",
		"speed --peer=":            "--peer: a program is missing",
		"speed --slopes --rows s1": "--rows: is not for --slopes",
		"speed --slopes --peer p":  "--peer: is not for --slopes",
	} {
		r := invoke(t, strings.Fields(args)...)
		if r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
			t.Errorf("flyby-bench %s: status %d, %q", args, r.status, r.err)
		}
	}
	if got := folder(t); got != "" {
		t.Errorf("left behind: %s", got)
	}
	if r := invoke(t, "speed", "--device", "cpu", "--peer", "none"); r.status != cli.Failure || !strings.HasPrefix(r.err, "flyby-bench: peer: stat none") {
		t.Errorf("a peer that is not there: status %d, %q", r.status, r.err)
	}
	for _, args := range []string{"speed --device opencl:999", "speed --device tpu", "paper --device tpu"} {
		if r := invoke(t, strings.Fields(args)...); r.status != cli.NoDevice || !strings.Contains(r.err, "no such device") {
			t.Errorf("flyby-bench %s: status %d, %q", args, r.status, r.err)
		}
	}
	if r := invoke(t, "speed", "--flyby", "none"); r.status != cli.Failure || !strings.HasPrefix(r.err, "flyby-bench: --flyby: ") {
		t.Errorf("a flyby that is not there: status %d, %q", r.status, r.err)
	}
	if r := invoke(t, "paper", "--render"); r.status != cli.Failure {
		t.Errorf("a report of nothing: status %d, %q", r.status, r.err)
	}
}

// TestPaper wants a report, the same one from its measurements alone, and a refusal to mix them with
// measurements of another seed.
func TestPaper(t *testing.T) {
	t.Chdir(t.TempDir())
	args := strings.Fields("paper --quick --searches S3 --out r")
	out := must(t, args...)
	if tables, path := strings.Count(out, "**Table "), filepath.Join("r", "report.html")+"\n"; tables != 3 || !strings.HasSuffix(out, "\n"+path) {
		t.Errorf("%d tables in\n%s", tables, out)
	}
	text := read(t, "r/report.md")
	if err := os.Remove("r/report.md"); err != nil {
		t.Fatal(err)
	}
	must(t, "paper", "--render", "--out", "r")
	if read(t, "r/report.md") != text {
		t.Error("the measurements alone give another report")
	}
	r := invoke(t, append(args, "--seed", "2")...)
	if r.status != cli.Failure || !strings.Contains(r.err, "seed is 2, was 1") {
		t.Errorf("another seed: status %d, %q", r.status, r.err)
	}
}
