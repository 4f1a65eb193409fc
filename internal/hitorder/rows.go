package hitorder

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/kernel"
)

// byRows puts hits of lists that have counts by query row in order: thread by thread they
// are dealt out to the places of their rows, where they mostly come in order. It reports
// whether all lists have counts, of the same hits.
func (s *sorter) byRows(lists []kernel.HitList) bool {
	if len(lists) == 0 || lists[0].Rows == nil {
		return false
	}
	d := dealing{sorter: s, rows: lists[0].Rows}
	var threads [][]kernel.HitList
	for k := range lists {
		if lists[k].Rows != d.rows {
			return false
		}
		if k == 0 || lists[k].Thread != lists[k-1].Thread {
			threads = append(threads, lists[k:k])
		}
		last := &threads[len(threads)-1]
		*last = (*last)[:len(*last)+1]
	}
	if !d.place() {
		return false
	}
	s.pool.Each(len(threads), func(k int) { d.deal(threads[k]) })
	if d.late.Load() && s.ctx.Err() == nil {
		d.sortLate()
	}
	return true
}

// dealing is the dealing out of hits to query rows.
type dealing struct {
	*sorter
	rows *kernel.RowHits
	// next is the place of the next hit of a row; the row's count is replaced by the least
	// entry row that may follow, or lateRow.
	next []uint32
	late atomic.Bool
}

// lateRow marks a row whose hits came out of order.
const lateRow = math.MaxUint32

// place turns the counts into places; it reports whether they are the counts of
// all hits, and there is memory.
func (d *dealing) place() bool {
	rows := len(d.rows.Counts)
	if uint64(len(d.sorted)) > math.MaxUint32 || memory.Need("places of rows", memory.Of(rows, 4)) != nil {
		return false
	}
	d.next = make([]uint32, rows)
	sum := 0
	for i, n := range d.rows.Counts {
		d.next[i] = uint32(sum)
		sum += int(n)
	}
	if sum != len(d.sorted) {
		return false
	}
	clear(d.rows.Counts)
	return true
}

// deal deals out the hits that one thread found.
func (d *dealing) deal(lists []kernel.HitList) {
	late := false
	for _, p := range lists {
		for list := range slices.Chunk(p.List, sharedHits) {
			if d.ctx.Err() != nil {
				return
			}
			late = d.dealSome(list) || late
			d.tally.Add((countWork + scatterWork + sortWork) * len(list))
		}
	}
	if late {
		d.late.Store(true)
	}
}

// dealSome deals out hits, and reports whether some came out of order in their rows.
func (d *dealing) dealSome(list []interaction.HitRow) (late bool) {
	next, least, first := d.next, d.rows.Counts, d.rows.First
	least = least[:len(next)]
	for i := range list {
		h := &list[i]
		row := h.Query - first
		d.sorted[next[row]] = *h
		next[row]++
		if h.Entry < least[row] {
			late, least[row] = true, lateRow
		} else {
			least[row] = h.Entry + 1
		}
	}
	return late
}

// sortLate sorts the hits of the rows marked with lateRow.
func (d *dealing) sortLate() {
	const share = 64
	shares := parallel.NewNumbers((len(d.next) + share - 1) / share)
	d.pool.Run(func(int) {
		for k := range shares.Until(d.ctx) {
			for i := k * share; i < min((k+1)*share, len(d.next)); i++ {
				if d.rows.Counts[i] == lateRow {
					d.sortRow(i)
				}
			}
		}
	})
}

// sortRow sorts the hits of a row.
func (d *dealing) sortRow(i int) {
	first := uint32(0)
	if i > 0 {
		first = d.next[i-1]
	}
	slices.SortFunc(d.sorted[first:d.next[i]], func(a, b interaction.HitRow) int { return cmp.Compare(a.Entry, b.Entry) })
}
