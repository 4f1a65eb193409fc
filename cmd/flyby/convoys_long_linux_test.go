//go:build long

package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestConvoysRowByRow: rows of a moving cluster are written as they are found, a million of them in hardly more memory than a
// few.
func TestConvoysRowByRow(on *testing.T) {
	t := heavy(on)
	writeStill(t, 2_000_000)
	_, base := peak(t, still+"--method mc --clock 1e5 --out rows.csv")
	r, bytes := peak(t, still+"--method mc --clock 1 --out rows.csv")
	if got := strings.Count(read(t, "rows.csv"), "\n"); r.status != cli.OK || got != 4_000_003 || bytes > base+48<<20 {
		t.Errorf("%+v, %d lines and %d bytes, beside %d bytes", r, got, bytes, base)
	}
}
