package opencl

import (
	_ "embed"

	"flyby/kernel/cl"
	"flyby/kernel/opencl/internal/clrt"
)

//go:embed scan.cl
var scanText string

//go:embed order.cl
var orderText string

// The kernels of order.cl.
const (
	countRowsKernel  = "count_rows"
	sumRowsKernel    = "sum_rows"
	startRowsKernel  = "start_rows"
	placeHitsKernel  = "place_hits"
	rankHitsKernel   = "rank_hits"
	rankAllKernel    = "rank_all"
	mergeTilesKernel = "merge_tiles"
	takeHitsKernel   = "take_hits"
)

// As in order.cl.
const (
	fewHits   = 32
	tileHits  = 1024
	rankLanes = 4
	headBytes = 4 * counterWords
)

// order is what the device needs to put hits in order (order.cl).
type order struct {
	ordinal, keys, sorted, tiles, out clrt.Array // by hits
	rows, starts, sums                clrt.Array // by query rows
	room                              int        // hits
	count                             int        // query rows of this search

	expected int  // hits of the search before, which this one may have too
	longest  int  // hits of one row of it, if more than tileHits; 0 otherwise
	placed   bool // of this search: placeHits is enqueued
	ranked   int  // the hits that are in order in out once all is done: the first so many
}

// about is how many hits there will be, or somewhat fewer.
func (o *order) about() int { return o.expected + o.expected/8 }

// restart is told that hits were found since.
func (o *order) restart() { o.placed, o.ranked = false, 0 }

func newOrder() order {
	return order{
		ordinal: clrt.Array{Name: "order.ordinal"}, keys: clrt.Array{Name: "order.keys"}, sorted: clrt.Array{Name: "order.sorted"},
		tiles: clrt.Array{Name: "order.tiles"}, out: clrt.Array{Name: "order.out"},
		rows: clrt.Array{Name: "order.rows"}, starts: clrt.Array{Name: "order.starts"}, sums: clrt.Array{Name: "order.sums"},
	}
}

// roomForOrder makes room to order what the hit buffer holds, and lessens that
// where the device refuses, down to least. rows is the number of query rows.
func (d *Driver) roomForOrder(rows, least int) error {
	o, m := &d.order, d.dev.Memory
	o.count = rows
	o.restart()
	for a, size := range map[*clrt.Array]int{&o.rows: 4 * rows, &o.starts: 4 * (rows + 1), &o.sums: 4 * d.dev.MostGroups} {
		if err := m.Ensure(a, size); err != nil {
			return err
		}
	}
	if o.room >= d.hits.room {
		return nil
	}
	o.room = 0
	room, err := m.Shrink(d.hits.room, max(min(d.hits.room, minItems), least),
		clrt.Plane{Array: &o.ordinal, Item: 4}, clrt.Plane{Array: &o.keys, Item: 8}, clrt.Plane{Array: &o.sorted, Item: 8},
		clrt.Plane{Array: &o.tiles, Item: 1}, clrt.Plane{Array: &o.out, Item: hitBytes, Head: headBytes})
	if err != nil {
		return err
	}
	o.room, d.hits.room = room, room
	return nil
}

// orderArgs returns the arguments of a kernel that counts the hits of each query
// row: none where the device does not order them.
func (d *Driver) orderArgs() (ordinal, rows cl.Arg) {
	if !d.orders() {
		return cl.Mem(nil), cl.Mem(nil)
	}
	return cl.Mem(d.order.ordinal.Buffer), cl.Mem(d.order.rows.Buffer)
}

// clearRows enqueues the emptying of the counts of all query rows.
func (d *Driver) clearRows() error {
	return d.dev.Queues.Zero(d.order.rows.Buffer, 0, 4*max(d.order.count, 1))
}

// countRows enqueues the counting of the n hits found, for a kernel that did not
// count them as it found them.
func (d *Driver) countRows(n int) error {
	if err := d.clearRows(); err != nil {
		return err
	}
	hit, room := d.hits.args()
	ordinal, rows := d.orderArgs()
	return d.dev.Launch(d.ordering.Kernels[countRowsKernel], uint64(n), hit, room, cl.Mem(d.counters), cl.Uint32(hitSlot), ordinal, rows)
}

// rowsAGroup is the number of query rows that are worth a group.
const rowsAGroup = 1 << 11

// placeHits enqueues what comes before rankHits, unless it is.
func (d *Driver) placeHits() error {
	if d.order.placed {
		return nil
	}
	d.order.placed = true
	if err := d.sumRows(0, d.order.count, nil, 0); err != nil {
		return err
	}
	return d.placeRows(0, d.order.count)
}

// rowGroups returns how count rows are shared out among groups.
func (d *Driver) rowGroups(count int) (groups int, chunk cl.Arg) {
	groups = min(max((count+rowsAGroup-1)/rowsAGroup, 1), d.dev.MostGroups)
	return groups, cl.Uint32(uint32((count + groups - 1) / groups))
}

// sumRows enqueues the sums of the counts of the rows [first, first+count). With
// heads they are the next after those that were placed, and the counters are copied
// to the head-th there.
func (d *Driver) sumRows(first, count int, heads *cl.Buffer, head int) error {
	o := &d.order
	groups, chunk := d.rowGroups(count)
	return d.dev.LaunchGroups(d.ordering.Kernels[sumRowsKernel], groups, cl.Mem(o.rows.Buffer), cl.Uint32(uint32(first)), cl.Uint32(uint32(count)), chunk,
		cl.Mem(o.sums.Buffer), cl.Mem(d.counters), cl.Uint32(hitSlot), cl.Uint32(tileSlot), cl.Uint32(placedSlot),
		cl.Mem(heads), cl.Uint32(uint32(counterWords*head)))
}

// placeRows enqueues the placing of the hits of rows that were summed.
func (d *Driver) placeRows(first, count int) error {
	o, k := &d.order, d.ordering.Kernels
	groups, chunk := d.rowGroups(count)
	hit, room := d.hits.args()
	counters, placed, starts := cl.Mem(d.counters), cl.Uint32(placedSlot), cl.Mem(o.starts.Buffer)
	if err := d.dev.LaunchGroups(k[startRowsKernel], groups, cl.Mem(o.rows.Buffer), cl.Uint32(uint32(first)), cl.Uint32(uint32(count)), chunk,
		cl.Mem(o.sums.Buffer), starts, cl.Mem(o.tiles.Buffer), cl.Uint32(uint32(o.tiles.Size/8)), counters, cl.Uint32(hitSlot), room, cl.Uint32(tileSlot), placed); err != nil {
		return err
	}
	return d.dev.Launch(k[placeHitsKernel], uint64(d.hits.room), hit, room, cl.Mem(o.ordinal.Buffer), starts,
		counters, cl.Uint32(hitSlot), placed, cl.Mem(o.keys.Buffer))
}

// rankHits enqueues the ordering of the hits found so far into out, up to those
// of the query rows that begin before place to.
func (d *Driver) rankHits(to int) error {
	o := &d.order
	if to <= o.ranked {
		return nil
	}
	if err := d.placeHits(); err != nil {
		return err
	}
	err := d.rankRows(uint64(min(o.room, to)-min(o.room, o.ranked)), uint32(o.ranked), uint32(to))
	o.ranked = to
	return err
}

// rankRows enqueues the ordering of so many hits, about, of rows that were placed
// last: of those from place after of theirs on, and before most.
func (d *Driver) rankRows(hits uint64, after, most uint32) error {
	o := &d.order
	hit, room := d.hits.args()
	return d.dev.Launch(d.ordering.Kernels[rankHitsKernel], hits, hit, room, cl.Mem(o.starts.Buffer),
		cl.Mem(o.tiles.Buffer), cl.Mem(d.counters), cl.Uint32(hitSlot), cl.Uint32(tileSlot), cl.Uint32(placedSlot),
		cl.Mem(o.keys.Buffer), cl.Mem(o.sorted.Buffer), cl.Uint32(after), cl.Uint32(most), cl.Mem(o.out.Buffer))
}

// rankAll enqueues the ordering of the hits found so far into out, if they are
// no more than the tuning's few: nothing of the above is needed then.
func (d *Driver) rankAll() error {
	hit, room := d.hits.args()
	few := d.tuning.few
	groups := min(max(few*rankLanes/d.tuning.walk.Size, 1), d.dev.MostGroups)
	d.order.ranked = few
	return d.dev.LaunchGroups(d.ordering.Kernels[rankAllKernel], groups, hit, room, cl.Mem(d.counters), cl.Uint32(hitSlot),
		cl.Uint32(uint32(few)), cl.Mem(d.order.out.Buffer))
}

// long says whether a row of the search before had more hits than a tile.
func (o *order) long() bool { return o.longest > 0 }

// met is told how many hits a row has, at most.
func (o *order) met(longest int) {
	o.longest = 0
	if longest > tileHits {
		o.longest = longest
	}
}

// merged is the length of rows that mergeRows puts in order if it is told of longest.
func merged(longest int) int {
	width := tileHits
	for width < longest {
		width *= 2
	}
	return width
}

// mergeTiles enqueues the ordering of n hits into out where a query row has
// longest of them, more than tileHits.
func (d *Driver) mergeTiles(n, longest int) error {
	if err := d.rankHits(n); err != nil {
		return err
	}
	return d.mergeRows(longest)
}

// mergeRows enqueues the ordering of rows of up to longest hits, more than tileHits,
// whose tiles are in order.
func (d *Driver) mergeRows(longest int) error {
	o, k := &d.order, d.ordering.Kernels
	hit, _ := d.hits.args()
	tiles, counters := cl.Mem(o.tiles.Buffer), cl.Mem(d.counters)
	from, to := &o.sorted, &o.keys
	for width := tileHits; width < longest; width *= 2 {
		if err := d.dev.LaunchGroups(k[mergeTilesKernel], d.dev.MostGroups, hit, tiles, counters, cl.Uint32(tileSlot), cl.Mem(o.starts.Buffer),
			cl.Mem(from.Buffer), cl.Mem(to.Buffer), cl.Uint32(uint32(width))); err != nil {
			return err
		}
		from, to = to, from
	}
	return d.dev.LaunchGroups(k[takeHitsKernel], d.dev.MostGroups, hit, tiles, counters, cl.Uint32(tileSlot), cl.Mem(from.Buffer), cl.Mem(o.out.Buffer))
}
