package main

import (
	"flyby/internal/cli"
	"fmt"
	"regexp"
	"strconv"
	"testing"
)

// saidLeast is the bytes that a command said would do, if it failed for that.
func saidLeast(t *testing.T, r result) (bytes uint64, ok bool) {
	t.Helper()
	said := regexp.MustCompile(`at least ([0-9.]+) MiB`).FindStringSubmatch(r.err)
	if r.status != cli.Failure || said == nil {
		return 0, false
	}
	mib, err := strconv.ParseFloat(said[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return uint64(mib * (1 << 20)), true
}

// inBytes is a number of bytes as --memory takes it.
func inBytes(bytes uint64) string { return fmt.Sprintf("%dB", bytes) }

// wouldDo is the least size that a command with --memory 1MB says would do, and a tenth more for what this process holds by then.
func wouldDo(t *testing.T, args ...string) string {
	t.Helper()
	said, ok := saidLeast(t, invoke(t, "", append(args, "1MB")...))
	if !ok {
		t.Fatalf("%v: within 1MB no size is said to do", args)
	}
	return inBytes(said + said/10)
}
