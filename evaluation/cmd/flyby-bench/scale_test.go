package main

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"

	"flyby/evaluation/speed"
	"flyby/internal/cli"
)

// TestScale wants all rows of the table, and no row measured without a command to start.
func TestScale(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "")
	if text := must(t, "scale", "--segments", "8000", "--rows", "merge,start"); !strings.Contains(text, "scale 0.0008: targets hold at 1") || strings.Count(text, "skipped: no program to start") != 2 {
		t.Errorf("%s", text)
	}
	var names []string
	for lines := bufio.NewScanner(strings.NewReader(must(t, "scale", "--json"))); lines.Scan(); {
		var row speed.Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%v in %s", err, lines.Text())
		}
		names = append(names, row.Name)
	}
	if got := strings.Join(names, " "); got != "plan slabs start workers merge ranges parts" {
		t.Errorf("rows %s", got)
	}
}

// TestScaleUsage wants impossible flags to be usage errors.
func TestScaleUsage(t *testing.T) {
	for args, want := range map[string]string{
		"scale --turns 0":      "--turns 0: must be positive",
		"scale --segments 100": "--segments 100: must be 8000 or more",
		"scale --rows merges":  `--rows: row "merges": must be of plan, `,
		"scale --out=":         "--out: a folder is missing",
	} {
		if r := invoke(t, strings.Fields(args)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
			t.Errorf("flyby-bench %s: status %d, %q, want %q", args, r.status, r.err, want)
		}
	}
}
