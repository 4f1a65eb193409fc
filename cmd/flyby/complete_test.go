package main

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"
)

// TestCommandIsForgotten: a finished command and all its output are garbage, so that a process that runs many commands
// does not grow.
func TestCommandIsForgotten(on *testing.T) {
	t := beside(on)
	a := newApp(t.Context(), streams{in: strings.NewReader(""), out: &strings.Builder{}, err: &strings.Builder{}})
	kept := weak.Make(a)
	if status := a.run(t.Context(), []string{"join", "--help"}); status != 0 {
		t.Fatalf("exit status %d", status)
	}
	a = nil
	runtime.GC()
	if kept.Value() != nil {
		t.Error("it is still known")
	}
}

// TestCompleteFiles: completion offers for each flag exactly the files that it can take, by the table of formats.
func TestCompleteFiles(on *testing.T) {
	t := beside(on)
	for _, c := range []struct {
		args   []string
		have   string
		lack   string
		filter bool
	}{
		{[]string{"search", "--entries", ""}, "xml.gz", "html", true},
		{[]string{"search", "--queries", ""}, "parquet", "parquet.gz", true},
		{[]string{"join", "--entries", ""}, "csv.zst", "html", true},
		{[]string{"join", "--out", ""}, "ndjson.gz", "xml", true},
		{[]string{"generate", "galaxy", "--out", ""}, "csv", "ndjson", true},
		{[]string{"info", ""}, "xml", "html", true},
		{[]string{"info", ""}, "zip", "zip.gz", true},
		{[]string{"join", "--out", ""}, "csv", "zip", true},
		{[]string{"info", "a.csv", ""}, "xml", "html", true},
	} {
		lines := strings.Fields(invoke(t, "", append([]string{"__complete"}, c.args...)...).out)
		if !slices.Contains(lines, c.have) || slices.Contains(lines, c.lack) || slices.Contains(lines, ":8") != c.filter {
			t.Errorf("%q: %q, want %s and not %s", c.args, lines, c.have, c.lack)
		}
	}
}

// TestCompleteScript: completion offers engines first, then folders, then nothing.
func TestCompleteScript(on *testing.T) {
	t := beside(on)
	for line, want := range map[string]string{"": "slurm dask kubernetes :4", "slurm": ":16", "dask work": ":4"} {
		args := append([]string{"__complete", "slab", "script"}, strings.Fields(line)...)
		if got := strings.Join(strings.Fields(invoke(t, "", append(args, "")...).out), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
