package slabs_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

// inRanges returns the files of n ranges of a merge, and the sums of their counts.
func inRanges(t testing.TB, w *slabs.Work, n int, end string) (files [][]byte, counts job.Counts) {
	t.Helper()
	for i := range n {
		path := filepath.Join(t.TempDir(), "out"+end)
		r, err := w.Merge(t.Context(), job.Range{I: i, N: n}, slabs.MergeOptions{Machine: flyby.Options{Threads: 1 + i%2}}, job.File(path))
		if err != nil {
			t.Fatalf("range %d of %d: %v", i, n, err)
		}
		files = append(files, read(t, path))
		c := r.Counts
		counts = job.Counts{Found: counts.Found + c.Found, Merged: counts.Merged + c.Merged, Long: counts.Long + c.Long, All: counts.All + c.All, Held: counts.Held + c.Held, Rows: counts.Rows + c.Rows}
	}
	return files, counts
}

// parquetRows returns the rows of files of Parquet, one after the other, as text, after the schema.
func parquetRows(t testing.TB, files ...[]byte) (rows []string) {
	t.Helper()
	for i, text := range files {
		f, err := parquet.OpenFile(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			t.Fatal(err)
		}
		if schema := f.Schema().String(); i == 0 {
			rows = append(rows, schema)
		} else if schema != rows[0] {
			t.Fatalf("file %d has the schema %s, want %s", i, schema, rows[0])
		}
		for _, group := range f.RowGroups() {
			all := group.Rows()
			buffer := make([]parquet.Row, 100)
			for {
				n, err := all.ReadRows(buffer)
				for _, row := range buffer[:n] {
					rows = append(rows, fmt.Sprintf("%+v", row))
				}
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			all.Close()
		}
	}
	return rows
}

// wantRanges wants the concatenated files of n ranges to equal the file of one merge: the same bytes, or the same rows of Parquet.
func wantRanges(t testing.TB, name string, w *slabs.Work, whole result, n int, end string) {
	t.Helper()
	files, counts := inRanges(t, w, n, end)
	if counts != whole.counts {
		t.Errorf("%s in %d ranges: counts %+v, want %+v", name, n, counts, whole.counts)
	}
	if end == ".parquet" {
		if got, want := parquetRows(t, files...), parquetRows(t, whole.text); !slices.Equal(got, want) {
			t.Fatalf("%s in %d ranges: %d rows, want %d", name, n, len(got), len(want))
		}
		return
	}
	if got := slices.Concat(files...); !bytes.Equal(got, whole.text) {
		t.Fatalf("%s in %d ranges, to %s: %d bytes, want %d:\n%.2000s\nwant\n%.2000s", name, n, end, len(got), len(whole.text), got, whole.text)
	}
}

// uncut reports whether an ask cannot be merged in ranges.
func uncut(a *job.Ask) bool {
	return a.Top > 0 || a.Limit > 0 || a.Count || a.Level == question.Objects && len(a.Queries) == 0
}

// TestRangesPacked: concatenated compressed files of ranges unpack to the file of one merge, also where a range has no row.
func TestRangesPacked(t *testing.T) {
	t.Parallel()
	a := small(t)
	_, dir := planned(t, a, 4)
	w := runAll(t, rand.New(rand.NewPCG(33, 12)), dir)
	want, _ := merged(t, w, ".csv")
	files, _ := inRanges(t, w, 40, ".csv.gz")
	unpack, err := gzip.NewReader(bytes.NewReader(slices.Concat(files...)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(unpack); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, want %d: %v", len(got), len(want), err)
	}
}

// TestRangesRefused: an impossible range, and an ask whose rows do not come in order of query trajectories, are refused.
func TestRangesRefused(t *testing.T) {
	t.Parallel()
	a := small(t)
	w, dir := planned(t, a, 2)
	runAll(t, rand.New(rand.NewPCG(1, 4)), dir)
	for _, r := range []job.Range{{I: 3, N: 3}, {I: -1, N: 3}, {I: 1}, {N: -2}, {I: 1, N: 1}} {
		wantFieldError(t, w, r, "Range")
	}
	for field, change := range map[string]func(*job.Ask){
		"Top": func(a *job.Ask) { a.Top = 4 }, "Limit": func(a *job.Ask) { a.Limit = 4 }, "Count": func(a *job.Ask) { a.Count = true }, "Level": func(a *job.Ask) { a.Level = question.Objects },
	} {
		ask := a
		change(&ask)
		_, dir := planned(t, ask, 2)
		wantFieldError(t, runAll(t, rand.New(rand.NewPCG(1, 5)), dir), job.Range{I: 0, N: 2}, field)
	}
}

// wantFieldError wants the merge of a range to fail because of a field of the ask.
func wantFieldError(t *testing.T, w *slabs.Work, r job.Range, name string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out.csv")
	_, err := w.Merge(t.Context(), r, slabs.MergeOptions{}, job.File(path))
	var field *job.FieldError
	if checked := w.CheckRange(r); !errors.As(err, &field) || field.Field != name || checked == nil || checked.Error() != err.Error() {
		t.Errorf("%+v: %v, checked %v; want %s", r, err, checked, name)
	}
	if text := read(t, path); text != nil {
		t.Errorf("%+v: %d bytes", r, len(text))
	}
}
