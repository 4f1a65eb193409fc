//go:build unix

package infile

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestIrregularFiles: a pipe or a socket in a folder, or one that a pattern leads to, is an error that names it, through a
// link too. By its own name it is a file. Pipes and sockets without the extension of a format are passed over.
func TestIrregularFiles(t *testing.T) {
	kinds := &Kinds{Named: func(name string) bool { return EndsIn(name, ".csv") }, Bare: func(path string) string { return path }, Whole: func(string) bool { return false }}
	for name, c := range map[string]struct {
		make func(path string) error
		what string
	}{
		"a pipe":            {func(path string) error { return syscall.Mkfifo(path, 0o600) }, "a named pipe"},
		"a link to a pipe":  {func(path string) error { return os.Symlink("../pipe", path) }, "a named pipe"},
		"a link to nothing": {func(path string) error { return os.Symlink(os.DevNull, path) }, "a device"},
		"a socket": {func(path string) error {
			l, err := net.Listen("unix", path)
			if err == nil {
				t.Cleanup(func() { l.Close() })
			}
			return err
		}, "a socket"},
	} {
		home, err := os.MkdirTemp("", "f") // the system limits the length of a socket's path
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(home)
		folder := filepath.Join(home, "d")
		one, odd := filepath.Join(folder, "b.csv"), filepath.Join(folder, "b.pipe")
		for _, err := range []error{os.Mkdir(folder, 0o700), syscall.Mkfifo(filepath.Join(home, "pipe"), 0o600), syscall.Mkfifo(odd, 0o600), os.WriteFile(filepath.Join(folder, "a.csv"), nil, 0o600)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if files, err := ListFiles(kinds, folder); err != nil || len(files) != 1 {
			t.Errorf("a pipe of another name: %v, %v", files, err)
		}
		if err := c.make(one); err != nil {
			t.Fatal(err)
		}
		want := one + ": is " + c.what + ": of folders and patterns"
		for _, from := range []string{folder, filepath.Join(folder, "*.csv"), filepath.Join(home, "[d]")} {
			if files, err := ListFiles(kinds, from); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s from %s: %v, %v, want %s", name, from, files, err, want)
			}
		}
		if files, err := ListFiles(kinds, one); err != nil || len(files) != 1 || files[0].Path != one {
			t.Errorf("%s by its name: %v, %v", name, files, err)
		}
	}
}
