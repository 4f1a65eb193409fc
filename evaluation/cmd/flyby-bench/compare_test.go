package main

import (
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// writeSides writes base.jsonl and here.jsonl into the current folder: a row of 3 ms in two runs, and of 6 ms in one.
func writeSides(t *testing.T) {
	t.Helper()
	for name, text := range map[string]string{
		"base.jsonl": `{"row":"s4","what":"","seconds":[0.002,0.004]}` + "\n" + `{"row":"s4","what":"","seconds":[0.003]}` + "\n",
		"here.jsonl": `{"row":"s4","what":"","seconds":[0.006]}` + "\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCompare wants the table of two files, and errors that name the file.
func TestCompare(t *testing.T) {
	t.Chdir(t.TempDir())
	writeSides(t)
	for name, text := range map[string]string{
		"hits.jsonl": `{"row":"s4","what":"","seconds":[0.006],"hits":1}` + "\n",
		"bad.jsonl":  "row s4\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if out := must(t, "compare", "base.jsonl", "here.jsonl"); !strings.Contains(out, "3.00 ms") || !strings.Contains(out, "2.000") {
		t.Errorf("%s", out)
	}
	for args, want := range map[string]string{
		"compare base.jsonl bad.jsonl":  "bad.jsonl: rows: ",
		"compare base.jsonl none.jsonl": "open none.jsonl: ",
		"compare base.jsonl hits.jsonl": "row s4: 0 hits in 0 encounters there, 1 in 0 here",
	} {
		if r := invoke(t, strings.Fields(args)...); r.status != cli.Failure || !strings.HasPrefix(r.err, "flyby-bench: "+want) {
			t.Errorf("flyby-bench %s: status %d, %q, want %q", args, r.status, r.err, want)
		}
	}
	if r := invoke(t, "compare", "base.jsonl"); r.status != cli.WrongUsage {
		t.Errorf("one file: status %d, %q", r.status, r.err)
	}
}
