package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// fakeDask is a package dask.distributed that runs tasks at once, repeats failing ones, and notes clusters and calls in $FAKE/calls.
const fakeDask = `import os

def note(*words):
    with open(os.environ["FAKE"] + "/calls", "a") as notes:
        print(*words, file=notes)

class LocalCluster:
    def __init__(self, **how):
        note("cluster", how["threads_per_worker"], how["resources"])

class Future:
    def __init__(self, key, function, args, tries):
        self.key, self.error, self.value = key, None, None
        for _ in range(tries):
            try:
                self.error, self.value = None, function(args)
                return
            except Exception as error:
                self.error = error

    def exception(self):
        return self.error

    def result(self):
        return self.value

class Client:
    made = 0

    def __init__(self, of):
        note("client", of if isinstance(of, str) else "here")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def map(self, function, tasks, retries, pure, resources):
        if tasks:
            note("map", len(tasks), retries, pure, resources)
        Client.made += len(tasks)
        return [Future(f"key-{Client.made}-{i}", function, args, retries + 1) for i, args in enumerate(tasks)]

class as_completed:
    def __init__(self, futures):
        self.left = list(futures)

    def update(self, futures):
        self.left += futures

    def __iter__(self):
        while self.left:
            yield self.left.pop()
`

// fakePython has processes of a test find a Dask that runs tasks at once, on a machine of 9 cores and 40 GB. It returns the folder of its
// notes.
func fakePython(t *place) string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"dask/__init__.py": "", "dask/distributed.py": fakeDask, "dask/system.py": "CPU_COUNT = 9\n",
		"distributed/__init__.py": "", "distributed/system.py": "MEMORY_LIMIT = 40 * 10**9\n",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PYTHONPATH", folder)
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	t.Setenv("FAKE", folder)
	return folder
}

// dasked runs the program for a folder, and wants calls to be the calls of Dask.
func dasked(t *place, dir, flags, args string, calls ...string) result {
	t.Helper()
	notes := fakePython(t)
	write(t, "go.py", must(t, append([]string{"slab", "script", "dask", dir, "--out", "near.csv"}, strings.Fields(flags)...)...))
	r := outcome(t, process(t, "python3 go.py "+args))
	if got, want := read(t, notes+"/calls"), strings.Join(calls, "\n")+"\n"; got != want {
		t.Errorf("Dask was called with\n%swant\n%s", got, want)
	}
	return r
}

// TestSlabDask: a Dask that runs the tasks of a program writes the file of one run, both on this machine, whose cores and memory are shared
// out, and by a scheduler, with at most the number of tasks at once that a flag gives. Finished slabs are not run again.
func TestSlabDask(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	const dir = `it's "my" work \x`
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "join", "stars.csv", "--distance", "0.2", "--level", "encounters", "--out", "one.csv")
	must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", dir, "--slabs", "8")
	wantOne := func(r result) {
		t.Helper()
		if r.status != cli.OK || r.err != "" || read(t, "near.csv") != read(t, "one.csv") {
			t.Errorf("%+v: not the bytes of one run", r)
		}
		if err := os.Remove(t.at("near.csv")); err != nil {
			t.Fatal(err)
		}
	}
	r := dasked(t, dir, "", "", "cluster 9 None", "client here", "map 8 3 False None", "map 1 3 False None")
	wantOne(r)
	if strings.Count(r.out, "slab ") != 8 || !strings.Contains(r.out, "merged to ") {
		t.Errorf("%+v", r)
	}
	wantOne(dasked(t, dir, "--cpus 2 --mem 11GB", "", "cluster 3 None", "client here", "map 1 3 False None"))

	for _, name := range []string{"part-0", "part-4", "part-5"} {
		if err := os.Remove(t.at(dir + "/" + name)); err != nil {
			t.Fatal(err)
		}
	}
	write(t, dir+"/part-7", read(t, dir+"/part-7")[:40])
	one := "map 1 3 False None"
	r = dasked(t, dir, "--cpus 20 --at-once 2", "tcp://here:1", "client tcp://here:1", "map 2 3 False None", one, one, one)
	wantOne(r)
	if strings.Count(r.out, "slab ") != 4 || strings.Contains(r.out, "slab 1:") || !strings.Contains(r.out, "slab 7:") {
		t.Errorf("%+v", r)
	}
}

// TestSlabDaskFailed: after a task that fails in its last try, and for a folder without a plan, the program reports the failure, merges
// nothing and ends with 1.
func TestSlabDaskFailed(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", "work", "--slabs", "3")
	write(t, "work/slab-1", "spoiled")
	r := dasked(t, "work", "", "", "cluster 9 None", "client here", "map 3 3 False None")
	if _, err := os.Stat(t.at("near.csv")); r.status != cli.Failure || !os.IsNotExist(err) || strings.Count(r.out, "slab ") != 2 ||
		strings.Count(r.err, "\n") != 1 || !strings.HasPrefix(r.err, "slab 1: exit code 1: flyby: ") || !strings.Contains(r.err, "slab-1") {
		t.Errorf("a task that fails: %+v, %v", r, err)
	}

	if err := os.Remove(t.at("work/manifest.json")); err != nil {
		t.Fatal(err)
	}
	notes := fakePython(t)
	r = outcome(t, process(t, "python3 go.py"))
	if _, err := os.Stat(notes + "/calls"); r.status != cli.Failure || !strings.HasPrefix(r.err, "flyby: ") || !strings.Contains(r.err, "manifest.json") || !os.IsNotExist(err) {
		t.Errorf("no plan: %+v, %v", r, err)
	}
}

// TestSlabDaskGPU: slabs ask for workers with a GPU, the merge does not.
func TestSlabDaskGPU(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	must(t, "slab", "plan", "--entries", "stars.csv", "--distance", "0.2", "--dir", "work", "--slabs", "2")
	script := must(t, "slab", "script", "dask", "work", "--out", "near.csv", "--gpu")
	for _, want := range []string{`RESOURCES = None, {"GPU": 1}`, `"--threads", "1", "--device", "gpu"]) for k in slabs], RESOURCES)`, `"--out", *args]) for name, args in to])`} {
		if !strings.Contains(script, want) {
			t.Errorf("no %s in\n%s", want, script)
		}
	}
}
