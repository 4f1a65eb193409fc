package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// process is the command as a process of its own, run by a shell: script has "flyby"
// as $0 and its arguments after it.
func process(t *testing.T, script string, args ...string) *exec.Cmd {
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
	c.Env = append(os.Environ(), asCommand+"=1")
	return c
}

// outcome runs a process to its end.
func outcome(t *testing.T, c *exec.Cmd) result {
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

// printing are commands that print, each in its own way.
func printing() [][]string {
	return [][]string{
		{"--help"}, {"join", "--help"}, {"help", "join"}, {}, {"bench", "--help"}, {"version"}, {"--version"}, {"devices"}, {"devices", "--json"},
		{"completion", "bash"}, {"completion", "zsh"}, {"completion"}, {"info", "good.csv"}, {"info", "good.csv", "--json", "--quiet"},
		{"join", "--entries", "good.csv", "--distance", "1"}, {"generate", "supernovae", "--scale", "0.01"}, {"demo", "--scale", "0.01"},
	}
}

// TestFullStandardOutput wants what cannot be printed to be a failure, told once.
func TestFullStandardOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("no /dev/full here: %v", err)
	}
	defer full.Close()
	inputs(t)
	for _, args := range printing() {
		r := invokeOn(t, streams{out: full}, args...)
		if r.status != exitFailure || strings.Count(r.err, "no space left on device") != 1 || strings.Count(r.err, "\n") != 1 {
			t.Errorf("flyby %s: status %d, stderr %q", strings.Join(args, " "), r.status, r.err)
		}
	}
}
