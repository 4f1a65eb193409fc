package hitlist

import (
	"flyby/internal/cl"
	"flyby/internal/clrt"
)

// rowsAGroup is the number of query rows that make a work-group worth its launch.
const rowsAGroup = 1 << 11

// placeHits enqueues the sums and the placing of all rows, unless they are enqueued.
func (l *List) placeHits() error {
	if l.Order.placed {
		return nil
	}
	l.Order.placed = true
	if err := l.sumRows(0, l.Order.Count, sumTo{}); err != nil {
		return err
	}
	return l.placeRows(0, l.Order.Count)
}

// share returns the parameters of the rows [first, first+count), and the number of groups
// that share them.
func (l *List) share(first, count int) (groups int, rows rowsArgs) {
	groups = min(max((count+rowsAGroup-1)/rowsAGroup, 1), l.dev.MostGroups)
	return groups, rowsArgs{
		rows: l.Order.rows.Buffer, firstRow: uint32(first), count: uint32(count), chunk: uint32((count + groups - 1) / groups),
	}
}

// sumTo is the destination of the copy of the counters that sumRows makes.
type sumTo struct {
	heads *cl.Buffer // nil: no copy, and sumRows sums all rows
	head  int        // number of the copy in heads
	done  **cl.Event // becomes the event of the launch; may be nil
}

// sumRows enqueues the sums of the counts of the rows [first, first+count). If to has
// heads, they are the rows after the rows placed before; else they are all rows.
func (l *List) sumRows(first, count int, to sumTo) error {
	groups, rows := l.share(first, count)
	return sumRows.Launch(l.ordering, clrt.Launch{Groups: groups, Done: to.done}, &sumRowsArgs{
		rowsArgs: rows, sums: l.Order.sums.Buffer, counters: l.Counters, heads: to.heads, head: uint32(CounterWords * to.head),
	})
}

// placeRows enqueues the placing of the hits of the rows that sumRows summed last.
func (l *List) placeRows(first, count int) error {
	o := &l.Order
	groups, rows := l.share(first, count)
	if err := startRows.Launch(l.ordering, clrt.In(groups), &startRowsArgs{
		rowsArgs: rows, sums: o.sums.Buffer, starts: o.starts.Buffer, tiles: o.tiles.Buffer, tileRoom: uint32(o.tiles.Size / 8),
		counters: l.Counters, room: uint32(l.Hits.Room),
	}); err != nil {
		return err
	}
	return placeHits.Launch(l.ordering, clrt.Over(uint64(l.Hits.Room)), &placeHitsArgs{
		FoundArgs: l.FoundArgs(), ordinal: o.ordinal.Buffer, starts: o.starts.Buffer, counters: l.Counters, keys: o.keys.Buffer,
	})
}

// rankHits enqueues the ordering of the hits found so far into out, up to the end of the
// last query row that begins before place to. With alone, rankedBy becomes the launch's event.
func (l *List) rankHits(to int, alone bool) error {
	o := &l.Order
	if to <= o.ranked {
		return nil
	}
	if err := l.placeHits(); err != nil {
		return err
	}
	span := ranking{hits: uint64(min(o.Room, to) - min(o.Room, o.ranked)), from: uint32(o.ranked), to: uint32(to)}
	if alone {
		span.done = &o.rankedBy
	}
	err := l.rankRows(span)
	o.ranked = to
	return err
}

// ranking is a part of the hits of the rows placed last, by places among these hits: the
// hits of the rows that begin from place from to before place to.
type ranking struct {
	hits     uint64 // their number, about, for the size of the launch
	from, to uint32
	done     **cl.Event // becomes the event of the launch; may be nil
}

// rankRows enqueues the ordering of a part of the hits of the rows placed last.
func (l *List) rankRows(r ranking) error {
	o := &l.Order
	return rankHits.Launch(l.ordering, clrt.Launch{Items: r.hits, Done: r.done}, &rankHitsArgs{
		FoundArgs: l.FoundArgs(), starts: o.starts.Buffer, tiles: o.tiles.Buffer, counters: l.Counters,
		keys: o.keys.Buffer, sorted: o.Sorted.Buffer, after: r.from, most: r.to, out: o.out.Buffer,
	})
}

// rankAll enqueues the ordering of the hits found so far into out, if they are no more
// than Tuning.Few; it needs neither placing nor tiles. With alone, rankedBy becomes the
// launch's event.
func (l *List) rankAll(alone bool) error {
	few, o := l.Tuning.Few, &l.Order
	launch := clrt.In(min(max(few*rankLanes/l.Tuning.Groups.Size, 1), l.dev.MostGroups))
	if alone {
		launch.Done = &o.rankedBy
	}
	o.ranked = few
	return rankAll.Launch(l.ordering, launch, &rankAllArgs{
		FoundArgs: l.FoundArgs(), counters: l.Counters, most: uint32(few), out: o.out.Buffer,
	})
}

// Long reports whether a row of the last search had more than tileHits hits.
func (o *order) Long() bool { return o.Longest > 0 }

// keepLongest records the number of hits of the longest row, for the next search.
func (o *order) keepLongest(longest int) {
	o.Longest = 0
	if longest > tileHits {
		o.Longest = longest
	}
}

// mergedLength returns the length of the longest row that mergeRows(longest) orders.
func mergedLength(longest int) int {
	width := tileHits
	for width < longest {
		width *= 2
	}
	return width
}

// mergeTiles enqueues the ordering of n hits into out where the longest query row has
// longest of them, more than tileHits.
func (l *List) mergeTiles(n, longest int) error {
	if err := l.rankHits(n, false); err != nil {
		return err
	}
	return l.mergeRows(longest, nil)
}

// mergeRows enqueues the ordering of rows of up to longest hits, more than tileHits,
// whose tiles are in order. done, unless nil, becomes the last launch's event.
func (l *List) mergeRows(longest int, done **cl.Event) error {
	o := &l.Order
	from, to := &o.Sorted, &o.keys
	for width := tileHits; width < longest; width *= 2 {
		if err := mergeTiles.Launch(l.ordering, clrt.In(l.dev.MostGroups), &mergeTilesArgs{
			hit: l.Hits.Buffer, tiles: o.tiles.Buffer, counters: l.Counters, starts: o.starts.Buffer,
			from: from.Buffer, to: to.Buffer, width: uint32(width),
		}); err != nil {
			return err
		}
		from, to = to, from
	}
	return takeHits.Launch(l.ordering, clrt.Launch{Groups: l.dev.MostGroups, Done: done}, &takeHitsArgs{
		hit: l.Hits.Buffer, tiles: o.tiles.Buffer, counters: l.Counters, keys: from.Buffer, out: o.out.Buffer,
	})
}
