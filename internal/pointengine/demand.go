package pointengine

import (
	"flyby/internal/memory"
	"flyby/internal/pointjoin"
)

// Demand describes a search of points by the figures that decide how little memory it can do with.
type Demand struct {
	Points, Queries int // rows; Queries is 0 in a self-join
	Dimensions      int
	Index           int // bytes a point of the method's index; 0: of any method that auto may choose
	Threads         int
	Nearest         int    // nearest points of each query; 0: none are asked for
	Rooms           int    // how many times the room for pairs is held: 1 where they are found, 2 where they are sorted, too
	Lists           bool   // neighbours are written as lists
	Kept            bool   // a number is kept for each point
	Labels          int    // clusterings in memory at once
	Sure            bool   // the bound holds for any points: the slabs of clusters may have all points on their border
	Neighbours      uint64 // neighbours of a table that is held whole; 0: there is none
}

// Bytes that a search of points takes at least, whatever the points. Measured, and rounded up.
const (
	idleBytes   = 2 << 20   // the chunk of results that is made while one is written, stacks, garbage of short life
	threadBytes = 640 << 10 // the scratch and the found pairs of a thread
	listBytes   = 8 << 20   // lists that wait for their chunk, in memory that grew, and the lists of row groups
	orderBytes  = 10        // a point: its place among slabs, and its count
	queryBytes  = 4         // a query: its place
	tableBytes  = 20        // a row of a table: its offset, the index of its next neighbour, its count
	keptBytes   = 8         // a number that is kept
	labelBytes  = 9         // a point: the number of its cluster, and its kind
	leadBytes   = 5         // a point: whether it is core, and its lead
)

// Least returns about how many bytes a search takes beside the points and the queries, with the smallest slabs and ranges of rows.
func (d Demand) Least() uint64 {
	const borderParts = 3 // divides a slab: the rows of others that are joined with it at a time
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
			bytes += listBytes // the lists of points with many neighbours
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

// nearest returns the bytes of nearest points. Each range of queries indexes all slabs once more; a range is long enough that its
// searches take a few times as long as that.
func (d Demand) nearest() uint64 {
	const ranges, parts = 24, 8 // a range has an eighth of the free memory
	each := min(d.Nearest, d.Points) + 1
	table := memory.Of(d.rows(), 4*each)
	return memory.Of(d.rows(), queryBytes) + min(2*table, parts*table/uint64(max(ranges, 2*d.Nearest)))
}

// rows returns how many rows the result has.
func (d Demand) rows() int {
	if d.Queries > 0 {
		return d.Queries
	}
	return d.Points
}

// each returns the bytes a point of an index.
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

// Threads returns how many of asked threads a search gets that has some bytes beside the points: each thread needs some, for
// reading, too.
func Threads(asked int, bytes uint64) int {
	const each = 8 << 20
	return int(max(1, min(uint64(asked), bytes/each)))
}
