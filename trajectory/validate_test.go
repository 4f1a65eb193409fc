package trajectory_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/trajectory"
)

// good returns two interleaved trajectories of three samples each.
func good() []row {
	return []row{
		{1, 0, 0, 0, 0, 2, 0}, {2, 0, 5, 5, 5, 3, 0}, {1, 1, 1, 1, 1, 2, 0},
		{2, 2, 6, 6, 6, 3, 0}, {1, 2, 2, 2, 2, 2, 0}, {2, 3, 7, 7, 7, 3, 0},
	}
}

// TestRowErrors: the error of each rule has the index of the row in the input, the column, the
// value and the words.
func TestRowErrors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	const finite = "not a finite number"
	for _, c := range []struct {
		name string
		bad  func(rows []row)
		want trajectory.RowError
	}{
		{"time is no number", func(r []row) { r[2].t = nan }, trajectory.RowError{2, "t", "NaN", finite}},
		{"infinite x", func(r []row) { r[3].x = -inf }, trajectory.RowError{3, "x", "-Inf", finite}},
		{"infinite y", func(r []row) { r[0].y = inf }, trajectory.RowError{0, "y", "+Inf", finite}},
		{"z is no number", func(r []row) { r[5].z = nan }, trajectory.RowError{5, "z", "NaN", finite}},
		{"radius is no number", func(r []row) { r[1].r = nan }, trajectory.RowError{1, "r", "NaN", finite}},
		{"too large", func(r []row) { r[4].x = -1.5e301 }, trajectory.RowError{4, "x", "-1.5e+301", "magnitude over 2^1000"}},
		{"negative radius", func(r []row) { r[0].r = -0.5 }, trajectory.RowError{0, "r", "-0.5", "negative radius"}},
		{"repeated time", func(r []row) { r[4].t = 1 }, trajectory.RowError{4, "t", "1", "repeated time within its trajectory"}},
		{"time goes back", func(r []row) { r[5].t = 1.5 }, trajectory.RowError{5, "t", "1.5", "earlier than the row before it in its trajectory (2)"}},
		{"radius changes", func(r []row) { r[3].r = 3.5 }, trajectory.RowError{3, "r", "3.5", "differs from the radius of its trajectory (3)"}},
		{"the first of several in file order", func(r []row) { r[1].x, r[2].x, r[4].t = nan, nan, 0 }, trajectory.RowError{1, "x", "NaN", finite}},
	} {
		rows := good()
		c.bad(rows)
		_, err := trajectory.New(shape{radius: true}.columns(rows), trajectory.BuildOptions{})
		text := fmt.Sprintf("trajectory: row %d: column %s: %s: %s", c.want.Row, c.want.Column, c.want.Value, c.want.Cause)
		var bad *trajectory.RowError
		if !errors.As(err, &bad) || *bad != c.want || err.Error() != text {
			t.Errorf("%s: %v, want %s", c.name, err, text)
		}
	}
}

// TestRowErrorShowsTimestamps: an error shows a timestamp as a file writes it.
func TestRowErrorShowsTimestamps(t *testing.T) {
	c := shape{}.columns([]row{{t: 60}, {t: 0.5}})
	c.Times = trajectory.Timestamp
	_, err := trajectory.New(c, trajectory.BuildOptions{})
	want := "trajectory: row 1: column t: 1970-01-01T00:00:00.5Z: earlier than the row before it in its trajectory (1970-01-01T00:01:00Z)"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestNothingToBuild: no rows, no remaining rows, and invalid options are errors.
func TestNothingToBuild(t *testing.T) {
	if _, err := trajectory.New(shape{}.columns(nil), trajectory.BuildOptions{}); !errors.Is(err, trajectory.ErrEmpty) {
		t.Errorf("no rows: %v", err)
	}
	bad := shape{}.columns([]row{{t: math.NaN()}, {id: 2, x: math.Inf(1)}})
	if _, err := trajectory.New(bad, trajectory.BuildOptions{SkipBadRows: true}); !errors.Is(err, trajectory.ErrEmpty) {
		t.Errorf("bad rows only: %v", err)
	}
	for gap, text := range map[float64]string{
		-1:         "trajectory: new: max gap -1: must be positive, or 0 for none",
		math.NaN(): "trajectory: new: max gap NaN: must be positive, or 0 for none",
	} {
		if _, err := trajectory.New(shape{}.columns(good()), trajectory.BuildOptions{MaxGap: gap}); err == nil || err.Error() != text {
			t.Errorf("max gap %v: %v, want %s", gap, err, text)
		}
	}
}

// TestSkipBadRows: the store of rows with skipped bad ones equals the store of the good rows; each
// dropped row is counted.
func TestSkipBadRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, s := range shapes() {
		for range 60 {
			rows := s.random(r)
			mixed, n, repeats := spoil(r, s, rows)
			store, err := trajectory.New(s.columns(mixed), trajectory.BuildOptions{MaxGap: s.maxGap, SkipBadRows: true})
			if err != nil {
				t.Fatal(err)
			}
			if store.Skipped() != n || store.LeftOut().Repeats != repeats {
				t.Fatalf("%+v: %d rows skipped, %d repeats, want %d and %d", s, store.Skipped(), store.LeftOut().Repeats, n, repeats)
			}
			check(t, fmt.Sprintf("skipping %d rows, %+v", n, s), s, store, s.model(rows))
		}
	}
}

// TestSkippedRows: the first few skipped rows are listed in file order, whatever order the store
// has.
func TestSkippedRows(t *testing.T) {
	var rows []row
	for i := range 10 { // ids descend, so that the store reverses their rows
		rows = append(rows, row{id: int64(-i), t: 1}, row{id: int64(-i), t: 1 - float64(i%2), x: 1})
	}
	store, err := trajectory.New(shape{}.columns(rows), trajectory.BuildOptions{SkipBadRows: true})
	if err != nil || store.Skipped() != 10 || len(store.SkippedRows()) != 5 {
		t.Fatalf("%v, %d rows skipped, named %v", err, store.Skipped(), store.SkippedRows())
	}
	for i, bad := range store.SkippedRows() {
		want := []trajectory.RowError{
			{2*i + 1, "t", "1", "repeated time within its trajectory"},
			{2*i + 1, "t", "0", "earlier than the row before it in its trajectory (1)"},
		}[i%2]
		if *bad != want {
			t.Errorf("row %d: %v, want %v", i, bad, &want)
		}
	}
	if store, err := trajectory.New(shape{}.columns(good()), trajectory.BuildOptions{SkipBadRows: true}); err != nil || store.SkippedRows() != nil {
		t.Errorf("good rows: %v, named %v", err, store.SkippedRows())
	}
}

// spoil puts bad rows among good ones: broken ones, repeated ones, ones that go back in time, ones
// of ids without a good row.
func spoil(r *rand.Rand, s shape, rows []row) (mixed []row, bad, repeats int) {
	for _, good := range rows {
		mixed = append(mixed, good)
		if r.IntN(4) > 0 {
			continue
		}
		bad++
		b := good
		switch r.IntN(6) {
		case 0:
			b.t = math.NaN()
		case 1:
			b.id, b.x = stranger(r, rows), math.Inf(-1)
		case 2: // a repeated row
			bad--
			repeats++
		case 3:
			b.t -= 0.5
		case 4: // a repeated time elsewhere
			b.x++
		default:
			b.t += 0.25
			b.y = 0x1p1001
		}
		mixed = append(mixed, b)
	}
	return mixed, bad, repeats
}

// stranger returns an id that no row has, among the others or beyond them.
func stranger(r *rand.Rand, rows []row) int64 {
	for {
		id := int64(r.IntN(20)) - 1
		if !slices.ContainsFunc(rows, func(r row) bool { return r.id == id }) {
			return id
		}
	}
}

// TestNegativeZeroTimes: equal times have equal bits in a store.
func TestNegativeZeroTimes(t *testing.T) {
	store, err := trajectory.New(shape{}.columns([]row{{t: math.Copysign(0, -1)}}), trajectory.BuildOptions{})
	if err != nil || math.Signbit(store.T()[0]) {
		t.Errorf("%v: time %v", err, store.T())
	}
}
