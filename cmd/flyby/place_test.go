package main

import (
	"sync"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/tier"
)

// place is a test with the folder that its files and commands are in, and with what their environment has besides the process's:
// values, so that tests go on side by side.
type place struct {
	*testing.T
	folder string   // "" is the package's
	env    []string // of processes
	server string   // that pages ask, as http://127.0.0.1:4711
}

// beside begins a test that goes on beside others.
func beside(t *testing.T) *place {
	t.Parallel()
	return &place{T: t}
}

// alone begins a test that goes on while no other does: one that holds much memory, or changes what the process has one of.
func alone(t *testing.T) *place { return &place{T: t} }

// memoryTests has the tests that hold much memory, or measure how much a process holds, go on one by one.
var memoryTests sync.Mutex

// heavy begins a test that goes on beside others, but beside no other that is heavy: one that starts processes which hold much memory,
// and wants them to keep within bounds. make quick leaves it out.
func heavy(t *testing.T) *place {
	tier.Full(t)
	t.Parallel()
	memoryTests.Lock()
	t.Cleanup(memoryTests.Unlock)
	return &place{T: t}
}

// Chdir has what follows in the test be in a folder. The process stays where it is.
func (p *place) Chdir(folder string) { p.folder = folder }

// Setenv has what follows in the test start processes with a variable. The test's own process goes without.
func (p *place) Setenv(key, value string) {
	p.env = append(p.env[:len(p.env):len(p.env)], key+"="+value)
}

// Run runs a part of the test, in the same folder.
func (p *place) Run(name string, part func(*place)) bool {
	return p.T.Run(name, func(t *testing.T) { part(&place{T: t, folder: p.folder, env: p.env}) })
}

// at is where a file of the test lies.
func (p *place) at(name string) string { return infile.In(p.folder, name) }
