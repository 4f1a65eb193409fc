package slabs_test

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

var rewrite = flag.Bool("rewrite", false, "write the scripts of testdata anew")

// scripted returns a plan of two slabs in a folder with a blank and a quote in its name.
func scripted(t testing.TB) (*slabs.Work, string) {
	t.Helper()
	folder := t.TempDir()
	entries := fileOf(t, folder, "entries.csv", []string{"a,0,0,0,0,0", "a,1,0,0,0,0", "a,2,1,0,0,0", "b,0,1,0,0,0", "b,1,1,0,0,0", "b,2,0,0,0,0"})
	w, err := slabs.Plan(t.Context(), filepath.Join(folder, "it's work"), job.Ask{Inputs: job.Inputs{Entries: []string{entries}}, Question: question.Question{Search: flyby.Search{Distance: 1}}}, slabs.PlanOptions{Slabs: 2})
	if err != nil {
		t.Fatal(err)
	}
	return w, folder
}

// plainOptions and allOptions return the default options, and all options, of scripts of a folder.
func plainOptions(folder string) slabs.ScriptOptions {
	return slabs.ScriptOptions{Out: filepath.Join(folder, "near.csv")}
}

func allOptions(folder string) slabs.ScriptOptions {
	return slabs.ScriptOptions{Out: filepath.Join(folder, "near $(all) `it`.parquet"), Flyby: "/opt/fly by/flyby", CPUs: 4, Memory: 8e9, AtOnce: 3, GPU: true, Ranges: 4}
}

// wantScript compares a script with a file of testdata.
func wantScript(t *testing.T, folder, name, script string) {
	t.Helper()
	path, got := filepath.Join("testdata", name), strings.ReplaceAll(script, folder, "/shared")
	if *rewrite {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != string(read(t, path)) {
		t.Errorf("%s: got\n%s", path, got)
	}
}

// wantReads wants a program, if it is installed, to accept a script on standard input.
func wantReads(t *testing.T, script, program string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		return
	}
	c := exec.CommandContext(t.Context(), path, args...)
	c.Stdin = strings.NewReader(script)
	if told, err := c.CombinedOutput(); err != nil || len(told) > 0 {
		t.Errorf("%s: %v, %s", program, err, told)
	}
}

// TestSlurm compares scripts with files, and has bash parse them.
func TestSlurm(t *testing.T) {
	w, folder := scripted(t)
	for name, o := range map[string]slabs.ScriptOptions{"plain": plainOptions(folder), "all": allOptions(folder)} {
		script, err := w.Slurm(o)
		if err != nil {
			t.Fatal(err)
		}
		wantReads(t, script, "bash", "-n")
		wantScript(t, folder, "slurm-"+name+".sh", script)
	}
}

// TestDask compares programs with files, and has Python parse them.
func TestDask(t *testing.T) {
	w, folder := scripted(t)
	for name, o := range map[string]slabs.ScriptOptions{"plain": plainOptions(folder), "all": allOptions(folder)} {
		program, err := w.Dask(o)
		if err != nil {
			t.Fatal(err)
		}
		wantReads(t, program, "python3", "-c", "import ast, sys; ast.parse(sys.stdin.read())")
		wantScript(t, folder, "dask-"+name+".py", program)
	}
}

// TestDaskStrings: Python reads the strings of a program as the right paths, whatever bytes the paths have.
func TestDaskStrings(t *testing.T) {
	w, _ := scripted(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	for _, path := range []string{`/a "b" 'c' \n {d} %s`, "/tab\tline\nbell\a\x7f", "/é 𝄞 \u2028\ufffd", "/\xff\xe9\xf0\x9d"} {
		program, err := w.Dask(slabs.ScriptOptions{Out: "/near.csv", Flyby: path})
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(program, "FLYBY, DIR = ")
		text, _, _ = strings.Cut(text, "\n")
		c := exec.CommandContext(t.Context(), python, "-c", "import os, sys; sys.stdout.buffer.write(os.fsencode(("+text+")[0]))")
		c.Env = append(os.Environ(), "PYTHONUTF8=1")
		if got, err := c.Output(); err != nil || string(got) != path {
			t.Errorf("%s: %q, %v, want %q", text, got, err, path)
		}
	}
}

// TestScriptRefused: a script needs a file, and numbers that are not negative.
func TestScriptRefused(t *testing.T) {
	w, _ := scripted(t)
	for _, o := range []slabs.ScriptOptions{{}, {Out: "a.csv", CPUs: -1}, {Out: "a.csv", AtOnce: -1}, {Out: "a.csv", Ranges: -1}} {
		for name, make := range map[string]func(slabs.ScriptOptions) (string, error){"slurm": w.Slurm, "dask": w.Dask} {
			if script, err := make(o); err == nil || script != "" {
				t.Errorf("%s, %+v: %v, %q", name, o, err, script)
			}
		}
	}
}

// TestScriptRanges: a plan whose rows cannot be merged in ranges is refused by the name of the field, and a file has the number of its range before
// its extension.
func TestScriptRanges(t *testing.T) {
	folder := t.TempDir()
	entries := fileOf(t, folder, "entries.csv", []string{"a,0,0,0,0,0", "a,1,0,0,0,0", "b,0,1,0,0,0", "b,1,1,0,0,0"})
	plan := func(name string, ask job.Ask) *slabs.Work {
		ask.Entries, ask.Search = []string{entries}, flyby.Search{Distance: 1}
		w, err := slabs.Plan(t.Context(), filepath.Join(folder, name), ask, slabs.PlanOptions{Slabs: 1})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	for field, ask := range map[string]job.Ask{"Top": {Question: question.Question{Stages: question.Stages{Top: 1}}}, "Limit": {Question: question.Question{Stages: question.Stages{Limit: 1}}}, "Count": {Question: question.Question{Stages: question.Stages{Count: true}}}, "Level": {Question: question.Question{Level: question.Objects}}} {
		var wrong *job.FieldError
		w := plan(field, ask)
		if script, err := w.Slurm(slabs.ScriptOptions{Out: "a.csv", Ranges: 2}); !errors.As(err, &wrong) || wrong.Field != field || script != "" {
			t.Errorf("%s: %v, %q", field, err, script)
		}
		if _, err := w.Slurm(slabs.ScriptOptions{Out: "a.csv"}); err != nil {
			t.Errorf("%s: %v", field, err)
		}
	}
	w := plan("work", job.Ask{})
	for out, want := range map[string]string{
		"near.csv": "'/near' ending='.csv'", "near.csv.gz": "'/near' ending='.csv.gz'", "a.b.Parquet": "'/a.b' ending='.Parquet'", "near.ndjson.zst": "'/near' ending='.ndjson.zst'", "near": "'/near' ending=''",
	} {
		if script, err := w.Slurm(slabs.ScriptOptions{Out: "/" + out, Ranges: 2}); err != nil || !strings.Contains(script, "\nhead="+want+" ") {
			t.Errorf("%s: %v, want %s in %s", out, err, want, script)
		}
	}
}
