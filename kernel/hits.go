package kernel

import (
	"math"
	"slices"
)

// HitRow is one hit: rows of the stores, and the interval. An Enter of NaN
// marks a Borderline interaction for the caller to settle with Exact.
type HitRow struct {
	Query, Entry uint32
	Enter, Exit  float64
}

// BorderlineRow is a Borderline interaction.
func BorderlineRow(query, entry uint32) HitRow {
	return HitRow{query, entry, math.NaN(), math.NaN()}
}

// Borderline reports whether the row is yet to be settled.
func (h HitRow) Borderline() bool { return math.IsNaN(h.Enter) }

// Piece is a stretch of hits.
type Piece struct {
	List    []HitRow
	Ordered bool // by query row, then entry row
	// Release gives the memory of List back to the driver; until then it is the
	// receiver's to read and to write. Any goroutine may call it, once. nil
	// where the garbage collector does it.
	Release func()
}

// Hits collects what a device found, piece by piece.
type Hits struct {
	Pieces []Piece
}

// Len returns the number of hits.
func (h *Hits) Len() int {
	n := 0
	for _, p := range h.Pieces {
		n += len(p.List)
	}
	return n
}

// Add adds a piece; an empty one is given back at once.
func (h *Hits) Add(p Piece) {
	if len(p.List) > 0 {
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

// List returns a copy of all hits.
func (h *Hits) List() []HitRow {
	list := make([]HitRow, 0, h.Len())
	for _, p := range h.Pieces {
		list = append(list, p.List...)
	}
	return slices.Clip(list)
}
