package job

import (
	"path/filepath"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/spill"
)

// PointForetold says that pairs are likely to take more bytes than there is room for: in the file that they are written to, or in Tmp, where they
// are sorted.
type PointForetold struct {
	Pairs       float64
	Bytes, Room uint64
	Tmp         bool
}

// pairText is about how many bytes a pair takes in a file of text, and pairPacked in a spill file.
const pairText, pairPacked = 16, 2.5

// foretell calls Foretold for pairs that are likely not to fit the folder of the result, or the folder of spill files. Mirrored says
// that they are searched for in both orders, as lists of neighbours are.
func (j *pointJob) foretell(pairs float64, slabs, mirrored bool) {
	j.foretellTmp(pairs, slabs, mirrored)
	if room, ok := roomAt(j.to.folder, j.to.path); ok {
		j.warnIfTooLarge(pairs, pairText, room, false)
	}
}

// warnIfTooLarge calls Foretold if pairs, of each bytes, exceed room.
func (j *pointJob) warnIfTooLarge(pairs, each float64, room uint64, tmp bool) {
	if pairs*each > float64(room) {
		j.ask.Foretold(PointForetold{Pairs: pairs, Bytes: uint64(pairs * each), Room: room, Tmp: tmp})
	}
}

// foretellTmp calls Foretold for pairs that are spilled to Tmp and likely not to fit there: pairs of slabs, and pairs in both orders that outgrow memory.
func (j *pointJob) foretellTmp(pairs float64, slabs, mirrored bool) {
	const inMemory = 1. / 16 // of the memory that the process may hold: pairs of slabs
	most := float64(j.quota.Most())
	switch {
	case mirrored && 2*pairs*4 > most-float64(memory.Resident()):
		pairs *= 2
	case !slabs || pairs*8 < most*inMemory:
		return
	}
	if folder, err := spill.Open(j.ask.Machine.Tmp, j.ask.Machine.TmpLimit); err == nil { // otherwise who writes there says so
		j.warnIfTooLarge(pairs, pairPacked, folder.Room(), true)
	}
}

// roomAt returns the bytes that are free for a file whose path is relative to a folder, if that is known.
func roomAt(folder, path string) (bytes uint64, ok bool) {
	if path == "-" || path == "" {
		return 0, false
	}
	at, err := spill.Open(infile.In(folder, filepath.Dir(path)), 0)
	if err != nil {
		return 0, false
	}
	return at.Room(), true
}
