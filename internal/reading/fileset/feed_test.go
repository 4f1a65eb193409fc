package fileset

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// wantSame wants a file to be read like rows of neutral CSV, to the bit, and ReadRows to hand on
// the rows that Read keeps.
func wantSame(t *testing.T, name, content string, o format.Options, neutral string, as format.Options) *trajectory.Store {
	t.Helper()
	want, _, err := readText(t, "neutral.csv", neutral, as)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := readText(t, name, content, o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if dump(t, got) != dump(t, want) || got.Space() != want.Space() || got.Times() != want.Times() || got.IntIDs() != want.IntIDs() {
		t.Errorf("%s: %v, %v\n%swant %v, %v\n%s", name, got.Space(), got.Times(), dump(t, got), want.Space(), want.Times(), dump(t, want))
	}
	if rows := handedRows(t, name, content, o); !o.LonLat && got.Space().Frame == trajectory.Plain && rows != handedRows(t, "neutral.csv", neutral, as) {
		t.Errorf("%s: ReadRows hands on\n%swant\n%s", name, rows, handedRows(t, "neutral.csv", neutral, as))
	}
	return got
}

// handedRows lists the rows that ReadRows hands on: id, numbers and piece of each.
func handedRows(t *testing.T, name, content string, o format.Options) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	var numbers []uint32
	var lines []string
	ids, _, err := ReadRows(context.Background(), path, o, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
		for i, number := range rows.ID.Code {
			line := fmt.Sprint(rows.T[i], rows.X[i], rows.Y[i])
			if rows.Z != nil {
				line += fmt.Sprint(" ", rows.Z[i])
			}
			if rows.Piece != nil {
				line += fmt.Sprint(" piece ", rows.Piece[i])
			}
			numbers, lines = append(numbers, number), append(lines, line)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var s strings.Builder
	for i, number := range numbers {
		id := ""
		if ids.Int != nil {
			id = strconv.FormatInt(ids.Int[number], 10)
		} else {
			id = ids.Name[number]
		}
		fmt.Fprintln(&s, id, lines[i])
	}
	return s.String()
}

// A badFile is a file that cannot be read, and why.
type badFile struct{ text, want string }

// wantFaults wants each file to be refused in the given words, whether bad rows are left out or
// not.
func wantFaults(t *testing.T, name string, o format.Options, all []badFile) {
	t.Helper()
	for _, c := range all {
		for _, skip := range []bool{false, true} {
			o.SkipBadRows = skip
			if _, _, err := readText(t, name, c.text, o); err == nil || err.Error() != c.want {
				t.Errorf("%.300q, skip %v:\n got %v\nwant %s", c.text, skip, err, c.want)
			}
		}
	}
}

// wantBadRows wants each file to be refused in the given words, and to have good rows once the one
// bad row is left out.
func wantBadRows(t *testing.T, name string, o format.Options, good int, all []badFile) {
	t.Helper()
	for _, c := range all {
		o.SkipBadRows = false
		if _, _, err := readText(t, name, c.text, o); err == nil || err.Error() != c.want {
			t.Errorf("%.300q:\n got %v\nwant %s", c.text, err, c.want)
		}
		o.SkipBadRows = true
		s, report, err := readText(t, name, c.text, o)
		if err != nil || s.Samples() != good || report.Skipped != 1 || report.Rows != good+1 || report.Reasons[0] != c.want {
			t.Errorf("%.300q without bad rows: %v, %+v, want %d rows", c.text, err, report, good)
		}
	}
}

// fuzzReader wants any bytes to give a store or an error, the same each time.
func fuzzReader(f *testing.F, name string, options ...format.Options) {
	kind, _ := Formats().Choose(name, "")
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > formattest.LargestInput {
			return
		}
		for _, o := range options {
			o.Threads, o.LonLat = 1, o.LonLat || kind.Degrees
			src := formattest.InMemory(data)
			src.Name = name
			before := formattest.Allocated()
			p, err := read(context.Background(), kind.Format, src, &reading.Options{Options: o})
			if bytes := formattest.Allocated() - before; bytes > 8<<20+uint64(1<<12*len(data)) {
				t.Errorf("%d bytes take %d of memory: %v", len(data), bytes, err)
			}
			formattest.Outcome(t, p, err, o)
		}
	})
}
