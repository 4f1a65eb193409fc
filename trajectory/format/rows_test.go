package format

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby/trajectory"
	"flyby/trajectory/geo"
)

// A gatherer keeps the rows that it is handed, and checks them as a Checker does.
type gatherer struct {
	t       testing.TB
	columns trajectory.Columns
	checker *trajectory.Checker
	repeats int
}

// take is a RowsFunc.
func (g *gatherer) take(rows *Rows, bad func(*trajectory.RowError) error) error {
	if g.checker == nil {
		g.checker = trajectory.NewChecker(trajectory.Rules{Times: rows.Times})
		g.columns.Times, g.columns.Frame, g.columns.ID.Code = rows.Times, rows.Frame, []uint32{}
	}
	if rows.Rows() == 0 || rows.ID.Name != nil || rows.ID.Int != nil {
		g.t.Fatalf("rows of %d ids, names %q, integers %d", rows.Rows(), rows.ID.Name, rows.ID.Int)
	}
	if most := int(slices.Max(rows.ID.Code)); most >= rows.Trajectories || rows.IDBytes < 12*rows.Trajectories {
		g.t.Fatalf("number %d of %d trajectories, ids of %d bytes", most, rows.Trajectories, rows.IDBytes)
	}
	c, before := &g.columns, len(g.columns.T)
	c.T, c.X, c.Y = append(c.T, rows.T...), append(c.X, rows.X...), append(c.Y, rows.Y...)
	c.ID.Code = append(c.ID.Code, rows.ID.Code...)
	if rows.Z != nil {
		c.Z = append(c.Z, rows.Z...)
	}
	if rows.R != nil {
		c.R = append(c.R, rows.R...)
	}
	c.ID.Name = make([]string, rows.Trajectories)
	err := g.checker.Keep(c, before, func(_ int, e *trajectory.RowError) error {
		if e == nil {
			g.repeats++
			return nil
		}
		e.Row -= before
		return bad(e)
	})
	for _, col := range [][]float64{rows.T, rows.X, rows.Y, rows.Z, rows.R} {
		for i := range col {
			col[i] = math.NaN() // they may be written to
		}
	}
	return err
}

// build makes a store of what was gathered.
func (g *gatherer) build(ids IDs, report Report, o Options) (*trajectory.Store, Report, error) {
	c := g.columns
	if (ids.Int == nil) == (ids.Name == nil) {
		g.t.Fatalf("ids %v", ids)
	}
	c.ID.Name = ids.Name
	if ids.Int != nil {
		c.ID.Int = make([]int64, len(c.T))
		for row, code := range c.ID.Code {
			c.ID.Int[row] = ids.Int[code]
		}
		c.ID.Code = nil
	}
	if o.LonLat {
		var done trajectory.SplitReport
		var err error
		if c, done, err = geo.FromLonLat(c, trajectory.BuildOptions{MaxGap: o.MaxGap}); err != nil {
			return nil, report, err
		}
		report.Split, report.Added = done.Split, done.Added
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: o.MaxGap})
	report.Repeats = g.repeats
	if err == nil {
		report.GapAlone = s.LeftOut().GapAlone
	}
	return s, report, err
}

// checkRows wants a file that is handed on row by row to be what Read makes of it.
func checkRows(t testing.TB, path string, o Options) {
	t.Helper()
	want, wantReport, wantErr := Read(context.Background(), path, o)
	g := gatherer{t: t}
	ids, report, err := ReadRows(context.Background(), path, o, g.take)
	var got *trajectory.Store
	if err == nil {
		got, report, err = g.build(ids, report, o)
	}
	compareRows(t, got, want, err, wantErr)
	if !reflect.DeepEqual(report, wantReport) {
		t.Errorf("%s: report %+v, want %+v", path, report, wantReport)
	}
}

// compareRows wants the same store, or the same error.
func compareRows(t testing.TB, got, want *trajectory.Store, err, wantErr error) {
	t.Helper()
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Errorf("row by row: %v\nas a whole: %v", err, wantErr)
		return
	}
	if err == nil {
		sameStore(t, got, want)
		if got.Space() != want.Space() || got.Times() != want.Times() {
			t.Errorf("%v of %v, want %v of %v", got.Space(), got.Times(), want.Space(), want.Times())
		}
	} else if errors.Is(err, trajectory.ErrEmpty) != errors.Is(wantErr, trajectory.ErrEmpty) {
		t.Errorf("%v: ErrEmpty or not", err)
	}
}

// randomTable writes rows of which some are bad in all ways that text can be.
func randomTable(rng *rand.Rand, n int) string {
	var b strings.Builder
	b.WriteString("id,t,x,y,z,r\n")
	objects, integers := 1+rng.IntN(12), rng.IntN(2) == 0
	spoil, inTurn := []int{0, 0, 5, 40}[rng.IntN(4)], rng.IntN(2) == 0
	for i := range n {
		object := i / (1 + n/objects)
		if inTurn {
			object = i % objects
		}
		id, time, x, r := fmt.Sprint(object-3), fmt.Sprint(i), "0."+fmt.Sprint(rng.IntN(9)), object
		if !integers && (i > n/2 || object%2 == 0) {
			id = "car" + id
		}
		if spoil > 0 && rng.IntN(spoil) == 0 {
			switch rng.IntN(6) {
			case 0:
				x = "1e999"
			case 1:
				x = "200" // a longitude
			case 2:
				time = "0"
			case 3:
				r++
			case 4:
				id = ""
			default:
				id = `"` + id + `"`
			}
		}
		fmt.Fprintf(&b, "%s,%s,%s,0.%d,%d,%d\n", id, time, x, rng.IntN(9), i%7, r)
	}
	return b.String()
}

// TestRowsOfText reads random tables both ways.
func TestRowsOfText(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 1))
	folder := t.TempDir()
	for i := range 60 {
		path := filepath.Join(folder, "t.csv")
		n := 1 + rng.IntN(300)
		if i%20 == 0 {
			n = 60_000 // some blocks
		}
		if err := os.WriteFile(path, []byte(randomTable(rng, n)), 0o600); err != nil {
			t.Fatal(err)
		}
		checkRows(t, path, Options{SkipBadRows: rng.IntN(2) == 0, LonLat: n < 1000 && rng.IntN(3) == 0, MaxGap: float64(rng.IntN(3)) * 7, Threads: 1 + rng.IntN(3)})
	}
}

// TestRowsOfBadFiles wants the errors of Read.
func TestRowsOfBadFiles(t *testing.T) {
	for i, c := range badFiles() {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		checkRows(t, path, Options{})
		checkRows(t, path, Options{SkipBadRows: true, LonLat: i%2 == 0})
	}
	for _, c := range badCSV() {
		path := filepath.Join(t.TempDir(), "bad.csv")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		checkRows(t, path, Options{})
		checkRows(t, path, Options{SkipBadRows: true})
	}
}

// bothWays reads Parquet at a pace, as a whole and row by row.
func bothWays(t *testing.T, file []byte, o Options, whole, p pace) {
	t.Helper()
	read, wantErr := readParquetAt(context.Background(), inMemory(file), &o, whole)
	var want *trajectory.Store
	var wantReport Report
	if wantErr == nil {
		want, wantReport, wantErr = read.build("fuzz", &o)
	}
	g := gatherer{t: t}
	on := o
	on.take = g.take
	var got *trajectory.Store
	read, err := readParquetAt(context.Background(), inMemory(file), &on, p)
	var report Report
	if err == nil {
		ids, counted, failed := read.handedOn("fuzz")
		if report, err = counted, failed; err == nil {
			got, report, err = g.build(ids, counted, o)
		}
	}
	compareRows(t, got, want, err, wantErr)
	if err == nil && !reflect.DeepEqual(report, wantReport) {
		t.Errorf("report %+v, want %+v", report, wantReport)
	}
}

// TestRowsOfParquet reads files of all types and encodings both ways, with rows that are bad
// by themselves, after others, or without a value, handed on in steps of one row and more.
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
			o := Options{Threads: 1 + rng.IntN(4), SkipBadRows: rng.IntN(2) == 0, MaxGap: float64(rng.IntN(2))}
			whole := pace{step: p.stride, ahead: 4, trust: uint64(rng.IntN(2) * 1000)}
			p.trust = whole.trust
			bothWays(t, file, o, whole, p)
			if t.Failed() {
				t.Fatalf("%v at %+v, %+v", m, p, o)
			}
		}
	}
}

// TestRowsOfCorruptParquet wants what reading as a whole says of changed files.
func TestRowsOfCorruptParquet(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 3))
	for i, m := range mixes() {
		if testing.Short() && i%9 > 0 { // each codec once; in eights all would be of one version and one encoding
			continue
		}
		rows := goodRows(rng, 150)
		spoilRows(rng, rows)
		file := m.file(t, rows, 40)
		integers := integersOf(t, file)
		for range 40 {
			changed := mutate(rng, file, integers)
			whole := pace{step: 48, ahead: 3}
			o := Options{Threads: 1 + rng.IntN(3), SkipBadRows: rng.IntN(2) == 0}
			bothWays(t, changed, o, whole, pace{stride: 48, step: 16, ahead: 2})
			if t.Failed() {
				t.Fatalf("%v, %+v", m, o)
			}
		}
	}
}

// TestRowsStop wants the error of a RowsFunc, and no row after it.
func TestRowsStop(t *testing.T) {
	full := errors.New("full")
	folder := t.TempDir()
	names := map[string][]byte{
		"a.csv":     []byte(randomTable(rand.New(rand.NewPCG(1, 1)), 50_000)),
		"a.parquet": []byte(inGroups(t, plainRows(100_000), 30_000)),
	}
	for name, text := range names {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		calls := 0
		_, _, err := ReadRows(context.Background(), path, Options{SkipBadRows: true}, func(*Rows, func(*trajectory.RowError) error) error {
			calls++
			return full
		})
		if !errors.Is(err, full) || calls != 1 {
			t.Errorf("%s: %v after %d calls", name, err, calls)
		}
		ctx, cancel := context.WithCancel(context.Background())
		_, _, err = ReadRows(ctx, path, Options{SkipBadRows: true}, func(*Rows, func(*trajectory.RowError) error) error {
			cancel()
			return nil
		})
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRowsOfSmallSteps wants the window to move over far more rows than it holds.
func TestRowsOfSmallSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 5))
	file := mixes()[0].file(t, goodRows(rng, 5000), 777)
	for _, p := range smallPaces {
		bothWays(t, file, Options{Threads: 3}, usualPace, p)
	}
}
