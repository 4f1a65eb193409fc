package private_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"flyby/internal/private"
)

// kept returns a folder with one file.
func kept(t *testing.T) private.Folder {
	t.Helper()
	f := private.Folder{Base: filepath.Join(t.TempDir(), "cache"), Below: []string{"flyby", "things"}}
	if err := f.Write("a", []byte("first")); err != nil {
		t.Fatal(err)
	}
	return f
}

func exposed(err error) bool {
	var e *private.ExposedError
	return errors.As(err, &e)
}

func TestFileIsReadBack(t *testing.T) {
	f := kept(t)
	for _, want := range []string{"first", "second"} {
		if err := f.Write("a", []byte(want)); err != nil {
			t.Fatal(err)
		}
		if got, err := f.Read("a"); err != nil || string(got) != want {
			t.Errorf("%q, %v", got, err)
		}
	}
	if files, err := os.ReadDir(f.Path("")); err != nil || len(files) != 1 {
		t.Errorf("%d files, %v", len(files), err)
	}
	_, err := f.Read("b")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such file: %v", err)
	}
	empty := private.Folder{Base: t.TempDir(), Below: []string{"flyby"}}
	if _, err := empty.Read("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such folder: %v", err)
	}
	nowhere := private.Folder{Base: filepath.Join(t.TempDir(), "none"), Below: []string{"flyby"}}
	if _, err := nowhere.Read("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no base: %v", err)
	}
}

// skipWithoutModes skips where modes do not restrict who may write.
func skipWithoutModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes on Windows")
	}
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

func TestModes(t *testing.T) {
	skipWithoutModes(t)
	f := kept(t)
	things := f.Path("")
	for path, want := range map[string]fs.FileMode{f.Base: 0o700, filepath.Dir(things): 0o700, things: 0o700, f.Path("a"): 0o600} {
		if got := mode(t, path); got != want {
			t.Errorf("%s has mode %o, want %o", path, got, want)
		}
	}
}

// TestWritableByOthers: files and folders that others may write are refused at every level, until a
// file is written into folders that are the user's, which closes them to others.
func TestWritableByOthers(t *testing.T) {
	skipWithoutModes(t)
	for _, open := range []fs.FileMode{0o020, 0o002} {
		f := kept(t)
		for _, path := range []string{f.Path("a"), f.Path(""), filepath.Dir(f.Path(""))} {
			if err := os.Chmod(path, mode(t, path)|open); err != nil {
				t.Fatal(err)
			}
			_, err := f.Read("a")
			if !exposed(err) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s open to others: %v", path, err)
			}
			if err := f.Write("a", []byte("new")); err != nil {
				t.Fatal(err)
			}
			if got, err := f.Read("a"); err != nil || string(got) != "new" {
				t.Errorf("written anew: %q, %v", got, err)
			}
		}
		if got := mode(t, f.Path("")); got != 0o700 {
			t.Errorf("the folder has mode %o afterwards", got)
		}
	}
}

// TestReadableByOthers: folders that others may read are accepted, and writing a file closes them to others.
func TestReadableByOthers(t *testing.T) {
	skipWithoutModes(t)
	f := kept(t)
	for _, path := range []string{f.Path(""), filepath.Dir(f.Path(""))} {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Read("a"); err != nil {
		t.Error(err)
	}
	if err := f.Write("b", nil); err != nil {
		t.Error(err)
	}
	if a, b := mode(t, f.Path("")), mode(t, filepath.Dir(f.Path(""))); a != 0o700 || b != 0o700 {
		t.Errorf("modes %o and %o afterwards", a, b)
	}
}

// TestAnotherUsers: another user's file is refused and replaced; another user's folder is left
// alone.
func TestAnotherUsers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	f := kept(t)
	if err := os.Chown(f.Path("a"), 12345, -1); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read("a"); !exposed(err) || !strings.Contains(err.Error(), "belongs to user 12345") {
		t.Errorf("another's file: %v", err)
	}
	if err := f.Write("a", []byte("mine")); err != nil {
		t.Error(err)
	}
	for _, path := range []string{f.Path(""), filepath.Dir(f.Path(""))} {
		if err := os.Chown(path, 12345, -1); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Read("a"); !exposed(err) {
			t.Errorf("a file in another's folder: %v", err)
		}
		if err := f.Write("a", nil); !exposed(err) {
			t.Errorf("written into another's folder: %v", err)
		}
		if err := os.Chown(path, 0, -1); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := f.Read("a"); err != nil || string(got) != "mine" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestLinks: links are not followed, wherever they lead; a link in place of a file is replaced and
// its target keeps its contents.
func TestLinks(t *testing.T) {
	f := kept(t)
	target := filepath.Join(t.TempDir(), "target")
	if err := os.WriteFile(target, []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{target, "b"} {
		if err := errors.Join(f.Write("b", nil), os.Remove(f.Path("a"))); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, f.Path("a")); err != nil {
			t.Skip("no links here:", err)
		}
		if _, err := f.Read("a"); !exposed(err) {
			t.Errorf("a link to %s: %v", to, err)
		}
		if err := f.Write("a", []byte("mine")); err != nil {
			t.Error(err)
		}
	}
	if text, err := os.ReadFile(target); err != nil || string(text) != "theirs" {
		t.Errorf("the link's target holds %q, %v", text, err)
	}
	things := f.Path("")
	if err := errors.Join(os.Rename(things, things+"2"), os.Symlink("things2", things)); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read("a"); !exposed(err) {
		t.Errorf("through a linked folder: %v", err)
	}
	if err := f.Write("a", nil); !exposed(err) {
		t.Errorf("into a linked folder: %v", err)
	}
}
