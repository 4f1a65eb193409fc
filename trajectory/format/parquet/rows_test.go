package parquet

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/format/formattest"
)

// readParquetAt reads a file as Read does; rows that are handed on come in steps at a pace, as those of row groups do.
func readParquetAt(ctx context.Context, src *infile.Source, o *format.Options, p pace) (_ *format.Parsed, err error) {
	if o.Take == nil {
		return Read(ctx, src, o)
	}
	defer parquet.Recover(src.Name, &err)()
	r := &parquetReader{src: src, o: o, pace: p}
	if err := r.openFile(ctx); err != nil {
		return nil, err
	}
	r.passOn()
	return r.readChunks(ctx)
}

// bothWays reads Parquet as a whole, and row by row: as Read hands rows on, and in steps at a pace.
func bothWays(t *testing.T, file []byte, o format.Options, p pace) {
	t.Helper()
	handsOn(t, file, o, Read)
	handsOn(t, file, o, func(ctx context.Context, src *infile.Source, o *format.Options) (*format.Parsed, error) {
		return readParquetAt(ctx, src, o, p)
	})
}

// handsOn reads Parquet as a whole, and row by row with a function.
func handsOn(t *testing.T, file []byte, o format.Options, hand func(context.Context, *infile.Source, *format.Options) (*format.Parsed, error)) {
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
			got, report, err = g.Build(ids, counted, o)
		}
	}
	formattest.CompareRows(t, got, want, err, wantErr)
	if err == nil && !reflect.DeepEqual(report, wantReport) {
		t.Errorf("report %+v, want %+v", report, wantReport)
	}
}

// TestRowsOfParquet reads files of all types and encodings both ways, with rows that are bad by themselves, bad after others, or
// without a value, handed on in steps of one row and more.
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
		for _, p := range []pace{{stride: 1 << 10, step: 1, ahead: 2}, {stride: 1 << 10, step: 16, ahead: 1}, {stride: 1 << 10, step: 64, ahead: 4}} {
			o := format.Options{Reading: format.Reading{Threads: 1 + rng.IntN(4), SkipBadRows: rng.IntN(2) == 0}, MaxGap: float64(rng.IntN(2))}
			p.trust = uint64(rng.IntN(2) * 1000)
			bothWays(t, file, o, p)
			if t.Failed() {
				t.Fatalf("%v at %+v, %+v", m, p, o)
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
			o := format.Options{Reading: format.Reading{Threads: 1 + rng.IntN(3), SkipBadRows: rng.IntN(2) == 0}}
			handsOn(t, changed, o, Read)
			if t.Failed() {
				t.Fatalf("%v, %+v", m, o)
			}
		}
	}
}

// TestRowsOfSmallSteps wants the window to move over far more rows than it holds.
func TestRowsOfSmallSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 5))
	file := mixes()[0].file(t, goodRows(rng, 5000), 777)
	for _, p := range smallPaces {
		bothWays(t, file, format.Options{Reading: format.Reading{Threads: 3}}, p)
	}
}
