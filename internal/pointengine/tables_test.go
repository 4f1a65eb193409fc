package pointengine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/points"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/host"

	"flyby/internal/pointengine"
)

// tabling is a driver whose residents find tables: those of pairs, or an error.
type tabling struct {
	pointjoin.Driver
	table points.Table
	err   error
}

func (d *tabling) Load(ctx context.Context, s pointjoin.Set) (pointjoin.Resident, error) {
	r, err := d.Driver.Load(ctx, s)
	return tables{r, d}, err
}

type tables struct {
	pointjoin.Resident
	of *tabling
}

// Table implements pointjoin.Tabler.
func (r tables) Table(_ context.Context, _ pointjoin.Work, _ *memory.Budget, need func(neighbours uint64) error) (points.Table, pointjoin.Stats, error) {
	if r.of.err != nil {
		return points.Table{}, pointjoin.Stats{}, r.of.err
	}
	return r.of.table, pointjoin.Stats{Pairs: 77}, need(uint64(len(r.of.table.Rows)))
}

// TestTabler: a table that the resident finds is taken as it is; where it outgrows memory one of pairs is made; any other error is
// that of the engine.
func TestTabler(t *testing.T) {
	s := cloud(t, 500, 2)
	_, want := countsAndTable(t, opened(t, s, 0.05, pointengine.Config{Method: "grid"}), nil)
	d := &tabling{Driver: host.New(2), table: want}
	e := engine(t, s, pointengine.Config{Method: "grid"}, d)
	if err := e.Prepare(t.Context(), threshold(t, 0.05), 0); err != nil {
		t.Fatal(err)
	}
	for _, d.err = range []error{nil, &pointjoin.OverflowError{Room: 1}, fmt.Errorf("table: %w", &memory.Error{What: "all", Bytes: 9})} {
		got, stats, err := e.Table(t.Context(), nil)
		if err != nil || !slices.Equal(got.Rows, want.Rows) || !slices.Equal(got.Offsets, want.Offsets) {
			t.Errorf("%v: %d neighbours, want %d: %v", d.err, len(got.Rows), len(want.Rows), err)
		}
		if found := stats.Pairs == 77; found != (d.err == nil) {
			t.Errorf("%v: %d pairs", d.err, stats.Pairs)
		}
	}
	d.err = errBroken
	if _, _, err := e.Table(t.Context(), nil); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}
