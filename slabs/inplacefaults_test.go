package slabs_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// TestInputs: runs return an error for an input in place that changed, was cut, is gone, or has other rows but the same size and time of change, and write no part; once the input is restored, they succeed.
func TestInputs(t *testing.T) {
	t.Parallel()
	log := logOf(rand.New(rand.NewPCG(33, 10)), 22)
	path := groupsOf(t, "log.parquet", 24, log)
	a := job.Ask{Inputs: job.Inputs{Entries: []string{path}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}}, Machine: flyby.Options{Device: "cpu"}}
	want, _ := oneRun(t, a, ".csv")
	whole := inGroups(t, 24, log, padded(500))
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	then, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	back := func(text []byte) error {
		return errors.Join(os.WriteFile(path, text, 0o600), os.Chtimes(path, then.ModTime(), then.ModTime()))
	}
	rewritten := func(change func(all []logged)) func() error {
		return func() error {
			other := append([]logged(nil), log...)
			change(other)
			text := inGroups(t, 24, other, padded(500))
			text = inGroups(t, 24, other, padded(500+len(whole)-len(text)))
			if len(text) != len(whole) || bytes.Equal(text, whole) {
				t.Fatalf("%d bytes, %d before", len(text), len(whole))
			}
			return back(text)
		}
	}
	at := len(log) / 2
	w, dir := planned(t, a, 5)
	if all := w.InPlace(); len(all) != 1 || all[0] != path {
		t.Fatal(all)
	}
	for name, c := range map[string]struct {
		change func() error
		says   string
	}{
		"longer":          {func() error { return back(append(bytes.Clone(whole), 0)) }, "bytes, changed"},
		"cut":             {func() error { return back(whole[:len(whole)-9]) }, "bytes, changed"},
		"gone":            {func() error { return os.Remove(path) }, "no such file"},
		"written again":   {func() error { return os.Chtimes(path, then.ModTime(), then.ModTime().Add(1)) }, "bytes, changed"},
		"no Parquet":      {func() error { return back(make([]byte, len(whole))) }, "row group by row group"},
		"another x":       {rewritten(func(all []logged) { x := *all[at].X + 1e-12; all[at].X = &x }), "other times or positions"},
		"another z":       {rewritten(func(all []logged) { all[at].Z++ }), "other times or positions"},
		"an earlier time": {rewritten(func(all []logged) { all[at].T -= 1e-9 }), "other times or positions"},
		"another id":      {rewritten(func(all []logged) { all[at].ID = 99 }), "an id that it did not have"},
		"another's row":   {rewritten(func(all []logged) { all[at].ID, all[at+1].ID = all[at+1].ID, all[at].ID }), "log.parquet"},
		"other rows": {rewritten(func(all []logged) {
			for i := range all[:len(all)/2] {
				all[i], all[len(all)-1-i] = all[len(all)-1-i], all[i]
			}
		}), "has times from"},
		"a page damaged": {func() error {
			text := bytes.Clone(whole)
			place := bytes.Index(text, binary.LittleEndian.AppendUint64(nil, math.Float64bits(*log[at].X)))
			text[place+3] ^= 1
			return back(text)
		}, "log.parquet"},
	} {
		if err := c.change(); err != nil {
			t.Fatal(err)
		}
		failed := 0
		for k := range w.Slabs() {
			_, err := w.Run(t.Context(), k, flyby.Options{Device: "cpu"})
			removed := os.Remove(filepath.Join(dir, "part-"+string(rune('0'+k))))
			if (err == nil) != (removed == nil) {
				t.Errorf("%s: slab %d: %v, but part %v", name, k, err, removed)
			}
			if err == nil {
				continue
			}
			if failed++; !errors.Is(err, slabs.ErrChanged) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "plan again") {
				t.Errorf("%s: slab %d: %v", name, k, err)
			}
		}
		if failed == 0 {
			t.Errorf("%s: no slab failed", name)
		}
		if err := back(whole); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := merged(t, runAll(t, rand.New(rand.NewPCG(33, 10)), dir), ".csv"); !bytes.Equal(got, want) {
		t.Errorf("restored: %d bytes, want %d", len(got), len(want))
	}
}

// TestOtherOptions: data that a program opened with options that the manifest does not have are copied.
func TestOtherOptions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(33, 12))
	path := groupsOf(t, "log.parquet", 24, logOf(r, 22))
	for _, outgrown := range []bool{false, true} {
		data, err := input.Open(t.Context(), []string{path}, input.Options{Read: format.Options{Reading: format.Reading{Where: conditions("kind>=3")}}})
		if err != nil {
			t.Fatal(err)
		}
		a := job.Ask{Inputs: job.Inputs{EntryData: data}, Question: question.Question{Search: flyby.Search{Distance: 1.5}}, Machine: flyby.Options{Device: "cpu"}}
		want, _ := oneRun(t, a, ".csv")
		in := testing.TB(t)
		if outgrown {
			in = beyondMemory{t}
		}
		w, dir := planned(in, a, usualSlabs)
		if all := w.InPlace(); all != nil {
			t.Errorf("in place: %v", all)
		}
		if got, _ := merged(t, runAll(t, r, dir), ".csv"); !bytes.Equal(got, want) {
			t.Errorf("%d bytes, want %d", len(got), len(want))
		}
	}
}

// TestBadInPlace: planning returns the same errors for bad positions of a log that stays in place as one run.
func TestBadInPlace(t *testing.T) {
	t.Parallel()
	log := logOf(rand.New(rand.NewPCG(33, 11)), 22)
	log[len(log)/2].X = nil
	a := job.Ask{Inputs: job.Inputs{Entries: []string{groupsOf(t, "log.parquet", 24, log)}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}}, Machine: flyby.Options{Device: "cpu"}}
	_, want := job.Run(t.Context(), a, job.File(filepath.Join(t.TempDir(), "out.csv")))
	_, err := slabs.Plan(t.Context(), filepath.Join(t.TempDir(), "work"), a, slabs.PlanOptions{Slabs: 5})
	if err == nil || want == nil || err.Error() != want.Error() {
		t.Errorf("%v, want %v", err, want)
	}
}
