//go:build long

package main

import (
	"archive/tar"
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
	"strings"
	"testing"
	"time"
)

// TestReleaseIsReproducible makes a release twice, from clones in different folders
// at different times, and wants the same bytes.
func TestReleaseIsReproducible(t *testing.T) {
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
			from = first // changes committed meanwhile do not matter
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
	files := 2 + 2*len(built) // the list, the sums; an archive and a wheel a system
	if runtime.GOOS == "linux" {
		files++ // the package of Debian
	}
	if len(made[0]) != files || len(made[1]) != files {
		t.Fatalf("%d and %d files, not %d", len(made[0]), len(made[1]), files)
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
	pages := 0
	for h, err := archive.Next(); err == nil; h, err = archive.Next() {
		if strings.HasPrefix(h.Name, folder+"/man/man1/flyby") {
			pages++
		}
	}
	if pages < 20 {
		t.Errorf("%d manual pages in the archive", pages)
	}
	if err = errors.Join(err, os.WriteFile(path, binary, 0o700)); err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(path, "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(said), "flyby 9.8.7 commit "+commit+" go1.") {
		t.Errorf("%s, %v", said, err)
	}
}
