package tiles

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
)

var (
	//go:embed near.cl
	nearText string
	//go:embed compare.cl
	compareText string
	//go:embed matrix.cl
	matrixText string
)

// The kernels of compare.cl and matrix.cl.
const (
	compareTiles clrt.Kernel[compareTilesArgs] = "compare_tiles"
	matchTiles   clrt.Kernel[compareTilesArgs] = "match_tiles"
)

// search is search_t of near.cl.
type search struct {
	eps, spread                                                                      float64
	askedCount, count, askedRows, rows, askedTiles, tiles, first, spans, one, higher uint32
}

type compareTilesArgs struct {
	asked, x, entries, y, marks *cl.Buffer
	search                      search
	limits                      device.Limits
	rows.Args
}

// Sizes of a group's arrays in local memory: the tiles of a span, the queue of remaining pairs, and the
// dimensions of a chunk.
const (
	span  = 256
	queue = 2048
	chunk = 16
)

// shape is the dimensions of points, how many of them are compared for all pairs, and how the device multiplies these: with steps, as matrices of 16
// dimensions a step, by instructions of PTX if it has them.
type shape struct {
	dimensions, dense, steps int
	ptx                      bool
}

// mostSteps is the greatest number of steps: docs/exactness.md, P5, holds for 64 dimensions.
const mostSteps = 4

// newShape returns the shape for a device.
func newShape(d *device.Device, dimensions, dense int) shape {
	steps := (dense + 15) / 16
	if d.Matrix == device.NoMatrix || steps > mostSteps {
		return shape{dimensions: dimensions, dense: dense}
	}
	return shape{dimensions, dense, steps, d.Matrix == device.MatrixPTX}
}

// kernel returns the kernel that compares tiles.
func (s shape) kernel() clrt.Kernel[compareTilesArgs] {
	if s.steps > 0 {
		return matchTiles
	}
	return compareTiles
}

// files returns the files of that kernel, which need judge.cl, counters.cl, sink.cl and set.cl before them.
func (s shape) files() []clrt.File {
	near := clrt.File{Name: "near.cl", Text: nearText, Constants: []clrt.Constant{{Name: "SPAN", Value: span}}}
	if s.steps == 0 {
		return []clrt.File{near, {Name: "compare.cl", Text: compareText, Constants: []clrt.Constant{{Name: "QUEUE", Value: queue}, {Name: "CHUNK", Value: chunk}}}}
	}
	matrix := clrt.File{Name: "matrix.cl", Text: matrixText}
	if s.ptx {
		matrix.Constants = []clrt.Constant{{Name: "PTX", Value: 1}}
	}
	return []clrt.File{near, matrix}
}

// source returns the program for points of a shape.
func source(s shape, groups clrt.Groups) clrt.Source {
	return clrt.Source{
		Label: "points-tiles", Groups: groups, Kernels: []clrt.AnyKernel{fillTiles, s.kernel()},
		Files: append([]clrt.File{device.JudgeFile(), device.CountersFile(), rows.SinkFile(), setFile(s)}, s.files()...),
	}
}

// groupsOf returns the groups of the program: on a GPU a work-item has one block of two tiles, otherwise all
// blocks.
func groupsOf(d *device.Device) clrt.Groups {
	if !d.GPU() {
		return clrt.Groups{Size: 1, Block: 1, Every: true}
	}
	const size = (tileRows / 8) * (tileRows / 8)
	return clrt.Groups{Size: size, Block: size, Every: true}
}

// A tileJoin is a search for pairs of the points of one set with the points of another.
type tileJoin struct {
	*index
	asked, entries *set
	higher         bool // a pair belongs to its lower row alone
	limits         device.Limits
	sent           *cl.Buffer // the coordinates of queries
	marks          *cl.Buffer // of tiles with pairs; nil: there is no room for them
}

// spans returns the number of spans of the entries' tiles.
func (j *tileJoin) spans() int { return (j.entries.tiles + span - 1) / span }

// tilesOf returns the number of asked tiles of a launch.
func (j *tileJoin) tilesOf() int { return max(1, j.most/(tileRows*tileRows)/j.entries.tiles) }

// Parts implements rows.Finder.
func (j *tileJoin) Parts() int { return (j.asked.tiles + j.tilesOf() - 1) / j.tilesOf() }

// Find implements rows.Finder.
func (j *tileJoin) Find(part int, a rows.Args) error {
	first := part * j.tilesOf()
	last := min(first+j.tilesOf(), j.asked.tiles)
	s := search{
		eps: j.eps, spread: float64(j.points.Dimensions()+8) * 0x1p-24,
		askedCount: uint32(j.asked.from.Count), count: uint32(j.entries.from.Count), askedRows: uint32(j.asked.count), rows: uint32(j.entries.count),
		askedTiles: uint32(j.asked.tiles), tiles: uint32(j.entries.tiles),
		first: uint32(first), spans: uint32(j.spans()), one: number(j.asked == j.entries), higher: number(j.higher),
	}
	return j.shape.kernel().Launch(j.program, clrt.In((last-first)*j.spans()), &compareTilesArgs{
		asked: j.asked.buffer, x: j.asked.from.Buffer, entries: j.entries.buffer, y: j.entries.from.Buffer,
		marks: j.marks, search: s, limits: j.limits, Args: a,
	})
}

// mark allocates marks, if they are few enough.
func (j *tileJoin) mark() (err error) {
	if size := j.asked.tiles * j.spans() * (span / 8); size <= j.mostMarks {
		j.marks, err = j.dev.Memory.Buffer("tiles.marks", size)
	}
	return err
}

// number returns 1 for true and 0 for false.
func number(is bool) uint32 {
	if is {
		return 1
	}
	return 0
}
