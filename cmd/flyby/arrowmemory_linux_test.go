package main

import (
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// pipedPeak runs a command that reads a file through a pipe, and returns its peak of memory.
func pipedPeak(t *place, file, line string) (r result, bytes int) {
	t.Helper()
	c := process(t, `cat `+file+` | "$0" "$@"`, strings.Fields(line)...)
	c.Env = append(c.Env, asCommand+"="+tellPeak)
	r = outcome(t, c)
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	bytes, err := strconv.Atoi(lines[len(lines)-1])
	if err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return r, bytes
}

// TestArrowWithinMemory: a join of an Arrow stream, from a file and through a pipe, with the memory that a refusal names, holds no more,
// searches in slabs, and writes the same as with all memory.
func TestArrowWithinMemory(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	must(t, "generate", "galaxy", "--scale", "1", "--out", "stars.arrows", "--quiet")
	const line = " --distance 0.05 --level hits --device cpu --threads 2 --tmp . --out "
	must(t, words("join stars.arrows%swhole.csv", line)...)
	for how, held := range map[string]func(line string) (result, int){
		"join stars.arrows":        func(line string) (result, int) { return peak(t, line) },
		"join - --in-format arrow": func(line string) (result, int) { return pipedPeak(t, "stars.arrows", line) },
	} {
		refused, _ := held(how + line + "refused.csv --memory 1MB")
		said, ok := saidLeast(t, refused)
		if !ok {
			t.Fatalf("%s: %+v", how, refused)
		}
		most := withMargin(said)
		r, bytes := held(how + line + "slabs.csv --verbose --memory " + inBytes(most))
		t.Logf("%s: %d bytes held of %d", how, bytes, most)
		if r.status != cli.OK || !strings.Contains(r.err, "slabs") || sum(t, "slabs.csv") != sum(t, "whole.csv") || uint64(bytes) > most {
			t.Errorf("%s: status %d, %d bytes held of %d, stderr %.1000s", how, r.status, bytes, most, r.err)
		}
	}
}

// TestPointsOfArrowWithinMemory: points of an Arrow stream, from a file and through a pipe, are searched with the memory that a refusal
// names.
func TestPointsOfArrowWithinMemory(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	must(t, "generate", "syn-uniform", "--scale", "0.5", "--out", "points.arrows", "--quiet")
	const line = " --eps 0.001 --level counts --device cpu --threads 2 --out "
	must(t, words("selfjoin points.arrows%swhole.csv", line)...)
	for how, held := range map[string]func(line string) (result, int){
		"selfjoin points.arrows":       func(line string) (result, int) { return peak(t, line) },
		"selfjoin - --in-format arrow": func(line string) (result, int) { return pipedPeak(t, "points.arrows", line) },
	} {
		refused, _ := held(how + line + "refused.csv --memory 1MB")
		said, ok := saidLeast(t, refused)
		if !ok || !strings.Contains(refused.err, "1,000,000 points") {
			t.Fatalf("%s: %+v", how, refused)
		}
		most := withMargin(said)
		r, bytes := held(how + line + "some.csv --memory " + inBytes(most))
		t.Logf("%s: %d bytes held of %d", how, bytes, most)
		if r.status != cli.OK || sum(t, "some.csv") != sum(t, "whole.csv") || uint64(bytes) > most {
			t.Errorf("%s: status %d, %d bytes held of %d, stderr %.1000s", how, r.status, bytes, most, r.err)
		}
	}
}
