//go:build long

package main

import (
	"bufio"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"flyby/evaluation/speed"
	"flyby/internal/cli"
)

// TestSpeed wants rows as text and as JSON, the whole program started among them, and the tables kept.
func TestSpeed(t *testing.T) {
	flyby := buildFlyby(t, source)
	t.Chdir(t.TempDir())
	args := strings.Fields("speed --flyby " + flyby + " --device cpu --scale 0.01 --rows start,gal-5,s4 --trials 2")
	text := must(t, append(args, "--out", "kept")...)
	for _, want := range []string{"scale 0.01", "gal-5", "start", "FLOOR HERE", "TARGET"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if got := read(t, filepath.Join("kept", "speed.txt")); got != text {
		t.Errorf("keeps\n%s, says\n%s", got, text)
	}
	r := invoke(t, append(args, "--json")...)
	if r.status != cli.OK {
		t.Fatalf("status %d, %q", r.status, r.err)
	}
	var names []string
	for lines := bufio.NewScanner(strings.NewReader(r.out)); lines.Scan(); {
		var row speed.Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%v in %s", err, lines.Text())
		}
		names = append(names, row.Name)
		if len(row.Seconds) != 2 || len(row.Claims) == 0 {
			t.Errorf("%+v", row)
		}
	}
	if got := strings.Join(names, " "); got != "gal-5 s4 start" {
		t.Errorf("rows %s", got)
	}
}

// source is the folder of flyby's module, relative to this package; tests that change folder resolve
// it before they do.
const source = "../../.."

// buildFlyby builds the command flyby from this source tree and returns its path.
func buildFlyby(t *testing.T, source string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "flyby")
	c := exec.Command("go", "build", "-o", path, "./cmd/flyby")
	c.Dir = source
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("build flyby: %v: %s", err, said)
	}
	return path
}
