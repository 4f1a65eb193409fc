package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
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

// TestArchives wants names, modes and times as given, and no trace of the packer.
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

// TestMaintainer: who makes a tag answers for the package, and where nobody is named there, the author of the commit.
func TestMaintainer(t *testing.T) {
	root := t.TempDir()
	for _, words := range []string{
		"init --quiet", "config user.name Tagger", "config user.email tagger@flyby.example",
		"commit --quiet --allow-empty --message=one --author=Author<author@flyby.example>",
	} {
		git(t, root, strings.Fields(words)...)
	}
	for _, c := range []struct{ tag, want string }{
		{"", "Author <author@flyby.example>"},
		{"tag v1.2.3", "Author <author@flyby.example>"},
		{"tag --force --annotate --message=release v1.2.3", "Tagger <tagger@flyby.example>"},
	} {
		if c.tag != "" {
			git(t, root, strings.Fields(c.tag)...)
		}
		if s, err := describe(root); err != nil || s.maintainer != c.want {
			t.Errorf("after git %s: %q, %v, not %q", c.tag, s.maintainer, err, c.want)
		}
	}
}

// TestChangesAreRefused wants no release of uncommitted changes, into a folder that is not empty,
// or without git.
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

// TestRowsAreDocumented compares the list of systems with the table.
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
