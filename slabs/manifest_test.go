package slabs_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

// TestManifest: a manifest that is edited, cut or gone, of another format or of another program is refused.
func TestManifest(t *testing.T) {
	t.Parallel()
	_, dir := planned(t, small(t), 3)
	path := filepath.Join(dir, "manifest.json")
	whole := read(t, path)
	for name, c := range map[string]struct {
		change func([]byte) []byte
		want   error
	}{
		"edited": {func(text []byte) []byte {
			return bytes.Replace(text, []byte(`"distance": 1.5`), []byte(`"distance": 1.6`), 1)
		}, slabs.ErrChanged},
		"a blank":         {func(text []byte) []byte { return append(text, '\n') }, slabs.ErrChanged},
		"another field":   {func(text []byte) []byte { return bytes.Replace(text, []byte(`"level"`), []byte(`"levels"`), 1) }, slabs.ErrChanged},
		"cut":             {func(text []byte) []byte { return text[:len(text)/2] }, slabs.ErrChanged},
		"empty":           {func([]byte) []byte { return nil }, slabs.ErrChanged},
		"another format":  {func(text []byte) []byte { return bytes.Replace(text, []byte(`"format": 1`), []byte(`"format": 2`), 1) }, slabs.ErrVersion},
		"another program": {func(text []byte) []byte { return slabs.Reprogrammed(t, text, "flyby v0.0.1 commit 123") }, slabs.ErrVersion},
	} {
		text := c.change(bytes.Clone(whole))
		if bytes.Equal(text, whole) {
			t.Fatal(name)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := slabs.Open(dir); !errors.Is(err, c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := slabs.Open(dir); !errors.Is(err, slabs.ErrChanged) {
		t.Error(err)
	}
}

// TestManifestResummed: an edited manifest with the right checksum is another plan, to which the slabs and parts of the
// folder do not belong.
func TestManifestResummed(t *testing.T) {
	t.Parallel()
	_, dir := planned(t, small(t), 2)
	runAll(t, rand.New(rand.NewPCG(1, 6)), dir)
	path := filepath.Join(dir, "manifest.json")
	edit(t, path, func(text []byte) []byte {
		return slabs.Resummed(t, bytes.Replace(text, []byte(`"distance": 1.5`), []byte(`"distance": 1.6`), 1))
	})
	w, err := slabs.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	wantRefused(t, w, "parts of slabs 0-1 are damaged", slabs.ErrDamaged)
	for k := range w.Slabs() {
		if _, err := w.Run(t.Context(), k, flyby.Options{Device: "cpu"}); !errors.Is(err, slabs.ErrChanged) {
			t.Error(k, err)
		}
	}
}

// FuzzManifest changes bytes of a manifest: reading it is an error, and never another plan.
func FuzzManifest(f *testing.F) {
	r := rand.New(rand.NewPCG(33, 9))
	dir := filepath.Join(f.TempDir(), "work")
	a := job.Ask{Inputs: job.Inputs{Entries: []string{fileOf(f, f.TempDir(), "a.csv", walks(r, 5, false))}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}}, Machine: flyby.Options{Device: "cpu"}}
	if _, err := slabs.Plan(context.Background(), dir, a, slabs.PlanOptions{Slabs: 3}); err != nil {
		f.Fatal(err)
	}
	whole := read(f, filepath.Join(dir, "manifest.json"))
	f.Add(uint16(20), []byte("7"), uint8(1))
	f.Add(uint16(700), []byte(" "), uint8(0))
	f.Add(uint16(900), []byte(nil), uint8(9))
	f.Fuzz(func(t *testing.T, at uint16, text []byte, less uint8) {
		first := int(at) % len(whole)
		last := min(len(whole), first+int(less))
		changed := bytes.Join([][]byte{whole[:first], text, whole[last:]}, nil)
		if bytes.Equal(changed, whole) {
			return
		}
		to := t.TempDir()
		if err := os.WriteFile(filepath.Join(to, "manifest.json"), changed, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := slabs.Open(to); !errors.Is(err, slabs.ErrChanged) && !errors.Is(err, slabs.ErrVersion) {
			t.Fatalf("%v of\n%s", err, changed)
		}
	})
}
