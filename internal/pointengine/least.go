package pointengine

import (
	"flyby/internal/memory"
	"flyby/points/pointjoin"
)

// Demand is a search of points, as far as that tells how little memory it can do with.
type Demand struct {
	Points, Queries int // rows; Queries is 0 where the points are their own
	Dimensions      int
	Index           int // bytes a point of the method's index; 0: that of a method which auto may choose
	Threads         int
	Nearest         int    // points of each query; 0: none are asked for
	Rooms           int    // how many times the room for pairs is there: 1 where they are found, 2 where they are put in order
	Lists           bool   // neighbours are written as lists
	Kept            bool   // a number of each point is kept
	Labels          int    // clusterings that are there at once
	Sure            bool   // whatever the points: with slabs of clusters that have all of them on their border
	Neighbours      uint64 // in a table that is there whole; 0: there is none
}

// What a search of points takes at least, whatever the points. Measured, and rounded up.
const (
	idleBytes   = 2 << 20   // the chunk of results that is made while one is written, stacks, garbage of short life
	threadBytes = 640 << 10 // the scratch of a thread, and what it has found
	listBytes   = 8 << 20   // lists that wait for their chunk, in memory that grew, and those of row groups
	orderBytes  = 10        // a point: its place among slabs, and its count
	queryBytes  = 4         // a query: its place
	tableBytes  = 20        // a row of a table: its offset, where its next neighbour goes, its count
	keptBytes   = 8         // a number that is kept
	labelBytes  = 9         // a point: the number of its cluster, and its kind
	leadBytes   = 5         // a point: whether it is core, and which leads it
)

// Least is about how many bytes a search takes beside the points and the queries, in slabs and in ranges of rows that are as small
// as they are to be.
func (d Demand) Least() uint64 {
	const borderParts = 3 // of a slab: the rows of others that are joined with it at a time
	rows := leastSlab
	switch {
	case d.Labels > 0 && d.Sure:
		rows = d.Points
	case d.Labels > 0:
		rows *= borderedSlabs
	}
	slab := memory.Of(min(d.Points, rows), d.each()+8*d.Dimensions)
	bytes := idleBytes + memory.Of(d.Threads, threadBytes) + slab
	if d.Labels == 0 {
		bytes += slab / borderParts
	}
	bytes += memory.Of(d.Points, orderBytes) + memory.Of(d.Queries, queryBytes)
	bytes += uint64(d.Rooms) * min(leastRoom, memory.Of(d.Points, pointjoin.PairBytes*d.rows()))
	if d.Lists {
		bytes += listBytes + memory.Of(d.rows(), tableBytes)
		if d.Sure {
			bytes += listBytes // those of points with many neighbours
		}
	}
	if d.Nearest > 0 {
		bytes += d.nearest()
	}
	if d.Kept {
		bytes += memory.Of(d.Points, keptBytes)
	}
	if d.Neighbours > 0 {
		_, table := sizeOf(d.Neighbours, d.rows())
		bytes += table + besideTable(d.rows()) + memory.Of(d.Points, d.each())
	}
	if d.Labels > 0 {
		bytes += memory.Of(d.Points, leadBytes) + memory.Of(d.Points, labelBytes)*uint64(d.Labels)
	}
	return bytes
}

// nearest is what nearest points take. Slabs are indexed once more for each range of queries, so that ranges are no shorter than
// those whose own time is a few times that.
func (d Demand) nearest() uint64 {
	const ranges, parts = 24, 8 // a range has an eighth of what is free
	each := min(d.Nearest, d.Points) + 1
	table := memory.Of(d.rows(), 4*each)
	return memory.Of(d.rows(), queryBytes) + min(2*table, parts*table/uint64(max(ranges, 2*d.Nearest)))
}

// rows is how many rows the result has.
func (d Demand) rows() int {
	if d.Queries > 0 {
		return d.Queries
	}
	return d.Points
}

// each is the bytes of an index, a point.
func (d Demand) each() int {
	const chosen, coordinate, tree = 64, 19, 5
	switch {
	case d.Index > 0:
		return d.Index
	case d.Labels > 0 && d.Neighbours == 0:
		return cellBytes + 8*d.Dimensions
	case d.Nearest > 0:
		return tree + coordinate*d.Dimensions
	}
	return chosen + coordinate*d.Dimensions
}

// Threads is how many of some threads a search is to be on that has some bytes beside the points: each takes some, to read as well.
func Threads(asked int, bytes uint64) int {
	const each = 8 << 20
	return int(max(1, min(uint64(asked), bytes/each)))
}
