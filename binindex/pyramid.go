package binindex

import (
	"flyby/internal/parallel"
	"flyby/trajectory"
)

// Fan is the number of children of a box.
const Fan = 4

// Setting is the shape of a pyramid: the length of its runs, and the level above which
// boxes of different trajectories are grouped.
type Setting struct {
	RunLength int // segments of a run, under a lowest box
	RunLevels int // higher levels in which a box still belongs to one trajectory
}

// Pyramid is the spatiotemporal index (docs/architecture.md §3.1): Levels[0] has a box
// for every run of Runs, the children of box j of Levels[l] are the boxes
// [Fan*j, min(Fan*j+Fan, len)) of Levels[l-1], and the last level is the root.
// Up to level Setting.RunLevels a box belongs to one trajectory.
type Pyramid struct {
	*Frame
	Store   *trajectory.Store
	Setting Setting
	Runs    []Run
	Levels  [][]Box
}

// NewPyramid builds the pyramid of a store in a frame; a nil frame is fitted
// to the store. threads is at least 1.
func NewPyramid(s *trajectory.Store, f *Frame, set Setting, threads int) *Pyramid {
	b := Builder{Pool: parallel.NewPool(threads)}
	return b.Build(s, f, set)
}

// Flat returns a store's query side without boxes, for drivers that make the boxes
// on the device: its runs in row order, not grouped (Setting.RunLevels is 0).
func (entries *Pyramid) Flat(s *trajectory.Store) *Pyramid {
	set := entries.Setting.OfQueries(s)
	set.RunLevels = 0
	return &Pyramid{Frame: entries.Frame, Store: s, Setting: set}
}

// unitRuns returns the number of runs of a unit: the runs under a box of level
// RunLevels.
func (s Setting) unitRuns() int {
	n := 1
	for range s.RunLevels {
		n *= Fan
	}
	return n
}
