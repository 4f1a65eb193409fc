package tile

// tileCoordinates is the coordinates of a tile, point by point, in the order of the frame's
// dimensions.
type tileCoordinates struct {
	tile   int       // -1: none
	points []float64 // [rows][dimensions]
}

// take gathers a tile, unless it is gathered already.
func (g *tileCoordinates) take(s *set, tile int) {
	if g.tile == tile {
		return
	}
	n := len(s.frame.Order)
	if g.points == nil {
		g.points = make([]float64, min(tileRows, len(s.rows))*n)
	}
	for at, j := range s.frame.Order {
		column := s.store.Column(j)
		for i, row := range s.tile(tile) {
			g.points[i*n+at] = column[row]
		}
	}
	g.tile = tile
}

// point returns the coordinates of point i.
func (g *tileCoordinates) point(i, n int) []float64 { return g.points[i*n : (i+1)*n] }

// float64 compares the points of two tiles in float64 alone.
func (w *worker) float64(query, entry int, same bool) {
	p, q := &w.gathered[0], &w.gathered[1]
	p.take(w.queries, query)
	q.take(w.entries, entry)
	queries, entries, n := w.queries.tile(query), w.entries.tile(entry), w.bounds.dimensions
	for i := range queries {
		first := 0
		if same {
			first = i + 1
		}
		for ; first < len(entries); first = first/32*32 + 32 {
			within := uint32(0)
			for e := first; e < min(first/32*32+32, len(entries)); e++ {
				if w.within(p.point(i, n), q.point(e, n)) {
					within |= 1 << (e % 32)
				}
			}
			w.keep(queries, entries, i, first/32*32, within)
		}
	}
}
