package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestClosedStandardOutput checks that a closed standard output is an error of every command that
// writes to it, raised before the entries are read (they are bad), and of no other command.
func TestClosedStandardOutput(on *testing.T) {
	t := beside(on)
	inputs(t)
	before := folder(t)
	all := append(printing(), []string{"join", "--entries", "nan.csv", "--distance", "1"}, []string{"join", "--entries", "nan.csv", "--distance", "1", "--out", "/dev/stdout"})
	for _, args := range all {
		c := process(t, `exec "$0" "$@" >&-`, args...)
		c.Stdout = os.Stderr // closed by the shell
		r := outcome(t, c)
		if r.status != cli.Failure || !strings.Contains(r.err, "write standard output: is closed") || strings.Count(r.err, "\n") != 1 {
			t.Errorf("flyby %s: status %d, stderr %q", strings.Join(args, " "), r.status, r.err)
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
	if r := outcome(t, process(t, `exec "$0" join --entries good.csv --distance 1 --out out.csv >&-`)); r.status != cli.OK || r.err != "" {
		t.Errorf("--out out.csv: status %d, stderr %q", r.status, r.err)
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
