package nearest

import (
	"math/big"
	"sort"

	"flyby/interaction"
	"flyby/trajectory"
)

// times pairs the segments of one query with the segments of entries, in order of time. It is for one goroutine.
type times struct {
	queries, entries *trajectory.Store
	window           interaction.Window
	pieces           []trajectory.Piece // of the query
}

// of sets the query.
func (t *times) of(query int) {
	t.pieces = t.pieces[:0]
	for p := range t.queries.PiecesOf(query, query+1) {
		t.pieces = append(t.pieces, p)
	}
}

// eachPair calls see with the pieces of the query and an entry that share time within a window, and the ends of the shared time.
func (t *times) eachPair(entry int, w interaction.Window, see func(q, e trajectory.Piece, from, to float64)) {
	k := 0
	for e := range t.entries.PiecesOf(entry, entry+1) {
		start, end := ends(t.entries, e)
		for k < len(t.pieces) {
			first, last := ends(t.queries, t.pieces[k])
			from, to := max(start, first, w.From), min(end, last, w.To)
			if from <= to {
				see(t.pieces[k], e, from, to)
			}
			if last > end {
				break
			}
			k++
		}
	}
}

// ends returns the times of the first and the last sample of a piece.
func ends(s *trajectory.Store, p trajectory.Piece) (start, end float64) {
	return s.T()[p.First], s.T()[p.First+p.Samples-1]
}

// overlaps calls see with the segments of the query and an entry that may share time between two instants, in order of time.
func (t *times) overlaps(entry int, enter, exit float64, see func(q, e *trajectory.Segment)) {
	t.eachPair(entry, interaction.Window{From: enter, To: exit}, func(q, e trajectory.Piece, from, to float64) {
		i, j := firstRow(t.queries, q, from), firstRow(t.entries, e, from)
		of, other := t.queries.SegmentOf(q, i), t.entries.SegmentOf(e, j)
		for of.T0 <= to && other.T0 <= to {
			see(&of, &other)
			goesOn, alsoOn := i+1 < q.First+q.Segments(), j+1 < e.First+e.Segments()
			switch {
			case goesOn && of.T1 <= other.T1: // of two that end at once the query's does not own its end, since it goes on
				i++
				of = t.queries.SegmentOf(q, i)
			case alsoOn:
				j++
				other = t.entries.SegmentOf(e, j)
			default:
				return
			}
		}
	})
}

// firstRow returns the row of the first segment of a piece that ends at a time or later, which the piece reaches.
func firstRow(s *trajectory.Store, p trajectory.Piece, from float64) int {
	samples := s.T()[p.First : p.First+p.Samples]
	return p.First + max(sort.SearchFloat64s(samples, from)-1, 0)
}

// shared returns how long the query and an entry exist together within the window: the float64 nearest to the sum.
func (t *times) shared(entry int) float64 {
	var spans []float64
	t.eachPair(entry, t.window, func(_, _ trajectory.Piece, from, to float64) { spans = append(spans, from, to) })
	if len(spans) == 2 {
		return spans[1] - spans[0]
	}
	sum, end := new(big.Rat), new(big.Rat)
	for i, at := range spans {
		if end.SetFloat64(at); i%2 == 0 {
			end.Neg(end)
		}
		sum.Add(sum, end)
	}
	passed, _ := sum.Float64()
	return passed
}
