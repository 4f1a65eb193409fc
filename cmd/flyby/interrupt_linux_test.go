package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"flyby/internal/cli"
)

// TestSignalWhileWaiting: a process that waits, perhaps for ever, for a named pipe to be opened at
// either end, or for a reader of its output, ends with 130 at the first signal and leaves nothing.
func TestSignalWhileWaiting(on *testing.T) {
	t := beside(on)
	if !waitsFor(os.Getpid(), `^[a-z]`) { // Go's idle threads always wait
		t.Skip("the system does not tell what a process waits for")
	}
	signals, n := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}, 0
	for name, c := range map[string]struct {
		script string
		waits  func(pid int, folder string) bool
		args   string
	}{
		"input not opened":      {`exec "$0" "$@"`, opens, "join --entries pipe.csv --distance 1 --out result.csv"},
		"queries not opened":    {`exec "$0" "$@"`, opens, "search --entries good.csv --queries pipe.csv --distance 1"},
		"info not opened":       {`exec "$0" "$@"`, opens, "info pipe.csv"},
		"database not opened":   {`exec "$0" "$@"`, opens, "serve pipe.csv --socket door"},
		"output not opened":     {`exec "$0" "$@"`, opens, "join --entries good.csv --distance 1 --out pipe.csv"},
		"page not opened":       {`exec "$0" "$@"`, opens, "join --entries good.csv --distance 1 --tmp . --out pipe.html"},
		"data not opened":       {`exec "$0" "$@"`, opens, "generate supernovae --scale 0.01 --out pipe.csv"},
		"output not read":       {`exec "$0" "$@"`, fills, "generate galaxy --scale 0.01 --out full.csv"},
		"standard output full":  {`exec "$0" "$@" > full.csv`, fills, "generate galaxy --scale 0.01"},
		"standard error full":   {`head -c 1000000 /dev/zero > full.csv & exec "$0" "$@" 2> full.csv`, opens, "join --entries pipe.csv --distance 1"},
		"JSON on a full stderr": {`head -c 1000000 /dev/zero > full.csv & exec "$0" "$@" 2> full.csv`, opens, "join --entries pipe.csv --distance 1 --json"},
	} {
		n++
		signal := signals[n%2]
		t.Run(name, func(t *place) {
			t.Parallel()
			interruptWaiting(t, c.script, strings.Fields(c.args), c.waits, signal)
		})
	}
}

// interruptWaiting sends a signal to a process once it waits.
func interruptWaiting(t *place, script string, args []string, waits func(int, string) bool, signal syscall.Signal) {
	here := t.TempDir()
	if err := os.CopyFS(here, os.DirFS("testdata/input")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pipe.csv", "pipe.html", "full.csv"} {
		if err := syscall.Mkfifo(filepath.Join(here, name), 0o666); err != nil {
			t.Skip(err)
		}
	}
	unread := opened(t, filepath.Join(here, "full.csv"), os.O_RDWR) // so that it can be opened, and fills up
	before := entriesOf(t, here)
	c := process(t, script, args...)
	c.Dir = here
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); c.Wait() }() //nolint:errcheck // the test looks at its status
	for !waits(c.Process.Pid, here) {
		select {
		case <-ended:
			t.Fatalf("it ended before it waited: %v", c.ProcessState)
		default:
		}
	}
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	<-ended
	if status := c.ProcessState.ExitCode(); status != cli.Interrupted {
		t.Errorf("%v", c.ProcessState)
	}
	go io.Copy(io.Discard, unread) //nolint:errcheck // until it is closed; ends the goroutine that fills it
	if after := entriesOf(t, here); after != before {
		t.Errorf("the folder was %s and is %s", before, after)
	}
}

// opens reports whether a thread of a process waits for the other end of a named pipe
// to be opened.
func opens(pid int, _ string) bool { return waitsFor(pid, `^(wait_for_partner|fifo_open)`) }

// waitsFor reports whether a thread of a process waits in a function of the kernel
// whose name matches.
func waitsFor(pid int, name string) bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/wchan", pid))
	for _, thread := range threads {
		place, _ := os.ReadFile(thread)
		if regexp.MustCompile(name).Match(place) {
			return true
		}
	}
	return false
}

// fills reports whether full.csv takes no more.
func fills(_ int, folder string) bool {
	pipe, err := unix.Open(filepath.Join(folder, "full.csv"), unix.O_RDWR|unix.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer unix.Close(pipe)
	poll := []unix.PollFd{{Fd: int32(pipe), Events: unix.POLLOUT}}
	n, err := unix.Poll(poll, 0)
	return err == nil && n == 0
}
