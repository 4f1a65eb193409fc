package house

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// pretended is a go command that prints the version it would build; it is version 1.26.8, and has no other but
// 1.27.0.
const pretended = `#!/bin/sh
case "$1 $GOTOOLCHAIN" in
"env "*) echo go1.26.8 ;;
"version go1.27.0") echo go version ;;
"version "*) echo "toolchain not available" >&2; exit 1 ;;
"build "*) echo "$GOTOOLCHAIN $GOOS/$GOARCH $CGO_ENABLED" ;;
esac
`

// TestNext: .ci/next builds every row with the given version, and reports a version that cannot be had.
func TestNext(t *testing.T) {
	fake := filepath.Join(t.TempDir(), "go")
	if err := os.WriteFile(fake, []byte(pretended), 0o700); err != nil {
		t.Fatal(err)
	}
	rows, err := os.ReadFile(root + "/tools/release/rows.txt")
	if err != nil {
		t.Fatal(err)
	}
	said, wrong := next(t, fake, "go1.27.0")
	for _, row := range strings.Fields(string(rows)) {
		if !strings.Contains(said, "\ngo1.27.0 "+row+" 0\n") {
			t.Errorf("nothing is built for %s:\n%s", row, said)
		}
	}
	if wrong != "" {
		t.Errorf("says %q", wrong)
	}
	if said, wrong := next(t, fake, "go1.99.0"); said != "" || wrong != "NOT BUILT with go1.99.0, which cannot be had: toolchain not available\n" {
		t.Errorf("says %q and %q", said, wrong)
	}
	if said, _ := next(t, fake, "go1.26.8"); !strings.Contains(said, "is installed") || strings.Contains(said, "build of") {
		t.Errorf("says %q", said)
	}
}

// next runs .ci/next with a go command and a version.
func next(t *testing.T, command, version string) (said, wrong string) {
	t.Helper()
	c := exec.Command("bash", ".ci/next")
	c.Dir = root
	c.Env = append(os.Environ(), "GO="+command, "NEXT="+version)
	var out, err bytes.Buffer
	c.Stdout, c.Stderr = &out, &err
	if failed := c.Run(); failed != nil {
		t.Errorf("%v: %s", failed, &err)
	}
	return out.String(), err.String()
}
