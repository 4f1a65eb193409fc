package main

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// runs returns a run of every command but serve, which does not end; of a command with an answer those in which standard output takes it.
func runs() map[string][]string {
	return map[string][]string{
		"flyby": {"--version", "--help"}, "at": {"at --entries good.csv --time 1"}, "convert": {"convert good.csv", "convert good.csv --out /dev/stdout"},
		"convoys": {"convoys good.csv --distance 1 --min-duration 1 --min-size 2"},
		"dbscan":  {"dbscan points.csv --eps 2 --minpts 2", "dbscan points.csv --eps 1,2 --minpts 2"}, "demo": {"demo --scale 0.01"}, "devices": {"devices", "devices --json"}, "doctor": {"doctor", "doctor --json"},
		"generate": {"generate supernovae --scale 0.01", "generate syn-uniform --n 2 --scale 0.001"}, "info": {"info good.csv", "info good.csv --json --quiet"},
		"join":        {"join good.csv --distance 1", "join good.csv --distance 1 --count", "join good.csv --distance 1 --out /dev/fd/1", "join good.csv --distance 1 --level hits"},
		"knn":         {"knn points.csv -k 1"},
		"licenses":    {"licenses"},
		"pointjoin":   {"pointjoin points.csv --queries points.csv --eps 2"},
		"nearest":     {"nearest good.csv -k 1", "nearest good.csv -k 1 --count"},
		"report":      {"report near.csv --entries good.csv --out -", "report clusters.csv --points points.csv --out -"},
		"search":      {"search --entries good.csv --queries other.csv --distance 1", "search --entries good.csv --queries other.csv --distance 1 --count"},
		"selfjoin":    {"selfjoin points.csv --eps 2"},
		"slab":        {"slab"},
		"slab plan":   {"slab plan --entries good.csv --queries other.csv --distance 5 --dir w --slabs 2"},
		"slab run":    {"slab run w --slab 0", "slab run w --missing --json"},
		"slab status": {"slab status w"},
		"slab merge":  {"slab merge w", "slab merge w --ranges 2 --range 0"},
		"slab script": {"slab script slurm w --out merged.csv"},
		"tune":        {"tune --device cpu --quiet", "tune --device cpu --quiet --out model.json"},
		"verify":      {"verify near.csv --entries good.csv --distance 5"}, "version": {"version"},
		"visits": {"visits good.csv --zones zones.geojson", "visits good.csv --zones zones.geojson --count"},
	}
}

// TestLostAnswers: a closed standard output is an error of each command whose answer it would take, and of no other run of any command: these end well in silence.
func TestLostAnswers(on *testing.T) {
	t := alone(on)
	ownCache(t)
	planFolder(t)
	must(t, words("join good.csv --distance 5 --out near.csv")...)
	closed := func(args []string) result {
		return invokeOn(t, streams{out: closedOutput{}, tune: tuneCoarsely}, args...)
	}
	for _, c := range commands(newApp(t.Context(), streams{}).command()) {
		name := strings.TrimPrefix(c.CommandPath(), "flyby ")
		lines := runs()[name]
		if len(lines) == 0 && name != "serve" {
			t.Errorf("no run of %s", name)
		}
		for _, line := range lines {
			args := words("%s", line)
			r := closed(args)
			if c.Annotations[answerMark] != "" {
				if r.status != cli.Failure || !strings.Contains(r.err, "write standard output: is closed") || strings.Count(r.err, "\n") != 1 {
					t.Errorf("flyby %s: status %d, stderr %q", line, r.status, r.err)
				}
				args, _, _ = cutOut(args)
				args = append(args, "--out", "kept.csv")
				if strings.Contains(line, "--count") {
					continue // which has no --out
				}
				r = closed(args)
			}
			if said := withoutTaken(r.err); r.status != cli.OK || said != "" {
				t.Errorf("flyby %s: status %d, stderr %q", strings.Join(args, " "), r.status, said)
			}
		}
	}
	if r := closed(words("join good.csv --distance 1 --explain")); r.status != cli.OK {
		t.Errorf("--explain, which finds nothing: status %d, stderr %q", r.status, r.err)
	}
}

// cutOut cuts --out and its value from arguments.
func cutOut(args []string) (rest []string, value string, found bool) {
	at := slices.Index(args, "--out")
	if at < 0 {
		return args, "", false
	}
	return slices.Concat(args[:at], args[at+2:]), args[at+1], true
}

// TestClosedStandardOutput: processes whose standard output is closed, or opened as Go opens it in its place and as Python opens it to drop it, lose no answer in silence, before the entries are read (they are bad), and
// do what else they are asked.
func TestClosedStandardOutput(on *testing.T) {
	t := beside(on)
	inputs(t)
	must(t, words("slab plan --entries good.csv --distance 5 --dir w --slabs 1")...)
	before := folder(t)
	for _, script := range []string{`exec "$0" "$@" >&-`, `exec "$0" "$@" 1<>/dev/null`} {
		closed := func(line string) result {
			c := process(t, script, words("%s", line)...)
			c.Stdout = os.Stderr // closed by the shell
			return outcome(t, c)
		}
		for _, line := range []string{"join --entries nan.csv --distance 1", "join --entries nan.csv --distance 1 --out /dev/stdout", "join nan.csv --distance 1 --count"} {
			if r := closed(line); r.status != cli.Failure || !strings.Contains(r.err, "write standard output: is closed") || strings.Count(r.err, "\n") != 1 {
				t.Errorf("%s: flyby %s: status %d, stderr %q", script, line, r.status, r.err)
			}
		}
		if after := folder(t); after != before {
			t.Errorf("the folder was %s and is %s", before, after)
		}
		for _, line := range []string{"slab run w --slab 0", "slab status w", "version", "help join", "join --entries good.csv --distance 1 --out out.csv"} {
			if r := closed(line); r.status != cli.OK || r.err != "" {
				t.Errorf("%s: flyby %s: status %d, stderr %q", script, line, r.status, r.err)
			}
		}
		if err := errors.Join(os.Remove(t.at("w/part-0")), os.Remove(t.at("out.csv"))); err != nil {
			t.Error(err)
		}
	}
}

// TestDroppedStandardOutput checks that /dev/null takes results, however it was opened, except one
// way that cannot be told from a closed output.
func TestDroppedStandardOutput(on *testing.T) {
	t := beside(on)
	inputs(t)
	for _, script := range []string{
		`exec "$0" "$@" > /dev/null`, `exec "$0" "$@" >> /dev/null`, `exec "$0" "$@" > /dev/null 2>&1`,
		`exec "$0" "$@" 1<>/dev/null 2>&1`, `exec "$0" "$@" <>/dev/null >&0`, // how daemons open it
		`exec "$0" "$@" </dev/null 1<>/dev/null 2<>/dev/null`, // how Node opens it
	} {
		if r := outcome(t, process(t, script, "join", "--entries", "good.csv", "--distance", "1")); r.status != cli.OK || r.err != "" {
			t.Errorf("%s: status %d, stderr %q", script, r.status, r.err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "version")
	c.Dir, c.Env = t.folder, append(append(os.Environ(), asCommand+"=1"), t.env...)
	if err := c.Run(); err != nil { // with /dev/null as all three
		t.Error(err)
	}
}
