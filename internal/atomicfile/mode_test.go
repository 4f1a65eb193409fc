//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// TestMode wants outputs to have the mode of the file that they replace, or to obey the umask, and
// whole files to have the mode given.
func TestMode(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	t.Chdir(t.TempDir())
	create := func(name string) {
		f, err := Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	private := func(name string) {
		if err := WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		before fs.FileMode // 0: no file
		write  func(string)
		want   fs.FileMode
	}{
		{0, create, 0o640}, {0o600, create, 0o600}, {0o666, create, 0o666}, {0o444, create, 0o444}, {0o755, create, 0o755},
		{0, private, 0o600}, {0o666, private, 0o600},
	} {
		os.Remove("out.csv")
		if c.before != 0 {
			if err := os.WriteFile("out.csv", nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod("out.csv", c.before); err != nil {
				t.Fatal(err)
			}
		}
		c.write("out.csv")
		info, err := os.Stat("out.csv")
		if err != nil || info.Mode() != c.want {
			t.Errorf("replacing %v: %v, want %v (%v)", c.before, info.Mode(), c.want, err)
		}
	}
}
