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

// TestArrowWithinMemory: a join of an Arrow stream through a pipe, with the memory that a refusal names, holds no more, searches in slabs,
// and writes the same as with all memory.
func TestArrowWithinMemory(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "1", "stars.arrows")
	const line = " --distance 0.05 --level hits --device cpu --threads 2 --tmp . --out "
	must(t, words("join stars.arrows%swhole.csv", line)...)
	enoughThroughPipe(t, "stars.arrows", "join"+line, "", "slabs")
}

// enoughThroughPipe wants a command that reads a stream through a pipe to be refused for little memory with one that suffices, and to write
// whole.csv within it; refusal and told are words of the refusal and of the run.
func enoughThroughPipe(t *place, stream, line, refusal, told string) {
	t.Helper()
	line = strings.Replace(line, " ", " - --in-format arrow --verbose ", 1)
	refused, _ := pipedPeak(t, stream, line+"refused.csv --memory 1MB")
	said, ok := saidLeast(t, refused)
	if !ok || !strings.Contains(refused.err, refusal) {
		t.Fatalf("%+v", refused)
	}
	most := withMargin(said)
	r, bytes := pipedPeak(t, stream, line+"bounded.csv --memory "+inBytes(most))
	t.Logf("%d bytes held of %d", bytes, most)
	if r.status != cli.OK || !strings.Contains(r.err, told) || sum(t, "bounded.csv") != sum(t, "whole.csv") || uint64(bytes) > most {
		t.Errorf("status %d, %d bytes held of %d, stderr %.1000s", r.status, bytes, most, r.err)
	}
}

// TestPointsOfArrowWithinMemory: points of an Arrow stream through a pipe are searched with the memory that a refusal names.
func TestPointsOfArrowWithinMemory(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	dataSet(t, "syn-uniform", "0.5", "points.arrows")
	const line = " --eps 0.001 --level counts --device cpu --threads 2 --out "
	must(t, words("selfjoin points.arrows%swhole.csv", line)...)
	enoughThroughPipe(t, "points.arrows", "selfjoin"+line, "1,000,000 points", "")
}
