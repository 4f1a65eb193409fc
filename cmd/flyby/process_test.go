package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/tier"
)

// process is the command as a process of its own, run by a shell: script has "flyby" as $0 and its
// arguments after it.
func process(t *place, script string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	c := exec.Command(shell, append([]string{"-c", script, self}, args...)...)
	c.Dir, c.Env = t.folder, append(append(os.Environ(), asCommand+"=1"), t.env...)
	return c
}

// outcome runs a process to its end.
func outcome(t *place, c *exec.Cmd) result {
	t.Helper()
	var out, told bytes.Buffer
	if c.Stdout == nil {
		c.Stdout = &out
	}
	c.Stderr = &told
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{c.ProcessState.ExitCode(), out.String(), told.String()}
}

// printing returns commands that print, each in its own way.
func printing() [][]string {
	return [][]string{
		{"--help"}, {"join", "--help"}, {"help", "join"}, {}, {"tune", "--help"}, {"version"}, {"--version"}, {"devices"}, {"devices", "--json"},
		{"completion", "bash"}, {"completion", "zsh"}, {"completion"}, {"info", "good.csv"}, {"info", "good.csv", "--json", "--quiet"},
		{"join", "--entries", "good.csv", "--distance", "1"}, {"generate", "supernovae", "--scale", "0.01"}, {"demo", "--scale", "0.01"},
	}
}

// TestFullStandardOutput checks that a failure to print is an error, reported once.
func TestFullStandardOutput(on *testing.T) {
	t := beside(on)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("no /dev/full here: %v", err)
	}
	defer full.Close()
	inputs(t)
	for _, args := range printing() {
		r := invokeOn(t, streams{out: full}, args...)
		if r.status != cli.Failure || strings.Count(r.err, "no space left on device") != 1 || strings.Count(r.err, "\n") != 1 {
			t.Errorf("flyby %s: status %d, stderr %q", strings.Join(args, " "), r.status, r.err)
		}
	}
}

// TestFullStandardOutputByName: messages give standard output one name, whatever writes to it.
func TestFullStandardOutputByName(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skipf("no /dev/full here: %v", err)
	}
	inputs(t)
	for _, args := range [][]string{{"--help"}, {"version"}, {"info", "good.csv"}, {"devices"}, {"join", "--entries", "good.csv", "--distance", "1", "--quiet"}} {
		r := outcome(t, process(t, `exec "$0" "$@" >/dev/full`, args...))
		if r.status != cli.Failure || r.err != "flyby: write standard output: no space left on device\n" {
			t.Errorf("flyby %s: status %d, stderr %q", strings.Join(args, " "), r.status, r.err)
		}
	}
}

// TestManyThreads: two thousand million threads within 4 GB are cut to four a core, and a message
// reports it.
func TestManyThreads(on *testing.T) {
	t := heavy(on)
	inputs(t)
	want := must(t, "join", "--entries", "good.csv", "--distance", "1")
	for _, method := range flyby.Methods() {
		c := process(t, `ulimit -v 4000000; exec "$0" "$@"`, "join", "--entries", "good.csv", "--distance", "1",
			"--threads", "2000000000", "--verbose", "--device", "cpu", "--method", string(method))
		said := fmt.Sprintf("threads cut to four a core\" asked=2000000000 threads=%d\n", 4*runtime.GOMAXPROCS(0))
		if r := outcome(t, c); r.status != cli.OK || r.out != want || !strings.Contains(r.err, said) {
			t.Errorf("%s: status %d, stderr %q", method, r.status, r.err)
		}
	}
	if r := invoke(t, "", "info", "good.csv", "--threads", "2000000000"); r.status != cli.OK {
		t.Errorf("info: status %d, stderr %q", r.status, r.err)
	}
}

// TestFileTooLarge: an output that the system limits to some kilobytes, as a full disk would, is
// reported by name with the reason, once, and leaves no file.
func TestFileTooLarge(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	for _, out := range []string{"out.csv", "out.csv.gz", "out.csv.zst", "out.parquet", "./out.csv"} {
		r := outcome(t, process(t, `ulimit -f 16; exec "$0" "$@"`, "generate", "galaxy", "--scale", "0.05", "--out", out))
		if want := "flyby: write " + out + ": file too large\n"; r.status != cli.Failure || r.err != want {
			t.Errorf("%s: status %d, stderr %q, want %q", out, r.status, r.err, want)
		}
		if left := folder(t); left != "" {
			t.Errorf("%s: left %s", out, left)
		}
	}
}
