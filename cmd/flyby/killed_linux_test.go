package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestKilledWriting: a process killed while it writes its output leaves nothing, or one file of a
// name that flyby removes, where the file system has no files without a name.
func TestKilledWriting(on *testing.T) {
	t := beside(on)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	c := exec.Command(self, "generate", "galaxy", "--scale", "0.3", "--out", "out.csv")
	c.Dir, c.Env = t.folder, append(append(os.Environ(), asCommand+"=1"), t.env...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for !writes(c.Process.Pid, t.folder) {
		select {
		case err := <-ended:
			t.Fatalf("it ended before it was seen to write: %v", err)
		default:
		}
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Fatal("it was done before it was killed")
	}
	if left := folder(t); left != "" && !regexp.MustCompile(`^\.out\.csv\.flyby-[0-9a-f]{16}\.part$`).MatchString(left) {
		t.Errorf("left %s", left)
	}
}

// writes reports whether a process has written to a file of a folder that it has open.
func writes(pid int, folder string) bool {
	handles, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, handle := range handles {
		if path, _ := os.Readlink(handle); strings.HasPrefix(path, folder) {
			info, err := os.Stat(handle)
			return err == nil && info.Mode().IsRegular() && info.Size() > 0
		}
	}
	return false
}
