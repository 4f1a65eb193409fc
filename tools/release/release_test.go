package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// clone clones a repository into a folder and puts a tag there. Files that are not
// committed are not in it.
func clone(t *testing.T, from, to string) {
	t.Helper()
	root, err := filepath.Abs(from)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("these files are not a git clone:", err)
	}
	git(t, ".", "-c", "safe.directory=*", "clone", "--quiet", "--depth", "1", "file://"+root, to)
	git(t, to, "tag", "--force", "v9.8.7")
}

func git(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	c := exec.Command("git", arguments...)
	c.Dir = folder
	said, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", arguments, err, said)
	}
	return strings.TrimSpace(string(said))
}

// contents reads all files of a folder.
func contents(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all[path], err = os.ReadFile(filepath.Join(folder, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestReleaseIsReproducible makes a release twice, from clones in different folders
// at different times, and wants the same bytes.
func TestReleaseIsReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles everything for two systems")
	}
	here := runtime.GOOS + "/" + runtime.GOARCH
	built := []string{here}
	if here != "windows/amd64" {
		built = append(built, "windows/amd64")
	}
	var made []map[string][]byte
	var first string
	for _, name := range []string{"a", "another folder"} {
		root, out := filepath.Join(t.TempDir(), name), filepath.Join(t.TempDir(), "dist")
		from := filepath.Join("..", "..")
		if len(made) > 0 {
			from = first // whatever was committed meanwhile
		} else {
			first = root
		}
		clone(t, from, root)
		old := time.Now().Add(-48 * time.Hour)
		if err := os.Chtimes(filepath.Join(root, "README.md"), old, old); err != nil {
			t.Fatal(err)
		}
		if err := release(root, out, built); err != nil {
			t.Fatal(err)
		}
		made = append(made, contents(t, out))
	}
	commit := git(t, first, "rev-parse", "HEAD")
	if len(made[0]) != len(built)+2 || len(made[1]) != len(made[0]) {
		t.Fatalf("%d and %d files", len(made[0]), len(made[1]))
	}
	for name, text := range made[0] {
		if !bytes.Equal(text, made[1][name]) {
			t.Errorf("%s differs", name)
		}
		if sum := fmt.Sprintf("%x  %s\n", sha256.Sum256(text), name); name != sumsName && !strings.Contains(string(made[0][sumsName]), sum) {
			t.Errorf("no sum %s", sum)
		}
	}
	checkBinary(t, made[0], commit)
	if list := string(made[0]["flyby-9.8.7-dependencies.txt"]); !strings.Contains(list, commit) || !strings.Contains(list, "github.com/spf13/cobra") {
		t.Errorf("dependencies: %s", list)
	}
}

// checkBinary wants the binary for this system to name version and commit.
func checkBinary(t *testing.T, made map[string][]byte, commit string) {
	t.Helper()
	folder := "flyby-9.8.7-" + runtime.GOOS + "-" + runtime.GOARCH
	packed, err := gzip.NewReader(bytes.NewReader(made[folder+".tar.gz"]))
	if err != nil {
		t.Skip("no .tar.gz for this system:", err)
	}
	archive := tar.NewReader(packed)
	h, err := archive.Next()
	if err != nil || h.Name != folder+"/flyby" || h.Mode != 0o755 {
		t.Fatalf("%+v, %v", h, err)
	}
	path := filepath.Join(t.TempDir(), "flyby")
	binary, err := io.ReadAll(archive)
	if err = errors.Join(err, os.WriteFile(path, binary, 0o700)); err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(path, "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(said), "flyby 9.8.7 commit "+commit+" go1.") {
		t.Errorf("%s, %v", said, err)
	}
}

// TestArchives wants names, modes and times as given, and nothing of who packed them.
func TestArchives(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("text"), 0o640); err != nil {
		t.Fatal(err)
	}
	at := time.Unix(1e9, 0).UTC()
	files := []file{{"folder/b", path, 0o755}, {"folder/a", path, 0o644}}
	var tarText, zipText bytes.Buffer
	if err := errors.Join(tarred(files, at)(&tarText), zipped(files, at)(&zipText)); err != nil {
		t.Fatal(err)
	}
	packed, err := gzip.NewReader(&tarText)
	if err != nil || packed.Name != "" || !packed.ModTime.IsZero() {
		t.Fatalf("gzip header %+v, %v", packed.Header, err)
	}
	unpacked := tar.NewReader(packed)
	unzipped, err := zip.NewReader(bytes.NewReader(zipText.Bytes()), int64(zipText.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		h, err := unpacked.Next()
		if err != nil || h.Name != f.name || fs.FileMode(h.Mode) != f.mode || !h.ModTime.Equal(at) || h.Uid != 0 || h.Uname != "" {
			t.Errorf("in the tar: %+v, %v", h, err)
		}
		if z := unzipped.File[i]; z.Name != f.name || z.Mode() != f.mode || !z.Modified.Equal(at) {
			t.Errorf("in the zip: %+v", z.FileHeader)
		}
	}
}

// TestChangesAreRefused wants no release of what is not committed, into a folder that
// holds something, or without git.
func TestChangesAreRefused(t *testing.T) {
	root := filepath.Join(t.TempDir(), "clone")
	clone(t, filepath.Join("..", ".."), root)
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "old"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := release(root, full, nil); err == nil || !strings.Contains(err.Error(), "holds old") {
		t.Errorf("into a folder with a file: %v", err)
	}
	if err := os.WriteFile(filepath.Join(root, "new.go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := release(root, t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "new.go") {
		t.Errorf("with a change: %v", err)
	}
	if err := release(t.TempDir(), t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "git clone") {
		t.Errorf("without git: %v", err)
	}
}

// TestRowsAreDocumented holds the list of systems against the table.
func TestRowsAreDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "platforms.md"))
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, "|"); len(cells) > 3 {
			goos, goarch := strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])
			if goos != "system" && !strings.HasPrefix(goos, "-") {
				documented = append(documented, goos+"/"+goarch)
			}
		}
	}
	if !slices.Equal(documented, rows()) {
		t.Errorf("the table lists %v, releases are made for %v", documented, rows())
	}
}
