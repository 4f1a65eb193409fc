package slabs

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"flyby/internal/packed"
	"flyby/job"
)

// Work is a plan in a folder. It does not change and may be used by several goroutines.
type Work struct {
	// Before is true if Plan found the same plan in the folder.
	Before bool

	dir  string
	m    *manifest
	of   [32]byte // manifest.head, which the files of slabs contain
	sum  [32]byte // checksum of the manifest, which parts contain
	kind packed.Kind
}

// Slab is a slab of a plan: the segments that start in an interval of time or hang over into it, or a pair of ranges of trajectories.
type Slab struct {
	K        int
	From, To float64 // of a slab of time: the interval [From, To); infinite at the start of the first and the end of the last
	Segments uint64  // number of segments that start in it
	Overhang uint64  // number of segments that start before it and end in it or later
	Bytes    uint64  // of its files
}

// Open reads and checks the plan of a folder. The error is an ErrChanged where the folder has no plan or a changed one, and an ErrVersion where the plan is of another format or program.
func Open(dir string) (*Work, error) { return openBy(dir, program) }

// openBy is Open for the program that this returns.
func openBy(dir string, this func() (string, error)) (*Work, error) {
	m, sum, err := readManifest(dir, this)
	if err != nil {
		return nil, err
	}
	of, err := m.head()
	if err != nil {
		return nil, fmt.Errorf("slabs: %w", err)
	}
	return &Work{dir: dir, m: m, of: of, sum: sum, kind: m.Ask.kind()}, nil
}

// Slabs returns the slabs, by K.
func (w *Work) Slabs() (all []Slab) {
	for k := range w.m.Slabs {
		e := &w.m.Slabs[k]
		s := Slab{K: k, From: math.Inf(-1), To: math.Inf(1), Segments: e.Segments, Overhang: e.Overhang}
		if e.From != nil {
			s.From = float64(*e.From)
		}
		if e.To != nil {
			s.To = float64(*e.To)
		}
		for _, f := range e.Files {
			s.Bytes += f.Bytes
		}
		all = append(all, s)
	}
	return all
}

// InPlace returns the inputs whose row groups, or element sets, runs read, since the slabs have no copies of their samples: these inputs must stay unchanged until all slabs are done.
func (w *Work) InPlace() (paths []string) {
	for _, side := range w.m.sides() {
		for _, path := range side.inputs() {
			if !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// Ask returns the planned ask, without the options of reading files, in the units of the data.
func (w *Work) Ask() job.Ask { return w.m.Ask.ask() }

// check returns an error for a number that no slab has.
func (w *Work) check(k int) error {
	if k < 0 || k >= len(w.m.Slabs) {
		return fmt.Errorf("slabs: slab %d: must be from 0 to %d", k, len(w.m.Slabs)-1)
	}
	return nil
}

// partOf returns the path of the part of a slab.
func (w *Work) partOf(k int) string { return filepath.Join(w.dir, partName(k)) }

// partName returns the name of the part of a slab.
func partName(k int) string { return fmt.Sprintf("%s-%d", partFiles, k) }

// openPart opens a part. It checks the part's head, directory and size.
func (w *Work) openPart(k int) (*packed.File, error) {
	return packed.OpenFile(w.partOf(k), w.kind, uint32(k), w.sum)
}
