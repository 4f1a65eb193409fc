package slabs_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/slabs"
)

var rewrite = flag.Bool("rewrite", false, "write the scripts of testdata anew")

// slurmed is a plan of two slabs in a folder with a blank and a quote.
func slurmed(t testing.TB) (*slabs.Work, string) {
	t.Helper()
	folder := t.TempDir()
	entries := fileOf(t, folder, "entries.csv", []string{"a,0,0,0,0,0", "a,1,0,0,0,0", "a,2,1,0,0,0", "b,0,1,0,0,0", "b,1,1,0,0,0", "b,2,0,0,0,0"})
	w, err := slabs.Plan(t.Context(), filepath.Join(folder, "it's work"), job.Ask{Entries: []string{entries}, Search: flyby.Search{Distance: 1}}, slabs.PlanOptions{Slabs: 2})
	if err != nil {
		t.Fatal(err)
	}
	return w, folder
}

// TestSlurm holds scripts against files, and has bash read them.
func TestSlurm(t *testing.T) {
	w, folder := slurmed(t)
	for name, o := range map[string]slabs.SlurmOptions{
		"plain": {Out: filepath.Join(folder, "near.csv")},
		"all":   {Out: filepath.Join(folder, "near $(all) `it`.parquet"), Flyby: "/opt/fly by/flyby", CPUs: 4, Memory: 8e9, AtOnce: 3, GPU: true},
	} {
		script, err := w.Slurm(o)
		if err != nil {
			t.Fatal(err)
		}
		if bash, err := exec.LookPath("bash"); err == nil {
			c := exec.CommandContext(t.Context(), bash, "-n")
			c.Stdin = strings.NewReader(script)
			if told, err := c.CombinedOutput(); err != nil || len(told) > 0 {
				t.Errorf("%s: bash: %v, %s", name, err, told)
			}
		}
		path, got := filepath.Join("testdata", "slurm-"+name+".sh"), strings.ReplaceAll(script, folder, "/shared")
		if *rewrite {
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		} else if got != string(read(t, path)) {
			t.Errorf("%s: got\n%s", path, got)
		}
	}
}

// TestSlurmRefused: a script needs a file, and numbers that are not negative.
func TestSlurmRefused(t *testing.T) {
	w, _ := slurmed(t)
	for _, o := range []slabs.SlurmOptions{{}, {Out: "a.csv", CPUs: -1}, {Out: "a.csv", AtOnce: -1}} {
		if script, err := w.Slurm(o); err == nil || script != "" {
			t.Errorf("%+v: %v, %q", o, err, script)
		}
	}
}
