package hitlist

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
)

//go:embed order.cl
var orderText string

// The kernels of order.cl.
const (
	countRows  clrt.Kernel[countRowsArgs]  = "count_rows"
	sumRows    clrt.Kernel[sumRowsArgs]    = "sum_rows"
	startRows  clrt.Kernel[startRowsArgs]  = "start_rows"
	placeHits  clrt.Kernel[placeHitsArgs]  = "place_hits"
	rankHits   clrt.Kernel[rankHitsArgs]   = "rank_hits"
	rankAll    clrt.Kernel[rankAllArgs]    = "rank_all"
	mergeTiles clrt.Kernel[mergeTilesArgs] = "merge_tiles"
	takeHits   clrt.Kernel[takeHitsArgs]   = "take_hits"
)

// Constants of order.cl.
const (
	fewHits   = 32   // the most hits of a row that is ordered without tiles
	tileHits  = 1024 // hits of a tile
	rankLanes = 4    // work-items that count for one hit, unless a group has fewer
)

// The array of tiles has a byte for each hit (RoomForOrder). A tile takes 8 bytes, and a row
// with tiles has more than fewHits hits, so fewHits must be at least 7.
const _ = uint(fewHits - 7)

// FoundArgs is the hits that were found, as parameters.
type FoundArgs struct {
	hit  *cl.Buffer
	room uint32
}

// countRowsArgs are the parameters of count_rows.
type countRowsArgs struct {
	FoundArgs
	counters, ordinal, rows *cl.Buffer
}

// rowsArgs is a range of the query rows, as parameters.
type rowsArgs struct {
	rows                   *cl.Buffer
	firstRow, count, chunk uint32
}

// sumRowsArgs are the parameters of sum_rows.
type sumRowsArgs struct {
	rowsArgs
	sums, counters, heads *cl.Buffer
	head                  uint32
}

// startRowsArgs are the parameters of start_rows.
type startRowsArgs struct {
	rowsArgs
	sums, starts, tiles *cl.Buffer
	tileRoom            uint32
	counters            *cl.Buffer
	room                uint32
}

// placeHitsArgs are the parameters of place_hits.
type placeHitsArgs struct {
	FoundArgs
	ordinal, starts, counters, keys *cl.Buffer
}

// rankHitsArgs are the parameters of rank_hits.
type rankHitsArgs struct {
	FoundArgs
	starts, tiles, counters, keys, sorted *cl.Buffer
	after, most                           uint32
	out                                   *cl.Buffer
}

// rankAllArgs are the parameters of rank_all.
type rankAllArgs struct {
	FoundArgs
	counters *cl.Buffer
	most     uint32
	out      *cl.Buffer
}

// mergeTilesArgs are the parameters of merge_tiles.
type mergeTilesArgs struct {
	hit, tiles, counters, starts, from, to *cl.Buffer
	width                                  uint32
}

// takeHitsArgs are the parameters of take_hits.
type takeHitsArgs struct {
	hit, tiles, counters, keys, out *cl.Buffer
}

// orderFile is order.cl, which needs hit.cl and scan.cl before it.
func orderFile() clrt.File {
	return clrt.File{Name: "order.cl", Text: orderText, Constants: []clrt.Constant{
		{Name: "FEW_HITS", Value: fewHits}, {Name: "TILE_HITS", Value: tileHits}, {Name: "RANK_LANES", Value: rankLanes},
	}}
}

// order is the arrays and the state of ordering hits on the device (order.cl).
type order struct {
	ordinal, keys, Sorted, tiles, out clrt.Array // by hits
	rows, starts, sums                clrt.Array // by query rows
	Room                              int        // hits
	Count                             int        // query rows of this search

	Longest int  // hits of the last search's longest row, if more than tileHits; 0 otherwise
	placed  bool // placeHits of this search is enqueued
	ranked  int  // number of hits that are in order in out once all commands are complete

	rankedBy *cl.Event // event of the launch that orders the ranked hits; nil: not asked for
}

// about returns the number of hits to make room for where expected are expected: an eighth
// more.
func about(expected int) int { return expected + expected/8 }

// Restart forgets the order of the hits; it is called when more hits have been found.
func (o *order) Restart() { o.placed, o.ranked, o.rankedBy = false, 0, nil }

func newOrder() order {
	return order{
		ordinal: clrt.Array{Name: "order.ordinal"}, keys: clrt.Array{Name: "order.keys"}, Sorted: clrt.Array{Name: "order.sorted"},
		tiles: clrt.Array{Name: "order.tiles"}, out: clrt.Array{Name: "order.out"},
		rows: clrt.Array{Name: "order.rows"}, starts: clrt.Array{Name: "order.starts"}, sums: clrt.Array{Name: "order.sums"},
	}
}

// RoomForOrder makes room to order as many hits as the hit buffer has room for, of rows
// query rows. Where the device refuses, it reduces the hit buffer's room, down to least.
func (l *List) RoomForOrder(rows, least int) error {
	o, m := &l.Order, l.dev.Memory
	o.Count = rows
	o.Restart()
	for a, size := range map[*clrt.Array]int{&o.rows: 4 * rows, &o.starts: 4 * (rows + 1), &o.sums: 4 * l.dev.MostGroups} {
		if err := m.Ensure(a, size); err != nil {
			return err
		}
	}
	if o.Room >= l.Hits.Room {
		return nil
	}
	o.Room = 0
	room, err := m.Shrink(l.Hits.Room, least,
		clrt.Plane{Array: &o.ordinal, Item: 4}, clrt.Plane{Array: &o.keys, Item: 8}, clrt.Plane{Array: &o.Sorted, Item: 8},
		clrt.Plane{Array: &o.tiles, Item: 1}, clrt.Plane{Array: &o.out, Item: HitBytes, Head: HeadBytes})
	if err != nil {
		return err
	}
	o.Room, l.Hits.Room = room, room
	return nil
}

// HitsArgs returns the buffers that kernels append hits to. If the device orders hits,
// kernels also count the hits of each query row.
func (l *List) HitsArgs() HitsArgs {
	a := HitsArgs{hit: l.Hits.Buffer}
	if l.Orders() {
		a.ordinal, a.Rows = l.Order.ordinal.Buffer, l.Order.rows.Buffer
	}
	return a
}

// FoundArgs returns the found hits as parameters.
func (l *List) FoundArgs() FoundArgs {
	return FoundArgs{hit: l.Hits.Buffer, room: uint32(l.Hits.Room)}
}

// ClearRows enqueues setting the counts of all query rows to 0.
func (l *List) ClearRows() error {
	return l.dev.Queues.Zero(l.Order.rows.Buffer, 0, 4*max(l.Order.Count, 1))
}

// countRows enqueues the counting of the n hits found, for a kernel that did not
// count them as it found them.
func (l *List) countRows(n int) error {
	if err := l.ClearRows(); err != nil {
		return err
	}
	return countRows.Launch(l.ordering, clrt.Over(uint64(n)), &countRowsArgs{
		FoundArgs: l.FoundArgs(), counters: l.Counters, ordinal: l.Order.ordinal.Buffer, rows: l.Order.rows.Buffer,
	})
}
