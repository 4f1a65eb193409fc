package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/tier"
	"flyby/points/pointjoin"
)

// TestPointMethods: every method that the library has can be named, with each choice of its settings; a
// setting of another is refused, and so is what is none of its choices.
func TestPointMethods(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "id,x,y\n1,0,0\n2,3,4\n3,9,9\n")
	const want = "id_a,id_b\n1,2\n"
	for _, m := range flyby.PointMethods() {
		if got := must(t, "selfjoin", "--points", "p.csv", "--eps", "5", "--method", m.Name); got != want {
			t.Errorf("%s: %q", m.Name, got)
		}
		for _, s := range m.Settings {
			for _, value := range s.Choices {
				if got := must(t, "selfjoin", "--points", "p.csv", "--eps", "5", "--method", m.Name, "--"+s.Name, value); got != want {
					t.Errorf("%s with %s %s: %q", m.Name, s.Name, value, got)
				}
			}
			refusedFlag(t, "--"+s.Name, "selfjoin", "--points", "p.csv", "--eps", "5", "--method", m.Name, "--"+s.Name, "perhaps")
			refusedFlag(t, "is for --method", "selfjoin", "--points", "p.csv", "--eps", "5", "--method", "auto", "--"+s.Name, "perhaps")
		}
		r := invoke(t, "", "knn", "--points", "p.csv", "-k", "1", "--method", m.Name)
		if (r.status == cli.OK) != m.Nearest {
			t.Errorf("knn by %s: status %d, %s", m.Name, r.status, r.err)
		}
	}
	refusedFlag(t, "must be one of auto, ", "selfjoin", "--points", "p.csv", "--eps", "5", "--method", "fast")
	refusedFlag(t, "unknown extension", "selfjoin", "--points", "p.xml", "--eps", "5")
	refusedFlag(t, "must be one of", "knn", "--points", "p.csv", "-k", "1", "--method", "bruteforce")
}

// refusedFlag wants wrong usage, and a message that has a text.
func refusedFlag(t *place, text string, args ...string) {
	t.Helper()
	if r := invoke(t, "", args...); r.status != cli.WrongUsage || !strings.Contains(r.err, text) {
		t.Errorf("%q: status %d, %s", args, r.status, r.err)
	}
}

// TestSettingHelp: help has what a setting may be, and its default.
func TestSettingHelp(on *testing.T) {
	t := beside(on)
	help := strings.Join(strings.Fields(must(t, "selfjoin", "--help")), " ")
	for _, m := range flyby.PointMethods() {
		for _, s := range m.Settings {
			want := fmt.Sprintf("--%s %s %s for --method %s: %s (default %q)", s.Name, s.Values(), s.Values(), m.Name, s.Means, pointjoin.Settings(nil).Of(s))
			if s.Values() == "" || !strings.Contains(help, want) {
				t.Errorf("no %s", want)
			}
		}
	}
}

// TestMethodsWith: a setting names the methods that have it.
func TestMethodsWith(on *testing.T) {
	t := beside(on)
	for _, m := range flyby.PointMethods() {
		for _, s := range m.Settings {
			if !slices.Contains(methodsWith(s.Name), m.Name) {
				t.Errorf("%s: %v", s.Name, methodsWith(s.Name))
			}
		}
	}
	if got := methodsWith("colour"); got != nil {
		t.Error(got)
	}
}
