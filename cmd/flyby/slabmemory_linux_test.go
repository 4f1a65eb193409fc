package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestSlabLeastMemory: a --memory of planning, of a run or of merging that is too little is refused with the least
// that suffices; the parts and the file are the same.
func TestSlabLeastMemory(on *testing.T) {
	t := heavy(on)
	plannedDarts(t, 60, 200, "4")
	for _, args := range [][]string{
		{"slab", "plan", "--entries", "darts.csv", "--distance", "0.05", "--dir", "other"},
		{"slab", "run", "work", "--missing", "--device", "cpu", "--threads", "2"},
		{"slab", "merge", "work", "--out", "near.csv"},
	} {
		before := folder(t) + entriesOf(t, "work")
		refused := outcome(t, process(t, `exec "$0" "$@"`, with(args, "--memory", "1MB")...))
		least, ok := saidLeast(t, refused)
		if !ok || !strings.HasPrefix(refused.err, "flyby: memory 977 KiB: ") || folder(t)+entriesOf(t, "work") != before {
			t.Errorf("%v: %+v, left %s", args, refused, folder(t))
			continue
		}
		if r := outcome(t, process(t, `exec "$0" "$@"`, with(args, "--memory", inBytes(withMargin(least)))...)); r.status != cli.OK {
			t.Errorf("%v in %d bytes: %+v", args, withMargin(least), r)
		}
	}
	if read(t, "near.csv") != read(t, "one.csv") {
		t.Error("not the bytes of one run")
	}
}
