package nearest

import (
	"math"
	"math/big"
	"sort"

	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/trajectory"
)

// times pairs the segments of one query with the segments of entries, in order of time. It is for one goroutine.
type times struct {
	queries, entries *trajectory.Store
	window           interaction.Window
	query            int
	pieces           []trajectory.Piece // of the query
	spans            []float64          // memory of shared
	restQ, restE     []uint32           // see restsOf
}

// of sets the query.
func (t *times) of(query int) {
	t.query, t.pieces = query, t.pieces[:0]
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
			if last > end || last == end && e.GoesOn { // the next piece of the entry may begin there, at a splice
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

// overlap is two segments that may share time, by the rows of their samples: equal rows are a point event.
type overlap struct {
	q, endQ, e, endE int
	square           float64 // the least squared distance as computed; NaN: unknown
}

// appendOverlaps appends the segments of the query and an entry that may share time between two instants, in order of time, without those in which both rest where they rested before.
func (t *times) appendOverlaps(all []overlap, entry int, enter, exit float64) []overlap {
	tq, te := t.queries.T(), t.entries.T()
	t.eachPair(entry, interaction.Window{From: enter, To: exit}, func(q, e trajectory.Piece, from, to float64) {
		i, j := firstRow(t.queries, q, from), firstRow(t.entries, e, from)
		endQ, endE := q.First+q.Samples-1, e.First+e.Samples-1
		for tq[i] <= to && te[j] <= to {
			o := overlap{i, min(i+1, endQ), j, min(j+1, endE), math.NaN()}
			if n := len(all); n == 0 || !t.rested(&all[n-1], &o) {
				all = append(all, o)
			} else if later, other := t.resting(o, endQ, endE); later > i || other > j {
				i, j = later, other
				continue
			}
			goesOn, alsoOn := i+1 < endQ, j+1 < endE
			switch until, other := tq[o.endQ], te[o.endE]; {
			case goesOn && alsoOn && until == other: // neither owns its end
				i++
				j++
			case goesOn && until <= other: // of two that end at once the query's does not own its end, since it goes on
				i++
			case alsoOn:
				j++
			default:
				return
			}
		}
	})
	return all
}

// rested reports whether both rest in o where they rest in an earlier overlap for some time: then o is not the first to have their distance.
func (t *times) rested(earlier, o *overlap) bool {
	if !rests(t.queries, o.q, o.endQ, earlier.q, earlier.endQ) || !rests(t.entries, o.e, o.endE, earlier.e, earlier.endE) {
		return false
	}
	tq, te := t.queries.T(), t.entries.T()
	return max(tq[earlier.q], te[earlier.e], t.window.From) < min(tq[earlier.endQ], te[earlier.endE], t.window.To)
}

// resting returns the last segments in which both still rest where they rest in o; endQ and endE are the last rows of their pieces.
func (t *times) resting(o overlap, endQ, endE int) (q, e int) {
	endQ, endE = min(int(t.restQ[o.q]), endQ), min(int(t.restE[o.e]), endE)
	tq, te := t.queries.T(), t.entries.T()
	until := min(tq[endQ], te[endE])
	q, e = o.q+sort.SearchFloat64s(tq[o.q:endQ], until)-1, o.e+sort.SearchFloat64s(te[o.e:endE], until)-1
	return max(q, o.q), max(e, o.e)
}

// restsOf returns for each row of a store the last row of its trajectory up to which the trajectory stays in its place.
func restsOf(s *trajectory.Store, threads int) []uint32 {
	until := make([]uint32, s.Samples())
	x, y, z := s.X(), s.Y(), s.Z()
	parallel.Ranges(s.Trajectories(), threads, func(_, from, to int) {
		for traj := from; traj < to; traj++ {
			first, last := s.Range(traj)
			until[last-1] = uint32(last - 1)
			for row := last - 2; row >= first; row-- {
				if until[row] = uint32(row); x[row] == x[row+1] && y[row] == y[row+1] && (z == nil || z[row] == z[row+1]) {
					until[row] = until[row+1]
				}
			}
		}
	})
	return until
}

// rests reports whether four samples are in one place.
func rests(s *trajectory.Store, a, b, c, d int) bool {
	for _, column := range [3][]float64{s.X(), s.Y(), s.Z()} {
		if column != nil && !(column[a] == column[b] && column[b] == column[c] && column[c] == column[d]) {
			return false
		}
	}
	return true
}

// firstRow returns the row of the first segment of a piece that ends at a time or later, which the piece reaches.
func firstRow(s *trajectory.Store, p trajectory.Piece, from float64) int {
	samples := s.T()[p.First : p.First+p.Samples]
	return p.First + max(sort.SearchFloat64s(samples, from)-1, 0)
}

// sharedOnce returns shared of a query and an entry that have one segment each.
func (t *times) sharedOnce(query, entry int) float64 {
	q, _ := t.queries.Range(query)
	e, _ := t.entries.Range(entry)
	tq, te := t.queries.T(), t.entries.T()
	return min(tq[q+1], te[e+1], t.window.To) - max(tq[q], te[e], t.window.From)
}

// shared returns how long the query and an entry exist together within the window: the float64 nearest to the sum.
func (t *times) shared(entry int) float64 {
	spans := t.spans[:0]
	t.eachPair(entry, t.window, func(_, _ trajectory.Piece, from, to float64) { spans = append(spans, from, to) })
	t.spans = spans
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
