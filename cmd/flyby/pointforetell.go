package main

import (
	"path/filepath"

	"flyby/internal/infile"
	hostmemory "flyby/internal/memory"
	"flyby/internal/spill"
)

// pairText is about how many bytes a pair takes in a file of text, and pairPacked in one of --tmp.
const pairText, pairPacked = 16, 2.5

// foretell warns of pairs that are likely not to fit where they are written to, or where they wait in files to be put in order. table says
// that they are wanted as lists of neighbours, of a self-join as pairs in both orders.
func (j *pointJob) foretell(pairs float64, slabs, table bool) {
	j.foretellTmp(pairs, slabs, table)
	if room, ok := roomAt(j.folder, j.flags.out); ok && pairs*pairText > float64(room) {
		j.display.warn("about %s pairs are likely to take %s, and %s has %s: --level counts needs no pairs",
			hostmemory.Count(int(pairs)), hostmemory.Size(uint64(pairs*pairText)), filepath.Dir(j.flags.out), hostmemory.Size(room))
	}
}

// foretellTmp warns of pairs that go to --tmp, which is likely not to hold them: those of slabs, and those in both orders of which a table
// of neighbours is made that outgrows memory.
func (j *pointJob) foretellTmp(pairs float64, slabs, mirrored bool) {
	const inMemory = 1. / 16 // of what the process may hold: pairs of slabs
	most := float64(j.flags.memory.most())
	switch {
	case mirrored && 2*pairs*4 > most-float64(hostmemory.Resident()):
		pairs *= 2
	case !slabs || pairs*8 < most*inMemory:
		return
	}
	folder, err := spill.Open(j.flags.memory.tmp, uint64(j.flags.memory.tmpLimit))
	if err != nil {
		return // who writes there says so
	}
	if room := folder.Room(); pairs*pairPacked > float64(room) {
		j.display.warn("about %s pairs outgrow memory and are likely to take %s in --tmp, which has %s: --level counts needs none, and a larger --memory fewer",
			hostmemory.Count(int(pairs)), hostmemory.Size(uint64(pairs*pairPacked)), hostmemory.Size(room))
	}
}

// roomAt is how many bytes a file may take whose path is relative to a folder, where that is known.
func roomAt(folder, path string) (bytes uint64, ok bool) {
	if path == "-" {
		return 0, false
	}
	at, err := spill.Open(infile.In(folder, filepath.Dir(path)), 0)
	if err != nil {
		return 0, false
	}
	return at.Room(), true
}
