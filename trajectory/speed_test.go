package trajectory_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/tier"
	"flyby/trajectory"
)

// TestMaxSpeedRule: a limit of speed keeps the wanted samples and gaps, along a line. In the wanted text a dash is a
// segment, and a bar a gap. All of it holds backwards in time too.
func TestMaxSpeedRule(t *testing.T) {
	for _, c := range []struct {
		name         string
		at           []row
		gap          float64
		want         string
		gaps, cutOff int
	}{
		{"slow", []row{{t: 0, x: 0}, {t: 1, x: 2}, {t: 3, x: 6}}, 0, "0-2-6", 0, 0},
		{"a jump is a gap", []row{{t: 0, x: 0}, {t: 1, x: 1}, {t: 2, x: 9}, {t: 3, x: 10}}, 0, "0-1|9-10", 1, 0},
		{"a spike is left out, and its neighbours are not joined", []row{{t: 0, x: 0}, {t: 1, x: 1}, {t: 2, x: 9}, {t: 3, x: 2}, {t: 4, x: 3}}, 0, "0-1|2-3", 1, 1},
		{"two spikes", []row{{t: 0, x: 0}, {t: 1, x: 1}, {t: 2, x: 50}, {t: 3, x: 90}, {t: 4, x: 2}, {t: 5, x: 3}}, 0, "0-1|2-3", 1, 2},
		{"a spike of two samples stays", []row{{t: 0, x: 0}, {t: 1, x: 1}, {t: 2, x: 50}, {t: 3, x: 51}, {t: 4, x: 2}, {t: 5, x: 3}}, 0, "0-1|50-51|2-3", 2, 0},
		{"what is between two spikes is cut off as well", []row{{t: 0, x: 0}, {t: 1, x: 1}, {t: 2, x: 50}, {t: 3, x: 2}, {t: 4, x: 50}, {t: 5, x: 3}, {t: 6, x: 4}}, 0, "0-1|3-4", 1, 3},
		{"two objects of one id, in turns", []row{{t: 0, x: 0}, {t: 1, x: 50}, {t: 2, x: 1}, {t: 3, x: 51}, {t: 4, x: 2}}, 0, "0|2", 1, 3},
		{"an end has one side", []row{{t: 0, x: 9}, {t: 1, x: 0}, {t: 2, x: 1}}, 0, "9|0-1", 1, 0},
		{"two samples", []row{{t: 0, x: 0}, {t: 1, x: 9}}, 0, "0|9", 1, 0},
		{"one sample", []row{{t: 0, x: 5}}, 0, "5", 0, 0},
		{"a time gap is no side", []row{{t: 0, x: 0}, {t: 1, x: 1}, {t: 2, x: 9}, {t: 12, x: 8}, {t: 13, x: 7}}, 5, "0-1|9|8-7", 1, 0},
		{"without the gap it goes on", []row{{t: 0, x: 0}, {t: 1, x: 1}, {t: 2, x: 9}, {t: 12, x: 8}, {t: 13, x: 7}}, 0, "0-1|9-8-7", 1, 0},
		{"time gaps on both sides", []row{{t: 0, x: 0}, {t: 10, x: 100}, {t: 20, x: 0}}, 5, "0|100|0", 0, 0},
		{"a time gap is not held to the speed", []row{{t: 0, x: 0}, {t: 1, x: 1}, {t: 10, x: 900}, {t: 11, x: 901}}, 5, "0-1|900-901", 0, 0},
		{"pieces of the file are no side", []row{{t: 0, x: 0}, {t: 1, x: 50}, {t: 2, x: 0, piece: 1}, {t: 3, x: 1, piece: 1}}, 0, "0|50|0-1", 1, 0},
		{"the limit itself is no jump", []row{{t: 0, x: 0}, {t: 0.5, x: 1}, {t: 1, x: math.Nextafter(2, 3)}, {t: 1.5, x: 2}}, 0, "0-1|2.0000000000000004-2", 1, 0},
	} {
		for _, backwards := range []bool{false, true} {
			rows, want := c.at, c.want
			if backwards {
				rows, want = reversed(rows), strings.Join(backward(strings.Split(want, "|")), "|")
			}
			s, err := trajectory.New(shape{flat: true, pieces: true}.columns(rows), trajectory.BuildOptions{MaxSpeed: 2, MaxGap: c.gap})
			if err != nil {
				t.Fatal(err)
			}
			left := trajectory.LeftOut{SpeedGaps: c.gaps, CutOff: c.cutOff}
			switch alone := strings.Contains(want, "|") && !strings.Contains(want, "-"); {
			case alone && c.gaps > 0:
				left.SpeedAlone = 1
			case alone:
				left.GapAlone = 1
			}
			if got := drawn(s); got != want || s.LeftOut() != left || s.Samples() != len(rows)-c.cutOff {
				t.Errorf("%s, backwards %v: %s, %+v, want %s, %+v", c.name, backwards, got, s.LeftOut(), want, left)
			}
		}
	}
}

// reversed returns rows in the opposite order of time.
func reversed(rows []row) []row {
	rows = slices.Clone(rows)
	slices.Reverse(rows)
	for i := range rows {
		rows[i].t = -rows[i].t
	}
	return rows
}

// backward reverses pieces.
func backward(pieces []string) []string {
	slices.Reverse(pieces)
	for i, p := range pieces {
		at := strings.Split(p, "-")
		slices.Reverse(at)
		pieces[i] = strings.Join(at, "-")
	}
	return pieces
}

// drawn returns the pieces of a store of one trajectory.
func drawn(s *trajectory.Store) string {
	var pieces []string
	for p := range s.Pieces() {
		var at []string
		for row := p.First; row < p.First+p.Samples; row++ {
			at = append(at, fmt.Sprint(s.X()[row]))
		}
		pieces = append(pieces, strings.Join(at, "-"))
	}
	return strings.Join(pieces, "|")
}

// isFaster is Faster with 4,000 binary digits, which suffice for every difference and product of the tests.
func isFaster(from, to trajectory.Sample, v float64) bool {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(4000).SetFloat64(v) }
	square := number(0)
	for _, d := range [][2]float64{{from.X, to.X}, {from.Y, to.Y}, {from.Z, to.Z}, {from.H, to.H}} {
		side := number(d[0])
		side.Sub(side, number(d[1]))
		square.Add(square, side.Mul(side, side))
	}
	way := square.Sqrt(square)
	took := number(to.T)
	took.Sub(took, number(from.T))
	return way.Cmp(took.Mul(took, number(v))) > 0
}

// TestFaster: the decision agrees with exact arithmetic where float64 cannot decide: at the limit, a unit in the last
// place beside it, and where squares overflow or vanish.
func TestFaster(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(15, 42))
	beside, faster := 0, 0
	for range 6_000 {
		scale := math.Ldexp(1, []int{0, 0, 0, 40, -40, 300, -300, 990, -900}[r.IntN(9)])
		dx, dy, dz := float64(r.IntN(40)), float64(r.IntN(40)), float64(r.IntN(3))
		from := trajectory.Sample{T: float64(r.IntN(9)), X: scale * float64(r.IntN(100)), Y: scale * r.Float64()}
		to := trajectory.Sample{T: from.T + float64(1+r.IntN(8)), X: from.X + scale*dx, Y: from.Y + scale*dy, Z: scale * dz, H: scale * float64(r.IntN(2))}
		v := math.Hypot(math.Hypot(to.X-from.X, to.Y-from.Y), math.Hypot(to.Z-from.Z, to.H-from.H)) / (to.T - from.T)
		for range r.IntN(3) {
			v = math.Nextafter(v, math.Inf(1-2*r.IntN(2)))
		}
		if v = math.Abs(v); r.IntN(9) == 0 {
			v *= 0.5 + r.Float64()
		}
		got, want := from.Faster(to, v), isFaster(from, to, v)
		if got != want {
			t.Fatalf("from %+v to %+v at %v: %v, want %v", from, to, v, got, want)
		}
		if beside++; got {
			faster++
		}
	}
	if faster < beside/5 || faster > beside*4/5 {
		t.Errorf("%d of %d are faster", faster, beside)
	}
	if (trajectory.Sample{}).Faster(trajectory.Sample{T: 5e-324, X: trajectory.MaxMagnitude}, math.Inf(1)) {
		t.Error("faster than any speed")
	}
	if !(trajectory.Sample{X: -trajectory.MaxMagnitude}).Faster(trajectory.Sample{T: trajectory.MaxMagnitude, X: trajectory.MaxMagnitude}, math.Nextafter(2, 0)) {
		t.Error("not faster than a bit less than its speed")
	}
}

// cutOff applies a limit of speed to rows, the slow way: rows are left out, and the pieces of the remaining rows mark
// the gaps.
func cutOff(s shape, rows []row, v float64) (kept []row, left trajectory.LeftOut) {
	last := map[int64]row{}
	sides := make([][2]bool, len(rows)) // too fast before the row, and after it
	before := map[int64]int{}
	for i, now := range rows {
		was, there := last[now.id]
		apart := s.maxGap > 0 && now.t-was.t > s.maxGap || s.pieces && now.piece != was.piece
		if there && !apart && isFaster(sampleOf(s, was), sampleOf(s, now), v) {
			sides[before[now.id]][1], sides[i][0] = true, true
		}
		last[now.id], before[now.id] = now, i
	}
	piece, gap := map[int64]uint32{}, map[int64]bool{}
	segment, byGap, bySpeed := map[int64]bool{}, map[int64]bool{}, map[int64]bool{}
	clear(last)
	for i, now := range rows {
		was, there := last[now.id]
		last[now.id] = now
		gap[now.id] = gap[now.id] || sides[i][0] || there && (s.maxGap > 0 && now.t-was.t > s.maxGap || s.pieces && now.piece != was.piece)
		if sides[i][0] && sides[i][1] {
			left.CutOff++
			continue
		}
		if sides[i][0] {
			left.SpeedGaps++
		}
		bySpeed[now.id] = bySpeed[now.id] || sides[i][0]
		byGap[now.id] = byGap[now.id] || there && s.maxGap > 0 && now.t-was.t > s.maxGap && !(s.pieces && now.piece != was.piece)
		if gap[now.id] {
			piece[now.id]++
		}
		segment[now.id] = segment[now.id] || there && !gap[now.id]
		gap[now.id] = false
		now.piece = piece[now.id]
		kept = append(kept, now)
	}
	for id := range last {
		switch {
		case segment[id]:
		case bySpeed[id]:
			left.SpeedAlone++
		case byGap[id]:
			left.GapAlone++
		}
	}
	return kept, left
}

func sampleOf(s shape, r row) trajectory.Sample {
	at := trajectory.Sample{T: r.t, X: r.x, Y: r.y, Z: r.z}
	if s.flat {
		at.Z = 0
	}
	return at
}

// TestMaxSpeedAgainstTheSlowWay: stores of random rows of any shape, with time gaps and pieces, equal the stores of
// the rows that cutOff keeps.
func TestMaxSpeedAgainstTheSlowWay(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(4, 2))
	var all trajectory.LeftOut
	for _, s := range shapes() {
		for range 60 {
			rows, v := s.random(r), []float64{0.1, 0.2, 0.4}[r.IntN(3)]
			kept, left := cutOff(s, rows, v)
			store, err := trajectory.New(s.columns(rows), trajectory.BuildOptions{MaxGap: s.maxGap, MaxSpeed: v})
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("%+v, %v", s, v)
			if store.LeftOut() != left {
				t.Fatalf("%s: left out %+v, want %+v", what, store.LeftOut(), left)
			}
			parted := s
			parted.maxGap, parted.pieces = 0, true
			check(t, what, s, store, parted.model(kept))
			all.Add(left)
		}
	}
	if all.CutOff < 1000 || all.SpeedGaps < 1000 {
		t.Errorf("%+v in all", all)
	}
}

// TestMaxSpeedHeights: heights count together with horizontal positions, as z would.
func TestMaxSpeedHeights(t *testing.T) {
	ids := trajectory.IDColumn{Int: make([]int64, 4)}
	h, z := []float64{0, 0, 30, 30}, []float64{0, 0, 30, 30}
	beside := trajectory.Columns{ID: ids, T: []float64{0, 1, 2, 3}, X: make([]float64, 4), Y: make([]float64, 4), H: h}
	above := beside
	above.H, above.Z = nil, z
	above.T, above.X, above.Y = slices.Clone(above.T), slices.Clone(above.X), slices.Clone(above.Y)
	for _, c := range []trajectory.Columns{beside, above} {
		s, err := trajectory.New(c, trajectory.BuildOptions{MaxSpeed: 29})
		if err != nil || s.Segments() != 2 || s.LeftOut() != (trajectory.LeftOut{SpeedGaps: 1}) {
			t.Errorf("%v: %d segments, %+v", err, s.Segments(), s.LeftOut())
		}
	}
}

// TestMaxSpeedAfterOtherRules: bad rows and repeats are left out before speeds are computed, and a value below 0 is no
// limit.
func TestMaxSpeedAfterOtherRules(t *testing.T) {
	rows := []row{{id: 3, t: 0}, {id: 3, t: 1, x: math.NaN()}, {id: 3, t: 1, x: 1}, {id: 3, t: 1, x: 1}, {id: 3, t: 2, x: 9}, {id: 3, t: 3, x: 2}, {id: 3, t: 4, x: 3}}
	s, err := trajectory.New(shape{flat: true}.columns(rows), trajectory.BuildOptions{MaxSpeed: 2, SkipBadRows: true})
	want := trajectory.LeftOut{Repeats: 1, SpeedGaps: 1, CutOff: 1}
	if err != nil || drawn(s) != "0-1|2-3" || s.Skipped() != 1 || s.LeftOut() != want {
		t.Errorf("%v: %s, %d skipped, %+v", err, drawn(s), s.Skipped(), s.LeftOut())
	}
	for _, v := range []float64{-1, math.NaN(), math.Inf(-1)} {
		if _, err := trajectory.New(shape{}.columns(good()), trajectory.BuildOptions{MaxSpeed: v}); err == nil || !strings.Contains(err.Error(), "max speed") {
			t.Errorf("%v: %v", v, err)
		}
	}
	none, err := trajectory.New(shape{}.columns(good()), trajectory.BuildOptions{MaxSpeed: math.Inf(1)})
	if err != nil || none.Segments() != 4 {
		t.Errorf("no limit: %v, %d segments", err, none.Segments())
	}
}
