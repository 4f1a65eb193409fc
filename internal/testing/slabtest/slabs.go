package slabtest

import (
	"errors"
	"slices"

	"flyby/internal/runs"
	"flyby/internal/slab"
	"flyby/trajectory"
)

// Cut is slab.CutRange for all trajectories of a store.
func Cut(s *trajectory.Store, edges []float64) slab.Source {
	return slab.CutRange(s, edges, 0, s.Trajectories())
}

// Even is slab.EdgesOf for the segments of a store.
func Even(s *trajectory.Store, n int) []float64 {
	starts := make([]float64, 0, s.Segments())
	for p := range s.Pieces() {
		starts = append(starts, s.T()[p.First:p.First+p.Segments()]...)
	}
	slices.Sort(starts)
	return slab.EdgesOf(starts, n)
}

// Read is slab.Read for the file at a path, with a head.
func Read(path string, h runs.BlockHead) ([]*slab.Outline, error) {
	return opened(path, h, slab.Read)
}

// ReadWholes is slab.WholesOf for the file at a path, with a head.
func ReadWholes(path string, h runs.BlockHead) ([]slab.Whole, error) {
	return opened(path, h, slab.WholesOf)
}

// opened opens a file, and closes it once it is read.
func opened[T any](path string, h runs.BlockHead, read func(*runs.BlockFile) ([]T, error)) (all []T, err error) {
	file, err := runs.OpenBlocks(path, h)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return read(file)
}
