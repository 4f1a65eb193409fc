package gpujoin

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointindex"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
)

var (
	//go:embed visits.cl
	visitsText string
	//go:embed join.cl
	joinText string
	//go:embed shared.cl
	sharedText string
)

// The kernels of join.cl and shared.cl.
const (
	joinPoints clrt.Kernel[joinArgs] = "join_points"
	joinCells  clrt.Kernel[joinArgs] = "join_cells"
)

// batch is batch_t of visits.cl.
type batch struct {
	eps                                                             float64
	first, stride, count, self, cells, room, how, visits, by, brief uint32
}

// What a batch computes.
const (
	finding  = iota // pairs
	counting        // the number of pairs of each row
)

type joinArgs struct {
	asked, turns, values, rows, ids, places, frame *cl.Buffer
	batch                                          batch
	limits                                         device.Limits
	scope                                          rows.Scope
	found, notes                                   *cl.Buffer
}

const (
	// inRegisters is the greatest number of dimensions for which a work-item keeps its point in private memory.
	inRegisters = 16
	// heldPairs is the number of pairs that a work-item holds back before it writes them to the list with one atomic.
	heldPairs = 8
	// chunk is the number of terms after which SHORTC compares the sum.
	chunk = 8
)

// mostWords is the greatest number of words of a linear id: each word has at least two of 16 dimensions.
const mostWords = 8

// joinSource returns the program for points of some dimensions, with some of them indexed, whose cells' ids have
// some words.
func joinSource(dimensions, indexed, words int, groups clrt.Groups) clrt.Source {
	return visiting("points-gpujoin", joinPoints, clrt.File{Name: "join.cl", Text: joinText}, dimensions, indexed, words, groups)
}

// sharedSource returns the same program by tiles in local memory.
func sharedSource(dimensions, indexed, words int, groups clrt.Groups) clrt.Source {
	ranges := uint64(1) // greatest number of visited cells
	for range indexed {
		ranges *= 3
	}
	file := clrt.File{Name: "shared.cl", Text: sharedText, Constants: []clrt.Constant{{Name: "TILED", Value: 1}, {Name: "RANGES", Value: ranges}}}
	return visiting("points-gpujoin-shared", joinCells, file, dimensions, indexed, words, groups)
}

// visiting returns the program of a kernel that visits cells.
func visiting(label string, kernel clrt.AnyKernel, file clrt.File, dimensions, indexed, words int, groups clrt.Groups) clrt.Source {
	if words > 1 {
		words = mostWords
	}
	constants := []clrt.Constant{
		{Name: "DIMENSIONS", Value: uint64(dimensions)}, {Name: "INDEXED", Value: uint64(indexed)}, {Name: "WORDS", Value: uint64(words)},
		{Name: "ALL_NEIGHBOURS", Value: uint64(pointindex.AllNeighbours)}, {Name: "GREATER", Value: uint64(pointindex.Greater)},
		{Name: "CHUNK", Value: chunk}, {Name: "IN_REGISTERS", Value: inRegisters}, {Name: "HELD", Value: heldPairs}, {Name: "COUNTING", Value: counting},
		{Name: "CELL_SLOT", Value: device.CellSlot},
	}
	visits := clrt.File{Name: "visits.cl", Text: visitsText, Constants: constants}
	return clrt.Source{
		Label: label, Groups: groups, Kernels: []clrt.AnyKernel{kernel},
		Files: []clrt.File{device.JudgeFile(), device.CountersFile(), rows.SinkFile(), visits, file},
	}
}

// bit returns 1 for true and 0 for false.
func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
