package lss

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/papers/zorder"
	"flyby/internal/pointjoin/opencl/device"
)

//go:embed codes.cl
var codesText string

// turnPoints is the kernel of codes.cl.
const turnPoints clrt.Kernel[turnPointsArgs] = "turn_points"

// frame is frame_t of codes.cl.
type frame struct {
	lift, scale       float64
	dimensions, count uint32
}

type turnPointsArgs struct {
	x, axes        *cl.Buffer
	frame          frame
	values, places *cl.Buffer
}

// source returns the program of all files.
func source(groups clrt.Groups) clrt.Source {
	return clrt.Source{
		Label: "points-lss", Groups: groups,
		Kernels: []clrt.AnyKernel{
			turnPoints, sortTiles, mergeRuns, searchIntervals, sumEnds, searchHalves, sumLengths, startLengths,
			walkPoints, walkElements, dropElements, countPairs, countRoom, compactRoom, boundNearest, walkNearest,
		},
		Files: []clrt.File{
			clrt.ScanFile(), device.JudgeFile(), device.CountersFile(),
			{Name: "codes.cl", Text: codesText},
			{Name: "sort.cl", Text: sortText, Constants: []clrt.Constant{{Name: "SORT_TILE", Value: sortTile}}},
			{Name: "search.cl", Text: searchText},
			{Name: "walk.cl", Text: walkText, Constants: []clrt.Constant{
				{Name: "LATER_ROWS", Value: laterRows}, {Name: "ROW_RANGE", Value: rowRange}, {Name: "ALL_ROWS", Value: allRows},
			}},
			{Name: "nearest.cl", Text: nearestText},
		},
	}
}

// sendAxes sends the data of the frame that maps coordinates to places (codes.cl).
func (x *index) sendAxes(f zorder.Frame) (err error) {
	least, most, highest := f.Axes()
	n := len(least)
	if x.axes, err = x.dev.Memory.Buffer("lss.axes", 20*n); err != nil {
		return err
	}
	if err := clrt.WriteEach(x.dev.Queues, x.axes, 0, [][]float64{least, most}); err != nil {
		return err
	}
	if err := clrt.Write(x.dev.Queues, x.axes, 16*n, highest); err != nil {
		return err
	}
	x.frame.lift, x.frame.scale = f.Factors()
	x.frame.dimensions, x.frame.count = uint32(n), uint32(x.points.Len())
	return x.dev.Queues.Finish()
}

// rowMajor returns points row by row, and writes their places unless places is nil. It releases the buffer of p.
func (x *index) rowMajor(name string, p device.Points, places *cl.Buffer) (values *cl.Buffer, err error) {
	if values, err = x.dev.Memory.Buffer(name, 8*p.Count*p.Dimensions); err != nil {
		return nil, err
	}
	shape := x.frame
	shape.count = uint32(p.Count)
	err = turnPoints.Launch(x.program, clrt.Over(uint64(p.Count)), &turnPointsArgs{p.Buffer, x.axes, shape, values, places})
	if err == nil {
		err = x.dev.Queues.Finish()
	}
	return values, err
}
