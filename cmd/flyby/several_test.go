package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// onTwo runs the command in a process of its own whose OpenCL library, if it is PoCL, lists two
// devices.
func onTwo(t *place, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Dir, c.Env = t.folder, append(os.Environ(), asCommand+"=1", "POCL_DEVICES=basic pthread")
	var complaints strings.Builder
	c.Stderr = &complaints
	out, err := c.Output()
	if err != nil {
		t.Fatalf("flyby %s: %v, %s", strings.Join(args, " "), err, complaints.String())
	}
	return string(out)
}

// TestSeveralDevices: two OpenCL devices write the file that the cpu writes.
func TestSeveralDevices(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	if listed := onTwo(t, "devices", "--json"); strings.Count(listed, `"device":"opencl:`) < 2 {
		t.Skip("no two OpenCL devices here")
	}
	t.Chdir(t.TempDir())
	picked := onTwo(t, "devices", "opencl:all", "--json")
	if strings.Count(picked, "\n") < 2 || strings.Contains(picked, `"device":"cpu"`) {
		t.Errorf("opencl:all picks %s", picked)
	}
	dataSet(t, "galaxy", "0.05", "stars.csv")
	for _, method := range []string{"spatiotemporal", "temporal"} {
		join := []string{"join", "--entries", "stars.csv", "--distance", "10", "--level", "hits", "--method", method, "--device"}
		want := must(t, append(join, "cpu")...)
		if got := onTwo(t, append(join, "opencl:all")...); got != want {
			t.Errorf("%s: %d bytes, want the %d of the cpu", method, len(got), len(want))
		}
		if strings.Count(want, "\n") < 100 {
			t.Errorf("%s: %q are too few hits to compare", method, want)
		}
	}
}

// TestSelect: a selector that matches no device is an error that names it.
func TestSelect(on *testing.T) {
	t := beside(on)
	if text := must(t, "devices", "cpu"); strings.Count(text, "\n") != 2 || !strings.Contains(text, "\ncpu ") {
		t.Errorf("cpu picks %s", text)
	}
	if r := invoke(t, "", "devices", "opencl:999"); r.status != cli.NoDevice || r.out != "" {
		t.Errorf("status %d, %q, %q", r.status, r.out, r.err)
	}
	if r := invoke(t, "", "devices", "gpu:most"); r.status != cli.WrongUsage || !strings.Contains(r.err, "gpu:all") {
		t.Errorf("status %d, %q", r.status, r.err)
	}
}
