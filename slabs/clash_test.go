package slabs_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

// TestMergeRefusesFilesOfThePlan: Merge and the scripts return a job.FieldError for an input, a file of the plan, and a name that parts will have, and all files stay as they are.
func TestMergeRefusesFilesOfThePlan(t *testing.T) {
	rows := []string{"0,0,0,0,0,0", "0,5,5,0,0,0", "0,9,9,0,0,0", "1,0,0,1,0,0", "1,5,5,1,0,0", "1,9,9,1,0,0"}
	data := fileOf(t, t.TempDir(), "data.csv", rows)
	w, dir := planned(t, job.Ask{Inputs: job.Inputs{Entries: []string{data}}, Question: question.Question{Search: flyby.Search{Distance: 2}}}, 1)
	if _, err := w.Run(t.Context(), 0, flyby.Options{Device: "cpu"}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{data, filepath.Join(dir, "manifest.json"), filepath.Join(dir, "names"), filepath.Join(dir, "part-0"), filepath.Join(dir, "part-12")} {
		before := read(t, path)
		_, err := w.Merge(t.Context(), job.Range{}, slabs.MergeOptions{}, job.File(path).As("csv"))
		_, scripted := w.Slurm(slabs.ScriptOptions{Out: path})
		for _, err := range []error{err, scripted} {
			if field := (*job.FieldError)(nil); !errors.As(err, &field) || field.Field != "Sink" || !bytes.Equal(read(t, path), before) {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	for _, to := range []job.Sink{job.File(filepath.Join(dir, "part-0.csv")), job.Writer(new(bytes.Buffer)), {}} {
		if clash := w.Clash(to); clash != "" {
			t.Errorf("%+v: %s", to, clash)
		}
	}
}

// TestReserved: a folder keeps names from the moment that a plan is being made in it, and a folder without a plan keeps none.
func TestReserved(t *testing.T) {
	folder := t.TempDir()
	part := filepath.Join(folder, "part-3")
	if kept := slabs.Reserved(part); kept != "" {
		t.Errorf("%s: kept by %s", part, kept)
	}
	if err := os.Mkdir(filepath.Join(folder, ".plan-17"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"part-3", "slab-0", "names", "manifest.json", ".names.host-17", ".plan-17/names", ".plan-17/any"} {
		if slabs.Reserved(filepath.Join(folder, name)) == "" {
			t.Errorf("%s is not kept", name)
		}
	}
	for _, name := range []string{"part-3.csv", "part", "part-", "slab-x", "name", ".names", "manifest.jsonl", "manifest", ".csv"} {
		if kept := slabs.Reserved(filepath.Join(folder, name)); kept != "" {
			t.Errorf("%s is kept by %s", name, kept)
		}
	}
}

// TestPlanKeepsInputs: a plan is not made where it would write over an input, in a folder with leftovers of planning that was killed.
func TestPlanKeepsInputs(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, ".plan-17"), 0o700); err != nil {
		t.Fatal(err)
	}
	data := fileOf(t, folder, "slab-0", []string{"0,0,0,0,0,0", "0,5,5,0,0,0"})
	before := read(t, data)
	a := job.Ask{Inputs: job.Inputs{Entries: []string{data}}, Question: question.Question{Search: flyby.Search{Distance: 2}}}
	a.Read.Format = "csv"
	_, err := slabs.Plan(t.Context(), folder, a, slabs.PlanOptions{Slabs: 1})
	if field := (*job.FieldError)(nil); !errors.As(err, &field) || field.Field != "Dir" || !bytes.Equal(read(t, data), before) {
		t.Errorf("%v", err)
	}
}
