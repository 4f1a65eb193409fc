package fileset

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// checkRows wants the rows of ReadRows to make the store of Read.
func checkRows(t testing.TB, path string, o format.Options) {
	t.Helper()
	want, wantReport, wantErr := Read(context.Background(), path, o)
	g := formattest.Gatherer{T: t}
	ids, report, err := ReadRows(context.Background(), path, o, g.Take)
	var got *trajectory.Store
	if err == nil {
		got, report, err = g.Build(ids, report, o)
	}
	formattest.CompareRows(t, got, want, err, wantErr)
	if !reflect.DeepEqual(report, wantReport) {
		t.Errorf("%s: report %+v, want %+v", path, report, wantReport)
	}
}

// randomTable writes rows, some of them bad in all ways that text can be.
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
		checkRows(t, path, format.Options{Reading: format.Reading{SkipBadRows: rng.IntN(2) == 0, LonLat: n < 1000 && rng.IntN(3) == 0, Threads: 1 + rng.IntN(3)}, MaxGap: float64(rng.IntN(3)) * 7})
	}
}

// TestRowsOfBadFiles wants ReadRows to return the errors of Read.
func TestRowsOfBadFiles(t *testing.T) {
	for i, c := range badFiles() {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		checkRows(t, path, format.Options{})
		checkRows(t, path, format.Options{Reading: format.Reading{SkipBadRows: true, LonLat: i%2 == 0}})
	}
	for _, c := range badCSV() {
		path := filepath.Join(t.TempDir(), "bad.csv")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		checkRows(t, path, format.Options{})
		checkRows(t, path, format.Options{Reading: format.Reading{SkipBadRows: true}})
	}
}

// TestRowsStop wants ReadRows to return the error of a RowsFunc, and no row after it.
func TestRowsStop(t *testing.T) {
	full := errors.New("full")
	folder := t.TempDir()
	names := map[string][]byte{
		"a.csv":     []byte(randomTable(rand.New(rand.NewPCG(1, 1)), 50_000)),
		"a.parquet": []byte(formattest.InGroups(t, formattest.PlainRows(100_000), 30_000)),
	}
	for name, text := range names {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		calls := 0
		_, _, err := ReadRows(context.Background(), path, format.Options{Reading: format.Reading{SkipBadRows: true}}, func(*reading.Rows, func(*trajectory.RowError) error) error {
			calls++
			return full
		})
		if !errors.Is(err, full) || calls != 1 {
			t.Errorf("%s: %v after %d calls", name, err, calls)
		}
		ctx, cancel := context.WithCancel(context.Background())
		_, _, err = ReadRows(ctx, path, format.Options{Reading: format.Reading{SkipBadRows: true}}, func(*reading.Rows, func(*trajectory.RowError) error) error {
			cancel()
			return nil
		})
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
