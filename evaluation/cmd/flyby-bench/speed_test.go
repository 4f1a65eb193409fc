package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestSlopes wants the slopes as text and as a figure, without the command's slopes where there is
// no command.
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
