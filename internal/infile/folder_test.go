package infile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestIn: a relative name leads into the folder, and an absolute one is kept.
func TestIn(t *testing.T) {
	folder := t.TempDir()
	absolute := filepath.Join(folder, "a.csv")
	for _, c := range []struct{ folder, name, want string }{
		{"", "a.csv", "a.csv"}, {folder, "a.csv", absolute}, {folder + string(filepath.Separator), "a.csv", absolute},
		{folder, absolute, absolute}, {folder, "", ""}, {folder, "../b.csv", folder + string(filepath.Separator) + "../b.csv"},
	} {
		if got := In(c.folder, c.name); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.name, c.folder, got, c.want)
		}
	}
}

// TestNamed: an error of the system gets the caller's name, and keeps its kind; other errors are unchanged.
func TestNamed(t *testing.T) {
	_, err := os.Open(filepath.Join(t.TempDir(), "a.csv"))
	if got := Named(err, "a.csv"); !errors.Is(got, fs.ErrNotExist) || !strings.HasPrefix(got.Error(), "open a.csv: ") {
		t.Error(got)
	}
	other := errors.New("other")
	if got := Named(other, "a.csv"); got != other || Named(nil, "a.csv") != nil {
		t.Error(got)
	}
}

// TestListInFolder: names lead to files of a folder as they lead to files of the working folder, whatever characters its path has;
// files keep the names that the caller gave.
func TestListInFolder(t *testing.T) {
	for _, odd := range []string{"plain", "[a]*?", `back\slash`} {
		above := t.TempDir()
		folder := filepath.Join(above, odd)
		for name, text := range map[string]string{"one.csv": "1", "sub/two.csv": "22", "sub/deep/three.csv": "333", ".hidden.csv": ""} {
			path := filepath.Join(folder, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
				t.Skip(err) // this system cannot name a folder so
			}
		}
		if err := os.WriteFile(filepath.Join(above, "up.csv"), []byte("4444"), 0o666); err != nil {
			t.Fatal(err)
		}
		k := &Kinds{Named: func(name string) bool { return strings.HasSuffix(name, ".csv") }, Bare: func(path string) string { return strings.TrimSuffix(path, ".csv") }, Folder: folder}
		for name, want := range map[string]string{
			"one.csv": "one.csv::1", "sub": "sub/deep/three.csv:deep/three:3 sub/two.csv:two:2", "*.csv": "one.csv:one:1", "s*": "sub/deep/three.csv:sub/deep/three:3 sub/two.csv:sub/two:2",
			"../*.csv": "../up.csv:up:4", ".": "one.csv:one:1 sub/deep/three.csv:sub/deep/three:3 sub/two.csv:sub/two:2", filepath.Join(folder, "one.csv"): filepath.Join(folder, "one.csv") + "::1",
		} {
			files, err := ListFiles(k, name)
			var got []string
			for _, f := range files {
				got = append(got, filepath.ToSlash(f.Path)+":"+f.ID+":"+string(rune('0'+f.Size())))
			}
			if strings.Join(got, " ") != filepath.ToSlash(want) || err != nil {
				t.Errorf("%s in %s: %v, %v, want %s", name, odd, got, err, want)
			}
		}
		if got := k.Takes("sub/new.csv", "sub"); got != "sub" {
			t.Errorf("sub takes its new file as one of %q", got)
		}
		if got := k.Takes("new.csv", "sub", "*.csv"); got != "*.csv" {
			t.Errorf("*.csv takes a new file as one of %q", got)
		}
		if _, err := ListFiles(k, "absent*"); !errors.Is(err, ErrNoFiles) || strings.Contains(err.Error(), above) {
			t.Error(err)
		}
	}
}
