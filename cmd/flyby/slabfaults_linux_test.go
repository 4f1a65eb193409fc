package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
	must(t, "generate", "galaxy", "--scale", "0.6", "--out", "stars.parquet", "--quiet")
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

// TestSlabsInterrupted: an interrupt of a search by slabs while it reads, searches, merges or writes ends
// with 130 and the message, and leaves nothing. The input never ends, and the output takes long.
func TestSlabsInterrupted(on *testing.T) {
	t := heavy(on)
	galaxy(t)
	for phase, signal := range map[string]syscall.Signal{"read": syscall.SIGINT, "search": syscall.SIGTERM, "write": syscall.SIGINT} {
		out, tmp := t.TempDir(), t.TempDir()
		entries := "stars.parquet"
		if phase == "read" {
			entries = "-"
		}
		r := start(t, append(bySlabs(t, tmp), "join", "--entries", entries, "--distance", "1.3", "--level", "hits", "--json", "--out", filepath.Join(out, "out.csv.gz"))...)
		if phase == "read" {
			go writeRows(r.in)
		}
		r.until(t, `"phase":"`+phase)
		if phase == "read" {
			r.spilling(t, tmp)
		}
		if err := r.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(r.told)
		r.Wait() //nolint:errcheck // the test looks at its status
		if status := r.ProcessState.ExitCode(); status != cli.Interrupted || !strings.Contains(string(rest), `"message":"interrupted","status":130`) {
			t.Errorf("%s, %v: status %d, stderr %q", phase, signal, status, rest)
		}
		wantNothing(t, tmp, out)
	}
}

// TestLimitOfTmp: the error names the limit of the folder, reached at once or later, and also a limit on the
// size of its files, and nothing is left.
func TestLimitOfTmp(on *testing.T) {
	t := heavy(on)
	galaxy(t)
	for _, c := range []struct {
		script, limit, want string
	}{
		{`exec "$0" "$@"`, "1MB", `^flyby: the segments of stars.parquet need [0-9.]+ MiB; folder TMP has room for 977 KiB of its limit of 977 KiB\n$`},
		{`exec "$0" "$@"`, "20MB", `^flyby: write to folder TMP: its limit of 19.1 MiB is reached\n$`},
		{`ulimit -f 4096; exec "$0" "$@"`, "1GB", `^flyby: write to folder TMP: file too large\n$`},
	} {
		out, tmp := t.TempDir(), t.TempDir()
		args := append(bySlabs(t, tmp), "join", "--entries", "stars.parquet", "--distance", "0.3", "--level", "hits", "--tmp-limit", c.limit, "--out", filepath.Join(out, "out.csv"))
		r := outcome(t, process(t, c.script, args...))
		want := regexp.MustCompile(strings.ReplaceAll(c.want, "TMP", regexp.QuoteMeta(tmp)))
		if r.status != cli.Failure || !want.MatchString(r.err) {
			t.Errorf("%s, limit %s: status %d, stderr %q", c.script, c.limit, r.status, r.err)
		}
		wantNothing(t, tmp, out)
	}
}

// TestTmpFull: a file system too small for the spilled segments, or for their spilled results, is an error
// that names it.
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
	for _, c := range []struct{ size, want string }{
		{"4m", `^flyby: the segments of stars.parquet need [0-9.]+ MiB; folder small has room for 4.0 MiB\n$`},
		{"20m", `^flyby: write to folder small: no space left on device\n$`},
	} {
		out := t.TempDir()
		args := append(bySlabs(t, "small"), "join", "--entries", "stars.parquet", "--distance", "0.3", "--level", "hits", "--out", filepath.Join(out, "out.csv"))
		r := outcome(t, mounted(c.size, args...))
		if r.status != cli.Failure || r.out != "" || !regexp.MustCompile(c.want).MatchString(r.err) {
			t.Errorf("%s: status %d, left %q, stderr %q", c.size, r.status, r.out, r.err)
		}
		wantNothing(t, out)
	}
}

// TestReceiverStops: a search in slabs of time, and in ranges of its hits, ends quietly, as by SIGPIPE, when
// the reader of its output stops.
func TestReceiverStops(on *testing.T) {
	t := heavy(on)
	galaxy(t)
	many := burst(t, 3000)
	for _, args := range [][]string{
		append(bySlabs(t, t.TempDir()), "join", "--entries", "stars.parquet", "--distance", "1", "--level", "hits"),
		{"join", "--entries", many, "--distance", "1", "--device", "cpu", "--threads", "2", "--memory", "150MB", "--level", "hits"},
		{"join", "--entries", many, "--distance", "1", "--device", "cpu", "--threads", "2", "--memory", "150MB", "--level", "encounters"},
	} {
		r := outcome(t, process(t, `{ "$0" "$@"; echo $? >&2; } | head -n 1`, args...))
		if !strings.HasPrefix(r.out, "query_traj,") || strings.Count(r.out, "\n") != 1 || withoutThreads(r.err) != fmt.Sprintln(128+int(syscall.SIGPIPE)) {
			t.Errorf("%v: stdout %q, stderr %q", args, r.out, r.err)
		}
	}
}

// TestOutputFull: a full disk for the output of a search in slabs, and in ranges, is an error that leaves
// nothing.
func TestOutputFull(on *testing.T) {
	t := heavy(on)
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skipf("no /dev/full here: %v", err)
	}
	galaxy(t)
	many := burst(t, 3000)
	tmp := t.TempDir()
	slabs := append(bySlabs(t, tmp), "join", "--entries", "stars.parquet", "--distance", "0.3", "--level", "hits")
	ranges := []string{"join", "--entries", many, "--distance", "1", "--device", "cpu", "--threads", "2", "--memory", "150MB", "--level", "hits", "--tmp", tmp}
	for name, args := range map[string][]string{"full.csv": slabs, "full.parquet": ranges} { // package format tests full disks with every format
		if err := os.Symlink("/dev/full", t.at(name)); err != nil {
			t.Fatal(err)
		}
		r := outcome(t, process(t, `exec "$0" "$@"`, append(args, "--out", name)...))
		if r.status != cli.Failure || withoutThreads(r.err) != "flyby: write "+name+": no space left on device\n" {
			t.Errorf("%v to %s: status %d, stderr %q", args, name, r.status, r.err)
		}
	}
	wantNothing(t, tmp)
}

// TestLeastMemory: the least memory that a refusal names suffices, and the process never holds more.
func TestLeastMemory(on *testing.T) {
	enoughMemory(heavy(on), [][]string{
		{"join", "--distance", "0.3", "--level", "hits"},
		{"search", "--queries", "novae.csv", "--units", "kpc,Myr", "--distance", "0.5", "--level", "hits"},
	})
}

// enoughMemory checks the property of TestLeastMemory for some searches.
func enoughMemory(t *place, searches [][]string) {
	t.Helper()
	galaxy(t)
	must(t, "generate", "supernovae", "--scale", "0.6", "--out", "novae.csv", "--quiet")
	for _, args := range searches {
		args = append(args, "--entries", "stars.parquet", "--device", "cpu", "--threads", "2")
		must(t, append(args, "--quiet", "--out", "whole.csv")...)
		tmp := t.TempDir()
		bounded := func(bytes uint64) []string {
			return append(args, "--tmp", tmp, "--out", "least.csv", "--memory", inBytes(bytes))
		}
		refused, _ := measured(t, bounded(1e6)...)
		least, ok := saidLeast(t, refused)
		if !ok {
			t.Errorf("%v: status %d, %q", args, refused.status, refused.err)
			continue
		}
		least = withMargin(least)
		r, s := measured(t, bounded(least)...)
		if r.status != cli.OK || s.PeakBytes > least || s.SpilledBytes == 0 {
			t.Errorf("%v: status %d, %d bytes held of %d, %d spilled, %.500q", args, r.status, s.PeakBytes, least, s.SpilledBytes, r.err)
			continue
		}
		if sum(t, "least.csv") != sum(t, "whole.csv") {
			t.Errorf("%v: another file than in memory", args)
		}
		wantNothing(t, tmp)
	}
}

// TestSlabsFromStandardInput: queries, and entries, from standard input are searched in slabs of time.
func TestSlabsFromStandardInput(on *testing.T) {
	t := heavy(on)
	galaxy(t)
	must(t, "generate", "supernovae", "--scale", "0.6", "--out", "novae.csv", "--quiet")
	must(t, "search", "--entries", "stars.parquet", "--queries", "novae.csv", "--units", "kpc,Myr", "--distance", "0.5", "--level", "hits", "--device", "cpu", "--quiet", "--out", "whole.csv")
	must(t, "search", "--entries", "novae.csv", "--queries", "stars.parquet", "--units", "kpc,Myr", "--distance", "0.5", "--level", "hits", "--device", "cpu", "--quiet", "--out", "turned.csv")
	for whole, ends := range map[string][]string{
		"whole.csv":  {"--entries", "stars.parquet", "--queries", "-"},
		"turned.csv": {"--entries", "-", "--queries", "stars.parquet"},
	} {
		tmp := t.TempDir()
		args := append(bySlabs(t, tmp), "search", "--units", "kpc,Myr", "--distance", "0.5", "--level", "hits", "--out", "slabs.csv", "--verbose")
		r := outcome(t, process(t, `exec "$0" "$@" < novae.csv`, append(args, ends...)...))
		if r.status != cli.OK || !strings.Contains(r.err, "searched in slabs of time") || sum(t, "slabs.csv") != sum(t, whole) {
			t.Errorf("%v: status %d, %.500q", ends, r.status, r.err)
		}
		wantNothing(t, tmp)
	}
}
