package agree_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"flyby"
	"flyby/internal/tier"
	"flyby/trajectory"
	"flyby/trajectory/input"
)

// slabSearch returns a search by a plan of many slabs, which finds hits in several chunks.
func slabSearch(t testing.TB, db *flyby.Database) flyby.Search {
	t.Helper()
	s := flyby.Search{Distance: 50}
	s.Plan = planned(t, db, s)["in slabs"]
	return s
}

// read reads the chunks of hits to the end, and calls each after every one. It returns their number, and the error that ended them.
func read(h *flyby.Hits, each func()) (chunks int, err error) {
	for _, err := range h.Chunks() {
		if err != nil {
			return chunks, err
		}
		chunks++
		each()
	}
	return chunks, nil
}

// quiet waits until there are no more goroutines than before.
func quiet(t *testing.T, before int) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(end) {
			all := make([]byte, 1<<16)
			t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, all[:runtime.Stack(all, true)])
			return
		}
	}
}

// TestSlabsCancelled: a context that is cancelled while rows are read, slabs are searched, or slabs are merged, and between two chunks,
// ends the work with its error, and leaves neither a goroutine nor a file.
func TestSlabsCancelled(t *testing.T) {
	for _, file := range []string{wanderFile(t, "e.csv", wanderers(60, 1)), wanderFile(t, "e.parquet", byTime(wanderers(60, 1)))} {
		data := wanderData(t, inSpace, file)
		before := runtime.NumGoroutine()
		for _, phase := range []string{"before", "read", "planned", "slabs", "merged", "chunk"} {
			tmp := t.TempDir()
			ctx, cancel := context.WithCancel(t.Context())
			if phase == "before" {
				cancel()
			}
			o := flyby.Options{Device: "cpu", Tmp: tmp, Threads: 2, Progress: func(p flyby.Progress) {
				if p.Phase == phase || p.Phase == "slabs" && p.Total == 0 && phase == "merged" {
					cancel()
				}
			}}
			if err := cancelledIn(ctx, t, phase, cancel, data, inSlabs(o)); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %s: %v", filepath.Base(file), phase, err)
			}
			cancel()
			wantEmpty(t, tmp)
			quiet(t, before)
		}
	}
}

// cancelledIn opens a database and searches it; the context is cancelled in a phase. It returns the first error.
func cancelledIn(ctx context.Context, t *testing.T, phase string, cancel func(), data flyby.Source, o flyby.Options) error {
	t.Helper()
	db, err := flyby.Open(ctx, data, o)
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // the test looks at the error of the search
	s := slabSearch(t, db)
	if phase == "planned" {
		cancel()
	}
	h, err := db.Hits(ctx, s)
	if err != nil {
		return err
	}
	chunks, err := read(h, func() {
		if phase == "chunk" {
			cancel()
		}
	})
	if phase == "chunk" && chunks != 1 {
		t.Errorf("%d chunks came though it was cancelled after one", chunks)
	}
	return err
}

// TestSlabsClosed: closing a database, or its data, while a search in slabs is read ends the search with the error of that close.
func TestSlabsClosed(t *testing.T) {
	file := wanderFile(t, "e.csv", wanderers(60, 1))
	for name, c := range map[string]struct {
		end  func(*flyby.Database, *input.Data, *flyby.Hits)
		want error
	}{
		"database":           {func(db *flyby.Database, _ *input.Data, _ *flyby.Hits) { db.Close() }, flyby.ErrClosed},
		"database elsewhere": {func(db *flyby.Database, _ *input.Data, _ *flyby.Hits) { done(func() { db.Close() }) }, flyby.ErrClosed},
		"data":               {func(_ *flyby.Database, data *input.Data, _ *flyby.Hits) { data.Close() }, input.ErrClosed},
		"released":           {func(_ *flyby.Database, _ *input.Data, h *flyby.Hits) { h.Release() }, flyby.ErrReleased},
	} {
		data := wanderData(t, inSpace, file)
		db := slabDatabase(t, data, flyby.Options{})
		h, err := db.Hits(t.Context(), slabSearch(t, db))
		if err != nil {
			t.Fatal(err)
		}
		chunks, err := read(h, func() { c.end(db, data, h) })
		if !errors.Is(err, c.want) || chunks > 2 {
			t.Errorf("%s: %v after %d chunks, want %v at once", name, err, chunks, c.want)
		}
		if _, err := h.Collect(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v the second time, want %v", name, err, c.want)
		}
		if err := db.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSlabsAtOnce: goroutines that ask one database in slabs take turns; a cancelled one leaves the others their answers.
func TestSlabsAtOnce(t *testing.T) {
	db := slabDatabase(t, wanderData(t, inSpace, wanderFile(t, "e.csv", wanderers(40, 1))), flyby.Options{Threads: 2})
	queries := wanderData(t, inSpace, wanderFile(t, "q.csv", wanderers(10, 2)))
	join, search := slabSearch(t, db), flyby.Search{Queries: queries, Distance: 1.5}
	want, _ := answers(t, db, join)
	found, _ := answers(t, db, search)
	if want.Len() == 0 || found.Len() == 0 {
		t.Fatal("nothing was found")
	}
	var wg sync.WaitGroup
	for _, c := range []struct {
		s    flyby.Search
		want trajectory.Hits
	}{{join, want}, {search, found}, {join, want}} {
		wg.Go(func() {
			for range 3 {
				h, err := db.Hits(t.Context(), c.s)
				if err != nil {
					t.Error(err)
					return
				}
				if got, err := h.Collect(); err != nil || !reflect.DeepEqual(got, c.want) {
					t.Errorf("%d hits, want %d, or others: %v", got.Len(), c.want.Len(), err)
				}
			}
		})
		wg.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			h, err := db.Hits(ctx, c.s)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := read(h, cancel); !errors.Is(err, context.Canceled) && (err != nil || found.Len() > 1<<12) {
				t.Errorf("cancelled: %v", err)
			}
		})
	}
	wg.Wait()
}

// TestSlabTmp: a folder for temporary files that does not exist, or has too little room, is an error that names it.
func TestSlabTmp(t *testing.T) {
	data := wanderData(t, inSpace, wanderFile(t, "e.csv", wanderers(60, 1)))
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	if _, err := flyby.Open(t.Context(), data, inSlabs(flyby.Options{Device: "cpu", Tmp: nowhere})); err == nil || !strings.Contains(err.Error(), nowhere) {
		t.Errorf("no folder: %v", err)
	}
	db := slabDatabase(t, data, flyby.Options{TmpLimit: 1000})
	h, err := db.Hits(t.Context(), slabSearch(t, db))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Collect(); err == nil || !strings.Contains(err.Error(), "its limit of 1000 B is reached") {
		t.Errorf("a full folder: %v", err)
	}
	if h, err = db.Hits(t.Context(), flyby.Search{Distance: 50}); err != nil {
		t.Fatal(err)
	}
	if all, err := h.Collect(); err != nil || all.Len() == 0 { // one slab leaves nothing to merge
		t.Errorf("after that, in one slab: %d hits, %v", all.Len(), err)
	}
}

// TestSlabsOfCutFiles: a file that is removed, cut or replaced before its rows are read is an error that names it: when it is opened, when
// it is read, and, for Parquet read in place, when a search is planned and when slabs are searched.
func TestSlabsOfCutFiles(t *testing.T) {
	rows := byTime(wanderers(60, 1))
	cut := func(path string) error { return os.Truncate(path, 9000) }
	for name, c := range map[string]struct {
		phase string
		spoil func(path string) error
	}{
		"gone, opened":   {"open", os.Remove},
		"gone, read":     {"read", os.Remove},
		"cut, read":      {"read", cut},
		"cut, planned":   {"plan", cut},
		"cut, searched":  {"search", cut},
		"other, in time": {"search", func(path string) error { return os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)) }},
	} {
		path := wanderFile(t, "cut.parquet", rows)
		if err := spoiled(t, path, c.phase, c.spoil); err == nil || !strings.Contains(err.Error(), "cut.parquet") {
			t.Errorf("%s: %v", name, err)
		}
	}
	text := wanderFile(t, "cut.csv", rows)
	whole, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{len(whole) / 2, len(whole) - 3} { // in the middle of a row
		for whole[at-1] != ',' {
			at--
		}
		if err := os.WriteFile(text, whole[:at], 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, want := input.Read(t.Context(), text, inSpace)
		_, err := flyby.Open(t.Context(), wanderData(t, inSpace, text), inSlabs(flyby.Options{Device: "cpu"}))
		if err == nil || want == nil || err.Error() != want.Error() {
			t.Errorf("text cut at %d: %v, want %v", at, err, want)
		}
	}
}

// spoiled searches a file that spoil damages at the beginning of a phase, and returns the first error.
func spoiled(t *testing.T, path, phase string, spoil func(path string) error) error {
	t.Helper()
	do := func(now string) {
		if now == phase {
			if err := spoil(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	do("open")
	data, err := input.Open(t.Context(), []string{path}, input.Options{Read: inSpace})
	if err != nil {
		return err
	}
	defer data.Close()
	do("read")
	db, err := flyby.Open(t.Context(), data, inSlabs(flyby.Options{Device: "cpu", Tmp: t.TempDir()}))
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // the test looks at the error of the search
	s := flyby.Search{Distance: 1}
	plan := planned(t, db, s)["in slabs"]
	do("plan")
	if phase != "plan" {
		s.Plan = plan
	}
	h, err := db.Hits(t.Context(), s)
	if err != nil {
		return err
	}
	do("search")
	do("plan")
	_, err = h.Collect()
	return err
}

// TestBeyondMemory: with somewhat more than the sufficient size of a refusal, data of files are spilled to the folder, are searched in many
// slabs, and have the answer of data in memory. A folder without room for them is an error.
func TestBeyondMemory(t *testing.T) {
	tier.Full(t)
	path := wanderFile(t, "e.csv", wanderersFor(700, 1000, 1))
	data := wanderData(t, inSpace, path)
	s := flyby.Search{Distance: 0.1}
	memory, err := flyby.Open(t.Context(), wanderStore(t, inSpace, path), flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	hits, encounters := answers(t, memory, s)
	if err := memory.Close(); err != nil {
		t.Error(err)
	}
	o := flyby.Options{Device: "cpu", Threads: 2, Memory: 1 << 20, Tmp: t.TempDir()}
	debug.FreeOSMemory() // earlier garbage of the process is not part of Memory
	_, err = flyby.Open(t.Context(), data, o)
	var little *flyby.MemoryError
	if !errors.As(err, &little) || !errors.Is(err, flyby.ErrMemory) || little.Bytes != 1<<20 {
		t.Fatalf("in 1 MiB: %v", err)
	}
	o.Memory = little.Least + 36<<20 // memory of other tests in the process comes and goes
	o.TmpLimit = 1 << 20
	if _, err := flyby.Open(t.Context(), data, o); err == nil || !strings.Contains(err.Error(), "its limit of 1.0 MiB") {
		t.Errorf("with little room: %v", err)
	}
	o.TmpLimit = 0
	debug.FreeOSMemory()
	db, err := flyby.Open(t.Context(), data, o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := db.Plan(t.Context(), s)
	if err != nil || p.Kind != "time" || p.Slabs < 2 || p.TempBytes == 0 || p.Memory != o.Memory {
		t.Fatalf("plan %+v, %v", p, err)
	}
	if h, e := answers(t, db, s); h.Len() < 1000 || !reflect.DeepEqual(h, hits) || !reflect.DeepEqual(e, encounters) {
		t.Errorf("%d hits and %d encounters, want %d and %d, or others", h.Len(), e.Len(), hits.Len(), encounters.Len())
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	wantEmpty(t, o.Tmp)
}
