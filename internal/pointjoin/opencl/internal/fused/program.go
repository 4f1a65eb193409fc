package fused

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
)

var (
	//go:embed cells.cl
	cellsText string
	//go:embed near.cl
	nearText string
	//go:embed cores.cl
	coresText string
	//go:embed links.cl
	linksText string
	//go:embed number.cl
	numberText string
)

// The kernels, in the order of the files.
const (
	setWords     clrt.Kernel[setArgs]        = "set_words"
	findCells    clrt.Kernel[cellArgs]       = "find_cells"
	placePoints  clrt.Kernel[placeArgs]      = "place_points"
	findCores    clrt.Kernel[coresArgs]      = "find_cores"
	plant        clrt.Kernel[plantArgs]      = "plant"
	markPoints   clrt.Kernel[markArgs]       = "mark_points"
	plantCells   clrt.Kernel[plantCellsArgs] = "plant_cells"
	lowerRoots   clrt.Kernel[lowerArgs]      = "lower_roots"
	lowerCells   clrt.Kernel[lowerArgs]      = "lower_cells"
	leadPoints   clrt.Kernel[leadPointsArgs] = "lead_points"
	findLinks    clrt.Kernel[linksArgs]      = "find_links"
	findLeads    clrt.Kernel[leadsArgs]      = "find_leads"
	findBorders  clrt.Kernel[bordersArgs]    = "find_borders"
	findClusters clrt.Kernel[clustersArgs]   = "find_clusters"
	labelRows    clrt.Kernel[labelArgs]      = "label_rows"
)

// frame is frame_t of cells.cl.
type frame struct {
	inverse                                          float64
	indexed, hashed, slots, count, dimensions, width uint32
}

// near is near_t of near.cl.
type near struct {
	first, last, count, hashed, slots, steps, dense, room, dimensions, indexed, vectors uint32
	sure, none                                                                          float32
}

// nearArgs are the parameters that all kernels that look at near cells have.
type nearArgs struct {
	packed, x, slots, keys, steps *cl.Buffer
	near                          near
	limits                        device.Limits
}

type (
	setArgs struct {
		count, value uint32
		words        *cl.Buffer
	}
	cellArgs struct {
		x, frame                 *cl.Buffer
		shape                    frame
		keys, cell, among, slots *cl.Buffer
	}
	placeArgs struct {
		x, frame                   *cl.Buffer
		shape                      frame
		cell, among, slots, packed *cl.Buffer
	}
	coresArgs struct {
		nearArgs
		least              uint32
		found, core, notes *cl.Buffer
	}
	plantArgs struct {
		core  *cl.Buffer
		count uint32
		leads *cl.Buffer
	}
	markArgs struct {
		packed, core, leads *cl.Buffer
		count               uint32
		marks, lows         *cl.Buffer
	}
	plantCellsArgs struct {
		slots uint32
		trees *cl.Buffer
	}
	lowerArgs struct {
		slots       uint32
		trees, lows *cl.Buffer
	}
	leadPointsArgs struct {
		packed             *cl.Buffer
		count              uint32
		lows, marks, leads *cl.Buffer
	}
	linksArgs struct {
		nearArgs
		marks, lows, trees, notes *cl.Buffer
	}
	leadsArgs struct {
		count uint32
		leads *cl.Buffer
	}
	bordersArgs struct {
		nearArgs
		core, marks, lows, leads, notes *cl.Buffer
	}
	clustersArgs struct {
		core, leads *cl.Buffer
		count       uint32
		numbers     *cl.Buffer
	}
	labelArgs struct {
		core, numbers *cl.Buffer
		count         uint32
		leads         *cl.Buffer
	}
)

// mostStep is the greatest number of cells between near cells in a dimension: three bits hold it in either direction.
const mostStep = 3

// vectorOf returns the number of floats of the vectors in which offsets of some dimensions are read, and vectorsOf the number
// of these vectors.
func vectorOf(dimensions int) int {
	if dimensions <= 2 {
		return 2
	}
	return 4
}

func vectorsOf(dimensions int) int {
	return (dimensions + vectorOf(dimensions) - 1) / vectorOf(dimensions)
}

// mostKept is the greatest number of vectors of a point that a work-item keeps in private memory.
const mostKept = 4

// source returns the program for the given number of dimensions: it is the same for all that keep equally many vectors.
func source(dimensions int, groups clrt.Groups) clrt.Source {
	return clrt.Source{
		Label: "points-fused", Groups: groups,
		Kernels: append(device.StartsKernels(), setWords, findCells, placePoints, findCores, plant, markPoints, plantCells, lowerRoots, lowerCells, leadPoints, findLinks, findLeads, findBorders, findClusters, labelRows),
		Files: []clrt.File{
			clrt.ScanFile(), device.StartsFile(), device.JudgeFile(), device.CountersFile(), {Name: "cells.cl", Text: cellsText},
			{Name: "near.cl", Text: nearText, Constants: []clrt.Constant{
				{Name: "VECTOR", Value: uint64(vectorOf(dimensions))}, {Name: "KEPT", Value: uint64(min(mostKept, vectorsOf(dimensions)))},
				{Name: "MOST_STEP", Value: mostStep}, {Name: "CELL_SLOT", Value: device.CellSlot},
			}},
			{Name: "cores.cl", Text: coresText}, {Name: "links.cl", Text: linksText}, {Name: "number.cl", Text: numberText},
		},
	}
}
