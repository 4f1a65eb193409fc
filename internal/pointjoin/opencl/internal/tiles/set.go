package tiles

import (
	_ "embed"
	"errors"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/tiling"
)

//go:embed set.cl
var setText string

// fillTiles is the kernel of set.cl.
const fillTiles clrt.Kernel[fillTilesArgs] = "fill_tiles"

type fillTilesArgs struct {
	x     *cl.Buffer
	count uint32
	frame *cl.Buffer
	scale float64
	tiles uint32
	set   *cl.Buffer
}

// tileRows is the number of points of a tile. The last tile may have fewer.
const tileRows = 128

// noRow is the row of a place in the last tile behind its points.
const noRow = 1<<32 - 1

// setFile returns set.cl.
func setFile(s shape) clrt.File {
	f := clrt.File{Name: "set.cl", Text: setText, Constants: []clrt.Constant{
		{Name: "DIMENSIONS", Value: uint64(s.dimensions)}, {Name: "DENSE", Value: uint64(s.dense)}, {Name: "TILE", Value: tileRows},
	}}
	if s.steps > 0 {
		f.Constants = append(f.Constants, clrt.Constant{Name: "STEPS", Value: uint64(s.steps)})
	}
	return f
}

// A set is points in tiles on a device.
type set struct {
	from   device.Points // the points of its rows
	count  int
	tiles  int
	buffer *cl.Buffer
}

// newSet makes a set of the points of the given rows, in the order of the rows.
func (x *index) newSet(name string, from device.Points, rows []uint32) (*set, error) {
	s := &set{from: from, count: len(rows), tiles: tiling.Tiles(len(rows), tileRows)}
	for len(rows) < s.tiles*tileRows {
		rows = append(rows, noRow)
	}
	words := s.tiles * tileRows * (from.Dimensions + 1)
	at := 8*s.tiles*(2*from.Dimensions+1) + 4*words
	var err error
	if s.buffer, err = x.dev.Memory.Buffer(name, at+4*len(rows)+2*16*x.shape.steps*len(rows)); err != nil {
		return s, err
	}
	if err := clrt.Write(x.dev.Queues, s.buffer, at, rows); err != nil {
		return s, err
	}
	err = fillTiles.Launch(x.program, clrt.In(max(1, min(s.tiles, device.MostGroups))), &fillTilesArgs{
		x: from.Buffer, count: uint32(from.Count), frame: x.frame, scale: x.tiling.Scale, tiles: uint32(s.tiles), set: s.buffer,
	})
	return s, errors.Join(err, x.dev.Queues.Finish())
}

// release frees the tiles, but not their points; s may be nil.
func (x *index) release(s *set) error {
	if s == nil {
		return nil
	}
	return x.dev.Memory.Release(s.buffer)
}
