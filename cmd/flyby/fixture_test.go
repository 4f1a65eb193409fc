package main

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/tier"
)

// place is a test with the folder of its files and commands, and the variables that their environment adds to the process's: values,
// so that tests can run in parallel.
type place struct {
	*testing.T
	folder string   // "" is the package's
	env    []string // of processes
	server string   // server that pages ask, as http://127.0.0.1:4711
}

// beside begins a test that runs in parallel with others.
func beside(t *testing.T) *place {
	t.Parallel()
	return &place{T: t}
}

// alone begins a test that runs while no other does: one that holds much memory, or changes state of which the process has one.
func alone(t *testing.T) *place { return &place{T: t} }

// memoryTests serializes the tests that hold much memory, or measure the memory of a process.
var memoryTests sync.Mutex

// heavy begins a test that runs in parallel with others, but with no other heavy one: it starts processes that hold much memory, and
// checks their bounds. make quick leaves it out.
func heavy(t *testing.T) *place {
	tier.Full(t)
	t.Parallel()
	memoryTests.Lock()
	t.Cleanup(memoryTests.Unlock)
	return &place{T: t}
}

// Chdir makes a folder the current one of the test from here on. The process stays in its own.
func (p *place) Chdir(folder string) { p.folder = folder }

// Setenv sets a variable for the processes that the test starts from here on. The test's own process goes without.
func (p *place) Setenv(key, value string) {
	p.env = append(p.env[:len(p.env):len(p.env)], key+"="+value)
}

// Run runs a part of the test, in the same folder.
func (p *place) Run(name string, part func(*place)) bool {
	return p.T.Run(name, func(t *testing.T) { part(&place{T: t, folder: p.folder, env: p.env}) })
}

// at returns the path of a file of the test.
func (p *place) at(name string) string { return infile.In(p.folder, name) }

// sharedRoot is the folder of files that tests share, which TestMain removes.
var sharedRoot string

// sharedFolders are the folders in it, by their names: each is made by the first test that asks for it.
var sharedFolders sync.Map

// shared returns a folder that fill makes once for all tests, which must not write to it.
func shared(name string, fill func(folder string)) string {
	made, _ := sharedFolders.LoadOrStore(name, sync.OnceValue(func() string {
		folder := filepath.Join(sharedRoot, name)
		if err := os.MkdirAll(folder, 0o777); err != nil {
			panic(err)
		}
		fill(folder)
		return folder
	}))
	return made.(func() string)()
}

// dataSet puts a data set of flyby generate into the folder of the test. Its format is of the name's ending.
func dataSet(t *place, set, scale, name string) {
	t.Helper()
	data := "data" + filepath.Ext(name)
	from := shared(set+"-"+scale+filepath.Ext(name), func(folder string) {
		must(&place{T: t.T, folder: folder}, "generate", set, "--scale", scale, "--out", data, "--quiet")
	})
	text, err := os.ReadFile(filepath.Join(from, data))
	if err != nil {
		t.Fatal(err)
	}
	write(t, name, string(text))
}
