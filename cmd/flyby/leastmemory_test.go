package main

import (
	"fmt"
	"regexp"

	"flyby/internal/cli"
)

// saidSize returns the sufficient size that a refusal names, as --memory takes it and in bytes; ok is false for any other result.
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

// saidLeast returns the bytes of saidSize.
func saidLeast(t *place, r result) (bytes uint64, ok bool) {
	t.Helper()
	_, bytes, ok = saidSize(t, r)
	return bytes, ok
}

// inBytes returns a number of bytes as --memory takes it.
func inBytes(bytes uint64) string { return fmt.Sprintf("%dB", bytes) }

// withMargin returns a bound for a process where a refusal of the same command named a size: 3 % more, for the message rounds to three
// digits, and the memory of two processes differs by pages of code and of stacks. The named size is computed on the machine itself, with
// its cores and pages, so the margin has no more; a test adds the room that its data need.
func withMargin(said uint64) uint64 { return said + said/100*3 }

// least returns the least number of bytes for a command: the size named by a process run with --memory 1MB, with the margin of withMargin.
// It differs from machine to machine: the larger a kernel's folios are, the more of a program it maps with each page.
func least(t *place, args ...string) uint64 {
	t.Helper()
	r := outcome(t, process(t, `exec "$0" "$@"`, with(args, "--memory", "1MB")...))
	bytes, ok := saidLeast(t, r)
	if !ok {
		t.Fatalf("%v: status %d, %q", args, r.status, r.err)
	}
	return withMargin(bytes)
}
