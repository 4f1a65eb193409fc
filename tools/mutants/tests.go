package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// wider are the packages whose tests run where a mutant's own tests do not fail.
const wider = "./interaction ./internal/encounter ./kernel/... ./binindex/... ."

// The beginnings of fates: of a mutant that a test failed for, and of one that does not compile.
const (
	killed = "killed by"
	broken = "DOES NOT BUILD"
)

// failing finds the tests that failed in the output of go test, the innermost first in a line of
// its own each.
var failing = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// test runs tests and names the one that failed; done is false where none did.
func test(ctx context.Context, tree, tests string) (fate string, done bool) {
	args := []string{"test", "-vet=off", "-failfast"}
	if end, ok := ctx.Deadline(); ok { // the processes that go test starts are not killed with it
		args = append(args, "-timeout", time.Until(end).String())
	}
	args = append(args, strings.Fields(tests)...)
	out, err := goCommand(ctx, tree, args...)
	found := failing.FindAllSubmatch(out, -1)
	switch {
	case err == nil:
		return "", false
	case bytes.Contains(out, []byte("[build failed]")), bytes.Contains(out, []byte("[setup failed]")), bytes.Contains(out, []byte("CL_BUILD_PROGRAM_FAILURE")):
		return broken, true
	case len(found) > 0:
		return killed + " " + string(found[len(found)-1][1]), true
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "SURVIVED: no test failed in the time", true
	case ctx.Err() != nil:
		return "stopped", true
	}
	return killed + " the end of the process: " + lastLine(out), true
}

// goCommand runs the go command in a tree.
func goCommand(ctx context.Context, tree string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir = tree
	c.Env = append(os.Environ(), "GOFLAGS=-trimpath", "CGO_ENABLED=0", "FLYBY_REQUIRE_OPENCL=1")
	return c.CombinedOutput()
}

// firstLine returns the first line that is not empty.
func firstLine(out []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return line
}

// lastLine returns the last line that is not empty.
func lastLine(out []byte) string {
	text := strings.TrimSpace(string(out))
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// copyTree copies the files below root that git tracks or does not ignore to a new folder.
func copyTree(ctx context.Context, root string) (tree string, err error) {
	c := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	c.Dir = root
	out, err := c.Output()
	if err != nil {
		return "", err
	}
	if tree, err = os.MkdirTemp("", "flyby-mutants-"); err != nil {
		return "", err
	}
	for _, f := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if err := copyFile(filepath.Join(root, f), filepath.Join(tree, f)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", errors.Join(err, os.RemoveAll(tree))
		}
	}
	return tree, nil
}

func copyFile(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o644)
}
