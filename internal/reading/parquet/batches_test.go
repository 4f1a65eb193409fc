package parquet

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// smallBatches are the most rows of a batch.
var smallBatches = []int{1, 16, 100, 5000}

// goodRows returns rows without nulls that keep the rules.
func goodRows(rng *rand.Rand, n int) []mixedRow {
	rows, r := mixedRows(rng, n), 7.0
	for i := range rows {
		rows[i].r = &r
	}
	return rows
}

// spoilRows makes a few rows bad.
func spoilRows(rng *rand.Rand, rows []mixedRow) {
	r := 8.0
	for range 1 + rng.IntN(3) {
		switch i := rng.IntN(len(rows)); rng.IntN(4) {
		case 0:
			rows[i].t = rows[max(0, i-1)].t
		case 1:
			rows[i].t = -rows[i].t
		case 2:
			rows[i].r = &r
		default:
			rows[i].x = math.NaN()
		}
	}
}

// outcome reads a file and returns the store as text, or the error.
func outcome(t *testing.T, file []byte, o reading.Options) string {
	t.Helper()
	read, err := Read(context.Background(), formattest.InMemory(file), &o)
	s, err := formattest.Outcome(t, read, err, o.Options)
	if err != nil {
		return err.Error()
	}
	var text strings.Builder
	for i := range s.Trajectories() {
		first, last := s.Range(i)
		fmt.Fprintln(&text, s.ID(i), s.Radius(i), s.T()[first:last], s.X()[first:last], s.Y()[first:last])
		if s.Space().Dim == 3 {
			fmt.Fprintln(&text, s.Z()[first:last])
		}
	}
	return text.String()
}

// TestParquetBatches wants files that are read a few rows at a time to give the same result as
// files read as a whole: the same rows, or the same error about the first bad row.
func TestParquetBatches(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 12))
	good, bad := 0, 0
	for _, m := range mixes() {
		rows := goodRows(rng, 400)
		if rng.IntN(4) > 0 {
			spoilRows(rng, rows)
		}
		file := m.file(t, rows, 1+rng.IntN(400))
		want := outcome(t, file, reading.Options{Options: format.Options{Reading: format.Reading{Threads: 1}}})
		if strings.HasPrefix(want, "fuzz: row ") {
			bad++
		} else {
			good++
		}
		for _, most := range smallBatches {
			bothWays(t, file, reading.Options{Options: format.Options{Reading: format.Reading{Threads: 1 + rng.IntN(4)}}}, most)
			if t.Failed() {
				t.Fatalf("%v at %d", m, most)
			}
		}
	}
	if good < 5 || bad < 5 {
		t.Errorf("%d good files and %d bad ones", good, bad)
	}
}

// TestParquetBatchesAgree wants the error of a corrupt file to be the same whichever goroutine comes
// first: each codec once, as in TestRowsOfCorruptParquet.
func TestParquetBatchesAgree(t *testing.T) { parquetBatchesAgree(t, 9) }

func parquetBatchesAgree(t *testing.T, step int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, 13))
	for i, m := range mixes() {
		if i%step > 0 {
			continue
		}
		rows := goodRows(rng, 150)
		spoilRows(rng, rows)
		file := m.file(t, rows, 40)
		integers := integersOf(t, file)
		for range 20 {
			changed := mutate(rng, file, integers)
			want := outcome(t, changed, reading.Options{Options: format.Options{Reading: format.Reading{Threads: 1}}})
			for _, threads := range []int{1, 2, 5} {
				if got := outcome(t, changed, reading.Options{Options: format.Options{Reading: format.Reading{Threads: threads}}}); got != want {
					t.Fatalf("%v with %d threads:\ngot  %.300s\nwant %.300s", m, threads, got, want)
				}
			}
		}
	}
}

// TestParquetRepeats wants one row of a file that claims millions of copies of it, and never
// many of them at once.
func TestParquetRepeats(t *testing.T) {
	const n = 1 << 22
	for _, skip := range []bool{false, true} {
		o := reading.Options{Options: format.Options{Reading: format.Reading{Threads: 2, SkipBadRows: skip}}}
		p, err := Read(context.Background(), formattest.InMemory(runs(n).bytes()), &o)
		if err != nil || len(p.Columns.T) != 1 || cap(p.Columns.T) > 2*codec.MostRows {
			t.Fatalf("%v, %d rows of %d", err, len(p.Columns.T), cap(p.Columns.T))
		}
		s, report, err := p.Build("fuzz", &o)
		if err != nil || s.Samples() != 1 || report.Rows != n || report.Repeats != n-1 || report.Skipped != 0 {
			t.Errorf("%v, %+v", err, report)
		}
	}
}

// TestParquetBatchesCancelled: reading ends with its context, whichever goroutine waits.
func TestParquetBatchesCancelled(t *testing.T) {
	file := mixes()[0].file(t, goodRows(rand.New(rand.NewPCG(2, 14)), 2000), 300)
	for _, most := range smallBatches {
		ctx, cancel := context.WithCancel(context.Background())
		src, left := formattest.InMemory(file), 3
		src.Report = func(done, total int64) {
			if left--; left == 0 {
				cancel()
			}
		}
		take := func(*reading.Rows, func(*trajectory.RowError) error) error { return nil }
		if _, err := readParts(ctx, src, &reading.Options{Options: format.Options{Reading: format.Reading{Threads: 2}}, Take: take}, most); err != context.Canceled {
			t.Errorf("%d: %v", most, err)
		}
	}
}
