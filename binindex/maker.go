package binindex

import "flyby/trajectory"

// maker makes boxes of a store's runs in a frame. internal/asm knows the layout.
type maker struct {
	column   [4]*float64 // T, X, Y, Z; nil: 0
	instants *float64
	lookup   *int32
	origin   [3]float64
	scale    float64
	start    float64
	perUnit  float64
	lastCell float64
	frame    *Frame
	store    *trajectory.Store
	vector   bool // the runs fit vectors
}

// vectorRun is the number of segments of the longest runs that fit vectors.
const vectorRun = 4

// newMaker returns the maker of the boxes of a pyramid.
func newMaker(p *Pyramid) *maker {
	at := &p.instants
	m := &maker{
		frame: p.Frame, store: p.Store,
		instants: &at.values[0], lookup: &at.first[0],
		origin: p.origin, scale: p.scale,
		start: at.start, perUnit: at.perUnit, lastCell: at.lastCell(),
		vector: hasVectors() && p.Setting.RunLength <= vectorRun && p.Store.Samples() < 1<<31,
	}
	for k, column := range [...][]float64{p.Store.T(), p.Store.X(), p.Store.Y(), p.Store.Z()} {
		if column != nil {
			m.column[k] = &column[0]
		}
	}
	return m
}

// boxes makes the boxes of runs, and empty boxes for padding.
func (m *maker) boxes(runs []Run, out []Box) {
	for len(runs) > 0 {
		n := 0
		if m.vector {
			n = m.boxesVector(runs, out)
		}
		rest := min(n+vectorLanes, len(runs))
		for i := n; i < rest; i++ {
			out[i] = m.box(runs[i])
		}
		runs, out = runs[rest:], out[rest:]
	}
}

// vectorLanes is the number of runs in a vector.
const vectorLanes = 8

// boxesVector makes the boxes of the first runs, as many as vectors can, and
// returns their number.
func (m *maker) boxesVector(runs []Run, out []Box) int {
	n := boxesOf(m, runs, out)
	if m.store.HasRadius() {
		for i := range n {
			if r := m.store.Radius(int(runs[i].Traj)); r > 0 && runs[i].Count > 0 {
				out[i].widen(m.frame.length(r))
			}
		}
	}
	return n
}

// box makes the box of one run.
func (m *maker) box(r Run) Box {
	if r.Count == 0 {
		return EmptyBox()
	}
	return m.frame.box(m.store, r)
}
