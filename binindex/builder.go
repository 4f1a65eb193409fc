package binindex

import (
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/trajectory"
)

// Builder builds pyramids, one after the other in the same memory, so that the
// query pyramid of a search is still in a core's caches. It belongs to one
// goroutine.
type Builder struct {
	Pool   *parallel.Pool
	Stop   <-chan struct{} // closed once the pyramid is no longer needed; nil: never
	runs   []Run
	units  []unit
	placed []Run // the runs in the pyramid's order
	boxes  []Box // of all levels
}

// Build builds the pyramid of a store in a frame; a nil frame is fitted to the
// store. The pyramid is valid until the next Build. Once Stop is closed the pyramid
// may be of the first trajectory alone: a search that does not check Stop then ends
// soon, with fewer hits.
func (b *Builder) Build(s *trajectory.Store, f *Frame, set Setting) *Pyramid {
	if f == nil {
		f = NewFrame(s)
	}
	p := &Pyramid{Frame: f, Store: s, Setting: set}
	b.cut(p)
	sortUnits(b.units, Fan, b.Pool, b.stopped)
	if b.stopped() && s.Trajectories() > 1 {
		rest := Builder{Pool: b.Pool}
		return rest.Build(s.Subset([]int{0}), f, set)
	}
	b.place(p)
	p.raise(b.units, b.runs, b.Pool)
	return p
}

// stopped reports whether Stop is closed.
func (b *Builder) stopped() bool {
	select {
	case <-b.Stop:
		return true
	default:
		return false
	}
}

const runBytes, boxBytes, unitBytes = 12, 32, 24

// Memory returns the bytes that the builder keeps.
func (b *Builder) Memory() int {
	return runBytes*(cap(b.runs)+cap(b.placed)) + boxBytes*cap(b.boxes) + unitBytes*cap(b.units)
}

// PyramidBytes returns the most memory that building the pyramid of a store in a given
// frame takes: it assumes that every trajectory begins a unit.
func (set Setting) PyramidBytes(s *trajectory.Store) uint64 {
	size := set.unitRuns()
	runs := s.Segments()/set.RunLength + s.Trajectories()
	units := runs/size + s.Trajectories()
	boxes := memory.Of(units, size)/(Fan-1)*Fan + Fan*maxLevels
	return memory.Of(runs, runBytes) + memory.Of(units, 2*unitBytes) + memory.Of(units, size*runBytes) + boxes*boxBytes
}

const maxLevels = 16

// place makes room for the placed runs and for the boxes up to the root.
func (b *Builder) place(p *Pyramid) {
	places := len(b.units) * p.Setting.unitRuns()
	sizes, all := []int{places}, places
	for n := places; n > 1; all += n {
		n = (n + Fan - 1) / Fan
		sizes = append(sizes, n)
	}
	b.placed, b.boxes = memory.Reuse(b.placed, places), memory.Reuse(b.boxes, all)
	p.Runs, p.Levels = b.placed, make([][]Box, len(sizes))
	rest := b.boxes
	for level, n := range sizes {
		p.Levels[level], rest = rest[:n:n], rest[n:]
	}
}

// unit makes the unit of runs; first is the number of the first run among all.
func (p *Pyramid) unit(runs []Run, first int) unit {
	a, b := runs[0].Row, runs[len(runs)-1]
	z := int(b.Row) + b.samples() - 1
	t, start := p.Store.T(), p.instants.start
	u := unit{Value: runRange{int32(first), int32(len(runs))}}
	u.At[0] = spread32((t[a] - start + (t[z] - start)) / 2 * p.speed)
	for k, col := range [...][]float64{p.Store.X(), p.Store.Y(), p.Store.Z()} {
		if col != nil {
			u.At[k+1] = spread32((float64((col[a]-p.origin[k])/2) + float64((col[z]-p.origin[k])/2)) * p.scale)
		}
	}
	return u
}
