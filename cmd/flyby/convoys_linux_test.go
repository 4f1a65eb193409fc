package main

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// writeStill writes two objects at rest, 1 apart from time 0 to end, as still.csv in the test's folder.
func writeStill(t *place, end int) {
	t.Helper()
	t.Chdir(t.TempDir())
	write(t, "still.csv", fmt.Sprintf("traj_id,t,x,y\n1,0,0,0\n1,%[1]d,0,0\n2,0,1,0\n2,%[1]d,1,0\n", end))
}

const still = "convoys still.csv --distance 1 --min-size 2 --min-ticks 2 "

// TestConvoysAtRest: objects at rest take no more memory at a clock of 10⁻⁸ than at one of a few ticks, with every clustering by clock, and
// have the same answer.
func TestConvoysAtRest(on *testing.T) {
	t := heavy(on)
	writeStill(t, 10)
	const most = 48 << 20 // above the memory of a clock of a few ticks: a byte for every twenty ticks
	for _, method := range []string{"--method cmc", "--method mc --level groups"} {
		few, base := peak(t, still+method+" --clock 1")
		many, bytes := peak(t, still+method+" --clock 1e-8")
		if few.status != cli.OK || many.status != cli.OK || !strings.Contains(few.out, "0,0,10,2") || many.out != few.out || bytes > base+most {
			t.Errorf("%s: %+v and %d bytes, beside %+v and %d bytes", method, many, bytes, few, base)
		}
	}
}

// TestConvoysWithinMemory: a small file fits a bound of 100 MB with every kind of convoy; the error of a smaller bound names one that
// suffices.
func TestConvoysWithinMemory(on *testing.T) {
	t := heavy(on)
	writeStill(t, 10)
	for _, method := range []string{"cmc", "mc"} {
		args := still + "--level groups --clock 1 --method " + method
		if r := outcome(t, process(t, `exec "$0" "$@"`, words("%s --memory 100MB", args)...)); r.status != cli.OK || !strings.Contains(r.out, "0,0,10,2") {
			t.Errorf("%s within 100 MB: %+v", method, r)
		}
		r := outcome(t, process(t, `exec "$0" "$@"`, words("%s --memory 32MB", args)...))
		if want := "memory 30.5 MiB: slabs of the data take at least "; !strings.Contains(r.err, want) {
			t.Errorf("%s within 32 MB: %+v, want %s", method, r, want)
		}
		least, ok := saidLeast(t, r)
		if r := outcome(t, process(t, `exec "$0" "$@"`, words("%s --memory %s", args, inBytes(least))...)); !ok || r.status != cli.OK {
			t.Errorf("%s within %d bytes, which were said to do: %+v", method, least, r)
		}
	}
}

// TestConvoysOfPipe: for input of unknown size a bound of memory is refused only where it is too small, with one that suffices.
func TestConvoysOfPipe(on *testing.T) {
	t := heavy(on)
	writeStill(t, 10)
	const piped = `"$0" "$@" < still.csv`
	args := strings.Replace(still, "still.csv", "-", 1) + "--method cmc --clock 1 --level groups --memory "
	if r := outcome(t, process(t, piped, words("%s1GB", args)...)); r.status != cli.OK || !strings.Contains(r.out, "0,0,10,2") {
		t.Errorf("within 1 GB: %+v", r)
	}
	if r := outcome(t, process(t, piped, words("%s32MB", args)...)); r.status != cli.Failure || !strings.Contains(r.err, "take at least ") {
		t.Errorf("within 32 MB: %+v", r)
	}
}
