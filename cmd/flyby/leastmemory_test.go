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

// wouldDo is the least size that a command with --memory 1MB says would do, and a tenth more for what this process holds by then.
func wouldDo(t *place, args ...string) string {
	t.Helper()
	said, ok := saidLeast(t, invoke(t, "", append(args, "1MB")...))
	if !ok {
		t.Fatalf("%v: within 1MB no size is said to do", args)
	}
	return inBytes(said + said/10)
}
