package geo

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/trajectory"
)

// voyages makes rows of some ships in turn, a minute between two samples of each, with positions that are far off now and
// then. Ids are the numbers of ships.
func voyages(r *rand.Rand, heights bool) trajectory.Columns {
	var c trajectory.Columns
	ships := 1 + r.IntN(4)
	lon, lat := make([]float64, ships), make([]float64, ships)
	for i := range lon {
		lon[i], lat[i] = r.Float64()*360-180, r.Float64()*160-80
	}
	for step := range 2 + r.IntN(30) {
		for i := range lon {
			far := 0.0
			if r.IntN(5) == 0 {
				far = 3 * r.Float64()
			}
			lon[i], lat[i] = math.Remainder(lon[i]+0.01*r.Float64(), 360), max(-85, min(85, lat[i]+0.01*(r.Float64()-0.5)))
			c.ID.Int, c.T = append(c.ID.Int, int64(i)), append(c.T, float64(60*step))
			c.X, c.Y = append(c.X, math.Remainder(lon[i]+far, 360)), append(c.Y, lat[i]-far)
			if heights {
				c.Z = append(c.Z, 1e4*r.Float64())
			}
		}
	}
	return c
}

// clone copies columns. If upright, the copy has heights in H instead of Z.
func clone(c trajectory.Columns, upright bool) trajectory.Columns {
	c.ID.Int, c.T, c.X, c.Y, c.Z = slices.Clone(c.ID.Int), slices.Clone(c.T), slices.Clone(c.X), slices.Clone(c.Y), slices.Clone(c.Z)
	if upright {
		c.Z, c.H = nil, c.Z
	}
	return c
}

// bySpeed cuts rows by speed and numbers pieces in a slow way: from the textbook's positions.
func bySpeed(c trajectory.Columns, v float64) (kept trajectory.Columns, cutOff int) {
	fast := func(a, b int) bool {
		from, to := foot(c.X[a], c.Y[a]), foot(c.X[b], c.Y[b])
		if c.Z != nil {
			from, to = Place{0, c.X[a], c.Y[a], c.Z[a]}.Metres(), Place{0, c.X[b], c.Y[b], c.Z[b]}.Metres()
		}
		return distance(from, to) > v*(c.T[b]-c.T[a])
	}
	if c.Z != nil {
		kept.Z = []float64{}
	}
	kept.ID.Int = []int64{}
	piece := map[int64]uint32{}
	for row, id := range c.ID.Int {
		before, after := -1, -1
		for other, of := range c.ID.Int {
			switch {
			case of != id:
			case other < row:
				before = other
			case other > row && after < 0:
				after = other
			}
		}
		if before >= 0 && fast(before, row) {
			if piece[id]++; after >= 0 && fast(row, after) {
				cutOff++
				continue
			}
		}
		kept.ID.Int, kept.T, kept.X, kept.Y = append(kept.ID.Int, id), append(kept.T, c.T[row]), append(kept.X, c.X[row]), append(kept.Y, c.Y[row])
		kept.Piece = append(kept.Piece, piece[id])
		if c.Z != nil {
			kept.Z = append(kept.Z, c.Z[row])
		}
	}
	return kept, cutOff
}

// TestMaxSpeedOnEarth: segments that are too fast in metres are cut before long segments are split, so that rows in degrees
// give the store of the rows that bySpeed keeps, in pieces; with heights beside positions there are the same samples and
// gaps, and so there are with degrees that stay degrees.
func TestMaxSpeedOnEarth(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 5))
	split, cut := 0, 0
	for range 300 {
		heights := r.IntN(2) == 0
		c := voyages(r, heights)
		o := trajectory.BuildOptions{MaxSpeed: []float64{30, 500, 3000}[r.IntN(3)]}
		kept, cutOff := bySpeed(c, o.MaxSpeed)
		wanted, found := along(t, GreatCircles(), clone(kept, false), trajectory.BuildOptions{}), along(t, GreatCircles(), clone(c, false), o)
		parted, added := wanted.Split()
		if gotParted, gotAdded := found.Split(); gotParted != parted || gotAdded != added {
			t.Fatalf("%d parted and %d added, want %d and %d", gotParted, gotAdded, parted, added)
		}
		split, cut = split+parted, cut+cutOff
		same(t, found, wanted)
		for _, column := range [][2][]float64{{found.X(), wanted.X()}, {found.Y(), wanted.Y()}, {found.Z(), wanted.Z()}} {
			if !slices.Equal(column[0], column[1]) {
				t.Fatalf("positions %v, want %v", column[0], column[1])
			}
		}
		if found.LeftOut().CutOff != cutOff {
			t.Fatalf("%+v, want %d samples cut off", found.LeftOut(), cutOff)
		}
		same(t, along(t, GreatCircles(), clone(c, true), o), wanted)
		same(t, along(t, Degrees(), clone(c, false), o), along(t, nil, kept, trajectory.BuildOptions{}))
	}
	if split < 500 || cut < 1000 {
		t.Errorf("%d segments were split, and %d samples cut off", split, cut)
	}
}

func along(t *testing.T, path trajectory.Path, c trajectory.Columns, o trajectory.BuildOptions) *trajectory.Store {
	t.Helper()
	o.Path = path
	s, err := trajectory.New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// same compares times and pieces.
func same(t *testing.T, got, want *trajectory.Store) {
	t.Helper()
	if !slices.Equal(got.T(), want.T()) {
		t.Fatalf("times %v, want %v", got.T(), want.T())
	}
	if g, w := slices.Collect(got.Pieces()), slices.Collect(want.Pieces()); !slices.Equal(g, w) {
		t.Fatalf("pieces %v, want %v", g, w)
	}
}

// TestMaxSpeedIsThroughSpace: the speed is measured along the chord of the whole way, and neither over the ground nor along
// the parts into which the way would be split.
func TestMaxSpeedIsThroughSpace(t *testing.T) {
	across := sailing([]float64{0, 180}, []float64{0, 0}, nil)
	for v, segments := range map[float64]int{2*semiMajor + 1: 1, 2*semiMajor - 1: 2} {
		s := along(t, GreatCircles(), clone(across, false), trajectory.BuildOptions{MaxSpeed: v})
		if _, added := s.Split(); added > 0 != (segments == 1) || s.Segments() != segments+added {
			t.Errorf("at most %v m/s: %d segments, %d samples added", v, s.Segments(), added)
		}
	}
	if from, to := (Place{}), (Place{T: 2, Height: 10}); Faster(from, to, 5) || !Faster(from, to, math.Nextafter(5, 0)) {
		t.Error("a climb of 10 m in 2 s is not 5 m/s")
	}
}
