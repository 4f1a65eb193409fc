package spilltest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Damage changes the bytes of each file without a name that this process has open in a folder: change gets them, and returns
// the new ones. Damage returns the number of files.
func Damage(t testing.TB, folder string, change func([]byte) []byte) (files int) {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, fd := range all {
		path := filepath.Join("/proc/self/fd", fd.Name())
		if to, err := os.Readlink(path); err != nil || !strings.HasPrefix(to, folder+"/") || !strings.HasSuffix(to, " (deleted)") {
			continue
		}
		if err := damage(path, change); err != nil {
			t.Fatal(err)
		}
		files++
	}
	return files
}

// damage changes the bytes of one file.
func damage(path string, change func([]byte) []byte) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("spilltest: %w", err)
	}
	if err := os.WriteFile(path, change(text), 0o600); err != nil { // it truncates, and makes no other file
		return fmt.Errorf("spilltest: %w", err)
	}
	return nil
}
