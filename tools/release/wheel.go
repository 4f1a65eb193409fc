package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// wheel writes the wheel of the Python module for a row, and returns its name; "": there are no wheels for the system. host is the command for this machine, which names the version.
func (s source) wheel(row, work, host, out string) (string, error) {
	if strings.HasPrefix(row, "freebsd/") {
		return "", nil
	}
	c := exec.Command("python3", "-B", filepath.Join(s.root, "python", "wheel.py"), host, out, row, builtAt(work, row))
	said, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("wheel.py: %w: %s", err, stderrOf(err))
	}
	return filepath.Base(strings.TrimSpace(string(said))), nil
}
