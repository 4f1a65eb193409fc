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
	// Before says that Plan found the same plan in the folder.
	Before bool

	dir  string
	m    *manifest
	of   [32]byte // to which slabs belong
	sum  [32]byte // to which parts belong
	kind packed.Kind
}

// Slab is a slab of a plan: what starts in an interval of time and what hangs over into it, or a pair of ranges of trajectories.
type Slab struct {
	K        int
	From, To float64 // where it is of time, which it has from the one up to the other; infinite of the first and the last
	Segments uint64  // that start in it
	Overhang uint64  // segments that start before it and end in it or later
	Bytes    uint64  // of its files
}

// Open reads and checks the plan of a folder. The error is an ErrChanged where it has none or another than was written, and an ErrVersion where it is of another format or program.
func Open(dir string) (*Work, error) { return openBy(dir, program) }

// openBy is Open by a program.
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

// Slabs are the slabs, by K.
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

// InPlace are the inputs whose row groups runs read, since slabs have no samples of theirs: they have to be there, and as they were, until all slabs are done.
func (w *Work) InPlace() (paths []string) {
	for _, side := range w.m.sides() {
		if path := side.InPlace; path != "" && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// Ask is what was planned, but for how the files are read, in the units of the data.
func (w *Work) Ask() job.Ask { return w.m.Ask.ask() }

// check refuses a number that no slab has.
func (w *Work) check(k int) error {
	if k < 0 || k >= len(w.m.Slabs) {
		return fmt.Errorf("slabs: slab %d: must be from 0 to %d", k, len(w.m.Slabs)-1)
	}
	return nil
}

// partOf is the path of the part of a slab.
func (w *Work) partOf(k int) string { return filepath.Join(w.dir, partName(k)) }

// partName is the name of the part of a slab.
func partName(k int) string { return fmt.Sprintf("part-%d", k) }

// openPart opens a part. It checks its head, its directory and its size.
func (w *Work) openPart(k int) (*packed.File, error) {
	return packed.OpenFile(w.partOf(k), w.kind, uint32(k), w.sum)
}
