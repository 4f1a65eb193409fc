package spool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// TestUnitsKnown: options that depend on units of a file are set before its rows are read, by either way of reading; an error of setting
// them ends the reading.
func TestUnitsKnown(t *testing.T) {
	path := fileOf(t, columnar(t, rowsOf(40, 100, true), 100))
	want, _, err := input.Read(context.Background(), path, format.Options{MaxGap: 0.9})
	if err != nil {
		t.Fatal(err)
	}
	told := format.Units{Length: "kpc", Time: "Myr"}
	o := format.Options{Units: told, UnitsKnown: func(file string, u format.Units, o *format.Options) error {
		if file != path || u != told {
			t.Errorf("%s has %+v", file, u)
		}
		o.MaxGap = 0.9
		return nil
	}}
	for name, by := range map[string]way{"reels": byReels, "row groups": always} {
		s := readAs(t, path, Options{Format: o, grain: coarse, way: by})
		if got := s.Whole(); got.Segments != uint64(want.Segments()) || s.Direct() != (by == always) {
			t.Errorf("by %s: %d segments, %d in memory; by row groups: %v", name, got.Segments, want.Segments(), s.Direct())
		}
	}
	stop := errors.New("no such unit")
	o.UnitsKnown = func(string, format.Units, *format.Options) error { return stop }
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(context.Background(), path, Options{Format: o, Memory: 64 << 20, Folder: folder, way: always}); !errors.Is(err, stop) {
		t.Errorf("%v, want %v", err, stop)
	}
}

// TestMaxSpeedOfRowGroups: slabs of row groups have the gaps of speed that a store has, even if the limit is known only once the units are.
func TestMaxSpeedOfRowGroups(t *testing.T) {
	path := fileOf(t, columnar(t, rowsOf(40, 100, true), 100))
	if s := readAs(t, path, Options{grain: coarse, way: always}); !s.Direct() {
		t.Fatal("without a limit slabs are not read from row groups")
	}
	const v = 0.5
	want, wantReport, err := input.Read(context.Background(), path, format.Options{MaxSpeed: v})
	if err != nil || wantReport.SpeedGaps == 0 || wantReport.CutOff == 0 {
		t.Fatalf("%v, %+v", err, wantReport)
	}
	late := format.Options{UnitsKnown: func(_ string, _ format.Units, o *format.Options) error {
		o.MaxSpeed = v
		return nil
	}}
	for _, o := range []format.Options{{MaxSpeed: v}, late} {
		s := readAs(t, path, Options{Format: o, grain: coarse, way: always})
		if !s.Direct() || s.Whole().Segments != uint64(want.Segments()) {
			t.Errorf("row groups %v, %d segments, want %d", s.Direct(), s.Whole().Segments, want.Segments())
		}
		checkSlabs(t, rand.New(rand.NewPCG(3, 1)), "max speed", s, want)
	}
}

// TestRulesOfRowGroups: with heights beside positions, gaps and limits of speed, slabs of row groups have the segments of the store.
func TestRulesOfRowGroups(t *testing.T) {
	rows := rowsOf(40, 100, true)
	for i := range rows {
		rows[i].z, rows[i].hasZ = float64(i%7), true
		if i/40%9 == 4 && i%3 == 0 {
			rows[i].x += 50 // too fast, to and fro
		}
	}
	late := slices.DeleteFunc(slices.Clone(rows), func(l line) bool { return l.t > 30 && l.t < 34 && l.y > 0.3 })
	path := fileOf(t, columnar(t, late, 100))
	for _, o := range []format.Options{{Upright: true}, {MaxSpeed: 5}, {MaxSpeed: 5, MaxGap: 1.5}, {MaxSpeed: 5, MaxGap: 3, Upright: true, Radius: 2}} {
		want, wantReport, err := input.Read(context.Background(), path, o)
		if err != nil || o.MaxSpeed > 0 && wantReport.CutOff < 10 || o.MaxGap > 0 && want.Segments() == 0 {
			t.Fatalf("%v, %+v", err, wantReport)
		}
		s := readAs(t, path, Options{Format: o, grain: coarse, way: always})
		if !s.Direct() || !reflect.DeepEqual(s.Whole(), slab.Of(want)) {
			t.Errorf("%+v: row groups %v, %+v, want %+v", o, s.Direct(), s.Whole(), slab.Of(want))
		}
		for seed := range uint64(4) {
			checkSlabs(t, rand.New(rand.NewPCG(seed, 31)), fmt.Sprint(o), s, want)
		}
	}
}

// TestPairOfDegreesTakesReels: segments between a pair of degrees are split along great circles, as with Options.LonLat, so that slabs
// are not read from row groups.
func TestPairOfDegreesTakesReels(t *testing.T) {
	var b bytes.Buffer
	group := parquet.Group{"id": parquet.String(), "t": parquet.Leaf(parquet.DoubleType), "lon": parquet.Leaf(parquet.DoubleType), "lat": parquet.Leaf(parquet.DoubleType)}
	w := parquet.NewGenericWriter[map[string]any](&b, parquet.NewSchema("rows", group), parquet.MaxRowsPerRowGroup(100))
	for row := range 400 {
		_, err := w.Write([]map[string]any{{"id": string(rune('a' + row%40)), "t": float64(row / 40), "lon": float64(row / 40), "lat": float64(row % 40)}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := fileOf(t, b.Bytes())
	want := readAs(t, path, Options{Format: format.Options{Reading: format.Reading{LonLat: true}}, grain: coarse, way: always}).Whole()
	s := readAs(t, path, Options{grain: coarse, way: always})
	if got := s.Whole(); s.Direct() || got.Space != want.Space || got.Segments != want.Segments || got.Extent != want.Extent || got.Space.Frame != trajectory.EarthCentred {
		t.Errorf("by row groups: %v; %+v, want %+v", s.Direct(), got, want)
	}
}
