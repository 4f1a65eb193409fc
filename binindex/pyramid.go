package binindex

import "flyby/trajectory"

// Fan is the number of children of a box.
const Fan = 4

// Setting says where the runs of one trajectory end and grouping begins.
type Setting struct {
	RunLength int // segments a run, the lowest boxes
	RunLevels int // levels above in which a box still belongs to one trajectory
}

// Pyramid is the spatiotemporal index (DESIGN.md §4.3): Levels[0] has a box
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
	if f == nil {
		f = newFrame(s)
	}
	p := &Pyramid{Frame: f, Store: s, Setting: set}
	units, runs := p.units()
	sortUnits(units, Fan, threads)
	p.raise(units, runs, threads)
	return p
}

// unitRuns returns the runs of a unit: the boxes under one of level RunLevels.
func (s Setting) unitRuns() int {
	n := 1
	for range s.RunLevels {
		n *= Fan
	}
	return n
}

// units cuts the store into runs, and these into units.
func (p *Pyramid) units() ([]unit, []Run) {
	size := p.Setting.unitRuns()
	most := p.Store.Segments()/p.Setting.RunLength + p.Store.Trajectories()
	runs := make([]Run, 0, most)
	units := make([]unit, 0, most/size+p.Store.Trajectories())
	fresh := 0 // runs of the open unit
	for r := range runsOf(p.Store, p.Setting.RunLength) {
		runs = append(runs, r)
		fresh++
		if fresh == size || r.Ends&RunLast != 0 {
			units = append(units, p.unit(runs, len(runs)-fresh))
			fresh = 0
		}
	}
	return units, runs
}

// unit makes the unit of the runs from first on.
func (p *Pyramid) unit(runs []Run, first int) unit {
	a, b := runs[first].Row, runs[len(runs)-1]
	z := int(b.Row) + b.samples() - 1
	t := p.Store.T()
	u := unit{run: int32(first), n: int32(len(runs) - first)}
	u.mid[0] = spread32((t[a] - p.start + (t[z] - p.start)) / 2 * p.speed)
	for k, col := range [...][]float64{p.Store.X(), p.Store.Y(), p.Store.Z()} {
		if col != nil {
			u.mid[k+1] = spread32(((col[a]-p.origin[k])/2 + (col[z]-p.origin[k])/2) * p.scale)
		}
	}
	return u
}
