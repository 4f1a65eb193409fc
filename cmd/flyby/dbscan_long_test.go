//go:build long

package main

import (
	"strings"
	"testing"
)

// TestDBSCANDevices: several devices as one make a table of neighbours, and no dense cells.
func TestDBSCANDevices(on *testing.T) {
	t := heavy(on)
	if listed := onTwo(t, "devices", "--json"); strings.Count(listed, `"device":"opencl:`) < 2 {
		t.Skip("no two OpenCL devices here")
	}
	t.Chdir(t.TempDir())
	write(t, "p.csv", crowds)
	line := []string{"dbscan", "--points", "p.csv", "--eps", "10", "--minpts", "4", "--device"}
	want := must(t, append(line, "cpu")...)
	if got := onTwo(t, append(line, "opencl:all")...); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
