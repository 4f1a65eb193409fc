package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestBatchesThatDoNotFit: more batches than query segments are wrong usage, in a search and a join, in memory and not, explained and not, within a window, and as many batches as segments are none.
func TestBatchesThatDoNotFit(on *testing.T) {
	t := beside(on)
	inputs(t)
	for _, line := range []string{
		"join good.csv --distance 1", "search --entries good.csv --queries good.csv --distance 1", "join good.csv --distance 1 --explain", "join good.csv --distance 1 --count --level pairs",
		"join good.csv --distance 1 --from 0 --to 1", "join good.csv --distance 1 --device cpu --threads 1",
	} {
		for _, s := range []streams{{}, {outgrown: true}} {
			r := invokeOn(t, s, words("%s --method temporal --batching setsplit-fixed:5000", line)...)
			if r.status != cli.WrongUsage || !strings.Contains(r.err, "flyby: --batching: setsplit-fixed:5000: 5000 batches of ") || strings.Count(r.err, "\n") != 1 {
				t.Errorf("flyby %s, outgrown %v: status %d, stderr %q", line, s.outgrown, r.status, r.err)
			}
			if r := invokeOn(t, s, words("%s --method temporal --batching setsplit-fixed:2", line)...); r.status != cli.OK {
				t.Errorf("flyby %s of 2 batches, outgrown %v: status %d, stderr %q", line, s.outgrown, r.status, r.err)
			}
		}
	}
}
