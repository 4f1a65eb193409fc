package curve_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby/internal/curve"
	"flyby/trajectory"
)

// orbit appends the samples of a circular orbit about the origin, every step from first on, to columns.
func orbit(c *trajectory.Columns, id int64, radius, speed, phase, first, step float64, samples int) {
	for i := range samples {
		t := first + float64(i)*step
		sin, cos := math.Sincos(speed/radius*t + phase)
		c.ID.Int = append(c.ID.Int, id)
		c.T, c.X, c.Y = append(c.T, t), append(c.X, radius*cos), append(c.Y, radius*sin)
		c.Z = append(c.Z, float64(id))
		for k, v := range []float64{-speed * sin, speed * cos, 0} {
			c.V[k] = append(c.V[k], v)
		}
	}
}

// report has a store's counts of a path, and of rows left out.
type report struct {
	Split, Added, Skipped, Repeats int
	Bad                            []*trajectory.RowError
	Within                         float64
}

// split returns the samples of a store along curves.
func split(c trajectory.Columns, o trajectory.BuildOptions, within float64) (out trajectory.Columns, r report, err error) {
	path := curve.Path(within)
	o.Path = path
	s, err := trajectory.New(c, o)
	if err != nil {
		return out, r, err
	}
	r.Split, r.Added = s.Split()
	r.Skipped, r.Bad, r.Repeats, r.Within = s.Skipped(), s.SkippedRows(), s.LeftOut().Repeats, path.Within()
	out.T, out.X, out.Y, out.Z = s.T(), s.X(), s.Y(), s.Z()
	return out, r, nil
}

// TestSplit: samples are added between rows in order, but not across gaps; bad rows and repeats are dropped.
func TestSplit(t *testing.T) {
	var c trajectory.Columns
	orbit(&c, 7, 7000, 7.5, 0, 0, 60, 4)
	orbit(&c, 3, 7100, 7.5, 1, 30, 60, 3)
	c.R = slices.Repeat([]float64{2}, len(c.T))
	c.Piece = []uint32{0, 0, 1, 1, 0, 0, 0}
	s, err := trajectory.New(c, trajectory.BuildOptions{Path: curve.Path(0.1)})
	if err != nil {
		t.Fatal(err)
	}
	parted, added := s.Split()
	if parted != 4 || added < 4*5 || s.Samples() != 7+added {
		t.Fatalf("%d and %d added, %d rows, want 4 segments in some parts each", parted, added, s.Samples())
	}
	if s.Segments() != 4+added || s.Trajectories() != 2 || s.Radius(0) != 2 {
		t.Fatalf("%v segments, want 4 and %d", s.Segments(), added)
	}
	for traj, radius := range []float64{7100, 7000} {
		for row, end := s.Range(traj); row < end; row++ {
			if off := math.Abs(math.Hypot(s.X()[row], s.Y()[row]) - radius); off > 0.001 {
				t.Errorf("trajectory %d, row %d: %v off its circle", traj, row, off)
			}
		}
	}
}

// TestSplitLeavesOut: rows that New refuses are refused, or dropped and counted; a gap is not split.
func TestSplitLeavesOut(t *testing.T) {
	columns := func() trajectory.Columns {
		var c trajectory.Columns
		orbit(&c, 1, 7000, 7.5, 0, 0, 60, 5)
		for _, col := range []*[]float64{&c.X, &c.Y, &c.Z, &c.V[0], &c.V[1], &c.V[2]} {
			(*col)[2] = (*col)[1]
		}
		c.T[2], c.V[1][3] = c.T[1], math.NaN() // a repeat, and no velocity
		return c
	}
	var bad *trajectory.RowError
	if _, _, err := split(columns(), trajectory.BuildOptions{}, 1); !errors.As(err, &bad) || bad.Row != 3 || bad.Column != "vy" {
		t.Fatalf("%v, want what is wrong with vy", err)
	}
	out, report, err := split(columns(), trajectory.BuildOptions{SkipBadRows: true, MaxGap: 100}, 1)
	if err != nil || report.Skipped != 1 || report.Repeats != 1 || report.Split != 1 || len(report.Bad) != 1 || len(out.T) != 3+report.Added {
		t.Errorf("%d rows, %+v, %v", len(out.T), report, err)
	}
	c := columns()
	c.V[1][3] = 1
	c.V[0][2]++ // another velocity: no repeat
	if _, _, err := split(c, trajectory.BuildOptions{}, 1); !errors.As(err, &bad) || bad.Row != 2 || bad.Column != "t" {
		t.Errorf("%v, want a repeated time", err)
	}
	c = columns()
	c.H = c.Z
	if _, _, err := split(c, trajectory.BuildOptions{}, 1); err == nil || !strings.Contains(err.Error(), "heights") {
		t.Errorf("%v, want a word about heights", err)
	}
}

// TestSplitRefuses: too many parts are an error with a distance that fits all segments, and too many samples are counted
// before any is made.
func TestSplitRefuses(t *testing.T) {
	columns := func() trajectory.Columns {
		var c trajectory.Columns
		orbit(&c, 1, 7000, 7.5, 0, 0, 60, 3)
		orbit(&c, 2, 6000, 7.5, 0, 0, 60, 3)
		return c
	}
	_, _, err := split(columns(), trajectory.BuildOptions{}, 1e-8)
	var refused *curve.Error
	if !errors.As(err, &refused) || refused.Within != 1e-8 {
		t.Fatalf("%v, want a refusal", err)
	}
	if _, report, err := split(columns(), trajectory.BuildOptions{}, refused.Fits); err != nil || report.Split != 4 {
		t.Errorf("%+v, %v within %v, which is to fit", report, err, refused.Fits)
	}
	if _, _, err := split(columns(), trajectory.BuildOptions{}, refused.Fits*0.98); !errors.As(err, &refused) {
		t.Errorf("%v within less than what fits", err)
	}
	var many trajectory.Columns
	orbit(&many, 1, 7000, 7.5, 0, 0, 60, 480_000)
	if _, _, err := split(many, trajectory.BuildOptions{}, refused.Fits); err == nil || !strings.Contains(err.Error(), "samples are more than the 4294967295 of a store") {
		t.Errorf("%v, want too many samples", err)
	}
}

// TestConverges: chords for a tenth of the distance are about a tenth as far from the curve.
func TestConverges(t *testing.T) {
	from := curve.State{P: [3]float64{7000}, V: [3]float64{0, 7.546}}
	to := curve.State{T: 60, P: [3]float64{6985.36, 452.44}, V: [3]float64{-0.4877, 7.5302}}
	last := math.Inf(1)
	for within := 1.0; within > 1e-5; within /= 10 {
		n, _ := curve.Parts(from, to, within)
		off := farthest(from, to, n, 50)
		if n == 0 || off > within || off > last/5 {
			t.Errorf("within %v: %v off in %d parts, and %v before", within, off, n, last)
		}
		last = off
	}
}

// TestWithoutVelocities: columns that lack velocities along an axis count as without velocities.
func TestWithoutVelocities(t *testing.T) {
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 1}}, T: []float64{0, 1}, X: []float64{0, 0}, Y: []float64{0, 0}}
	c.V[0] = []float64{8, -8} // out and back
	out, report, err := split(c, trajectory.BuildOptions{}, 0.1)
	if err != nil || report.Split != 1 || !reflect.DeepEqual(out.Y, make([]float64, len(out.T))) || slices.Max(out.X) < 1.9 {
		t.Errorf("%v, %+v, %v", out, report, err)
	}
}

// TestSplitLoose: in Loose columns ways between samples with velocities are split, a row repeats another whatever its
// velocity is, and where the distance asked for is too small, the least that suffices is taken.
func TestSplitLoose(t *testing.T) {
	columns := func() trajectory.Columns {
		var c trajectory.Columns
		orbit(&c, 1, 7000, 7.5, 0, 0, 60, 5)
		c.Loose = true
		c.V[1][3] = math.NaN()
		for _, col := range []*[]float64{&c.T, &c.X, &c.Y, &c.Z} {
			(*col)[2] = (*col)[1]
		}
		return c
	}
	c, report, err := split(columns(), trajectory.BuildOptions{}, 1)
	if err != nil || report.Split != 1 || report.Repeats != 1 || report.Within != 1 || len(c.T) != 4+report.Added {
		t.Fatalf("%+v, %v: want one way split of three", report, err)
	}
	_, _, err = split(columns(), trajectory.BuildOptions{}, 1e-8)
	if err != nil {
		t.Fatal(err)
	}
	strict := columns()
	strict.Loose, strict.V[1][3] = false, 0
	for k := range strict.V {
		strict.V[k][2] = strict.V[k][1]
	}
	var refused *curve.Error
	if _, _, err = split(strict, trajectory.BuildOptions{}, 1e-8); !errors.As(err, &refused) {
		t.Fatalf("%v, want a refusal", err)
	}
	few := columns()
	few.V[1][3] = 0
	_, report, err = split(few, trajectory.BuildOptions{}, 1e-8)
	if err != nil || report.Within != refused.Fits || report.Split != 3 || report.Repeats != 1 {
		t.Errorf("%+v, %v, want within %v", report, err, refused.Fits)
	}
	large := columns()
	large.V[0][0] = 0x1p1000
	if c, report, err = split(large, trajectory.BuildOptions{}, 1); err != nil || !math.IsInf(report.Within, 1) || report.Split != 0 || len(c.T) != 4 {
		t.Errorf("%+v, %v of velocities that are too large", report, err)
	}
}
