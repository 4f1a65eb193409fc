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
	"time"

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

// TestSlabTerminated: a worker that is told to end while it writes a part to a disk that hangs ends with 130
// and leaves no part, and a later worker makes the part.
func TestSlabTerminated(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 30, 20, "2")
	for what, signal := range map[string]syscall.Signal{"write": syscall.SIGTERM, "rename": syscall.SIGINT} {
		sent := false
		r := guarded(t, "work", func(f fileCall) unix.Errno {
			switch {
			case f.what != what:
				return 0
			case sent: // the signal met the thread in the call, which begins anew: a second signal would end the process at once
				return noAnswer
			}
			sent = true
			return f.end(signal)
		}, "slab", "run", "work", "--slab", "0").wait()
		if r.status != cli.Interrupted || r.err != "flyby: interrupted\n" || r.out != "" {
			t.Errorf("%s, %v: %+v", what, signal, r)
		}
		if got := missing(t); got != "0-1" {
			t.Errorf("%s, %v: missing are %s", what, signal, got)
		}
	}
	if r := ranSlab(t, "run", "work", "--missing"); r.status != cli.OK {
		t.Errorf("%+v", r)
	}
	wantMerged(t)
}

// TestSlabLeftovers: a killed worker's leftovers are removed by a later run of its slab once they are a day
// old by the clock of the file system, and not before; leftovers of other slabs stay, and the merge removes
// all.
func TestSlabLeftovers(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 30, 20, "3")
	killed := func(k string) string {
		t.Helper()
		before := leftovers(t, "part-"+k)
		guarded(t, "work", func(f fileCall) unix.Errno {
			if f.what == "rename" {
				return f.kill()
			}
			return 0
		}, "slab", "run", "work", "--slab", k).wait()
		for _, path := range leftovers(t, "part-"+k) {
			if !strings.Contains(strings.Join(before, " "), path) {
				return path
			}
		}
		t.Fatal("nothing is left")
		return ""
	}
	made, err := os.Stat(t.at("work/manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	age := func(path string, by time.Duration) string {
		t.Helper()
		at := made.ModTime().Add(-by)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		return path
	}
	there := func(path string) bool {
		_, err := os.Lstat(path)
		return err == nil
	}
	old, young, others := age(killed("0"), 25*time.Hour), age(killed("0"), 22*time.Hour), age(killed("1"), 25*time.Hour)
	if r := ranSlab(t, "run", "work", "--slab", "0"); r.status != cli.OK || there(old) || !there(young) || !there(others) {
		t.Errorf("%+v; there: %v, %v, %v", r, there(old), there(young), there(others))
	}
	if r := ranSlab(t, "run", "work", "--missing"); r.status != cli.OK || !there(young) || there(others) {
		t.Errorf("%+v; there: %v, %v", r, there(young), there(others))
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

// TestSlabTwoWorkers: two workers on one slab, which both have written all of the part before either gives it
// its name, leave the same part, and both end with 0.
func TestSlabTwoWorkers(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 30, 20, "1")
	var arrived []chan fileCall
	var workers []*guardedProcess
	for range 2 {
		slept, sleeps := false, make(chan fileCall, 1)
		arrived = append(arrived, sleeps)
		workers = append(workers, guarded(t, "work", func(f fileCall) unix.Errno {
			if f.what == "rename" && !slept {
				slept = true
				f.stop()
				sleeps <- f
			}
			return 0
		}, "slab", "run", "work", "--slab", "0"))
	}
	for i, w := range workers {
		w.asleep(t, arrived[i])
	}
	for _, w := range workers {
		w.Process.Signal(syscall.SIGCONT) //nolint:errcheck // the worker's end shows it
	}
	for _, w := range workers {
		if r := w.wait(); r.status != cli.OK || r.err != "" || !strings.HasPrefix(r.out, "slab 0: ") {
			t.Errorf("%+v", r)
		}
	}
	wantMerged(t)
}
