package slabs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
)

// many returns a plan with all slabs run, whose parts have many more blocks than a merge in little memory holds, and its folder. limit bounds the merged rows; 0: all.
func many(t testing.TB, limit uint64) (*slabs.Work, string) {
	t.Helper()
	r := rand.New(rand.NewPCG(33, 13))
	var rows []string
	for object := range 240 {
		for at := range 12 {
			rows = append(rows, fmt.Sprintf("%d,%d,%v,%v,0,0", object, at, r.Float64(), r.Float64()))
		}
	}
	a := job.Ask{Inputs: job.Inputs{Entries: []string{fileOf(t, t.TempDir(), "a.csv", rows)}}, Question: question.Question{Search: flyby.Search{Distance: 0.9}, Level: question.Hits, Stages: question.Stages{Limit: limit}}, Machine: flyby.Options{Device: "cpu"}}
	_, dir := planned(t, a, 3)
	return runAll(t, r, dir), dir
}

// flip flips a bit of a part, at a place given in eighths of its bytes.
func flip(t testing.TB, dir string, k, eighths int) {
	t.Helper()
	edit(t, filepath.Join(dir, fmt.Sprintf("part-%d", k)), func(text []byte) []byte { text[len(text)*eighths/8] ^= 8; return text })
}

// TestDamageInTheMiddle: a merge to a file, which reads each block once, fails at a damaged block after it has written rows, and leaves the output's folder as it was.
func TestDamageInTheMiddle(t *testing.T) {
	t.Parallel()
	w, dir := many(t, 0)
	flip(t, dir, 2, 7)
	for _, end := range []string{".csv", ".parquet", ".ndjson.gz"} {
		folder, rows := t.TempDir(), 0.0
		out := filepath.Join(folder, "out"+end)
		if err := os.WriteFile(out, []byte("before"), 0o600); err != nil {
			t.Fatal(err)
		}
		o := slabs.MergeOptions{Machine: flyby.Options{Tmp: t.TempDir()}, Watch: job.Watch{Progress: func(p job.Progress) { rows = max(rows, p.Done) }}}
		_, err := w.MergeInLittle(t.Context(), job.Range{}, o, job.File(out))
		if !errors.Is(err, slabs.ErrDamaged) || !strings.Contains(err.Error(), "parts of slabs 2 are damaged") || rows == 0 {
			t.Errorf("%s: %v, after %v rows", end, err, rows)
		}
		wantSame(t, end, filesOf(t, folder), map[string]string{"out" + end: "before"})
	}
	flip(t, dir, 2, 7)
	merged(t, w, ".csv")
}

// TestAllDamageIsTold: the error of a merge that meets damage lists all damaged parts, also parts that it had not read.
func TestAllDamageIsTold(t *testing.T) {
	t.Parallel()
	w, dir := many(t, 0)
	flip(t, dir, 0, 1)
	flip(t, dir, 2, 7)
	if _, err := w.MergeInLittle(t.Context(), job.Range{}, slabs.MergeOptions{Machine: flyby.Options{Tmp: t.TempDir()}}, job.File(filepath.Join(t.TempDir(), "out.csv"))); !errors.Is(err, slabs.ErrDamaged) || !strings.Contains(err.Error(), "parts of slabs 0,2 are damaged") {
		t.Error(err)
	}
}

// TestDamageBeforeFunctions: a sink that cannot take rows back gets no rows if a part is damaged anywhere, and no rows of a range if a block of the range is.
func TestDamageBeforeFunctions(t *testing.T) {
	t.Parallel()
	w, dir := many(t, 0)
	flip(t, dir, 2, 7)
	for _, r := range []job.Range{{}, {I: 3, N: 4}, {I: 1, N: 2}} {
		rows := 0
		_, err := w.MergeInLittle(t.Context(), r, slabs.MergeOptions{Machine: flyby.Options{Tmp: t.TempDir()}}, job.Func(func(some job.Rows) error { rows += some.Hits.Len(); return nil }))
		if !errors.Is(err, slabs.ErrDamaged) || !strings.Contains(err.Error(), "parts of slabs 2 are damaged") || rows > 0 {
			t.Errorf("%+v: %v, after %d rows", r, err, rows)
		}
	}
	var out bytes.Buffer
	if _, err := w.MergeInLittle(t.Context(), job.Range{}, slabs.MergeOptions{Machine: flyby.Options{Tmp: t.TempDir()}}, job.Writer(&out)); !errors.Is(err, slabs.ErrDamaged) || out.Len() > 0 {
		t.Errorf("%d bytes: %v", out.Len(), err)
	}
}

// TestRangesAlone: a range reads only the blocks that it needs, so damage in other blocks does not change it. The error of a range with a damaged block names the slab, and no file is left.
func TestRangesAlone(t *testing.T) {
	t.Parallel()
	w, dir := many(t, 0)
	want, _ := inRanges(t, w, 4, ".csv")
	flip(t, dir, 1, 7)
	for i := range want {
		for _, last := range []bool{true, false} {
			var got bytes.Buffer
			path := filepath.Join(t.TempDir(), "out.csv")
			to := job.File(path)
			if last {
				to = job.Writer(&got)
			}
			_, err := w.Merge(t.Context(), job.Range{I: i, N: 4}, slabs.MergeOptions{}, to)
			got.Write(read(t, path))
			switch {
			case i < 3 && (err != nil || !bytes.Equal(got.Bytes(), want[i])):
				t.Errorf("range %d: %d bytes, want %d: %v", i, got.Len(), len(want[i]), err)
			case i == 3 && (!errors.Is(err, slabs.ErrDamaged) || !strings.Contains(err.Error(), "parts of slabs 1 are damaged") || got.Len() > 0):
				t.Errorf("range %d: %d bytes, %v", i, got.Len(), err)
			}
		}
	}
}

// TestBitsOfParts: a flipped bit anywhere in a part, also behind its blocks, ends a merge of all rows.
func TestBitsOfParts(t *testing.T) {
	t.Parallel()
	a := small(t)
	_, dir := planned(t, a, 6)
	w := runAll(t, rand.New(rand.NewPCG(33, 14)), dir)
	path := filepath.Join(dir, "part-3")
	whole := read(t, path)
	for at := 0; at < len(whole); at += 1 + 36*min(1, max(0, len(whole)-50-at)) {
		edit(t, path, func([]byte) []byte { text := bytes.Clone(whole); text[at] ^= 1 << (at % 8); return text })
		if _, err := w.Merge(t.Context(), job.Range{}, slabs.MergeOptions{Machine: flyby.Options{Threads: 1}}, job.File(filepath.Join(t.TempDir(), "out.csv"))); !errors.Is(err, slabs.ErrDamaged) {
			t.Errorf("byte %d of %d: %v", at, len(whole), err)
		}
	}
}

// TestLimitLooksAtAll: a merge with a limit of rows checks all parts too.
func TestLimitLooksAtAll(t *testing.T) {
	t.Parallel()
	w, dir := many(t, 1)
	flip(t, dir, 2, 7)
	if r, err := w.MergeInLittle(t.Context(), job.Range{}, slabs.MergeOptions{Machine: flyby.Options{Tmp: t.TempDir()}}, job.File(filepath.Join(t.TempDir(), "out.csv"))); !errors.Is(err, slabs.ErrDamaged) {
		t.Errorf("%d rows, %v", r.Rows, err)
	}
}

// TestGoneMeanwhile: where a part is removed after the merge has begun, the error says that it is missing, and no file is left.
func TestGoneMeanwhile(t *testing.T) {
	t.Parallel()
	w, dir := many(t, 0)
	folder := t.TempDir()
	o := slabs.MergeOptions{Watch: job.Watch{Progress: func(p job.Progress) {
		if p.Phase == "write" {
			os.Remove(filepath.Join(dir, "part-2"))
		}
	}}}
	_, err := w.Merge(t.Context(), job.Range{}, o, job.File(filepath.Join(folder, "out.csv")))
	if !errors.Is(err, slabs.ErrMissing) || !strings.Contains(err.Error(), "parts of slabs 2 are missing") {
		t.Error(err)
	}
	wantSame(t, "left", filesOf(t, folder), map[string]string{})
}

// TestTakeNoMore: a merge returns errors other than damage unchanged.
func TestTakeNoMore(t *testing.T) {
	t.Parallel()
	w, _ := many(t, 0)
	full := errors.New("full")
	if _, err := w.Merge(t.Context(), job.Range{}, slabs.MergeOptions{}, job.Func(func(job.Rows) error { return full })); !errors.Is(err, full) || errors.Is(err, slabs.ErrDamaged) {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	if _, err := w.Merge(ctx, job.Range{I: 1, N: 2}, slabs.MergeOptions{}, job.Func(func(job.Rows) error { stop(); return nil })); !errors.Is(err, context.Canceled) || errors.Is(err, slabs.ErrDamaged) {
		t.Error(err)
	}
}

// TestRangesLeaveLeftovers: the merge of a range, which does not check all parts, leaves files that a run may still write.
func TestRangesLeaveLeftovers(t *testing.T) {
	t.Parallel()
	_, dir := planned(t, small(t), 2)
	w := runAll(t, rand.New(rand.NewPCG(33, 16)), dir)
	path := filepath.Join(dir, ".part-0.h-1")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if inRanges(t, w, 2, ".csv"); read(t, path) == nil {
		t.Error("it is gone")
	}
}
