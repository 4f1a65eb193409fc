package slabs_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/slabs"
)

// TestErrors: each error is of one kind alone, and names the slab, the file and the command to run.
func TestErrors(t *testing.T) {
	t.Parallel()
	kinds := []error{slabs.ErrMissing, slabs.ErrDamaged, slabs.ErrChanged, slabs.ErrVersion}
	at := func(dir, name string) string { return filepath.Join(dir, name) }
	merge := func(w *slabs.Work, _ string) error {
		_, err := w.Merge(t.Context(), job.Range{}, slabs.MergeOptions{}, job.File(at(t.TempDir(), "out.csv")))
		return err
	}
	run := func(w *slabs.Work, _ string) error {
		_, err := w.Run(t.Context(), 1, flyby.Options{Device: "cpu"})
		return err
	}
	open := func(_ *slabs.Work, dir string) error {
		_, err := slabs.Open(dir)
		return err
	}
	for name, c := range map[string]struct {
		spoil func(dir string) error
		do    func(w *slabs.Work, dir string) error
		kind  error
		says  []string
	}{
		"missing": {func(dir string) error { return os.Remove(at(dir, "part-1")) }, merge, slabs.ErrMissing, []string{"slabs 1 are missing (part-1)", "run these slabs again"}},
		"damaged": {func(dir string) error { return os.Truncate(at(dir, "part-1"), 40) }, merge, slabs.ErrDamaged, []string{"slabs 1 are damaged", "DIR/part-1: head: it is cut short", "run these slabs again"}},
		"changed": {func(dir string) error {
			return errors.Join(os.Remove(at(dir, "part-1")), os.Truncate(at(dir, "slab-1"), 40))
		}, run, slabs.ErrChanged, []string{"slab 1", "DIR/slab-1: 40 bytes, planned ", "plan again"}},
		"names": {func(dir string) error { return os.Remove(at(dir, "names")) }, merge, slabs.ErrChanged, []string{"DIR/names: no such file or directory", "plan again"}},
		"edited": {func(dir string) error { return os.WriteFile(at(dir, "manifest.json"), []byte("{}\n"), 0o600) }, open, slabs.ErrVersion, []string{
			"DIR/manifest.json", "format 0, this is 1", "plan again"}},
		"cut": {func(dir string) error { return os.Truncate(at(dir, "manifest.json"), 100) }, open, slabs.ErrChanged, []string{"DIR/manifest.json", "plan again"}},
	} {
		_, dir := planned(t, small(t), 3)
		w := runAll(t, rand.New(rand.NewPCG(1, 7)), dir)
		if err := c.spoil(dir); err != nil {
			t.Fatal(err)
		}
		err := c.do(w, dir)
		for _, kind := range kinds {
			if errors.Is(err, kind) != (kind == c.kind) {
				t.Errorf("%s: %v: is %v", name, err, kind)
			}
		}
		for _, says := range c.says {
			if says = strings.ReplaceAll(says, "DIR", dir); err != nil && !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v does not say %q", name, err, says)
			}
		}
	}
}
