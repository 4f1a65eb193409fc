package output

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
)

// namedStore has n point events named after their numbers.
func namedStore(t testing.TB, n int) *trajectory.Store {
	t.Helper()
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("object %05d", i))
	}
	return formattest.SmallStore(t, trajectory.Number, names...)
}

// mixedHits makes hits with few different times in the first row group, many in the second, and
// every kind of time in the third.
func mixedHits(n, trajectories int) (h trajectory.Hits) {
	rng := rand.New(rand.NewPCG(4, 4))
	odd := oddNumbers()
	for i := range n {
		h.QueryTraj, h.QuerySeg = append(h.QueryTraj, uint32(i*trajectories/n)), append(h.QuerySeg, uint32(i%1000))
		h.EntryTraj, h.EntrySeg = append(h.EntryTraj, uint32(rng.IntN(trajectories))), append(h.EntrySeg, rng.Uint32())
		v := float64(rng.IntN(400))
		switch i / rowGroupRows {
		case 1:
			v = rng.NormFloat64()
		case 2:
			v = numberOfKind(rng, odd)
		}
		h.Enter, h.Exit = append(h.Enter, v), append(h.Exit, v+1)
	}
	return h
}

// openParquet opens a file by the library.
func openParquet(t testing.TB, path string) *parquetgo.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquetgo.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestParquetOfAnotherReader reads three row groups with the library: every value, the pages, and
// the bounds of each page and column.
func TestParquetOfAnotherReader(t *testing.T) {
	const n = 2*rowGroupRows + pageRows + 77
	few, many := namedStore(t, 30), namedStore(t, mostDistinct+500)
	h := mixedHits(n, 30)
	for i := range h.EntryTraj {
		h.EntryTraj[i] = uint32(i*7919) % uint32(many.Trajectories())
	}
	path := filepath.Join(t.TempDir(), "hits.parquet")
	writeHits(t, path, few, many, h, 50_000, 2)
	file := openParquet(t, path)
	if groups := file.RowGroups(); len(groups) != 3 || file.NumRows() != n || groups[0].NumRows() != rowGroupRows {
		t.Fatalf("%d rows in %d groups", file.NumRows(), len(groups))
	}
	for i, want := range []func(row int) parquetgo.Value{
		func(row int) parquetgo.Value { return parquetgo.ValueOf(few.ID(int(h.QueryTraj[row]))) },
		func(row int) parquetgo.Value { return parquetgo.ValueOf(int64(h.QuerySeg[row])) },
		func(row int) parquetgo.Value { return parquetgo.ValueOf(many.ID(int(h.EntryTraj[row]))) },
		func(row int) parquetgo.Value { return parquetgo.ValueOf(int64(h.EntrySeg[row])) },
		func(row int) parquetgo.Value { return parquetgo.ValueOf(h.Enter[row]) },
		func(row int) parquetgo.Value { return parquetgo.ValueOf(h.Exit[row]) },
	} {
		row := 0
		for _, g := range file.RowGroups() {
			row = checkColumn(t, g.ColumnChunks()[i], row, want)
		}
		if row != n {
			t.Errorf("column %d: %d rows", i, row)
		}
	}
}

// checkColumn reads a column of the row group that begins at a row, and returns the row after the
// group.
func checkColumn(t *testing.T, c parquetgo.ColumnChunk, row int, want func(row int) parquetgo.Value) (next int) {
	t.Helper()
	first := row
	index, err := c.ColumnIndex()
	if err != nil {
		t.Fatal(err)
	}
	offsets, err := c.OffsetIndex()
	if err != nil {
		t.Fatal(err)
	}
	pages := c.Pages()
	defer pages.Close()
	for k := 0; ; k++ {
		page, err := pages.ReadPage()
		if err == io.EOF {
			if offsets.NumPages() != k || index.NumPages() != k {
				t.Errorf("%d pages, of which %d have a place and %d bounds", k, offsets.NumPages(), index.NumPages())
			}
			return row
		}
		if err != nil {
			t.Fatal(err)
		}
		if int(offsets.FirstRowIndex(k)) != row-first || page.NumRows() > pageRows {
			t.Fatalf("page %d of %d rows is said to begin at row %d, and does at %d", k, page.NumRows(), offsets.FirstRowIndex(k), row-first)
		}
		values := make([]parquetgo.Value, page.NumRows())
		if n, err := page.Values().ReadValues(values); n != len(values) || err != nil && err != io.EOF {
			t.Fatal(n, err)
		}
		for i, v := range values {
			if w := want(row + i); v.String() != w.String() || v.Kind() == parquetgo.Double && math.Float64bits(v.Double()) != math.Float64bits(w.Double()) {
				t.Fatalf("row %d is %v, want %v", row+i, v, w)
			}
		}
		checkBounds(t, values, index.MinValue(k), index.MaxValue(k))
		row += len(values)
		parquetgo.Release(page)
	}
}

// checkBounds compares the bounds of a page with its values. NaN is in no bounds.
func checkBounds(t *testing.T, values []parquetgo.Value, least, greatest parquetgo.Value) {
	t.Helper()
	values = slices.DeleteFunc(values, func(v parquetgo.Value) bool { return v.Kind() == parquetgo.Double && math.IsNaN(v.Double()) })
	compare := func(a, b parquetgo.Value) int {
		switch a.Kind() {
		case parquetgo.Double:
			return cmp.Compare(a.Double(), b.Double())
		case parquetgo.Int64:
			return cmp.Compare(a.Int64(), b.Int64())
		}
		return strings.Compare(string(a.ByteArray()), string(b.ByteArray()))
	}
	if low, high := slices.MinFunc(values, compare), slices.MaxFunc(values, compare); compare(low, least) != 0 || compare(high, greatest) != 0 {
		t.Errorf("a page from %v to %v says from %v to %v", low, high, least, greatest)
	}
}

// TestWrittenSchema wants the types that other readers of Parquet know.
func TestWrittenSchema(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "e.parquet")
	ints, names := formattest.SmallStore(t, trajectory.Timestamp, "1", "2"), formattest.SmallStore(t, trajectory.Timestamp, "a", "b")
	w, err := CreateEncounters(path, ints, names, WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"e.parquet": "required int64 query_traj (INT(64,true)); required binary entry_traj (STRING); required double t_enter; required double t_exit; " +
			"required double t_closest; required double d_min; optional double v_closest; required binary open (STRING)",
		"millis.parquet": "required int64 traj_id (INT(64,true)); required int64 t (TIMESTAMP(isAdjustedToUTC=true,unit=MILLIS)); required double x; required double y",
		"micros.parquet": "required int64 traj_id (INT(64,true)); required int64 t (TIMESTAMP(isAdjustedToUTC=true,unit=MICROS)); required double x; required double y",
		"nanos.parquet":  "required int64 traj_id (INT(64,true)); required int64 t (TIMESTAMP(isAdjustedToUTC=true,unit=NANOS)); required double x; required double y",
		"text.parquet":   "required int64 traj_id (INT(64,true)); required binary t (STRING); required double x; required double y",
	} {
		path := filepath.Join(folder, name)
		if times, ok := map[string]float64{"millis.parquet": 0.5, "micros.parquet": 1.0 / (1 << 6), "nanos.parquet": 1.0 / (1 << 9), "text.parquet": 1e-300}[name]; ok {
			s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 1}}, T: []float64{0, times}, X: []float64{0, 1}, Y: []float64{0, 1}, Times: trajectory.Timestamp}, trajectory.BuildOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if err := WriteStore(context.Background(), path, s, WriteOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		lines := strings.Split(openParquet(t, path).Schema().String(), "\n")
		var columns []string
		for _, line := range lines[1 : len(lines)-1] {
			columns = append(columns, strings.TrimSuffix(strings.TrimSpace(line), ";"))
		}
		if got := strings.Join(columns, "; "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// FuzzDistinct numbers values as a map does.
func FuzzDistinct(f *testing.F) {
	f.Add([]byte("abracadabra"), uint16(3))
	f.Fuzz(func(t *testing.T, data []byte, spread uint16) {
		var codes []uint32
		var floats []float64
		for i, b := range data {
			codes = append(codes, uint32(b)<<(spread%24)+uint32(i)*uint32(spread>>12))
			floats = append(floats, math.Float64frombits(uint64(codes[i])*0x100000001))
		}
		for name, add := range map[string]func(*distinct) bool{
			"codes":  func(d *distinct) bool { return d.addCodes(codes) },
			"floats": func(d *distinct) bool { return d.addFloats(floats) },
		} {
			known, order := map[uint32]int32{}, 0
			var d distinct
			add(&d)
			if add(&d); len(d.number) != len(codes) {
				t.Fatalf("%s: %d of %d values", name, len(d.number), len(codes))
			}
			for i, code := range codes {
				if _, ok := known[code]; !ok {
					known[code] = int32(order)
					order++
				}
				if d.number[i] != known[code] {
					t.Fatalf("%s: value %d has number %d, want %d", name, i, d.number[i], known[code])
				}
			}
			if len(d.values) != order {
				t.Errorf("%s: %d values, want %d", name, len(d.values), order)
			}
		}
	})
}

// TestDistinctGivesUp wants too many values refused, whether they are numbers or trajectories.
func TestDistinctGivesUp(t *testing.T) {
	var d distinct
	var codes []uint32
	for i := range uint32(mostDistinct + 1) {
		codes = append(codes, i, i, i)
	}
	if d.addCodes(codes) {
		t.Error(strconv.Itoa(len(d.values)) + " values are few")
	}
	if !d.addCodes(codes[:3*mostDistinct]) || len(d.values) != mostDistinct {
		t.Errorf("%d values are too many", len(d.values))
	}
}
