package trajectory_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"flyby/internal/curve"
	"flyby/internal/geo"
	"flyby/trajectory"
)

// crowd draws many rows of some objects: by trajectory, with objects that take turns, or in any order. There are repeats, gaps, long times and
// jumps among them, and rows that go back.
func crowd(r *rand.Rand, rows int, way uint64) drawing {
	d := drawing{path: func() trajectory.Path { return nil }}
	objects, order, faults := []int{1, 7, 90, 900, rows / 3}[r.IntN(5)], r.IntN(3), r.IntN(4)
	scale := []int64{1, -3, math.MaxInt64 / int64(objects)}[r.IntN(3)]
	clock := make([]float64, objects)
	for i := range rows {
		id := []int{i * objects / rows, i % objects, r.IntN(objects)}[order]
		clock[id] += []float64{1, 3, 0, -1}[r.IntN(1+faults)*(r.IntN(9)/8)]
		if r.IntN(1000) == 0 {
			clock[id] += 40
		}
		x := float64(r.IntN(3))
		if r.IntN(500) == 0 {
			x = 1000
		}
		d.ids, d.c.T = append(d.ids, scale*int64(id)-1), append(d.c.T, clock[id])
		d.c.X, d.c.Y, d.c.Z = append(d.c.X, x), append(d.c.Y, math.Copysign(0, float64(r.IntN(2))-1)), append(d.c.Z, float64(r.IntN(3)-1))
		d.c.R, d.c.Piece = append(d.c.R, float64(1+r.IntN(400)/399)), append(d.c.Piece, uint32(i*5/rows))
	}
	d.choose(r, way)
	return d
}

// choose drops some columns, draws the options, and makes objects move in one of six ways.
func (d *drawing) choose(r *rand.Rand, way uint64) {
	if r.IntN(2) == 0 {
		d.c.R = nil
	}
	if r.IntN(2) == 0 {
		d.c.Piece = nil
	}
	if r.IntN(2) == 0 {
		d.options.MaxGap = 2.5
	}
	switch way % 6 {
	case 0:
		d.options.MaxSpeed = 1.5
	case 1:
		d.scale(0.01)
		d.path = geo.GreatCircles
	case 2:
		for k := range d.c.V {
			d.c.V[k] = slices.Repeat([]float64{math.NaN()}, len(d.ids))
		}
		for row := range d.ids {
			if r.IntN(20) == 0 {
				d.c.V[0][row], d.c.V[1][row], d.c.V[2][row] = 1, -1, 0
			}
		}
		within := []float64{0.02, 1e-6}[r.IntN(2)]
		d.c.Loose, d.path = true, func() trajectory.Path { return curve.Path(within) }
	case 3:
		until := 10.0
		d.options.Until, d.options.MaxGap = &until, 0
	}
	d.options.SkipBadRows, d.options.KeepFirst = r.IntN(3) > 0, r.IntN(2) == 0
	if r.IntN(2) == 0 {
		d.spoil(r)
	}
}

// named returns a copy of the rows, with ids that are numbers, or the same as text.
func (d *drawing) named(names bool) trajectory.Columns {
	c := d.columns(false)
	if !names {
		return c
	}
	texts := make([]string, len(d.ids))
	for row, id := range d.ids {
		texts[row] = fmt.Sprint(id)
	}
	c.ID = trajectory.Names(texts)
	return c
}

// build builds the rows on some cores.
func (d *drawing) build(cores int, names bool) (*trajectory.Store, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
	o := d.options
	o.Path = d.path()
	return trajectory.New(d.named(names), o)
}

// bits returns the bits of the samples and of the extent of a store.
func bits(s *trajectory.Store) (all []uint64) {
	e := s.Extent()
	for _, numbers := range [][]float64{s.T(), s.X(), s.Y(), s.Z(), s.H(), {e.Start, e.End}, e.Min[:], e.Max[:]} {
		for _, v := range numbers {
			all = append(all, math.Float64bits(v))
		}
	}
	return all
}

// TestNewOnAnyCores: New makes the same store, to the bit, or the same error, on one core and on several.
func TestNewOnAnyCores(t *testing.T) {
	built, jumps := 0, 0
	for seed := range uint64(24) {
		r := rand.New(rand.NewPCG(seed, 3))
		d := crowd(r, 33_000+r.IntN(17_000), seed)
		names := r.IntN(3) == 0
		want, wrong := d.build(1, names)
		for _, cores := range []int{3, 8} {
			got, err := d.build(cores, names)
			if !reflect.DeepEqual(err, wrong) {
				t.Fatalf("seed %d: on %d cores %v, want %v", seed, cores, err, wrong)
			}
			if err != nil {
				continue
			}
			if built++; got.Jumps().Segments > 0 {
				jumps++
			}
			if !reflect.DeepEqual(got, want) || !slices.Equal(bits(got), bits(want)) {
				t.Fatalf("seed %d: another store on %d cores: %+v", seed, cores, d.options)
			}
		}
	}
	if built < 20 || jumps < 6 {
		t.Errorf("%d stores, %d with jumps: too few to say anything", built, jumps)
	}
}

// TestOrderOnAnyCores: the samples of a trajectory are the rows of its id in the order of the file, whatever the order of ids, and extents are those of
// the columns.
func TestOrderOnAnyCores(t *testing.T) {
	for seed := range uint64(16) {
		r := rand.New(rand.NewPCG(seed, 4))
		d := crowd(r, 30_000, 0)
		d.options, d.path, d.c.V, d.c.Piece, d.c.R = trajectory.BuildOptions{}, geo.Degrees, [3][]float64{}, nil, nil
		d.c.Z = nil
		want := map[string][]float64{}
		for row, id := range d.ids {
			d.c.T[row], d.c.X[row] = float64(row), r.Float64()*180-90
			want[fmt.Sprint(id)] = append(want[fmt.Sprint(id)], d.c.X[row])
		}
		s, err := d.build(1+int(seed%8), seed%3 == 0)
		if err != nil {
			t.Fatal(err)
		}
		if s.Trajectories() != len(want) {
			t.Fatalf("seed %d: %d trajectories, want %d", seed, s.Trajectories(), len(want))
		}
		for traj := range s.Trajectories() {
			first, last := s.Range(traj)
			if !slices.Equal(s.X()[first:last], want[s.ID(traj)]) {
				t.Fatalf("seed %d: trajectory %d has other rows than those of %s", seed, traj, s.ID(traj))
			}
		}
		if e := s.Extent(); e.Min[0] != slices.Min(d.c.X) || e.Max[0] != slices.Max(d.c.X) || e.Start != 0 || e.End != float64(len(d.ids)-1) {
			t.Fatalf("seed %d: %+v", seed, e)
		}
	}
}
