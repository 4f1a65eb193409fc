package pointengine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/host"
	"flyby/points"

	"flyby/internal/pointengine"
)

// tabling is a driver whose residents find tables: made of pairs, or an error.
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
func (r tables) Table(_ context.Context, _ pointjoin.Work, _ *memory.Budget, need func(neighbours uint64) error) (points.Table, points.Stats, error) {
	if r.of.err != nil {
		return points.Table{}, points.Stats{}, r.of.err
	}
	return r.of.table, points.Stats{Pairs: 77}, need(uint64(len(r.of.table.Rows)))
}

// TestTabler: a table that the resident finds is taken as it is; where it outgrows memory a table is made of pairs; any other
// error is the engine's.
func TestTabler(t *testing.T) {
	s := cloud(t, 500, 2)
	_, want := countsAndTable(t, opened(t, s, 0.05, pointengine.Config{Method: "grid"}), nil)
	d := &tabling{Driver: host.New(2), table: want}
	e := engine(t, s, pointengine.Config{Method: "grid"}, d)
	if err := e.Prepare(t.Context(), 0, threshold(t, 0.05), 0); err != nil {
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

// TestTablerAgain: a table that outgrows memory is found again for as long as memory grows.
func TestTablerAgain(t *testing.T) {
	s := cloud(t, 500, 2)
	d := &tabling{Driver: host.New(2)}
	_, d.table = countsAndTable(t, opened(t, s, 0.05, pointengine.Config{Method: "grid"}), nil)
	e := engine(t, s, pointengine.Config{Method: "grid"}, d)
	if err := e.Prepare(t.Context(), 0, threshold(t, 0.05), 0); err != nil {
		t.Fatal(err)
	}
	for _, enough := range []int{1, 3, 4} { // times; 4: never
		d.err = &pointjoin.OverflowError{Room: 1}
		asked := 0
		_, stats, err := e.TableIn(t.Context(), func() bool {
			if asked++; asked == enough {
				d.err = nil
			}
			return asked < 4
		})
		if found := stats.Pairs == 77; err != nil || asked != enough || found != (enough < 4) {
			t.Errorf("enough at %d: asked %d times, found as a table: %t, %v", enough, asked, found, err)
		}
	}
}

// TestPromised: the labels of a finished table are reserved until they are allocated, and reserved memory is not free.
func TestPromised(t *testing.T) {
	const n, labels = 400, 13 // bytes of a point in a variant
	e := engine(t, cloud(t, n, 2), pointengine.Config{Threads: 2}, host.New(1))
	got, err := e.Promised(t.Context(), cluster.Search{Eps: []float64{0.05}, MinPoints: []int{2, 3, 9}})
	if want := []uint64{3 * n * labels, 2 * n * labels, n * labels, 0}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, want %v: %v", got, want, err)
	}
	e = engine(t, cloud(t, n, 2), pointengine.Config{Threads: 2, Memory: 1 << 40}, host.New(1))
	await, _, promise := e.Waiting(0)
	if err := await(t.Context(), 1<<28); err != nil {
		t.Fatal(err)
	}
	if promise(1 << 40); !errors.Is(await(t.Context(), 1<<28), memory.ErrNoRoom) {
		t.Error("what is promised is given to a table")
	}
}
