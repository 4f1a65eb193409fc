package trajectory_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"flyby/internal/tier"
	"flyby/trajectory"
)

// TestChecker: a Checker that gets rows piece by piece, with bad ones cut out at once, keeps the
// rows that New keeps of all of them, and returns New's errors.
func TestChecker(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(12, 2))
	for _, s := range shapes() {
		for range 60 {
			rows, _, _ := spoil(r, s, s.random(r))
			if r.IntN(2) == 0 { // one trajectory after the other
				rows = grouped(rows)
			}
			want, err := trajectory.New(s.columns(rows), trajectory.BuildOptions{MaxGap: s.maxGap, SkipBadRows: true})
			if err != nil {
				t.Fatal(err)
			}
			cut, repeats, bad := inPieces(t, r, s, rows)
			got, err := trajectory.New(cut, trajectory.BuildOptions{MaxGap: s.maxGap})
			if err != nil {
				t.Fatal(err)
			}
			if len(bad) != want.Skipped() || repeats != want.LeftOut().Repeats || !reflect.DeepEqual(samplesByID(got), samplesByID(want)) {
				t.Fatalf("%+v: %d rows cut out, %d samples left, want %d and %d", s, len(bad), got.Samples(), want.Skipped(), want.Samples())
			}
			for i, e := range want.SkippedRows() {
				if *bad[i] != *e {
					t.Fatalf("%+v: %v, want %v", s, bad[i], e)
				}
			}
		}
	}
}

// inPieces hands rows to a Checker, a few at a time, as a reader would. Now and then integer ids
// become names on the way.
func inPieces(t *testing.T, r *rand.Rand, s shape, rows []row) (c trajectory.Columns, repeats int, bad []*trajectory.RowError) {
	t.Helper()
	rules := trajectory.Rules{}
	k := rules.Checker()
	c = trajectory.Columns{}
	turn, done := r.IntN(3*len(rows)), 0
	for len(rows) > 0 {
		n := 1 + r.IntN(len(rows))
		var good []row
		var place []int // index of each good row among all
		for i, v := range rows[:n] {
			if e := rules.Check(trajectory.Sample{T: v.t, X: v.x, Y: v.y, Z: v.z, R: v.r}); e != nil {
				e.Row = done + i
				bad = append(bad, e)
				continue
			}
			good, place = append(good, v), append(place, done+i)
		}
		from := len(c.T)
		c = appended(c, s.columns(good))
		if done > turn && c.ID.Code == nil {
			c.ID = asNames(c.ID.Int)
		}
		if err := k.Keep(&c, from, func(row int, e *trajectory.RowError) error {
			if e == nil {
				repeats++
				return nil
			}
			e.Row = place[row-from]
			bad = append(bad, e)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		done, rows = done+n, rows[n:]
	}
	sortByRow(bad)
	return c, repeats, bad
}

// samplesByID returns the times and first coordinates of each trajectory.
func samplesByID(s *trajectory.Store) map[string][][]float64 {
	m := map[string][][]float64{}
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		m[s.ID(traj)] = [][]float64{s.T()[first:last], s.X()[first:last]}
	}
	for p := range s.Pieces() {
		m[s.ID(p.Traj)] = append(m[s.ID(p.Traj)], []float64{float64(p.Samples)})
	}
	return m
}

// TestCheckerStops: a Checker stops at the first bad row if told to.
func TestCheckerStops(t *testing.T) {
	c := shape{}.columns([]row{{t: 0}, {t: 1}, {t: 2}, {t: 2, x: 1}, {t: 0}})
	stop := errors.New("stop")
	err := (trajectory.Rules{}).Checker().Keep(&c, 0, func(row int, e *trajectory.RowError) error {
		if row != 3 || e.Row != 3 {
			t.Errorf("row %d, %v, want 3", row, e)
		}
		return stop
	})
	if err != stop {
		t.Errorf("%v, want %v", err, stop)
	}
}

// grouped sorts rows by id, and keeps the order of the rows of each.
func grouped(rows []row) []row {
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.id, b.id) })
	return rows
}

// appended appends columns to others.
func appended(c, more trajectory.Columns) trajectory.Columns {
	c.T, c.X, c.Y, c.Z, c.R = append(c.T, more.T...), append(c.X, more.X...), append(c.Y, more.Y...), append(c.Z, more.Z...), append(c.R, more.R...)
	c.Piece = append(c.Piece, more.Piece...)
	switch {
	case more.ID.Code != nil:
		c.ID.Code, c.ID.Name = append(c.ID.Code, more.ID.Code...), more.ID.Name
	case c.ID.Code == nil:
		c.ID.Int = append(c.ID.Int, more.ID.Int...)
	default:
		for _, id := range more.ID.Int {
			c.ID.Code = append(c.ID.Code, codeOf(&c.ID, id))
		}
	}
	return c
}

// asNames turns integer ids into names, in order of appearance.
func asNames(ids []int64) trajectory.IDColumn {
	var c trajectory.IDColumn
	for _, id := range ids {
		c.Code = append(c.Code, codeOf(&c, id))
	}
	return c
}

// codeOf returns the code of an integer's name, a new one if need be.
func codeOf(c *trajectory.IDColumn, id int64) uint32 {
	name := strconv.FormatInt(id, 10)
	i := slices.Index(c.Name, name)
	if i < 0 {
		i = len(c.Name)
		c.Name = append(c.Name, name)
	}
	return uint32(i)
}

func sortByRow(bad []*trajectory.RowError) {
	slices.SortFunc(bad, func(a, b *trajectory.RowError) int { return cmp.Compare(a.Row, b.Row) })
}
