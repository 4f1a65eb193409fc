package kernel

import (
	"slices"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/trajectory"
)

// HitList is some of the hits that a driver found, in its memory, or what they were joined to.
type HitList struct {
	List    []interaction.HitRow
	Ordered bool    // by query row, then entry row
	Joined  *Joined // in place of List; nil: the hits are in List
	// Rows are the hits of each query row, in lists of one thread all of them, and mostly by
	// entry row: so they are put in order faster. nil: nothing is known.
	Rows   *RowHits
	Thread int // that found the hits
	// Release gives the memory of List and Joined back to the driver; until then
	// it is the receiver's to read and to write. Any goroutine may call it, once.
	// nil where the garbage collector does it.
	Release func()
}

// RowHits is how many hits lists have of each query row, of those from First on.
type RowHits struct {
	First  uint32
	Counts []uint32 // the receiver's to write, as the lists are
}

// Joined is hits that were joined to encounters where they were found, in order.
// An encounter of one list may touch one of another: encounter.Merge joins them, and
// takes what became of hits first.
//
// So some are left as hits, in a list of their own: borderline ones, and a hit of a single
// instant that touches no other and ends a longer common span of its segments. Another
// list may have a hit of that instant, and only their rows tell which comes first.
type Joined struct {
	trajectory.Encounters
	Hits int // how many were joined
}

// Hits collects what a device found, list by list.
type Hits struct {
	Lists []HitList
	// Budget is what the memory of lists is taken from before it is asked for. A driver
	// fails with its error, memory.ErrOver, once there is no more; nil: there is no end.
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
