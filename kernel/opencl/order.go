package opencl

import (
	_ "embed"

	"flyby/kernel/cl"
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
	rankTilesKernel  = "rank_tiles"
	mergeTilesKernel = "merge_tiles"
	takeHitsKernel   = "take_hits"
)

// As in order.cl.
const (
	fewHits   = 32
	tileHits  = 1024
	headBytes = 4 * counterWords
)

// order is what the device needs to put hits in order (order.cl).
type order struct {
	ordinal, keys, sorted, tiles, out array // by hits
	rows, starts, sums                array // by query rows
	room                              int   // hits
	count                             int   // query rows of this search
}

func newOrder() order {
	return order{
		ordinal: array{name: "order.ordinal"}, keys: array{name: "order.keys"}, sorted: array{name: "order.sorted"},
		tiles: array{name: "order.tiles"}, out: array{name: "order.out"},
		rows: array{name: "order.rows"}, starts: array{name: "order.starts"}, sums: array{name: "order.sums"},
	}
}

// roomForOrder makes room to order what the hit buffer holds, and lessens that
// where the device refuses, down to least. rows is the number of query rows.
func (d *Driver) roomForOrder(rows, least int) error {
	o, m := &d.order, d.memory
	o.count = rows
	for a, size := range map[*array]int{&o.rows: 4 * rows, &o.starts: 4 * (rows + 1), &o.sums: 4 * d.mostGroups()} {
		if err := m.ensure(a, size); err != nil {
			return err
		}
	}
	if o.room >= d.hits.room {
		return nil
	}
	o.room = 0
	room, err := m.shrink(d.hits.room, max(min(d.hits.room, minItems), least),
		plane{array: &o.ordinal, item: 4}, plane{array: &o.keys, item: 8}, plane{array: &o.sorted, item: 8},
		plane{array: &o.tiles, item: 1}, plane{array: &o.out, item: hitBytes, head: headBytes})
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
	return cl.Mem(d.order.ordinal.buffer), cl.Mem(d.order.rows.buffer)
}

// clearRows enqueues the emptying of the counts of all query rows.
func (d *Driver) clearRows() error {
	return d.stream.queue.EnqueueFillBuffer(d.order.rows.buffer, []byte{0, 0, 0, 0}, 0, 4*max(d.order.count, 1), nil, nil)
}

// countRows enqueues the counting of the n hits found, for a kernel that did not
// count them as it found them.
func (d *Driver) countRows(n int) error {
	if err := d.clearRows(); err != nil {
		return err
	}
	hit, room := d.hits.args()
	ordinal, rows := d.orderArgs()
	return d.launch(d.ordering.kernels[countRowsKernel], uint64(n), hit, room, cl.Mem(d.counters), cl.Uint32(hitSlot), ordinal, rows)
}

// rowsAGroup is the number of query rows that are worth a group.
const rowsAGroup = 1 << 11

// orderHits enqueues the ordering of the hits found so far into out, of the
// first part of them (tuning).
func (d *Driver) orderHits() error {
	o, k := &d.order, d.ordering.kernels
	groups := min(max((o.count+rowsAGroup-1)/rowsAGroup, 1), d.mostGroups())
	count, chunk := cl.Uint32(uint32(o.count)), cl.Uint32(uint32((o.count+groups-1)/groups))
	hit, room := d.hits.args()
	counters, keys, tiles, starts := cl.Mem(d.counters), cl.Mem(o.keys.buffer), cl.Mem(o.tiles.buffer), cl.Mem(o.starts.buffer)
	rows, sums := cl.Mem(o.rows.buffer), cl.Mem(o.sums.buffer)
	tileRoom := uint32(o.tiles.size / 8)
	if err := d.launchGroups(k[sumRowsKernel], groups, rows, count, chunk, sums, counters, cl.Uint32(tileSlot)); err != nil {
		return err
	}
	if err := d.launchGroups(k[startRowsKernel], groups, rows, count, chunk, sums, starts,
		tiles, cl.Uint32(tileRoom), counters, cl.Uint32(tileSlot)); err != nil {
		return err
	}
	n := uint64(d.hits.room)
	if err := d.launch(k[placeHitsKernel], n, hit, room, cl.Mem(o.ordinal.buffer), starts, counters, cl.Uint32(hitSlot), keys); err != nil {
		return err
	}
	return d.rankHits(0, d.tuning.part)
}

// rankHits enqueues the ordering of the hits of the query rows that begin at the
// places [from, to).
func (d *Driver) rankHits(from, to int) error {
	o, k := &d.order, d.ordering.kernels
	hit, room := d.hits.args()
	counters, keys, out := cl.Mem(d.counters), cl.Mem(o.keys.buffer), cl.Mem(o.out.buffer)
	first, last := cl.Uint32(uint32(from)), cl.Uint32(uint32(to))
	if err := d.launch(k[rankHitsKernel], uint64(min(o.room, to)-from), hit, room, cl.Mem(o.starts.buffer),
		counters, cl.Uint32(hitSlot), keys, first, last, out); err != nil {
		return err
	}
	groups := min(max(min(o.room, to-from)/fewHits, 1), d.mostGroups())
	return d.launchGroups(k[rankTilesKernel], groups, hit, room, cl.Mem(o.tiles.buffer), counters, cl.Uint32(hitSlot), cl.Uint32(tileSlot),
		keys, cl.Mem(o.sorted.buffer), first, last, out)
}

// mergeTiles enqueues what orderHits left to do with n hits where a query row
// has more than tileHits.
func (d *Driver) mergeTiles(n, longest int) error {
	o, k := &d.order, d.ordering.kernels
	if n > d.tuning.part {
		if err := d.rankHits(d.tuning.part, n); err != nil {
			return err
		}
	}
	hit, _ := d.hits.args()
	tiles, counters := cl.Mem(o.tiles.buffer), cl.Mem(d.counters)
	from, to := &o.sorted, &o.keys
	for width := tileHits; width < longest; width *= 2 {
		if err := d.launchGroups(k[mergeTilesKernel], d.mostGroups(), hit, tiles, counters, cl.Uint32(tileSlot), cl.Mem(o.starts.buffer),
			cl.Mem(from.buffer), cl.Mem(to.buffer), cl.Uint32(uint32(width))); err != nil {
			return err
		}
		from, to = to, from
	}
	return d.launchGroups(k[takeHitsKernel], d.mostGroups(), hit, tiles, counters, cl.Uint32(tileSlot), cl.Mem(from.buffer), cl.Mem(o.out.buffer))
}
