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

// TestSlabMounted: a file system that is too small for slabs is reported by plan before it writes any, and one that is too small for a
// part, or read-only, by a run, which leaves none.
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
		"too small for parts": {`"$0" slab plan --quiet "$@" --dir large >&2 && "$0" slab run large --missing; status=$?; ls -A large | grep part-; exit $status`, `\nflyby: write to folder large: no space left on device\n$`},
		"read-only":           {`mount -o remount,ro small && "$0" slab plan "$@"`, `^flyby: write to folder small: read-only file system\n$`},
		"read-only parts":     {`"$0" slab plan "$@" --dir large >&2 && mount -o remount,ro large && "$0" slab run large --slab 0`, `\nflyby: write to folder large: read-only file system\n$`},
	} {
		if r := script(c.script); r.status != cli.Failure || !regexp.MustCompile(c.want).MatchString(r.err) || r.out != "" {
			t.Errorf("%s: %+v, want %s", what, r, c.want)
		}
	}
}
