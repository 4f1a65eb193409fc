package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/inventory"
	"flyby/internal/reading/fileset"
	"flyby/internal/tier"
)

// TestInputFiles: folders, patterns and names lead to files, equal files make equal data sets, and messages use the
// names given.
func TestInputFiles(on *testing.T) {
	t := beside(on)
	inputs(t)
	c := &cobra.Command{}
	c.SetContext(inFolder(t.Context(), t.folder))
	find := func(names ...string) *inputFiles {
		in := &inputFiles{flag: "--entries"}
		for _, name := range names {
			if err := in.Set(name); err != nil {
				t.Fatal(err)
			}
		}
		if err := in.check(c); err != nil {
			t.Fatal(err)
		}
		return in
	}
	for _, c := range []struct {
		names []string
		files int
		shown string
	}{
		{[]string{"good.csv"}, 1, "good.csv"}, {[]string{"/dev/stdin"}, 1, "standard input"}, {[]string{"days"}, 3, "days"},
		{[]string{"days/*.csv"}, 2, "days/*.csv"}, {[]string{"days/tue.csv", "days/mon.csv"}, 2, "days/mon.csv and 1 other file"},
		{[]string{"days", "-"}, 4, "standard input and 3 other files"}, {[]string{"good.csv", "./good.csv"}, 1, "./good.csv"},
	} {
		if in := find(c.names...); len(in.files) != c.files || in.shown() != c.shown || len(in.ends()) != c.files {
			t.Errorf("%q: %v, shown as %q, want %d files and %q", c.names, in.files, in.shown(), c.files, c.shown)
		}
	}
	if all, each := find("days"), find("days/wed.tsv", "days/mon.csv", "days/tue.csv"); all.same(find("days", "days/mon.csv")) == false || all.same(find("days/*.csv")) || len(each.files) != 3 {
		t.Error("data sets of the same files differ, or others do not")
	}
	if in := (&inputFiles{}); in.given() || in.Set("-") != nil || in.Set("/dev/fd/0") == nil || in.Set("") == nil || !in.given() || in.String() != "-" {
		t.Errorf("%+v", in)
	}
}

// TestFilesAreCounted: the summary, info and --verbose count the files of the data.
func TestFilesAreCounted(on *testing.T) {
	t := beside(on)
	inputs(t)
	r := invoke(t, "", "search", "--entries", "days", "--queries", "days/mon.csv", "--queries", "good.csv", "--distance", "1", "--level", "hits", "--skip-bad-rows", "--json", "--verbose", "--out", "hits.csv")
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	var s summary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil || r.status != cli.OK {
		t.Fatalf("%v, %q", err, r.err)
	}
	if s.EntryFiles != 3 || s.QueryFiles != 2 || s.Skipped == 0 || !strings.Contains(r.err, "several files are one data set") {
		t.Errorf("%+v, %q", s, r.err)
	}
	var f inventory.Facts
	r = invoke(t, "", "info", "days", "logs/east", "--columns", "z=z", "--json")
	if r.status != 1 || !strings.Contains(r.err, "mon.csv:1: no column z") {
		t.Errorf("%d, %q", r.status, r.err)
	}
	copied := read(t, "days/mon.csv")
	write(t, "copy.csv", copied)
	r = invoke(t, "", "info", "days", "copy.csv", "--json", "--quiet")
	if err := json.Unmarshal([]byte(r.out), &f); err != nil || f.Files != 4 || f.Repeats != 4 || f.Samples != 12 {
		t.Errorf("%v, %+v", err, f)
	}
}

// TestManyInputsAndOutputs: among thousands of files an output that is one of them is found, and so is a stream
// that is given twice, under any names.
func TestManyInputsAndOutputs(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	if err := os.Mkdir(t.at("many"), 0o777); err != nil {
		t.Fatal(err)
	}
	const files = 2500
	for i := range files {
		write(t, fmt.Sprintf("many/%04d.csv", i), fmt.Sprintf("id,t,x,y\n%d,%d,0,0\n", i%50, i))
	}
	if err := os.Link(t.at("many/2000.csv"), t.at("other.csv")); err != nil {
		t.Skip(err)
	}
	r := invoke(t, "", "join", "many", "--distance", "1", "--out", "other.csv")
	if r.status != cli.WrongUsage || !strings.Contains(r.err, "is the same file as FILE many/2000.csv") {
		t.Errorf("%d, %q", r.status, r.err)
	}
	r = invoke(t, "", "search", "--entries", "many", "--entries", "-", "--queries", "-", "--distance", "1")
	if r.status != cli.WrongUsage || !strings.Contains(r.err, "--entries and --queries cannot both be standard input") {
		t.Errorf("%d, %q", r.status, r.err)
	}
	var f inventory.Facts
	if err := json.Unmarshal([]byte(must(t, "info", "many", "--json", "--quiet")), &f); err != nil || f.Files != files || f.Trajectories != 50 || f.Samples != files {
		t.Errorf("%v, %+v", err, f)
	}
	if in, err := fileset.ListIn(t.folder, "many"); err != nil || len(in) != files {
		t.Error(err)
	}
}
