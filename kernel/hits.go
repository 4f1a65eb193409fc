package kernel

import (
	"slices"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/trajectory"
)

// HitList is some of the hits that a driver found, in the driver's memory, or the encounters that they were joined to.
type HitList struct {
	List    []interaction.HitRow
	Ordered bool    // by query row, then entry row
	Joined  *Joined // in place of List; nil: the hits are in List
	// Rows counts the hits of each query row. All hits of a query row are in lists of one
	// thread, and mostly in order of entry row, so they are put in order faster. nil:
	// nothing is known.
	Rows   *RowHits
	Thread int // the thread that found the hits
	// Release gives the memory of List and Joined back to the driver; until then the
	// receiver may read and write the memory. Any goroutine may call Release, once.
	// nil where the garbage collector frees the memory.
	Release func()
}

// RowHits counts hits by query row: Counts[i] is the number of hits of the query row First+i in lists.
type RowHits struct {
	First  uint32
	Counts []uint32 // the receiver may write to it, as to the lists
}

// Joined is hits that were joined to encounters where they were found, in order.
// An encounter of one list may touch an encounter of another, and at a splice an encounter of its own list: encounter.Merge joins them. Its
// first part must have the encounters made of the hits that were left.
//
// Some hits are left as hits, in a list of their own: borderline hits, and a hit of a single
// instant that touches no other and ends a longer common span of its segments. Another
// list may have a hit of the same instant, and only the rows of the two tell which comes first.
type Joined struct {
	trajectory.Encounters
	Hits int // number of hits that were joined
}

// Hits collects the hits of a device, list by list.
type Hits struct {
	Lists []HitList
	// Budget is where the memory of lists is taken from before it is allocated. A driver
	// fails with the budget's error, memory.ErrOver, once nothing is left; nil: no bound.
	Budget *memory.Budget
}

// Len returns the number of hits in lists.
func (h *Hits) Len() int {
	n := 0
	for _, l := range h.Lists {
		n += len(l.List)
	}
	return n
}

// Add adds a list; an empty one is given back at once.
func (h *Hits) Add(l HitList) {
	if len(l.List) > 0 || l.Joined != nil {
		h.Lists = append(h.Lists, l)
	} else if l.Release != nil {
		l.Release()
	}
}

// Truncate gives all lists but the first n back.
func (h *Hits) Truncate(n int) {
	for _, l := range h.Lists[n:] {
		if l.Release != nil {
			l.Release()
		}
	}
	clear(h.Lists[n:])
	h.Lists = h.Lists[:n]
}

// List returns a copy of all hits in lists.
func (h *Hits) List() []interaction.HitRow {
	list := make([]interaction.HitRow, 0, h.Len())
	for _, l := range h.Lists {
		list = append(list, l.List...)
	}
	return slices.Clip(list)
}
