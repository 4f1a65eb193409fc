package ends_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/ends"
)

// TestPlacesAreChecked: a folder or a file that cannot be written to is an error with its name, and the check leaves no file.
func TestPlacesAreChecked(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "kept.json")
	if err := os.WriteFile(kept, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	absent := filepath.Join(dir, "absent", "m.json")
	for _, c := range []struct {
		err  error
		want string
	}{
		{ends.CheckTmp("scratch", dir, 0), ""},
		{ends.CheckTmp("scratch", dir, 1<<20), ""},
		{ends.CheckTmp("scratch", filepath.Dir(absent), 0), "scratch"},
		{ends.CheckTmp("scratch", kept, 0), "scratch"},
		{ends.CheckOut("model", filepath.Join(dir, "m.json")), ""},
		{ends.CheckOut("model", kept), ""},
		{ends.CheckOut("model", absent), "model"},
		{ends.CheckOut("model", dir), "model"},
	} {
		if (c.err == nil) != (c.want == "") || c.err != nil && (!strings.Contains(c.err.Error(), c.want) || strings.Contains(c.err.Error(), dir)) {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
	if text, err := os.ReadFile(kept); err != nil || string(text) != "kept" {
		t.Errorf("%q, %v", text, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestEnds: two paths are one end by links of both kinds, through folders that are links, and where nothing is there yet.
func TestEnds(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	if err := errors.Join(os.WriteFile(at("a"), nil, 0o600), os.WriteFile(at("b"), nil, 0o600), os.Mkdir(at("d"), 0o700), os.Link(at("a"), at("d/hard")),
		os.Symlink("../a", at("d/soft")), os.Symlink("d", at("e")), os.Symlink("none", at("d/dangling")), os.Symlink("round", at("round"))); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		one, other string
		same       bool
	}{
		{"a", "d/hard", true}, {"a", "e/soft", true}, {"d/soft", "e/hard", true}, {"a", "b", false}, {"d/none", "e/dangling", true}, {"d/none", "none", false}, {"a", "none", false}, {"d/none", "e/../d/none", true},
		{"round", "a", false},
	} {
		if is := ends.EndAt(at(c.one)).Is(ends.EndAt(at(c.other))); is != c.same {
			t.Errorf("%s and %s: %v", c.one, c.other, is)
		}
	}
	file, err := os.Open(at("d/soft"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if !ends.EndOf(file).Is(ends.EndAt(at("a"))) || ends.EndOf(file).Is(ends.EndAt(at("b"))) || ends.EndOf(new(bytes.Buffer)).Is(ends.EndOf(nil)) {
		t.Error("a stream is not the file that it is, or two streams of no file are one")
	}
}
