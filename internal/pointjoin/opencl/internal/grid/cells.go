package grid

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/rowgrid"
	"flyby/points"
)

//go:embed cells.cl
var cellsText string

// The kernels of cells.cl.
const (
	findCells   clrt.Kernel[findCellsArgs]   = "find_cells"
	placePoints clrt.Kernel[placePointsArgs] = "place_points"
)

// frame is frame_t of cells.cl.
type frame struct {
	inverse                       float64
	indexed, hashed, slots, count uint32
}

type findCellsArgs struct {
	x, frame           *cl.Buffer
	shape              frame
	cell, among, slots *cl.Buffer
}

type placePointsArgs struct {
	x, frame                   *cl.Buffer
	shape                      frame
	cell, among, slots, packed *cl.Buffer
}

// cellsFile returns cells.cl, which needs scan.cl before it.
func cellsFile(l rowgrid.Layout) clrt.File {
	n := len(l.Order)
	return clrt.File{Name: "cells.cl", Text: cellsText, Constants: []clrt.Constant{
		{Name: "DIMENSIONS", Value: uint64(n)}, {Name: "WIDTH", Value: uint64(widthOf(n))},
	}}
}

// widthOf returns the number of floats of a point: vectors of two or four.
func widthOf(dimensions int) int {
	if dimensions <= 2 {
		return 2
	}
	return (dimensions + 3) / 4 * 4
}

// cells are points sorted into cells.
type cells struct {
	points device.Points
	packed *cl.Buffer
	slots  *cl.Buffer
	placed int // points that are in a cell; the others have no neighbours
}

// newCells sends points and sorts them. The caller owns the result, also on an error.
func (g *index) newCells(name string, of *points.Store, first, last int) (c *cells, err error) {
	c = &cells{}
	if c.points, err = g.dev.Send(name+".points", of, first, last); err != nil {
		return c, err
	}
	return c, g.fill(c, name)
}

// fill sorts points that are on the device.
func (g *index) fill(c *cells, name string) (err error) {
	d, m, p := g.dev, g.dev.Memory, c.points
	var cell, among, sums *cl.Buffer
	for _, b := range []struct {
		to   **cl.Buffer
		name string
		size int
	}{
		{&cell, "cell", 8 * p.Count}, {&among, "among", 4 * p.Count}, {&sums, "sums", 4 * d.MostGroups},
		{&c.slots, "slots", 4 * (g.slots + 1)}, {&c.packed, "packed", 4 * p.Count * (widthOf(p.Dimensions) + 3)},
	} {
		if *b.to, err = m.Buffer(name+"."+b.name, b.size); err != nil {
			break
		}
	}
	if err == nil {
		err = g.sort(c, cell, among, sums)
	}
	if failed := m.Release(cell, among, sums); err == nil {
		err = failed
	}
	return err
}

// sort enqueues sorting points into their cells.
func (g *index) sort(c *cells, cell, among, sums *cl.Buffer) error {
	q, count := g.dev.Queues, uint64(c.points.Count)
	shape := frame{g.layout.Inverse, uint32(g.layout.Indexed), g.hashed(), uint32(g.slots), uint32(count)}
	if err := q.Zero(c.slots, 0, 4*(g.slots+1)); err != nil {
		return err
	}
	err := findCells.Launch(g.program, clrt.Over(count), &findCellsArgs{c.points.Buffer, g.frame, shape, cell, among, c.slots})
	if err != nil {
		return err
	}
	if err := g.dev.Starts(g.program, c.slots, g.slots, sums); err != nil {
		return err
	}
	err = placePoints.Launch(g.program, clrt.Over(count), &placePointsArgs{c.points.Buffer, g.frame, shape, cell, among, c.slots, c.packed})
	if err != nil {
		return err
	}
	var placed [1]uint32
	if err := clrt.Read(q, c.slots, 4*g.slots, placed[:]); err != nil {
		return err
	}
	err = q.Finish()
	c.placed = int(placed[0])
	return err
}

// release frees the points; c may be nil.
func (g *index) release(c *cells) error {
	if c == nil {
		return nil
	}
	return g.dev.Memory.Release(c.points.Buffer, c.packed, c.slots)
}
