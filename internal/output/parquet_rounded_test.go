package output

import (
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
)

// TestRoundedTimesComeBack wants every time for which codec.IsRounded holds to be the float64 nearest
// to its nanoseconds.
func TestRoundedTimesComeBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	edges := []float64{codec.LeastRounded, -codec.LeastRounded, codec.FirstRounded, math.Nextafter(codec.EndRounded, 0), math.Nextafter(codec.LeastRounded, 1e9), 1 << 24, math.Nextafter(1<<24, 0), 1 << 33, math.Nextafter(1<<33, 0)}
	for range 200_000 {
		edges = append(edges, rng.Float64()*codec.EndRounded, math.Ldexp(1+rng.Float64(), 23+rng.IntN(10)), -math.Ldexp(1+rng.Float64(), 23+rng.IntN(10)))
	}
	for _, sec := range edges {
		if !codec.IsRounded(sec) {
			if sec < codec.EndRounded && sec >= codec.FirstRounded && math.Abs(sec) >= codec.LeastRounded {
				t.Fatalf("%v is refused", sec)
			}
			continue
		}
		if back := infile.Ratio(codec.TimeRounded.Units(sec), 1e9); back != sec {
			t.Fatalf("%x comes back as %x", sec, back)
		}
	}
	for _, sec := range []float64{0, 1, math.Nextafter(codec.LeastRounded, 0), codec.EndRounded, math.Nextafter(codec.FirstRounded, -1e10), math.NaN(), math.Inf(1)} {
		if codec.IsRounded(sec) {
			t.Errorf("%v is allowed", sec)
		}
	}
}

// TestRoundedTimesHaveTheDecimalsOfText wants the nanoseconds of a time to equal the decimals of the
// shortest text that reads back to it.
func TestRoundedTimesHaveTheDecimalsOfText(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 2))
	times := []float64{1709251199.123, -1709251199.123, 1709251199, 1709251199.5, 1 << 33, math.Nextafter(1<<33, 0), codec.LeastRounded, codec.FirstRounded, math.Nextafter(1e9, 0)}
	for range 100_000 {
		whole := float64(rng.Int64N(9e9-codec.LeastRounded) + codec.LeastRounded)
		decimals := math.Pow(10, float64(rng.IntN(10)))
		sec := whole + math.Floor(rng.Float64()*decimals)/decimals
		times = append(times, sec, -sec, whole+rng.Float64())
	}
	for _, sec := range times {
		text := trajectory.Timestamp.Format(sec)
		want, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := codec.TimeRounded.Units(sec); got != want.UnixNano() {
			t.Fatalf("%s has %d nanoseconds, want %d", text, got, want.UnixNano())
		}
	}
}

// BenchmarkRoundedTimes reports the cost of computing a time's nanoseconds.
func BenchmarkRoundedTimes(b *testing.B) {
	var sum int64
	for i := range b.N {
		sum += codec.TimeRounded.Units(1709251199 + float64(i&0xffff)*1.9e-5)
	}
	if sum == 0 {
		b.Error("no nanoseconds")
	}
}

// spanning makes a store of one object with samples at two times.
func spanning(t *testing.T, kind trajectory.TimeKind, start, end float64) *trajectory.Store {
	t.Helper()
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{7, 7}}, T: []float64{start, end}, X: []float64{0, 1}, Y: []float64{0, 1}, Times: kind,
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestResultTimes wants times of results as timestamps of nanoseconds where all times in the extents
// that both stores share read back equal, and otherwise as numbers whose metadata say seconds.
func TestResultTimes(t *testing.T) {
	const day = 86400
	for name, c := range map[string]struct {
		queries, entries *trajectory.Store
		stamps           bool
		note             bool
	}{
		"this century":       {spanning(t, trajectory.Timestamp, 1e9, 1.1e9), spanning(t, trajectory.Timestamp, 1e9, 1.2e9), true, false},
		"before 1970":        {spanning(t, trajectory.Timestamp, -1e9, -98*day), spanning(t, trajectory.Timestamp, -1e9, -98*day), true, false},
		"near 1970":          {spanning(t, trajectory.Timestamp, 97*day, 1e9), spanning(t, trajectory.Timestamp, 0, 1e9), false, true},
		"one is not near":    {spanning(t, trajectory.Timestamp, 98*day, 1e9), spanning(t, trajectory.Timestamp, 0, 1e9), true, false},
		"both sides of 1970": {spanning(t, trajectory.Timestamp, -1e9, 1e9), spanning(t, trajectory.Timestamp, -1e9, 1e9), false, true},
		"after 2261":         {spanning(t, trajectory.Timestamp, 1e9, 9.3e9), spanning(t, trajectory.Timestamp, 1e9, 9.3e9), false, true},
		"numbers":            {spanning(t, trajectory.Number, 1e9, 1.1e9), spanning(t, trajectory.Number, 1e9, 1.1e9), false, false},
	} {
		path := filepath.Join(t.TempDir(), "hits.parquet")
		at := max(c.queries.Extent().Start, c.entries.Extent().Start)
		h := trajectory.Hits{
			QueryTraj: []uint32{0, 0}, QuerySeg: []uint32{0, 0}, EntryTraj: []uint32{0, 0}, EntrySeg: []uint32{0, 0},
			Enter: []float64{at, at + 0.1}, Exit: []float64{at + 0.1, at + 0.3},
		}
		writeHits(t, path, c.queries, c.entries, h, 1, 1)
		file := openParquet(t, path)
		if got := strings.Contains(file.Schema().String(), "t_enter (TIMESTAMP(isAdjustedToUTC=true,unit=NANOS))"); got != c.stamps {
			t.Errorf("%s: timestamps: %v, want %v", name, got, c.stamps)
		}
		note := file.Metadata().RowGroups[0].Columns[5].MetaData.KeyValueMetadata
		if got := len(note) == 1 && note[0].Key == timeKey && note[0].Value == timeValue; got != c.note {
			t.Errorf("%s: metadata %v", name, note)
		}
		for row, want := range h.Enter {
			if got := timeAt(t, file, 4, row); got != want {
				t.Errorf("%s: row %d enters at %v, want %v", name, row, got, want)
			}
		}
	}
}

// timeAt reads a time as a reader of the file's schema does.
func timeAt(t *testing.T, file *parquetgo.File, column, row int) float64 {
	t.Helper()
	page, err := file.RowGroups()[0].ColumnChunks()[column].Pages().ReadPage()
	if err != nil {
		t.Fatal(err)
	}
	values := make([]parquetgo.Value, page.NumRows())
	if n, err := page.Values().ReadValues(values); n != len(values) {
		t.Fatal(n, err)
	}
	if v := values[row]; v.Kind() == parquetgo.Int64 {
		return infile.Ratio(v.Int64(), 1e9)
	}
	return values[row].Double()
}

// TestTimesOutsideExtent: times that would not read back from the column's type are an error, and leave
// no file.
func TestTimesOutsideExtent(t *testing.T) {
	s := spanning(t, trajectory.Timestamp, 1e9, 2e9)
	w, err := CreateHits(filepath.Join(t.TempDir(), "hits.parquet"), s, s, WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	one := []uint32{0}
	err = errors.Join(w.Write(trajectory.Hits{QueryTraj: one, QuerySeg: one, EntryTraj: one, EntrySeg: one, Enter: []float64{5}, Exit: []float64{6}}), w.Close())
	if err == nil || !strings.Contains(err.Error(), "the time 5 s is outside of the extents of the stores") {
		t.Errorf("%v", err)
	}
}

// TestNoSpeeds writes unknown speeds: pages without any, of nothing else, and mixed.
func TestNoSpeeds(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	const n = 3 * pageRows
	var e trajectory.Encounters
	for i := range n {
		speed := float64(i)
		if i < pageRows || i < 2*pageRows && i%3 == 0 {
			speed = math.NaN()
		}
		e.QueryTraj, e.EntryTraj = append(e.QueryTraj, 0), append(e.EntryTraj, 1)
		e.Enter, e.Exit, e.Closest = append(e.Enter, float64(i)), append(e.Exit, float64(i)), append(e.Closest, float64(i))
		e.Distance, e.Speed, e.Open = append(e.Distance, 1), append(e.Speed, speed), append(e.Open, 0)
	}
	path := filepath.Join(t.TempDir(), "met.parquet")
	w, err := CreateEncounters(path, s, s, WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(e), w.Close()); err != nil {
		t.Fatal(err)
	}
	rows, err := parquetgo.ReadFile[struct {
		Closest float64  `parquet:"t_closest"`
		Speed   *float64 `parquet:"v_closest,optional"`
	}](path)
	if err != nil || len(rows) != n {
		t.Fatal(len(rows), err)
	}
	for i, r := range rows {
		if want := e.Speed[i]; r.Closest != float64(i) || (r.Speed == nil) != math.IsNaN(want) || r.Speed != nil && *r.Speed != want {
			t.Fatalf("row %d: %+v, want %v", i, r, want)
		}
	}
	m := openParquet(t, path).Metadata().RowGroups[0].Columns[6].MetaData
	if want := int64(pageRows + (pageRows+1)/3); m.Statistics.NullCount != want || len(m.Statistics.MinValue) != 8 {
		t.Errorf("%d nulls, want %d; least %v", m.Statistics.NullCount, want, m.Statistics.MinValue)
	}
}
