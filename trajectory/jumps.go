package trajectory

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

// Jumps are segments far faster than others: two objects with one id, or wrong positions. Between them and the others lies a band
// without any speed: from a speed to twice that speed, whose upper end is at least five times the median of the moving segments; at least
// two segments are beyond it, and at most a quarter of the moving ones. At least half of the jumps are single or lead back, as segments to
// a wrong position and from it do: objects that are fast for long are no jumps. Speeds are tallied by their squares, so the bounds of
// the band are good to a hundredth, and the result is independent of the order of trajectories. See
// docs/decisions/0099-notes-on-distant-samples.md.
type Jumps struct {
	Segments int        // number of jumps; 0: there are none
	Fastest  int        // the trajectory of the fastest; of equally fast ones the earliest, then the one with the least coordinates
	Band     [2]float64 // speeds in the units of the data: a limit not below the first and below the second separates jumps from the others
}

// ways are the ways between the samples of pieces, for a search for jumps.
type ways struct {
	t      []float64
	at     [][]float64 // coordinates of the samples, and heights
	pieces iter.Seq[Piece]
}

// FindJumps finds the jumps among the segments of pieces, whose samples have the times t and the coordinates at. Where no band lies, it
// takes the segments faster than ten times p99, the speed that 99 of 100 segments do not exceed; 0: it takes none.
func FindJumps(t []float64, at [][]float64, pieces iter.Seq[Piece], p99 float64) Jumps {
	w := ways{t, at, pieces}
	speeds := w.tally()
	j, ok := speeds.band()
	if !ok && p99 > 0 {
		j, ok = w.above(10 * p99)
	}
	if !ok {
		return Jumps{}
	}
	leaps, traj := w.leaps(j.Band[0])
	if j.Fastest = traj; 2*leaps < j.Segments {
		return Jumps{}
	}
	return j
}

// speedTally counts the squares of speeds.
type speedTally struct{ tally }

// band finds the band of the limit, see Jumps, and the segments beyond it.
func (y *speedTally) band() (j Jumps, ok bool) {
	const apart, far, rest = 2, 5, 4
	still, all := y.still(), y.from(0)
	moving, median := all-still, y.at(still+(all-still)/2)
	slow, below := -1.0, uint64(0)
	y.each(func(floor float64, n uint64) bool {
		beyond := all - below
		low, fast := math.Sqrt(y.ceiling(max(slow, 0))), math.Sqrt(floor)
		if slow >= median && beyond >= 2 && beyond <= moving/rest && fast >= apart*low && fast >= far*math.Sqrt(median) {
			j, ok = Jumps{Segments: int(beyond), Band: [2]float64{min(2*low, math.Sqrt(low)*math.Sqrt(fast)), fast}}, true
		}
		slow, below = floor, below+n
		return !ok
	})
	return j, ok
}

// still returns the number of segments without a speed.
func (y *speedTally) still() uint64 {
	if y.counts[0] == nil {
		return 0
	}
	return y.counts[0][0]
}

// above returns the segments faster than a limit.
func (w *ways) above(limit float64) (j Jumps, ok bool) {
	type beyond struct {
		n     int
		least float64
	}
	squared := limit * limit
	all := shareOut(w.pieces, func(b *beyond, s pieceRange) {
		for row := s.from; row < s.to; row++ {
			if v := w.squaredSpeed(row, row+1); v > squared {
				if b.n++; b.n == 1 || v < b.least {
					b.least = v
				}
			}
		}
	})
	least := math.Inf(1)
	for _, b := range all {
		if b.n > 0 {
			j.Segments, least = j.Segments+b.n, min(least, b.least)
		}
	}
	j.Band = [2]float64{limit, math.Sqrt(least)}
	return j, j.Segments > 0
}

// squaredSpeed returns the square of the speed of the way between two samples.
func (w *ways) squaredSpeed(from, to int) float64 {
	way := 0.0
	for _, col := range w.at {
		d := col[to] - col[from]
		way += float64(d * d)
	}
	return way * perSquare(w.t[to]-w.t[from])
}

// tally counts the squares of the speeds of all segments.
func (w *ways) tally() *speedTally {
	y := &speedTally{}
	for _, part := range shareOut(w.pieces, w.count) {
		y.take(&part.tally)
	}
	return y
}

// count counts the squares of the speeds of some segments.
func (w *ways) count(y *speedTally, s pieceRange) {
	var block [256]float64
	for first := s.from; first < s.to; first += len(block) {
		n := min(len(block), s.to-first)
		way := block[:n]
		clear(way)
		for _, col := range w.at {
			addSquares(way, col[first:first+n+1])
		}
		y.addWays(way, w.t[first:first+n+1])
	}
}

// addWays counts the squares of the speeds of consecutive segments, of which ways are the squares of the lengths and t the times of the samples.
func (y *speedTally) addWays(ways, t []float64) {
	t = t[:len(ways)+1]
	before, last, per := t[0], 0.0, 0.0
	for i, now := range t[1:] {
		if took := now - before; took != last {
			last, per = took, perSquare(took)
		}
		before = now
		place := math.Float64bits(ways[i]*per) >> (52 - tallyDigits)
		if counts := y.counts[place>>tallyDigits%(1<<11)]; counts != nil {
			counts[place%(1<<tallyDigits)]++
		} else {
			y.count(ways[i]*per, 1)
		}
	}
}

// perSquare returns the factor from the square of a way that took a time to the square of its speed.
func perSquare(took float64) float64 { return 1 / (took * took) }

// addSquares adds the squares of the differences of consecutive values to sums.
func addSquares(sums, col []float64) {
	col = col[:len(sums)+1]
	before := col[0]
	for i, v := range col[1:] {
		d := v - before
		sums[i] += float64(d * d)
		before = v
	}
}

// leaping is what leaps finds.
type leaping struct {
	n    int // segments that leap
	most fastest
	traj int // of the fastest segment
}

// leaps counts the segments faster than a limit that are single or lead back: on either side they have the end of their piece, a segment
// that is not as fast, or one with which they are not as fast together. A piece of one segment has no leap. It also returns the
// trajectory of the fastest segment.
func (w *ways) leaps(limit float64) (n, traj int) {
	all := leaping{}
	for _, part := range shareOut(w.pieces, func(l *leaping, s pieceRange) { w.leap(l, s, limit*limit) }) {
		all.n += part.n
		if first := part.most == all.most && part.traj < all.traj; first || all.most.yields(part.most.v, part.most.t, part.most.at) {
			all.traj = part.traj
		}
	}
	return all.n, all.traj
}

// leap counts the jumps of a range of segments.
func (w *ways) leap(l *leaping, s pieceRange, squared float64) {
	last := s.First + s.Samples - 1
	fast := func(from, to int) bool { return s.First <= from && to <= last && w.squaredSpeed(from, to) > squared }
	for row := s.from; row < s.to; row++ {
		v := w.squaredSpeed(row, row+1)
		if v <= squared {
			continue
		}
		if l.most.yields(v, w.t[row], w.position(row)) {
			l.traj = s.Traj
		}
		if on := fast(row-1, row) && fast(row-1, row+1) || fast(row+1, row+2) && fast(row, row+2); !on && s.Samples > 2 {
			l.n++
		}
	}
}

// position returns the coordinates of a sample, and its height.
func (w *ways) position(row int) (at Position) {
	for k, col := range w.at {
		at[k] = col[row]
	}
	return at
}

// A fastest is the fastest segment so far.
type fastest struct {
	v, t float64 // the square of its speed, and its start
	at   Position
}

// yields takes a segment that is faster, or as fast and earlier, or as fast as early with lesser coordinates, and reports whether it did. So the
// fastest segment is the same in any order of segments.
func (f *fastest) yields(v, t float64, at Position) bool {
	yields := cmp.Or(cmp.Compare(f.v, v), cmp.Compare(t, f.t), slices.Compare(at[:], f.at[:])) < 0
	if yields {
		*f = fastest{v, t, at}
	}
	return yields
}
