package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"flyby/internal/cli"
	"flyby/internal/tier"
	"flyby/slabs"
)

// plannedDarts plans a join of objects that dart about in a square into slabs of the folder work, and has one
// run write one.csv. 120 objects leave 330 kB of parts for each 30 ticks.
func plannedDarts(t *place, objects, ticks int, slabs string) {
	t.Helper()
	t.Chdir(t.TempDir())
	write(t, "darts.csv", darts(rand.New(rand.NewPCG(33, 1)), objects, ticks))
	must(t, "join", "darts.csv", "--distance", "0.05", "--level", "encounters", "--out", "one.csv")
	must(t, planDarts("work", slabs)...)
}

// planDarts returns the arguments that plan the join.
func planDarts(dir, slabs string, more ...string) []string {
	return append([]string{"slab", "plan", "--entries", "darts.csv", "--distance", "0.05", "--dir", dir, "--slabs", slabs}, more...)
}

// darts returns a file of objects at random places in a square of length 1 at each tick.
func darts(r *rand.Rand, objects, ticks int) string {
	rows := []byte("id,t,x,y\n")
	for id := range objects {
		for at := range ticks {
			rows = fmt.Appendf(rows, "%d,%d,%.6f,%.6f\n", id, at, r.Float64(), r.Float64())
		}
	}
	return string(rows)
}

// ranSlab runs a command of slab as a process of its own.
func ranSlab(t *place, args ...string) result {
	t.Helper()
	return outcome(t, process(t, `exec "$0" "$@"`, append([]string{"slab"}, args...)...))
}

// wantMerged wants the parts in work to be merged to the bytes of one run, and no other file to be left in
// the folder.
func wantMerged(t *place) {
	t.Helper()
	if r := ranSlab(t, "merge", "work", "--out", "near.csv"); r.status != cli.OK || r.err != "" {
		t.Fatalf("merge: %+v", r)
	}
	if read(t, "near.csv") != read(t, "one.csv") {
		t.Error("not the bytes of one run")
	}
	if left := entriesOf(t, "work"); strings.Contains(left, ".part-") {
		t.Errorf("left: %s", left)
	}
}

// missing returns the slabs that status lists as missing, in a folder whose existing parts are good.
func missing(t *place) string {
	t.Helper()
	var s slabs.Tally
	r := ranSlab(t, "status", "work", "--json")
	if err := json.Unmarshal([]byte(r.out), &s); err != nil || s.Damaged != "" {
		t.Fatalf("%+v, %v", r, err)
	}
	return s.Missing
}

// leftovers returns the files in work that do not have their final name yet.
func leftovers(t *place, of string) []string {
	t.Helper()
	return globbed(t, "work/."+of+".*")
}

// globbed returns the files of the folder of the test whose names match.
func globbed(t *place, pattern string) []string {
	t.Helper()
	all, err := filepath.Glob(t.at(pattern))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSlabKilled: a worker killed in any of its calls that change the folder, also among several calls that
// write a part, leaves the part whole or not at all; a leftover harms no other worker, and a later worker
// writes the part.
func TestSlabKilled(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 120, 61, "2")
	seen := map[string]int{}
	for n := 0; ; n++ {
		if err := os.RemoveAll(t.at("work/part-0")); err != nil {
			t.Fatal(err)
		}
		var last fileCall
		calls := 0
		c := guarded(t, "work", func(f fileCall) unix.Errno {
			if last = f; calls == n {
				return f.kill()
			}
			calls++
			return 0
		}, "slab", "run", "work", "--slab", "0")
		if c.wait().status == cli.OK {
			break
		}
		seen[last.what]++
		want := "0-1"
		if last.what == "sync" && last.name == "." {
			want = "1"
		}
		if got := missing(t); got != want {
			t.Errorf("killed in call %d, %s %s: missing are %s", n, last.what, last.name, got)
		}
	}
	if seen["make"] != 1 || seen["write"] < 3 || seen["sync"] != 2 || seen["rename"] != 1 || len(leftovers(t, "part-0")) != seen["write"]+2 {
		t.Errorf("killed in calls %v; leftovers %v", seen, leftovers(t, "part-0"))
	}
	if r := ranSlab(t, "run", "work", "--missing"); r.status != cli.OK || strings.Count(r.out, "slab ") != 1 {
		t.Errorf("%+v", r)
	}
	wantMerged(t)
}

// TestSlabWakes: a worker that sleeps in any of its calls that change the folder, while others run its slab
// and merge, writes the same part when it wakes and ends with 0, and the merged file stays.
func TestSlabWakes(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 30, 20, "2")
	for n := range 5 {
		for _, part := range []string{"part-0", "part-1"} {
			if err := os.Remove(t.at("work/" + part)); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
		sleeps, calls := make(chan fileCall, 1), 0
		c := guarded(t, "work", func(f fileCall) unix.Errno {
			if calls++; calls == n+1 {
				f.stop()
				sleeps <- f
			}
			return 0
		}, "slab", "run", "work", "--slab", "1")
		in := c.asleep(t, sleeps)
		if r := ranSlab(t, "run", "work", "--missing"); r.status != cli.OK {
			t.Fatalf("asleep in %s %s: %+v", in.what, in.name, r)
		}
		wantMerged(t)
		part, merged := read(t, "work/part-1"), inode(t, "near.csv")
		in.Signal(syscall.SIGCONT) //nolint:errcheck // the worker's end shows it
		if r := c.wait(); r.status != cli.OK || r.err != "" || !regexp.MustCompile(`^slab 1: (run before, )?\d+ rows, `).MatchString(r.out) {
			t.Errorf("asleep in %s %s: %+v", in.what, in.name, r)
		}
		if read(t, "work/part-1") != part || inode(t, "near.csv") != merged || read(t, "near.csv") != read(t, "one.csv") {
			t.Errorf("asleep in %s %s: another part, or another file", in.what, in.name)
		}
		if left := leftovers(t, "part-*"); left != nil {
			t.Errorf("asleep in %s %s: left %v", in.what, in.name, left)
		}
	}
}

// asleep waits until the process sleeps in a call.
func (p *guardedProcess) asleep(t *place, sleeps <-chan fileCall) (in fileCall) {
	t.Helper()
	select {
	case in = <-sleeps:
	case <-p.ended:
		t.Fatalf("it ended before it slept: %+v", p.wait())
	}
	return in
}

// inode returns the number of a file, which differs from the number of a file that replaces it.
func inode(t *place, name string) uint64 {
	t.Helper()
	var s unix.Stat_t
	if err := unix.Stat(t.at(name), &s); err != nil {
		t.Fatal(err)
	}
	return s.Ino
}
