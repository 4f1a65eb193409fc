package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"flyby/internal/cli"
)

// bySlabs returns the flags of a search whose data outgrow its bound of memory, which would be too little for
// more threads.
func bySlabs(t *place, tmp string) []string {
	t.Helper()
	args := []string{"--device", "cpu", "--threads", "2", "--tmp", tmp}
	return append(args, "--memory", inBytes(least(t, with(args, "join", "--entries", "-", "--distance", "1", "--level", "hits")...)+8e6))
}

// galaxy makes data in the test's folder that outgrow the memory of bySlabs.
func galaxy(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.6", "stars.parquet")
}

// wantNothing wants folders to be empty.
func wantNothing(t *place, folders ...string) {
	t.Helper()
	for _, folder := range folders {
		if left := entriesOf(t, folder); left != "" {
			t.Errorf("left in %s: %s", folder, left)
		}
	}
}

// running is a process that is told to end while it is at work.
type running struct {
	*exec.Cmd
	told *bufio.Reader // standard error, to be read by the test
	in   io.WriteCloser
}

// start starts the command.
func start(t *place, args ...string) running {
	t.Helper()
	c := process(t, `exec "$0" "$@"`, args...)
	in, err1 := c.StdinPipe()
	told, err2 := c.StderrPipe()
	if err := errors.Join(err1, err2, c.Start()); err != nil {
		t.Fatal(err)
	}
	return running{c, bufio.NewReader(told), in}
}

// until reads the messages of a process until a line contains words.
func (r running) until(t *place, words string) {
	t.Helper()
	for {
		line, err := r.told.ReadString('\n')
		if err != nil {
			t.Fatalf("it ended before it said %s: %v", words, r.Wait())
		}
		if strings.Contains(line, words) {
			return
		}
	}
}

// spilling returns once a process has written to a file in a folder.
func (r running) spilling(t *place, folder string) {
	t.Helper()
	for !writes(r.Process.Pid, folder) {
		if open, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", r.Process.Pid)); len(open) == 0 {
			t.Fatalf("it ended before it was seen to spill: %v", r.Wait())
		}
	}
}

// TestKilledSpilling: a process killed while it spills leaves nothing, neither in the folder of spill files
// nor next to the output.
func TestKilledSpilling(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	out, tmp := t.TempDir(), t.TempDir()
	r := start(t, append(bySlabs(t, tmp), "join", "--entries", "-", "--distance", "1", "--level", "hits", "--out", filepath.Join(out, "out.csv"))...)
	go writeRows(r.in)
	r.spilling(t, tmp)
	if err := r.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := r.Wait(); err == nil {
		t.Error("it was done before it was killed")
	}
	wantNothing(t, tmp, out)
}

// TestSlabsInterrupted: an interrupt of a search by slabs ends with 130 and the message, and leaves nothing. Other packages interrupt
// readers, merges and writers.
func TestSlabsInterrupted(on *testing.T) {
	t := heavy(on)
	galaxy(t)
	out, tmp := t.TempDir(), t.TempDir()
	r := start(t, append(bySlabs(t, tmp), "join", "--entries", "stars.parquet", "--distance", "1.3", "--level", "hits", "--json", "--out", filepath.Join(out, "out.csv.gz"))...)
	r.until(t, `"phase":"search`)
	if err := r.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(r.told)
	r.Wait() //nolint:errcheck // the test looks at its status
	if status := r.ProcessState.ExitCode(); status != cli.Interrupted || !strings.Contains(string(rest), `"message":"interrupted","status":130`) {
		t.Errorf("status %d, stderr %q", status, rest)
	}
	wantNothing(t, tmp, out)
}

// TestTmpFull: a file system too small for the spilled results of slabs is an error that names it.
func TestTmpFull(on *testing.T) {
	t := heavy(on)
	galaxy(t)
	mounted := func(size string, args ...string) *exec.Cmd {
		const within = `mount -t tmpfs -o size=$1 tmpfs small && shift && { "$0" "$@"; status=$?; ls -A small; exit $status; }`
		return process(t, `exec unshare -r -m sh -c '`+within+`' "$0" "$@"`, append([]string{size}, args...)...)
	}
	if err := os.Mkdir(t.at("small"), 0o700); err != nil {
		t.Fatal(err)
	}
	if r := outcome(t, mounted("1m", "version")); r.status != cli.OK {
		t.Skipf("no file system can be mounted here: %q", r.err)
	}
	out := t.TempDir()
	args := append(bySlabs(t, "small"), "join", "--entries", "stars.parquet", "--distance", "0.3", "--level", "hits", "--out", filepath.Join(out, "out.csv"))
	r := outcome(t, mounted("10m", args...))
	if r.status != cli.Failure || r.out != "" || r.err != "flyby: write to folder small: no space left on device\n" {
		t.Errorf("status %d, left %q, stderr %q", r.status, r.out, r.err)
	}
	wantNothing(t, out)
}

// TestReceiverStops: a search in slabs of time ends quietly, as by SIGPIPE, when the reader of its output stops.
func TestReceiverStops(on *testing.T) {
	t := heavy(on)
	galaxy(t)
	args := append(bySlabs(t, t.TempDir()), "join", "--entries", "stars.parquet", "--distance", "1", "--level", "hits")
	r := outcome(t, process(t, `{ "$0" "$@"; echo $? >&2; } | head -n 1`, args...))
	if !strings.HasPrefix(r.out, "query_traj,") || strings.Count(r.out, "\n") != 1 || withoutThreads(r.err) != fmt.Sprintln(128+int(syscall.SIGPIPE)) {
		t.Errorf("%v: stdout %q, stderr %q", args, r.out, r.err)
	}
}

// TestSlabsFromStandardInput: entries from standard input are searched in slabs of time.
func TestSlabsFromStandardInput(on *testing.T) {
	t := heavy(on)
	galaxy(t)
	dataSet(t, "supernovae", "0.6", "novae.csv")
	must(t, "search", "--entries", "novae.csv", "--queries", "stars.parquet", "--units", "kpc,Myr", "--distance", "0.5", "--level", "hits", "--device", "cpu", "--quiet", "--out", "whole.csv")
	tmp := t.TempDir()
	args := append(bySlabs(t, tmp), "search", "--entries", "-", "--queries", "stars.parquet", "--units", "kpc,Myr", "--distance", "0.5", "--level", "hits", "--out", "slabs.csv", "--verbose")
	r := outcome(t, process(t, `exec "$0" "$@" < novae.csv`, args...))
	if r.status != cli.OK || !strings.Contains(r.err, "searched in slabs of time") || sum(t, "slabs.csv") != sum(t, "whole.csv") {
		t.Errorf("status %d, %.500q", r.status, r.err)
	}
	wantNothing(t, tmp)
}
