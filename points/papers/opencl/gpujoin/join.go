package gpujoin

import (
	_ "embed"

	"flyby/internal/clrt"
	"flyby/kernel/cl"
	"flyby/points/internal/opencl/device"
	"flyby/points/internal/opencl/rows"
	"flyby/points/pointindex"
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

// What is wanted of a batch.
const (
	finding  = iota // pairs
	counting        // how many each row is in
)

type joinArgs struct {
	asked, turns, values, rows, ids, places, frame *cl.Buffer
	batch                                          batch
	limits                                         device.Limits
	scope                                          rows.Scope
	found, notes                                   *cl.Buffer
}

const (
	// inRegisters is up to how many dimensions a work-item keeps its point to itself.
	inRegisters = 16
	// held is how many pairs a work-item holds back: it takes room in the list once for all of them.
	held = 8
	// chunk is after how many terms SHORTC looks at the sum.
	chunk = 8
)

// mostWords is the most words of a linear id: each has two of 16 dimensions at least.
const mostWords = 8

// joinSource is the program for points of a number of dimensions, of which some are indexed, whose cells' ids have a
// number of words.
func joinSource(dimensions, indexed, words int, groups clrt.Groups) clrt.Source {
	return visiting("points-gpujoin", joinPoints, clrt.File{Name: "join.cl", Text: joinText}, dimensions, indexed, words, groups)
}

// sharedSource is that by tiles in local memory.
func sharedSource(dimensions, indexed, words int, groups clrt.Groups) clrt.Source {
	ranges := uint64(1) // cells that are visited at most
	for range indexed {
		ranges *= 3
	}
	file := clrt.File{Name: "shared.cl", Text: sharedText, Constants: []clrt.Constant{{Name: "TILED", Value: 1}, {Name: "RANGES", Value: ranges}}}
	return visiting("points-gpujoin-shared", joinCells, file, dimensions, indexed, words, groups)
}

// visiting is the program of a kernel that visits cells.
func visiting(label string, kernel clrt.AnyKernel, file clrt.File, dimensions, indexed, words int, groups clrt.Groups) clrt.Source {
	if words > 1 {
		words = mostWords
	}
	constants := []clrt.Constant{
		{Name: "DIMENSIONS", Value: uint64(dimensions)}, {Name: "INDEXED", Value: uint64(indexed)}, {Name: "WORDS", Value: uint64(words)},
		{Name: "ALL_NEIGHBOURS", Value: uint64(pointindex.AllNeighbours)}, {Name: "GREATER", Value: uint64(pointindex.Greater)},
		{Name: "CHUNK", Value: chunk}, {Name: "IN_REGISTERS", Value: inRegisters}, {Name: "HELD", Value: held}, {Name: "COUNTING", Value: counting},
		{Name: "CELL_SLOT", Value: device.CellSlot},
	}
	visits := clrt.File{Name: "visits.cl", Text: visitsText, Constants: constants}
	return clrt.Source{
		Label: label, Groups: groups, Kernels: []clrt.AnyKernel{kernel},
		Files: []clrt.File{device.JudgeFile(), device.CountersFile(), rows.SinkFile(), visits, file},
	}
}

// bit is 1 for true.
func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
