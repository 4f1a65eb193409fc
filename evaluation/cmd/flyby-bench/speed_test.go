package main

import (
	"bufio"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"flyby/evaluation/speed"
	"flyby/internal/cli"
)

// TestSpeed wants rows as text and as JSON, the whole program started among them, and the tables kept.
func TestSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("builds flyby, and measures how fast this machine is")
	}
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

// TestSlopes wants the slopes as text and as a figure, without those of a command that is not there.
func TestSlopes(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "")
	text := must(t, strings.Fields("speed --device cpu --scale 0.002 --slopes --trials 1 --out kept")...)
	if n := strings.Count(text, "\nslope "); n != 4 {
		t.Errorf("%d slopes in\n%s", n, text)
	}
	if n := strings.Count(text, "skipped: no program to start"); n != 2 {
		t.Errorf("%d curves left out in\n%s", n, text)
	}
	if svg := read(t, filepath.Join("kept", "slopes.svg")); !strings.HasPrefix(svg, "<svg ") {
		t.Errorf("draws %.40q", svg)
	}
}
