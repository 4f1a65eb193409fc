package cl_test

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"flyby/internal/cl"
)

// detaching is the environment variable by which TestDetach runs itself in another process.
const detaching = "FLYBY_TEST_DETACH"

// TestDetach: a process that detached itself ends with its own status once its output is closed, and the other process ends too, which a pipe that both hold shows. Without a library there is
// no other process.
func TestDetach(t *testing.T) {
	if how := os.Getenv(detaching); how != "" {
		detach(how)
	}
	if _, err := cl.Open(); err != nil {
		t.Skip(err)
	}
	for how, want := range map[string]string{"loaded": "detached", "bare": "alone"} {
		ended, held, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(os.Args[0], "-test.run=^TestDetach$")
		c.Env, c.ExtraFiles = append(os.Environ(), detaching+"="+how), []*os.File{held}
		out, err := c.Output()
		if c.ProcessState.ExitCode() != 7 || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s: status %d (%v), %q, want 7 and %q", how, c.ProcessState.ExitCode(), err, out, want)
		}
		held.Close()
		if left, err := io.ReadAll(ended); err != nil || len(left) > 0 {
			t.Errorf("%s: %q (%v)", how, left, err)
		}
		ended.Close()
	}
}

// detach detaches this process and ends it.
func detach(how string) {
	if how == "loaded" {
		if _, err := cl.Open(); err != nil {
			os.Exit(1)
		}
	}
	said := "alone\n"
	if cl.Detach() {
		said = "detached\n"
	}
	io.WriteString(os.Stdout, said)
	os.Stdout.Close()
	os.Stderr.Close()
	os.Exit(7)
}
