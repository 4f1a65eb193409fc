package main

import (
	"fmt"
	"regexp"

	"flyby/internal/cli"
)

// saidSize is the size that a command said would do, if it failed for that: as --memory takes it, and in bytes.
func saidSize(t *place, r result) (text string, bytes uint64, ok bool) {
	t.Helper()
	said := regexp.MustCompile(`at least ([0-9.]+) ([MG]iB)`).FindStringSubmatch(r.err)
	if r.status != cli.Failure || said == nil {
		return "", 0, false
	}
	text = said[1] + said[2]
	var most size
	if err := most.Set(text); err != nil {
		t.Fatal(err)
	}
	return text, uint64(most), true
}

// saidLeast is the bytes of saidSize.
func saidLeast(t *place, r result) (bytes uint64, ok bool) {
	t.Helper()
	_, bytes, ok = saidSize(t, r)
	return bytes, ok
}

// inBytes is a number of bytes as --memory takes it.
func inBytes(bytes uint64) string { return fmt.Sprintf("%dB", bytes) }

// roomy is a bound for a process where another of the same command said that some bytes would do: 3 % more, for what is told is rounded to
// three digits, and what two processes hold differs by pages of code and of stacks. The size that is told is worked out on the machine
// itself, whatever its cores and pages are, so that no more is in the margin; what a test wants the data to have is added to it.
func roomy(said uint64) uint64 { return said + said/100*3 }

// least is how many bytes a command wants at the least, as a process that is told --memory 1MB says, and the margin of roomy. They differ from
// machine to machine: a kernel maps the more of a program beside the page that is needed the larger its folios are.
func least(t *place, args ...string) uint64 {
	t.Helper()
	r := outcome(t, process(t, `exec "$0" "$@"`, with(args, "--memory", "1MB")...))
	bytes, ok := saidLeast(t, r)
	if !ok {
		t.Fatalf("%v: status %d, %q", args, r.status, r.err)
	}
	return roomy(bytes)
}
