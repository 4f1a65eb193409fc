package kernel

import (
	"slices"

	"flyby/interaction"
	"flyby/trajectory"
)

// Piece is a stretch of hits, or of what they were joined to.
type Piece struct {
	List    []interaction.HitRow
	Ordered bool    // by query row, then entry row
	Joined  *Joined // in place of List; nil: the hits are in List
	// Release gives the memory of List and Joined back to the driver; until then
	// it is the receiver's to read and to write. Any goroutine may call it, once.
	// nil where the garbage collector does it.
	Release func()
}

// Joined is hits that were joined to encounters where they were found, in order.
// An encounter of one piece may touch one of another: encounter.Merge joins
// them. So that it knows which comes first, those that would be of one hit at the
// last instant of its segments' longer common span are left as hits, as borderline
// ones are.
type Joined struct {
	trajectory.Encounters
	Hits int // that were joined
}

// Hits collects what a device found, piece by piece.
type Hits struct {
	Pieces []Piece
}

// Len returns the number of hits in lists.
func (h *Hits) Len() int {
	n := 0
	for _, p := range h.Pieces {
		n += len(p.List)
	}
	return n
}

// Add adds a piece; an empty one is given back at once.
func (h *Hits) Add(p Piece) {
	if len(p.List) > 0 || p.Joined != nil {
		h.Pieces = append(h.Pieces, p)
	} else if p.Release != nil {
		p.Release()
	}
}

// Truncate gives all pieces but the first n back.
func (h *Hits) Truncate(n int) {
	for _, p := range h.Pieces[n:] {
		if p.Release != nil {
			p.Release()
		}
	}
	clear(h.Pieces[n:])
	h.Pieces = h.Pieces[:n]
}

// List returns a copy of all hits in lists.
func (h *Hits) List() []interaction.HitRow {
	list := make([]interaction.HitRow, 0, h.Len())
	for _, p := range h.Pieces {
		list = append(list, p.List...)
	}
	return slices.Clip(list)
}
