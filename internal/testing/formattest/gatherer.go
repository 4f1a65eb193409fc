package formattest

import (
	"errors"
	"math"
	"slices"
	"testing"

	"flyby/internal/geo"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A Gatherer keeps the rows handed to it, and checks them as a Checker does.
type Gatherer struct {
	T       testing.TB
	columns trajectory.Columns
	checker *trajectory.Checker
	repeats int
}

// Take is a RowsFunc.
func (g *Gatherer) Take(rows *reading.Rows, bad func(*trajectory.RowError) error) error {
	if g.checker == nil {
		g.checker = (trajectory.Rules{Times: rows.Times}).Checker()
		g.columns.Times, g.columns.Frame, g.columns.ID.Code = rows.Times, rows.Frame, []uint32{}
	}
	if rows.Rows() == 0 || rows.ID.Name != nil || rows.ID.Int != nil {
		g.T.Fatalf("rows of %d ids, names %q, integers %d", rows.Rows(), rows.ID.Name, rows.ID.Int)
	}
	if most := int(slices.Max(rows.ID.Code)); most >= rows.Trajectories || rows.IDBytes < 12*rows.Trajectories {
		g.T.Fatalf("number %d of %d trajectories, ids of %d bytes", most, rows.Trajectories, rows.IDBytes)
	}
	c, before := &g.columns, len(g.columns.T)
	c.T, c.X, c.Y = append(c.T, rows.T...), append(c.X, rows.X...), append(c.Y, rows.Y...)
	c.ID.Code = append(c.ID.Code, rows.ID.Code...)
	if rows.Z != nil {
		c.Z = append(c.Z, rows.Z...)
	}
	if rows.R != nil {
		c.R = append(c.R, rows.R...)
	}
	c.ID.Name = make([]string, rows.Trajectories)
	err := g.checker.Keep(c, before, func(_ int, e *trajectory.RowError) error {
		if e == nil {
			g.repeats++
			return nil
		}
		e.Row -= before
		return bad(e)
	})
	for _, col := range [][]float64{rows.T, rows.X, rows.Y, rows.Z, rows.R} {
		for i := range col {
			col[i] = math.NaN() // they may be written to
		}
	}
	return err
}

// Build makes a store of the gathered rows.
func (g *Gatherer) Build(ids reading.IDs, report format.Report, o format.Options) (*trajectory.Store, format.Report, error) {
	c := g.columns
	if (ids.Int == nil) == (ids.Name == nil) {
		g.T.Fatalf("ids %v", ids)
	}
	c.ID.Name = ids.Name
	if ids.Int != nil {
		c.ID.Int = make([]int64, len(c.T))
		for row, code := range c.ID.Code {
			c.ID.Int[row] = ids.Int[code]
		}
		c.ID.Code = nil
	}
	rules := trajectory.BuildOptions{MaxGap: o.MaxGap}
	if o.LonLat {
		rules.Path = geo.GreatCircles()
	}
	s, err := trajectory.New(c, rules)
	report.Repeats = g.repeats
	if err == nil {
		report.Split, report.Added = s.Split()
		report.GapAlone, report.FarApart = s.LeftOut().GapAlone, s.FarApart()
		report.Jumps = reading.NewJumps(s.Jumps(), s.ID)
	}
	return s, report, err
}

// CompareRows wants the same store, or the same error.
func CompareRows(t testing.TB, got, want *trajectory.Store, err, wantErr error) {
	t.Helper()
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Errorf("row by row: %v\nas a whole: %v", err, wantErr)
		return
	}
	if err == nil {
		SameStore(t, got, want)
		if got.Space() != want.Space() || got.Times() != want.Times() {
			t.Errorf("%v of %v, want %v of %v", got.Space(), got.Times(), want.Space(), want.Times())
		}
	} else if errors.Is(err, trajectory.ErrEmpty) != errors.Is(wantErr, trajectory.ErrEmpty) {
		t.Errorf("%v: ErrEmpty or not", err)
	}
}
