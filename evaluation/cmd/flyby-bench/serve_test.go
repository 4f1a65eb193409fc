package main

import (
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestServe wants all rows of the table, and no row measured without a command to start.
func TestServe(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "")
	if text := must(t, "serve", "--segments", "100000", "--rows", "query,crowd"); !strings.Contains(text, "scale 0.1: targets hold at 1") || strings.Count(text, "skipped: no program to start") != 2 {
		t.Errorf("%s", text)
	}
}

// TestServeUsage wants impossible flags to be usage errors.
func TestServeUsage(t *testing.T) {
	for args, want := range map[string]string{
		"serve --clients 0":    "--clients 0, --lasting 1m0s: must be positive",
		"serve --segments 100": "--segments 100: must be 8000 or more",
		"serve --rows slow":    `--rows: row "slow": must be of query, `,
		"serve --out=":         "--out: a folder is missing",
	} {
		if r := invoke(t, strings.Fields(args)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) {
			t.Errorf("flyby-bench %s: status %d, %q, want %q", args, r.status, r.err, want)
		}
	}
}
