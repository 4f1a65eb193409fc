package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// disks are the errors by which the system reports a disk that takes no more.
var disks = []struct {
	does unix.Errno
	said string
}{
	{unix.ENOSPC, "no space left on device"}, {unix.EDQUOT, "disk quota exceeded"}, {unix.EROFS, "read-only file system"}, {unix.EPERM, "operation not permitted"},
}

// nth refuses the n-th call of a process.
func nth(n int, answer func(fileCall) unix.Errno) (of func(fileCall) unix.Errno, came func() *fileCall) {
	var at *fileCall
	calls := 0
	of = func(f fileCall) unix.Errno {
		if calls++; calls != n+1 {
			return 0
		}
		at = &f
		return answer(f)
	}
	return of, func() *fileCall { return at }
}

// refusing returns the answer of a disk that refuses with err.
func refusing(err unix.Errno) func(fileCall) unix.Errno {
	return func(fileCall) unix.Errno { return err }
}

// refusalOf returns the message about a call that a disk refuses.
func refusalOf(dir string, at *fileCall, said string) string {
	if at.what == "rename" {
		said = "rename: " + said
	}
	return "flyby: write to folder " + dir + ": " + said + "\n"
}

// TestSlabRunFullDisk: a folder that is full, at its quota, or read-only, or refuses a rename over an existing file, at any call, ends
// with exit status 1, the folder's name, no part and no other leftover.
func TestSlabRunFullDisk(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 120, 61, "2")
	before := entriesOf(t, "work")
	for n, calls := 0, 1; n < calls; n++ {
		calls = 0
		disk := disks[n%len(disks)]
		answer, came := nth(n, refusing(disk.does))
		r := guarded(t, "work", answer, "slab", "run", "work", "--slab", "1").wait()
		at := came()
		if at == nil {
			break // the process makes no more calls
		}
		calls = n + 2
		if want := refusalOf("work", at, disk.said); r.status != cli.Failure || r.err != want || r.out != "" {
			t.Errorf("%s %s: %+v, want %q", at.what, at.name, r, want)
		}
		after := entriesOf(t, "work")
		if at.name == "." { // the part has its name, but the name may not be durable
			after = strings.Replace(after, "part-1 ", "", 1)
			if err := os.Remove(t.at("work/part-1")); err != nil {
				t.Error(err)
			}
		}
		if after != before {
			t.Errorf("%s %s: left %s", at.what, at.name, after)
		}
	}
	if r := ranSlab(t, "run", "work", "--missing"); r.status != cli.OK {
		t.Errorf("%+v", r)
	}
	wantMerged(t)
}

// TestSlabPlanFullDisk: a folder that takes no more at any call of planning ends with exit status 1 and its name, and neither the folder
// nor a file of it is left.
func TestSlabPlanFullDisk(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 20, 10, "1")
	before := folder(t)
	for n := 0; ; n++ {
		disk := disks[n%len(disks)]
		answer, came := nth(n, refusing(disk.does))
		r := guarded(t, "other", answer, planDarts("other", "1")...).wait()
		at := came()
		if at == nil {
			break
		}
		if want := refusalOf("other", at, disk.said); r.status != cli.Failure || r.err != want || r.out != "" {
			t.Errorf("%s %s: %+v, want %q", at.what, at.name, r, want)
		}
		if after := folder(t); after != before {
			t.Errorf("%s %s: left %s: %s", at.what, at.name, after, entriesOf(t, "other"))
			if err := os.RemoveAll(t.at("other")); err != nil {
				t.Fatal(err)
			}
		}
	}
	wantSamePlan(t)
}

// wantSamePlan wants the folders work and other to have the same files.
func wantSamePlan(t *place) {
	t.Helper()
	if got, want := entriesOf(t, "other"), entriesOf(t, "work"); got != want {
		t.Errorf("planned are %s, want %s", got, want)
	}
	for _, name := range strings.Fields(entriesOf(t, "work")) {
		if read(t, "other/"+name) != read(t, "work/"+name) {
			t.Errorf("%s is another", name)
		}
	}
}

// TestSlabPlanKilled: planning that is killed in any call leaves no plan, and no file that hinders the next plan.
func TestSlabPlanKilled(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 20, 10, "1")
	for n := 0; ; n++ {
		answer, came := nth(n, fileCall.kill)
		guarded(t, "other", answer, planDarts("other", "2")...).wait()
		at := came()
		if at == nil {
			break
		}
		_, err := os.Stat(t.at("other/manifest.json"))
		if r := invoke(t, "", "slab", "status", "other"); r.status != cli.Failure || err != nil && !strings.Contains(r.err, "manifest.json") {
			t.Errorf("%s %s: %+v", at.what, at.name, r)
		}
		if err == nil { // the names were not on the disk yet
			if err := os.RemoveAll(t.at("other")); err != nil {
				t.Fatal(err)
			}
		}
		if r := invoke(t, "", planDarts("other", "1")...); r.status != cli.OK || strings.Contains(r.out, "before") {
			t.Errorf("%s %s: planned again: %+v", at.what, at.name, r)
		}
		for _, path := range globbed(t, "other/.*") { // leftovers stay for a day
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
		}
		wantSamePlan(t)
		if err := os.RemoveAll(t.at("other")); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSlabMergeFullDisk: a full disk for the output, and a merge that is killed, at any call, leave no output, and keep a former file; the
// merge is done again from the start.
func TestSlabMergeFullDisk(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 60, 40, "2")
	if r := ranSlab(t, "run", "work", "--missing"); r.status != cli.OK {
		t.Fatalf("%+v", r)
	}
	if err := os.Mkdir(t.at("out"), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, "out/near.csv", "before")
	for n := 0; ; n++ {
		answer, came := nth(n, refusing(unix.ENOSPC))
		r := guarded(t, "out", answer, "slab", "merge", "work", "--out", "out/near.csv").wait()
		at := came()
		if at == nil {
			break
		}
		if r.status != cli.Failure || !strings.HasPrefix(r.err, "flyby: write out/near.csv: no space left on device\n") {
			t.Errorf("%s %s: %+v", at.what, at.name, r)
		}
		wantBefore(t, at)
		answer, came = nth(n, fileCall.kill)
		guarded(t, "out", answer, "slab", "merge", "work", "--out", "out/near.csv").wait()
		wantBefore(t, came())
	}
	if read(t, "out/near.csv") != read(t, "one.csv") {
		t.Error("not the bytes of one run")
	}
}

// wantBefore wants the former file of a merge to be unchanged after a failed call.
func wantBefore(t *place, at *fileCall) {
	t.Helper()
	if all := globbed(t, "out/[^.]*"); len(all) != 1 || read(t, "out/near.csv") != "before" {
		t.Errorf("%s %s: left %v", at.what, at.name, all)
	}
}

// TestSlabTmpFull: a --tmp that takes no more, for planning and for merging in rounds, as in the least memory, ends with exit status 1 and
// its name, no plan, and no output.
func TestSlabTmpFull(on *testing.T) {
	t := heavy(on)
	plannedDarts(t, 10, 1200, "120")
	must(t, "generate", "galaxy", "--scale", "0.6", "--out", "stars.parquet")
	must(t, "slab", "run", "work", "--missing")
	before, tmp := folder(t), t.TempDir()
	plan := []string{"slab", "plan", "--entries", "stars.parquet", "--distance", "1", "--level", "hits", "--dir", "other", "--tmp", tmp}
	merge := []string{"slab", "merge", "work", "--out", "near.csv", "--tmp", tmp}
	for _, args := range [][]string{append(plan, "--memory", inBytes(least(t, plan...)+2e6)), append(merge, "--memory", inBytes(least(t, merge...)))} {
		r := guarded(t, tmp, func(f fileCall) unix.Errno {
			if f.what == "write" {
				return unix.ENOSPC
			}
			return 0
		}, args...).wait()
		if want := "flyby: write to folder " + tmp + ": no space left on device\n"; r.status != cli.Failure || r.err != want {
			t.Errorf("%v: %+v, want %q", args, r, want)
		}
		if after := folder(t); after != before {
			t.Errorf("%v: left %s", args, after)
		}
		wantNothing(t, tmp)
	}
	wantMerged(t)
}

// TestSlabMounted: a file system that is too small for slabs is reported by plan before it writes any, and one that is too small for a
// part, or read-only, by a run.
func TestSlabMounted(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	plannedDarts(t, 120, 61, "2")
	for _, name := range []string{"small", "large"} {
		if err := os.Mkdir(t.at(name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	const mounted = `mount -t tmpfs -o size=100k tmpfs small && mount -t tmpfs -o size=300k tmpfs large && `
	script := func(script string) result {
		t.Helper()
		return outcome(t, process(t, `exec unshare -r -m sh -c '`+mounted+script+`' "$0" "$@"`, planDarts("small", "2")[2:]...))
	}
	if r := script("true"); r.status != cli.OK {
		t.Skipf("no file system can be mounted here: %q", r.err)
	}
	for what, c := range map[string]struct{ script, want string }{
		"too small for slabs": {`"$0" slab plan "$@"; status=$?; ls -A small; exit $status`, `^flyby: plan: the slabs need 1[0-9][0-9] KiB; folder small has room for 100 KiB\n$`},
		"too small for parts": {`"$0" slab plan --quiet "$@" --dir large >&2 && "$0" slab run large --missing`, `\nflyby: write to folder large: no space left on device\n$`},
		"read-only":           {`mount -o remount,ro small && "$0" slab plan "$@"`, `^flyby: write to folder small: read-only file system\n$`},
		"read-only parts":     {`"$0" slab plan "$@" --dir large >&2 && mount -o remount,ro large && "$0" slab run large --slab 0`, `\nflyby: write to folder large: read-only file system\n$`},
	} {
		if r := script(c.script); r.status != cli.Failure || !regexp.MustCompile(c.want).MatchString(r.err) || r.out != "" {
			t.Errorf("%s: %+v, want %s", what, r, c.want)
		}
	}
}
