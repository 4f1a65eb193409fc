package main

import (
	"context"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestDoors wants each name that others give a command to lead to one that there is, and to none where a command has the name.
func TestDoors(t *testing.T) {
	root := newApp(context.Background(), streams{}).command()
	for name, door := range doors() {
		if c, _, err := root.Find([]string{name}); err == nil && c != root {
			t.Errorf("%s is a command", name)
		}
		words := strings.Fields(door)
		c, _, err := root.Find(words[:1])
		if err != nil || c == root {
			t.Errorf("%s: no command %s", name, words[0])
			continue
		}
		if err := c.ParseFlags(words[1:]); err != nil {
			t.Errorf("%s: %v", door, err)
		}
	}
}

// TestForeignFlags wants each flag of other tools to lead to one that a command has.
func TestForeignFlags(t *testing.T) {
	root := newApp(context.Background(), streams{}).command()
	for name, all := range foreignFlags() {
		led := false
		for _, c := range root.Commands() {
			led = led || c.Flags().Lookup(name) == nil && flagHere(c, name) != ""
		}
		if !led {
			t.Errorf("--%s: no command has one of %v", name, all)
		}
	}
}

// TestCommandBehindFlags wants a command to be found where flags stand before it, with and without values, and the first word
// that is no command to be told, wherever it stands.
func TestCommandBehindFlags(on *testing.T) {
	t := beside(on)
	inputs(t)
	join := must(t, "join", "good.csv", "--distance", "1", "--level", "pairs")
	for _, line := range []string{
		"--distance 1 join good.csv --level pairs", "--distance=1 --level pairs join good.csv", "--quiet --distance 1 join --level pairs good.csv",
		"--quiet join good.csv --distance 1 --level pairs", "-o - join good.csv --distance 1 --level pairs",
	} {
		if r := invoke(t, "", strings.Fields(line)...); r.status != cli.OK || r.out != join {
			t.Errorf("%s: status %d, %q, %q", line, r.status, r.out, r.err)
		}
	}
	for line, want := range map[string]string{
		"--json encounters good.csv":         `unknown command \"encounters\": is it join --level encounters?`,
		"encounters --help":                  `unknown command "encounters": is it join --level encounters?`,
		"-d 1 --eps 2 contacts good.csv":     `unknown command "contacts": is it join --level encounters?`,
		"--bogus nothing":                    `unknown command "nothing" (`,
		"--quiet join good.csv --bogus":      "unknown flag: --bogus (see flyby join --help)",
		"--bogus":                            "unknown flag: --bogus (see flyby --help)",
		"join good.csv -qd 1":                "'q' in -qd: is it --quiet?",
		"info good.csv --format json":        "--format: is it --json?",
		"knn --points good.csv --k 3":        "--k: is it --neighbours?",
		"selfjoin --points good.csv -r 3":    "'r' in -r: is it --eps?",
		"selfjoin --points good.csv --out":   "flag needs an argument: --out",
		"dbscan --points good.csv --radius=": "--eps is the distance of two",
		"search --output a":                  "--output: is it --out?",
	} {
		if r := invoke(t, "", strings.Fields(line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, want) || r.out != "" {
			t.Errorf("%s: status %d, %q, want %q", line, r.status, r.err, want)
		}
	}
}
