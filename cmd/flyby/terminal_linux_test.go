package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal opens a pseudoterminal: output to end, also through its name, is read from screen.
func terminal(t *place) (end, screen *os.File) {
	t.Helper()
	end, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { end.Close() })
	if err := unix.IoctlSetPointerInt(int(end.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	number, err := unix.IoctlGetInt(int(end.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	if screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { screen.Close() })
	return end, screen
}

// TestPseudoterminal: a process detects by itself that its standard output, or --out, is a terminal.
func TestPseudoterminal(on *testing.T) {
	t := beside(on)
	coloured(t)
	end, screen := terminal(t)
	for _, script := range []string{`exec "$0" "$@" --quiet`, `exec "$0" "$@" --quiet --out ` + screen.Name()} {
		c := process(t, script, "selfjoin", "--points", "points.csv", "--eps", "2")
		c.Stdout = screen
		if r := outcome(t, c); r.status != 0 {
			t.Fatalf("status %d, stderr %q", r.status, r.err)
		}
		text := make([]byte, 1<<10) // the rows fit the buffer of a terminal
		n, err := end.Read(text)
		if want := "id_a,id_b\r\n" + `\x1b[31mred,\u202eturned` + "\r\n"; err != nil || strings.TrimSpace(string(text[:n])) != strings.TrimSpace(want) {
			t.Errorf("%s: the terminal gets %q, want %q: %v", script, text[:n], want, err)
		}
	}
}
