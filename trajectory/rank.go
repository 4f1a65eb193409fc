package trajectory

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"

	"flyby/internal/parallel"
)

// rankNames replaces codes by the bytewise rank of their names among those used.
func rankNames(id IDColumn) (owners []uint32, names []string) {
	rank := make([]uint32, len(id.Name)) // at first: 1 where a row has the name
	parallel.AllCores(len(id.Code), func(first, last int) {
		for _, c := range id.Code[first:last] {
			if atomic.LoadUint32(&rank[c]) == 0 {
				atomic.StoreUint32(&rank[c], 1)
			}
		}
	})
	codes := make([]uint32, 0, len(id.Name))
	for c, used := range rank {
		if used != 0 {
			codes = append(codes, uint32(c))
		}
	}
	codes = sorted(codes, func(a, b uint32) int { return strings.Compare(id.Name[a], id.Name[b]) })
	names = make([]string, len(codes))
	for r, c := range codes {
		rank[c], names[r] = uint32(r), id.Name[c]
	}
	parallel.AllCores(len(id.Code), func(first, last int) {
		codes := id.Code[first:last]
		for i, c := range codes {
			codes[i] = rank[c]
		}
	})
	return id.Code, names
}

// sorted sorts values on all cores where they are many. It uses the slice up.
func sorted[T any](values []T, compare func(a, b T) int) []T {
	lists := make([][]T, parallel.Parts(len(values)))
	parallel.Ranges(len(values), len(lists), func(k, first, last int) {
		lists[k] = values[first:last]
		slices.SortFunc(lists[k], compare)
	})
	return union(lists, compare)
}

// union merges sorted lists, two at a time, and takes equal values once.
func union[T any](lists [][]T, compare func(a, b T) int) []T {
	for len(lists) > 1 {
		pairs := make([][]T, (len(lists)+1)/2)
		parallel.Ranges(len(pairs), len(pairs), func(k, _, _ int) {
			if pairs[k] = lists[2*k]; 2*k+1 < len(lists) {
				pairs[k] = merge(lists[2*k], lists[2*k+1], compare)
			}
		})
		lists = pairs
	}
	return lists[0]
}

// merge merges two sorted lists, of which each value is in a list once.
func merge[T any](a, b []T, compare func(a, b T) int) []T {
	all := make([]T, 0, max(len(a), len(b)))
	for len(a) > 0 && len(b) > 0 {
		order := compare(a[0], b[0])
		if order <= 0 {
			all, a = append(all, a[0]), a[1:]
		} else {
			all = append(all, b[0])
		}
		if order >= 0 {
			b = b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// rankInts replaces ids by their rank among the distinct ones. Each of some ranges of rows has a table of its ids, so that no row is searched for.
func rankInts(ids []int64) (owners []uint32, distinct []int64) {
	owners = make([]uint32, len(ids))
	lists := make([][]int64, parallel.Parts(len(ids)))
	parallel.Ranges(len(ids), len(lists), func(k, first, last int) {
		lists[k] = firstRows(ids[first:last], owners[first:last])
	})
	distinct = union(lists, cmp.Compare[int64])
	parallel.Ranges(len(ids), len(lists), func(_, first, last int) {
		rankRows(ids[first:last], owners[first:last], distinct)
	})
	return owners, distinct
}

// firstRows sets owners to the first row that has the id of each row. It returns the distinct ids, sorted.
func firstRows(ids []int64, owners []uint32) (distinct []int64) {
	t := newIDTable(ids)
	at := t.first(0)
	for row, id := range ids {
		if id != ids[at] {
			// Where objects take turns, the row after the first row of the last object has the first row of the next.
			if next := at + 1; int(next) < row && ids[next] == id {
				at = owners[next]
			} else {
				at = t.first(uint32(row))
			}
		}
		owners[row] = at
	}
	distinct = make([]int64, 0, t.n)
	for row := 0; len(distinct) < t.n; row++ {
		if owners[row] == uint32(row) {
			distinct = append(distinct, ids[row])
		}
	}
	slices.Sort(distinct)
	return distinct
}

// rankRows turns the first rows that firstRows found into ranks of their ids.
func rankRows(ids []int64, owners []uint32, distinct []int64) {
	rank := 0
	for row, first := range owners {
		if int(first) < row {
			owners[row] = owners[first]
			continue
		}
		if ids[row] < distinct[rank] {
			rank = 0
		}
		rank, _ = gallop(distinct, rank, ids[row])
		owners[row] = uint32(rank)
	}
}

// An idTable finds the first row that has an id: an open-addressed table with linear probing, at most three quarters full.
type idTable struct {
	ids   []int64  // of all rows
	slots []uint32 // 0, or a row + 1
	n     int
	seed  maphash.Seed
}

func newIDTable(ids []int64) *idTable {
	return &idTable{ids: ids, slots: make([]uint32, 1<<10), seed: maphash.MakeSeed()}
}

// first returns the first row that has the id of a row, which is the row itself if the table has no other.
func (t *idTable) first(row uint32) uint32 {
	if 4*t.n >= 3*len(t.slots) {
		t.grow()
	}
	slot := t.find(t.ids[row])
	if *slot == 0 {
		*slot = row + 1
		t.n++
	}
	return *slot - 1
}

// find returns the slot of an id, or the empty slot that it may take.
func (t *idTable) find(id int64) *uint32 {
	last := uint64(len(t.slots) - 1)
	for at := maphash.Comparable(t.seed, id); ; at++ {
		if slot := &t.slots[at&last]; *slot == 0 || t.ids[*slot-1] == id {
			return slot
		}
	}
}

// grow doubles the table.
func (t *idTable) grow() {
	old := t.slots
	t.slots = make([]uint32, 2*len(old))
	for _, slot := range old {
		if slot != 0 {
			*t.find(t.ids[slot-1]) = slot
		}
	}
}
