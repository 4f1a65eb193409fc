package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestOutputIsInput: an output that is one of the inputs, under any name, is wrong usage before any
// input is read (the entries are bad, and reading them would fail), and no file changes.
func TestOutputIsInput(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	here := t.folder
	if err := errors.Join(os.Symlink("nan.csv", t.at("soft.csv")), os.Symlink("soft.csv", t.at("softer.csv")), os.Link(t.at("nan.csv"), t.at("hard.csv"))); err != nil {
		t.Skip(err)
	}
	before, text := folder(t), read(t, "nan.csv")
	names := []string{"nan.csv", "./nan.csv", filepath.Join(here, "nan.csv"), filepath.Join("..", filepath.Base(here), "nan.csv"), "soft.csv", "softer.csv", "hard.csv"}
	for _, out := range names {
		for _, in := range names {
			refused(t, streams{}, "--out "+out, "join", "--entries", in, "--distance", "1", "--out", out)
		}
		refused(t, streams{}, "--out "+out, "search", "--entries", "good.csv", "--queries", "nan.csv", "--distance", "1", "--out", out)
		refused(t, streams{in: opened(t, "nan.csv", os.O_RDONLY)}, "--out "+out, "join", "--entries", "-", "--distance", "1", "--out", out)
		refused(t, streams{out: opened(t, out, os.O_WRONLY|os.O_APPEND)}, "standard output", "join", "--entries", "nan.csv", "--distance", "1")
		refused(t, streams{out: opened(t, out, os.O_WRONLY|os.O_APPEND)}, "standard output", "info", "nan.csv")
	}
	refused(t, streams{in: opened(t, "hard.csv", os.O_RDONLY), out: opened(t, "soft.csv", os.O_WRONLY|os.O_APPEND)}, "standard output",
		"search", "--entries", "good.csv", "--queries", "/dev/stdin", "--distance", "1", "--out", "/dev/stdout")
	if after := folder(t); after != before || read(t, "nan.csv") != text {
		t.Errorf("the folder was %s and is %s; nan.csv holds %q", before, after, read(t, "nan.csv"))
	}
}

// refused wants wrong usage whose message begins with what: the name of an end that is the same
// file as another.
func refused(t *place, s streams, what string, args ...string) {
	t.Helper()
	r := invokeOn(t, s, args...)
	if r.status != cli.WrongUsage || !strings.HasPrefix(r.err, "flyby: "+what+": is the same file as ") || strings.Count(r.err, "\n") != 1 {
		t.Errorf("flyby %s: status %d, stderr %q", strings.Join(args, " "), r.status, r.err)
	}
}

// opened opens a file until the end of the test.
func opened(t *place, name string, flag int) *os.File {
	t.Helper()
	f, err := os.OpenFile(t.at(name), flag, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestDeviceAtBothEnds: a device may be both input and output, since its output is not read back.
func TestDeviceAtBothEnds(on *testing.T) {
	t := beside(on)
	inputs(t)
	null := opened(t, os.DevNull, os.O_RDWR)
	r := invokeOn(t, streams{in: null, out: null}, "join", "--entries", "-", "--distance", "1")
	if r.status != cli.Failure || r.err != "flyby: standard input: empty file\n" {
		t.Errorf("status %d, stderr %q", r.status, r.err)
	}
}

// TestStandardInput: "-" and /dev/stdin name standard input, which can be read once.
func TestStandardInput(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	inputs(t)
	good := read(t, "good.csv")
	want := must(t, "join", "--entries", "good.csv", "--distance", "1")
	names := []string{"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "/dev//stdin"}
	for _, in := range names {
		if r := invoke(t, good, "join", "--entries", in, "--distance", "1"); r.status != cli.OK || r.out != want {
			t.Errorf("join --entries %s: status %d, stderr %q, stdout %q", in, r.status, r.err, r.out)
		}
		if r := invoke(t, good, "info", in); r.status != cli.OK || !strings.HasPrefix(r.out, "standard input\n") {
			t.Errorf("info %s: status %d, stderr %q, stdout %q", in, r.status, r.err, r.out)
		}
		if r := invoke(t, good, "search", "--entries", "good.csv", "--queries", in, "--distance", "1"); r.status != cli.OK {
			t.Errorf("search --queries %s: status %d, stderr %q", in, r.status, r.err)
		}
		r := invoke(t, good, "search", "--entries", "-", "--queries", in, "--distance", "1")
		if r.status != cli.WrongUsage || r.err != "flyby: --entries and --queries cannot both be standard input (see flyby search --help)\n" {
			t.Errorf("search --entries - --queries %s: status %d, stderr %q", in, r.status, r.err)
		}
	}
}

// TestPipeReadTwice: one pipe under two names is refused: its second reader would wait for ever.
func TestPipeReadTwice(on *testing.T) {
	t := beside(on)
	inputs(t)
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer writer.Close()
	pipe := fmt.Sprintf("/dev/fd/%d", reader.Fd())
	if err := errors.Join(os.Symlink(pipe, t.at("one.csv")), os.Symlink(pipe, t.at("other.csv"))); err != nil {
		t.Skip(err)
	}
	r := invoke(t, "", "search", "--entries", "one.csv", "--queries", "other.csv", "--distance", "1")
	if r.status != cli.WrongUsage || !strings.Contains(r.err, "are the same pipe") {
		t.Errorf("status %d, stderr %q", r.status, r.err)
	}
}

// TestLinkedOutput checks that an output that is a link replaces the file behind the link, and the
// link stays; a dangling link is refused before any input is read.
func TestLinkedOutput(on *testing.T) {
	t := beside(on)
	inputs(t)
	write(t, "target.csv", "old")
	if err := errors.Join(os.Symlink("target.csv", t.at("link.csv")), os.Symlink("nowhere.csv", t.at("dangling.csv"))); err != nil {
		t.Skip(err)
	}
	must(t, "join", "--entries", "good.csv", "--distance", "1", "--out", "link.csv")
	if info, err := os.Lstat(t.at("link.csv")); err != nil || info.Mode()&os.ModeSymlink == 0 || !strings.HasPrefix(read(t, "target.csv"), "query_traj,") {
		t.Errorf("link.csv: %v, %v; target.csv holds %q", info, err, read(t, "target.csv"))
	}
	before := folder(t)
	for _, args := range [][]string{
		{"join", "--entries", "nan.csv", "--distance", "1", "--out", "dangling.csv"},
		{"generate", "galaxy", "--scale", "0.01", "--out", "dangling.csv"},
		{"tune", "--device", "cpu", "--out", "dangling.csv"},
	} {
		if r := invoke(t, "", args...); r.status != cli.Failure || r.err != "flyby: write dangling.csv: is a link to what does not exist\n" {
			t.Errorf("flyby %s: status %d, stderr %q", strings.Join(args, " "), r.status, r.err)
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
}
