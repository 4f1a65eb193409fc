package binindex

import (
	"flyby/internal/parallel"
	"flyby/trajectory"
)

// Fan is the number of children of a box.
const Fan = 4

// Setting says where the runs of one trajectory end and grouping begins.
type Setting struct {
	RunLength int // segments a run, the lowest boxes
	RunLevels int // levels above in which a box still belongs to one trajectory
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

// Flat returns a store's query side without boxes, for drivers that make them
// on the device: its runs in row order, none grouped (Setting.RunLevels is 0).
func Flat(s *trajectory.Store, entries *Pyramid) *Pyramid {
	set := QuerySetting(s, entries.Setting)
	set.RunLevels = 0
	return &Pyramid{Frame: entries.Frame, Store: s, Setting: set}
}

// unitRuns returns the runs of a unit: the boxes under one of level RunLevels.
func (s Setting) unitRuns() int {
	n := 1
	for range s.RunLevels {
		n *= Fan
	}
	return n
}
