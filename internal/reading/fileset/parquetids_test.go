package fileset

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

type (
	uuidRow struct {
		ID [16]byte `parquet:"id,uuid"`
		T  float64  `parquet:"t"`
		X  float64  `parquet:"x"`
		Y  float64  `parquet:"y"`
	}
	uuidCodes struct {
		ID [16]byte `parquet:"id,uuid,dict"`
		T  float64  `parquet:"t"`
		X  float64  `parquet:"x"`
		Y  float64  `parquet:"y"`
	}
	hashRow struct {
		ID uint64  `parquet:"id,dict"`
		T  float64 `parquet:"t"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	maybeHash struct {
		ID *uint64 `parquet:"id,optional"`
		T  float64 `parquet:"t"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	maybeFloat struct {
		ID *float64 `parquet:"id,optional"`
		T  float64  `parquet:"t"`
		X  float64  `parquet:"x"`
		Y  float64  `parquet:"y"`
	}
)

// TestParquetUUIDs: ids of type UUID are their canonical text, in every encoding, and conditions test that text.
func TestParquetUUIDs(t *testing.T) {
	one, two := [16]byte{0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF}, [16]byte{15: 1}
	const named, zeros = "00112233-4455-6677-8899-aabbccddeeff", "00000000-0000-0000-0000-000000000001"
	for name, file := range map[string]string{
		"plain":      formattest.InGroups(t, []uuidRow{{one, 0, 1, 2}, {two, 0, 3, 4}, {one, 1, 5, 6}}, 2),
		"dictionary": formattest.InGroups(t, []uuidCodes{{one, 0, 1, 2}, {two, 0, 3, 4}, {one, 1, 5, 6}}, 9),
	} {
		s, _, err := readText(t, "points.parquet", file, format.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, want := dump(t, s), zeros+",0,3,4\n"+named+",0,1,2\n"+named+",1,5,6\n"; got != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
		where, err := format.ParseCondition("id=" + named)
		if err != nil {
			t.Fatal(err)
		}
		s, _, err = readText(t, "points.parquet", file, format.Options{Reading: format.Reading{Where: []format.Condition{where}}})
		if err != nil || dump(t, s) != named+",0,1,2\n"+named+",1,5,6\n" {
			t.Errorf("%s, by a condition: %v, %v", name, s, err)
		}
	}
}

// TestParquetHashes: ids of unsigned integers are read like text: integers, or names where one is beyond int64.
func TestParquetHashes(t *testing.T) {
	hash := func(id uint64) *uint64 { return &id }
	for _, ids := range [][]uint64{{9, 10, math.MaxInt64, 9}, {9, 10, math.MaxUint64, 9}, {math.MaxInt64 + 1, 10, 9, 7}, {9, 10, 7, math.MaxInt64 + 1}} {
		var rows []hashRow
		var maybe []maybeHash
		var text strings.Builder
		text.WriteString("id,t,x,y\n")
		for i, id := range ids {
			rows = append(rows, hashRow{id, float64(i), 1, 2})
			maybe = append(maybe, maybeHash{hash(id), float64(i), 1, 2})
			fmt.Fprintf(&text, "%d,%d,1,2\n", id, i)
		}
		want, _, err := readText(t, "points.csv", text.String(), format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range []int{1, 9} {
			for _, file := range []string{formattest.InGroups(t, rows, group), formattest.InGroups(t, maybe, group)} {
				s, _, err := readText(t, "points.parquet", file, format.Options{})
				if err != nil {
					t.Fatalf("%d: %v", ids, err)
				}
				if dump(t, s) != dump(t, want) || s.IntIDs() != want.IntIDs() {
					t.Errorf("%d, groups of %d: got\n%swant\n%s", ids, group, dump(t, s), dump(t, want))
				}
			}
		}
	}
}

// TestParquetHashGroups: row groups that are read one by one have the ids of the whole file.
func TestParquetHashGroups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "points.parquet")
	if err := os.WriteFile(path, []byte(formattest.InGroups(t, []hashRow{{7, 0, 1, 2}, {math.MaxUint64, 0, 1, 2}}, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	g, ok := OpenGroups(path, format.Options{})
	if !ok {
		t.Fatal("no groups")
	}
	defer g.Close() //nolint:errcheck // it was only read
	var names []string
	_, _, err := g.Read(context.Background(), parquet.Pick{Groups: []int{0}}, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
		names = append(names, rows.ID.Name...)
		return nil
	})
	if err != nil || strings.Join(names, " ") != "7" {
		t.Errorf("%q, %v", names, err)
	}
}

// TestParquetFloatIDs: ids that are floats are an error that names a type to cast to, and an id that is no
// integer.
func TestParquetFloatIDs(t *testing.T) {
	p := func(v float64) *float64 { return &v }
	const cast = "ids are integers or text: cast them to BIGINT or VARCHAR"
	for want, ids := range map[string][]*float64{
		`points.parquet: row 2 (row group 2): column id: "2.5": no integer, and type DOUBLE is not one that flyby reads here: ` + cast:  {p(1), p(2), p(2.5), p(3.5)},
		`points.parquet: row 1 (row group 1): column id: "NaN": no integer, and type DOUBLE is not one that flyby reads here: ` + cast:  {p(1), nil, p(2)},
		`points.parquet: row 0 (row group 0): column id: "+Inf": no integer, and type DOUBLE is not one that flyby reads here: ` + cast: {p(math.Inf(1)), p(1)},
		"points.parquet: column id: type DOUBLE is not one that flyby reads here, though all values are integers: " + cast:              {p(1), p(-2)},
	} {
		var rows []maybeFloat
		for i, id := range ids {
			rows = append(rows, maybeFloat{id, float64(i), 1, 2})
		}
		for _, skip := range []bool{false, true} {
			if _, _, err := readText(t, "points.parquet", formattest.InGroups(t, rows, 1), format.Options{Reading: format.Reading{SkipBadRows: skip}}); err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		}
	}
}
