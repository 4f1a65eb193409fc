package grid

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/internal/pointjoin/rowgrid"
)

//go:embed near.cl
var nearText string

// findNear is the kernel of near.cl.
const findNear clrt.Kernel[findNearArgs] = "find_near"

// near is near_t of near.cl.
type near struct {
	first, last, asked, count, hashed, slots, steps uint32
	sure, none                                      float32
}

type findNearArgs struct {
	asked, x, packed, y, slots, steps *cl.Buffer
	near                              near
	limits                            device.Limits
	rows.Args
}

// nearFile returns near.cl, which needs cells.cl, judge.cl, counters.cl and sink.cl before it.
func nearFile(l rowgrid.Layout) clrt.File {
	return clrt.File{Name: "near.cl", Text: nearText, Constants: []clrt.Constant{{Name: "INDEXED", Value: uint64(l.Indexed)}}}
}

// source returns the program for a layout.
func source(l rowgrid.Layout, groups clrt.Groups) clrt.Source {
	return clrt.Source{
		Label: "points-grid", Groups: groups,
		Kernels: append(device.StartsKernels(), findCells, placePoints, findNear),
		Files:   []clrt.File{clrt.ScanFile(), device.StartsFile(), cellsFile(l), device.JudgeFile(), device.CountersFile(), rows.SinkFile(), nearFile(l)},
	}
}

// search is a search of one set's points among the points of the grid.
type search struct {
	*index
	asked  *cells
	limits device.Limits
}

// Numbers of places of a launch: on a GPU some milliseconds of work where points have thousands of candidates, or tens.
const (
	placesFew = 1 << 22
	placesGPU = 1 << 19
	placesCPU = 1 << 14
)

func (s *search) places() int {
	const few = 32 // pairs of a point
	switch {
	case s.dev.GPU() && s.layout.Pairs < few*float64(s.points.Len()):
		return placesFew
	case s.dev.GPU():
		return placesGPU
	}
	return placesCPU
}

// Parts implements rows.Finder.
func (s *search) Parts() int { return (s.asked.placed + s.places() - 1) / s.places() }

// Find implements rows.Finder.
func (s *search) Find(part int, a rows.Args) error {
	first := part * s.places()
	last := min(first+s.places(), s.asked.placed)
	return findNear.Launch(s.program, clrt.Over(uint64(last-first)), &findNearArgs{
		asked: s.asked.packed, x: s.asked.points.Buffer, packed: s.cells.packed, y: s.cells.points.Buffer, slots: s.cells.slots, steps: s.steps,
		near: near{
			uint32(first), uint32(last), uint32(s.asked.points.Count), uint32(s.cells.points.Count), s.hashed(), uint32(s.slots), uint32(s.stepCount),
			s.layout.Sure, s.layout.None,
		},
		limits: s.limits, Args: a,
	})
}
