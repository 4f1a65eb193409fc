package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"flyby/internal/cli"
)

// TestMain runs the tests without the performance models of the user's cache.
func TestMain(m *testing.M) {
	os.Unsetenv("FLYBY_DEVICE")
	os.Exit(inOwnCache(m))
}

func inOwnCache(m *testing.M) int {
	dir, err := os.MkdirTemp("", "flyby-bench-test-*")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.Setenv("XDG_CACHE_HOME", dir)
	return m.Run()
}

// result has the exit status and output of a run of the command.
type result struct {
	status   int
	out, err string
}

// invoke runs the command in this process, off the terminal.
func invoke(t *testing.T, args ...string) result {
	t.Helper()
	return invokeUntil(t.Context(), args...)
}

// invokeUntil is invoke with a context that may interrupt the run.
func invokeUntil(ctx context.Context, args ...string) result {
	var out, err bytes.Buffer
	status := run(ctx, args, streams{out: &out, err: &err})
	return result{status, out.String(), err.String()}
}

// must runs the command and fails the test unless it succeeds in silence.
func must(t *testing.T, args ...string) string {
	t.Helper()
	r := invoke(t, args...)
	if r.status != cli.OK || r.err != "" {
		t.Fatalf("flyby-bench %s: status %d, stderr %q", strings.Join(args, " "), r.status, r.err)
	}
	return r.out
}

// read returns a file's text.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// folder lists the current folder.
func folder(t *testing.T) string {
	t.Helper()
	all, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range all {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// TestInterrupted wants an interrupt to be reported as one.
func TestInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range []string{"speed --device cpu --scale 0.01 --rows gal-5", "paper --device cpu --scale 0.01 --searches S3 --quick-model"} {
		if r := invokeUntil(ctx, strings.Fields(args)...); r.status != cli.Interrupted || r.err != "flyby-bench: interrupted\n" {
			t.Errorf("flyby-bench %s: status %d, %q", args, r.status, r.err)
		}
	}
	if r := invokeUntil(ctx, strings.Fields("speed --device cpu --scale 0.01 --rows gal-5 --json")...); !strings.Contains(r.err, `"status":130`) {
		t.Errorf("as JSON: %q", r.err)
	}
}

// TestExamples runs the examples of every help.
func TestExamples(t *testing.T) {
	a := &app{}
	root := a.command()
	for _, c := range root.Commands() {
		if c.Example == "" {
			continue
		}
		t.Run(c.Name(), func(t *testing.T) {
			t.Chdir(t.TempDir())
			writeSides(t)
			for line := range strings.Lines(c.Example) {
				must(t, strings.Fields(line)[1:]...)
			}
		})
	}
}

// TestUsagesAreShort: help has 200 characters at most about a flag, as the help of flyby has.
func TestUsagesAreShort(t *testing.T) {
	for _, c := range (&app{}).command().Commands() {
		for line := range strings.Lines(c.Flags().FlagUsages()) {
			_, usage, _ := strings.Cut(strings.TrimSpace(line), "   ")
			if n := utf8.RuneCountInString(strings.TrimSpace(usage)); n == 0 || n > 200 {
				t.Errorf("%s: %d characters: %s", c.Name(), n, line)
			}
		}
	}
}
