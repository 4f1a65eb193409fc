package parquet

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// readParts reads a file as Read does, and as row groups are read, in batches of at most some rows.
func readParts(ctx context.Context, src *infile.Source, o *reading.Options, most int) (_ *reading.Parsed, err error) {
	groups, err := parquet.OpenGroups(src)
	if err != nil {
		return nil, err
	}
	own, all := *o, make([]int, groups.Len())
	for i := range all {
		all[i] = i
	}
	own.Take = nil
	opened, err := reading.OpenParts(ctx, src, func() codec.Reader { return groups.All(o.Threads) }, &own)
	if err != nil {
		return nil, err
	}
	return opened.Read(ctx, src, groups.Pick(src, all, o.Threads, most), reading.Choice{}, o.Take)
}

// bothWays reads Parquet as a whole, and row by row: as Read hands rows on, and as row groups are read, in batches of at most some rows.
func bothWays(t *testing.T, file []byte, o reading.Options, most int) {
	t.Helper()
	handsOn(t, file, o, Read)
	handsOn(t, file, o, func(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
		return readParts(ctx, src, o, most)
	})
}

// handsOn reads Parquet as a whole, and row by row with a function.
func handsOn(t *testing.T, file []byte, o reading.Options, hand func(context.Context, *infile.Source, *reading.Options) (*reading.Parsed, error)) {
	t.Helper()
	read, wantErr := Read(context.Background(), formattest.InMemory(file), &o)
	var want *trajectory.Store
	var wantReport format.Report
	if wantErr == nil {
		want, wantReport, wantErr = read.Build("fuzz", &o)
	}
	g := formattest.Gatherer{T: t}
	on := o
	on.Take = g.Take
	var got *trajectory.Store
	read, err := hand(context.Background(), formattest.InMemory(file), &on)
	var report format.Report
	if err == nil {
		ids, counted, failed := read.HandedOn("fuzz")
		if report, err = counted, failed; err == nil {
			got, report, err = g.Build(ids, counted, o.Options)
		}
	}
	formattest.CompareRows(t, got, want, err, wantErr)
	if err == nil && !reflect.DeepEqual(report, wantReport) {
		t.Errorf("report %+v, want %+v", report, wantReport)
	}
}

// TestRowsOfParquet reads files of all types and encodings both ways, with rows that are bad by themselves, bad after others, or
// without a value, handed on in batches of one row and more.
func TestRowsOfParquet(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 2))
	for _, m := range mixes() {
		rows := goodRows(rng, 300)
		if rng.IntN(2) == 0 {
			rows = mixedRows(rng, 300)
		}
		if rng.IntN(4) > 0 {
			spoilRows(rng, rows)
		}
		file := m.file(t, rows, 1+rng.IntN(400))
		for _, most := range smallBatches {
			o := reading.Options{Options: format.Options{Reading: format.Reading{Threads: 1 + rng.IntN(4), SkipBadRows: rng.IntN(2) == 0}, MaxGap: float64(rng.IntN(2))}}
			bothWays(t, file, o, most)
			if t.Failed() {
				t.Fatalf("%v at %d, %+v", m, most, o)
			}
		}
	}
}

// TestRowsOfCorruptParquet wants the errors of reading as a whole for changed files: every ninth mix, which has each codec once,
// since every eighth would have one version and one encoding.
func TestRowsOfCorruptParquet(t *testing.T) { rowsOfCorruptParquet(t, 9) }

func rowsOfCorruptParquet(t *testing.T, step int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(27, 3))
	for i, m := range mixes() {
		if i%step > 0 {
			continue
		}
		rows := goodRows(rng, 150)
		spoilRows(rng, rows)
		file := m.file(t, rows, 40)
		integers := integersOf(t, file)
		for range 40 {
			changed := mutate(rng, file, integers)
			o := reading.Options{Options: format.Options{Reading: format.Reading{Threads: 1 + rng.IntN(3), SkipBadRows: rng.IntN(2) == 0}}}
			handsOn(t, changed, o, Read)
			if t.Failed() {
				t.Fatalf("%v, %+v", m, o)
			}
		}
	}
}

// TestRowsOfSmallBatches: rows in many more batches than are read ahead, and in many row groups.
func TestRowsOfSmallBatches(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 5))
	file := mixes()[0].file(t, goodRows(rng, 5000), 777)
	for _, most := range smallBatches {
		bothWays(t, file, reading.Options{Options: format.Options{Reading: format.Reading{Threads: 3}}}, most)
	}
}
