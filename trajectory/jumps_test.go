package trajectory_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/geo"
	"flyby/trajectory"
)

// letters returns the samples of objects, a letter each: d drifts, f goes fast, A and B are two places far apart, and a blank is a gap.
func letters(tracks []string) (c trajectory.Columns) {
	for id, track := range tracks {
		x, t := 0.0, 0.0
		for i, letter := range track {
			t += 60
			switch letter {
			case 'd':
				x += 6
			case 'f':
				x += 3000
			case 'A':
				x = float64(i)
			case 'B':
				x = 30_000 + float64(i)
			case ' ':
				t += 2e3
				continue
			}
			c.ID.Int, c.T, c.X, c.Y = append(c.ID.Int, int64(id)), append(c.T, t), append(c.X, x), append(c.Y, 0)
		}
	}
	return c
}

// inTime returns the rows in order of time.
func inTime(c trajectory.Columns) (out trajectory.Columns) {
	order := make([]int, len(c.T))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(c.T[a] - c.T[b]) })
	for _, i := range order {
		out.ID.Int, out.T, out.X, out.Y = append(out.ID.Int, c.ID.Int[i]), append(out.T, c.T[i]), append(out.X, c.X[i]), append(out.Y, c.Y[i])
	}
	return out
}

// builtJumps returns the jumps that a Builder reports, row by row.
func builtJumps(t *testing.T, c trajectory.Columns, o trajectory.BuildOptions) trajectory.Jumps {
	t.Helper()
	b, err := trajectory.NewBuilder(trajectory.Number, o, discard{})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range c.ID.Int {
		c.ID.Code = append(c.ID.Code, uint32(id))
	}
	if err := b.Grow(&c, int(slices.Max(c.ID.Int))+1); err != nil {
		t.Fatal(err)
	}
	if err := b.Add(&c, func(e *trajectory.RowError) error { return e }); err != nil {
		t.Fatal(err)
	}
	if err := b.End(); err != nil {
		t.Fatal(err)
	}
	return b.Report().Jumps
}

type discard struct{}

func (discard) Segment(*trajectory.BuiltSegment) error { return nil }
func (discard) Close(*trajectory.BuiltSegment) error   { return nil }

// newJumps returns the jumps of a store.
func newJumps(t *testing.T, c trajectory.Columns, o trajectory.BuildOptions) trajectory.Jumps {
	t.Helper()
	c.ID.Int, c.T, c.X, c.Y = slices.Clone(c.ID.Int), slices.Clone(c.T), slices.Clone(c.X), slices.Clone(c.Y)
	s, err := trajectory.New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return s.Jumps()
}

// TestJumps: an object that is fast for long is no jump where others drift; two objects with one id are, in turn or one after the other,
// and so is a wrong position. A single jump and ten times the speed of 99 of 100 are none, nor is anything beyond a limit of speed.
func TestJumps(t *testing.T) {
	drifting := "dddddddddddddddddddddddddddddddddddddddd"
	for name, c := range map[string]struct {
		tracks        []string
		o             trajectory.BuildOptions
		want, fastest int
	}{
		"a ship that passes": {[]string{drifting, "fffffffff"}, trajectory.BuildOptions{}, 0, 0},
		"sails, then drifts": {[]string{"dddddddddddddddddddddffffffdddddddddddddddddd", "dddddddddd"}, trajectory.BuildOptions{}, 0, 0},
		"two in turn":        {[]string{drifting, "dddddddddd", "ABABABAB"}, trajectory.BuildOptions{}, 7, 2},
		"two in blocks":      {[]string{drifting, "AAABBBAAAB", "AAABB"}, trajectory.BuildOptions{}, 4, 1},
		"wrong positions":    {[]string{drifting, "AAABAAAABAA"}, trajectory.BuildOptions{}, 4, 1},
		"one of two samples": {[]string{drifting, "dddddddddddddd", "ff", "ff", "ff"}, trajectory.BuildOptions{}, 0, 0},
		"one alone":          {[]string{drifting, "AAAB"}, trajectory.BuildOptions{}, 0, 0},
		"too many":           {[]string{"dddd", "ABABABAB"}, trajectory.BuildOptions{}, 0, 0},
		"a limit":            {[]string{drifting, "AAABAAAABAA"}, trajectory.BuildOptions{MaxSpeed: 1000}, 0, 0},
		"gaps":               {[]string{drifting, "AAAB BBBA AAA"}, trajectory.BuildOptions{MaxGap: 1e3}, 2, 1},
		"moved in gaps":      {[]string{drifting, "AAA BBB AAA BBB"}, trajectory.BuildOptions{MaxGap: 1e3}, 0, 0},
		"at rest":            {[]string{"AAAAAAAA"}, trajectory.BuildOptions{}, 0, 0},
	} {
		rows := letters(c.tracks)
		got := newJumps(t, rows, c.o)
		if got.Segments != c.want || got.Fastest != c.fastest || c.want > 0 && !(6./60 < got.Band[0] && got.Band[0] < got.Band[1] && got.Band[1] <= 500) {
			t.Errorf("%s: %+v, want %d of %d", name, got, c.want, c.fastest)
		}
		for order, built := range map[string]trajectory.Jumps{"of trajectories": builtJumps(t, rows, c.o), "of time": builtJumps(t, inTime(rows), c.o)} {
			if built != got {
				t.Errorf("%s, row by row in order %s: %+v, want %+v", name, order, built, got)
			}
		}
	}
}

// TestBand: jumps are beyond a band without any speed, or, where the 99th percentile is given, ten times faster than it; slow motion, heavy
// tails and two crowds are no jumps. Each speed is the speed of two segments, there and back.
func TestBand(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 3))
	speeds := func(n int, median, spread float64) (all []float64) {
		for range n {
			all = append(all, median*math.Exp(spread*r.NormFloat64()))
		}
		return all
	}
	sailing, moored := speeds(1000, 6, 0.3), speeds(9000, 0.02, 0.5)
	for name, c := range map[string]struct {
		speeds        []float64
		want, tenfold int // jumps by the band alone, and by the percentile
	}{
		"sailing":               {sailing, 0, 0},
		"with moored":           {append(speeds(3000, 0.3, 1.5), append(moored, sailing...)...), 0, 0},
		"heavy tail":            {speeds(5000, 0.05, 1), 0, 0},
		"two ships":             {append(speeds(1000, 6, 0.3), speeds(30, 300, 0.2)...), 30, 30},
		"two ships, moored":     {append(append(speeds(3000, 0.3, 1.2), sailing...), speeds(120, 600, 0.2)...), 120, 120},
		"many jumps":            {append(speeds(1000, 6, 0.3), speeds(200, 300, 0.2)...), 200, 200},
		"more than a third":     {append(speeds(1000, 6, 0.3), speeds(600, 300, 0.2)...), 0, 0},
		"one":                   {append(speeds(1000, 6, 0.1), 5000), 1, 1},
		"one, little faster":    {append(speeds(1000, 6, 0.1), 25), 0, 0},
		"a tail without a band": {append(speeds(5000, 6, 0.1), 13, 23, 40, 70, 120, 200), 0, 2},
		"at rest":               {make([]float64, 50), 0, 0},
		"none":                  {nil, 0, 0},
		"three":                 {[]float64{1, 1, 100}, 0, 0},
	} {
		var at, times []float64
		pieces := func(yield func(trajectory.Piece) bool) {
			for i := range c.speeds {
				if !yield(trajectory.Piece{Traj: i, First: 3 * i, Samples: 3}) {
					return
				}
			}
		}
		for i, v := range c.speeds {
			at, times = append(at, 0, v, 0), append(times, float64(3*i), float64(3*i+1), float64(3*i+2))
		}
		sorted := slices.Sorted(slices.Values(c.speeds))
		for _, p99 := range []float64{0, percentile(sorted)} {
			want := c.want
			if p99 > 0 {
				want = c.tenfold
			}
			j := trajectory.FindJumps(times, [][]float64{at}, pieces, p99)
			beyond := 0
			for _, v := range sorted {
				if j.Segments > 0 && v >= j.Band[1] {
					beyond++
				}
				if j.Segments > 0 && v > j.Band[0] && v < j.Band[1] {
					t.Errorf("%s: %v is in the band %v", name, v, j.Band)
				}
			}
			if j.Segments != 2*want || beyond != want {
				t.Errorf("%s, percentile %v: %+v, %d are beyond the band, want %d", name, p99, j, beyond, want)
			}
		}
	}
}

// percentile returns the value that 99 of 100 sorted values do not exceed; 0 of none.
func percentile(sorted []float64) float64 {
	if n := len(sorted); n > 0 {
		return sorted[(99*n+99)/100-1]
	}
	return 0
}

// TestJumpsOfColumnsAreOfRows: jumps found among columns are the jumps found row by row, in any order of rows, and no speed is in their band.
func TestJumpsOfColumnsAreOfRows(t *testing.T) {
	found := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 6))
		var tracks []string
		for range 1 + r.IntN(8) {
			track := []byte{}
			for range 1 + r.IntN(400) {
				track = append(track, "dddddddddddddddddddddddddddddddddddddddABf "[r.IntN(10+r.IntN(34))])
			}
			tracks = append(tracks, string(track)+"d")
		}
		rows := letters(tracks)
		for i := range rows.X {
			rows.X[i] += r.NormFloat64()
		}
		o := trajectory.BuildOptions{MaxGap: []float64{0, 1e3}[r.IntN(2)]}
		got := newJumps(t, rows, o)
		if got.Segments > 0 {
			found++
		}
		if a, b := builtJumps(t, rows, o), builtJumps(t, inTime(rows), o); a != got || b != got {
			t.Errorf("seed %d: %+v, %+v row by row and %+v in order of time", seed, got, a, b)
		}
	}
	if found < 20 {
		t.Errorf("%d of 300 sets have jumps: too few to say anything", found)
	}
}

// TestJumpsOfDegrees: a way that great circles cut into parts is one segment.
func TestJumpsOfDegrees(t *testing.T) {
	rows := letters([]string{"dddddddddddddddddddddddddddddddddddddddd", "AAAAABAAAAA"})
	for i := range rows.X {
		rows.X[i] /= 10_000 // 3 degrees from A to B
	}
	o := func() trajectory.BuildOptions { return trajectory.BuildOptions{Path: geo.GreatCircles()} }
	got := newJumps(t, rows, o())
	if got.Segments != 2 || got.Fastest != 1 || !(got.Band[1] > 5000 && got.Band[1] < 6000) {
		t.Errorf("%+v", got)
	}
	if built := builtJumps(t, inTime(rows), o()); built.Segments != got.Segments || math.Abs(built.Band[1]-got.Band[1]) > 1e-2*got.Band[1] {
		t.Errorf("%+v row by row, %+v", built, got)
	}
}

// BenchmarkFindJumps looks for jumps among a million segments.
func BenchmarkFindJumps(b *testing.B) {
	const rows = 1_000_000
	r := rand.New(rand.NewPCG(1, 1))
	t, x, y := make([]float64, rows), make([]float64, rows), make([]float64, rows)
	for i := 1; i < rows; i++ {
		t[i], x[i], y[i] = t[i-1]+60, x[i-1]+r.Float64(), y[i-1]-r.Float64()
	}
	pieces := func(yield func(trajectory.Piece) bool) { yield(trajectory.Piece{Samples: rows}) }
	for b.Loop() {
		if j := trajectory.FindJumps(t, [][]float64{x, y}, pieces, 0); j.Segments > 0 {
			b.Fatal(j)
		}
	}
}
