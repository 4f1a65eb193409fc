package fileset

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/deprecated"

	"flyby/internal/infile"
	"flyby/internal/reading/parquet"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

func TestReadParquetTypes(t *testing.T) {
	p := func(v float64) *float64 { return &v }
	id := func(s string) *string { return &s }
	for name, c := range map[string]struct{ file, want string }{
		"small":     {formattest.InGroups(t, []small{{-3, 1, 2, 0.5, 4}, {-3, 2, -7, 1.5, 4}}, 9), "-3,1,2,0.5,4\n-3,2,-7,1.5,4\n"},
		"unsigned":  {formattest.InGroups(t, []unsigned{{math.MaxInt64, math.MaxUint32, math.MaxUint64, 7}}, 9), "9223372036854775807,4294967295,18446744073709552000,7\n"},
		"millis":    {formattest.InGroups(t, []millis{{"a", -1, 1, 2}, {"b", 1709208000123, 1, 2}}, 1), "a,1969-12-31T23:59:59.999Z,1,2\nb,2024-02-29T12:00:00.123Z,1,2\n"},
		"micros":    {formattest.InGroups(t, []micros{{"a", -1, 1, 2}, {"b", 1709208000123456, 1, 2}}, 1), "a,1969-12-31T23:59:59.999999Z,1,2\nb,2024-02-29T12:00:00.123456Z,1,2\n"},
		"nanos":     {formattest.InGroups(t, []nanos{{[2]byte{'c', '1'}, 1, 1, 2}, {[2]byte{'c', '1'}, 1709208000123456789, 1, 2}}, 9), "c1,1970-01-01T00:00:00.000000001Z,1,2\nc1,2024-02-29T12:00:00.1234567Z,1,2\n"},
		"dates":     {formattest.InGroups(t, []dates{{[]byte("a"), -1, 1, 2}, {[]byte("a"), 19782, 1, 2}}, 9), "a,1969-12-31T00:00:00Z,1,2\na,2024-02-29T00:00:00Z,1,2\n"},
		"text":      {formattest.InGroups(t, []text{{1, "2024-02-29T13:00:00.5+01:00", 1, 2}}, 9), "1,2024-02-29T12:00:00.5Z,1,2\n"},
		"optional":  {formattest.InGroups(t, []optional{{id("a"), p(1), p(2), p(3), p(4)}, {id("a"), p(2), p(2), p(3), p(4)}}, 9), "a,1,2,3,4\na,2,2,3,4\n"},
		"decimals":  {formattest.InGroups(t, []decimals{{1, 1500, -12345, 7}}, 9), "1,1.5,-123.45,7\n"},
		"old Spark": {formattest.InGroups(t, []old{{1, deprecated.Int96{1, 0, 2440588}, 1, 2}, {1, deprecated.Int96{0, 1, 2440589}, 1, 2}}, 9), "1,1970-01-01T00:00:00.000000001Z,1,2\n1,1970-01-02T00:00:04.294967296Z,1,2\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _, err := readText(t, "points.parquet", c.file, format.Options{Reading: format.Reading{Threads: 3}})
			if err != nil {
				t.Fatal(err)
			}
			if got := dump(t, s); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestReadParquetErrors(t *testing.T) {
	whole := formattest.InGroups(t, formattest.PlainRows(100), 10)
	for _, c := range []struct{ file, want string }{
		{"", "points.parquet: empty file"},
		{"PAR1", "points.parquet: not a complete Parquet file (too short)"},
		{"id,t,x,y\n1,2,3,4\n", "points.parquet: not a complete Parquet file (it does not begin as one)"},
		{whole[:len(whole)/2], "points.parquet: not a complete Parquet file (it does not end as one)"},
		{whole[:len(whole)-1], "points.parquet: not a complete Parquet file (it does not end as one)"},
		{formattest.InGroups(t, []formattest.Plain{}, 10), "points.parquet: no rows"},
		{formattest.InGroups(t, []three{{1, 2, 3}}, 10), `points.parquet: no y in "id", "t", "x"; try: --columns y=NAME (left to say: a column for each NAME)`},
		{formattest.InGroups(t, []group{{}}, 10), "points.parquet: column x: type group is not one that flyby reads here"},
		{formattest.InGroups(t, []many{{}}, 10), "points.parquet: column x holds several numbers a row"},
		{formattest.InGroups(t, []boolean{{}}, 10), "points.parquet: column x: type BOOLEAN is not one that flyby reads here"},
		{formattest.InGroups(t, []floatID{{}}, 10), "points.parquet: column id: type DOUBLE is not one that flyby reads here, though all values are integers: ids are integers or text: cast them to BIGINT or VARCHAR"},
		{formattest.InGroups(t, []clock{{}}, 10), "points.parquet: column t: type TIME(isAdjustedToUTC=true,unit=MILLIS) is not one that flyby reads here"},
		{formattest.InGroups(t, []textX{{}}, 10), "points.parquet: column x: type STRING is not one that flyby reads here"},
	} {
		if _, _, err := readText(t, "points.parquet", c.file, format.Options{Reading: format.Reading{SkipBadRows: true}}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

func TestReadParquetBadValues(t *testing.T) {
	p := func(v float64) *float64 { return &v }
	a, none := "a", ""
	good := nullable{&a, p(0), p(1), p(2)}
	for _, c := range []struct{ file, want string }{
		{formattest.InGroups(t, []nullable{good, {&a, p(1), p(1), nil}}, 1), `points.parquet: row 1 (row group 1): column y: "": missing`},
		{formattest.InGroups(t, []nullable{good, {nil, p(1), p(1), p(1)}}, 9), `points.parquet: row 1 (row group 0): column id: "": missing`},
		{formattest.InGroups(t, []nullable{good, {&none, p(1), p(1), p(1)}}, 9), `points.parquet: row 1 (row group 0): column id: "": missing`},
		{formattest.InGroups(t, []nullable{{&a, nil, p(1), p(1)}, good}, 9), `points.parquet: row 0 (row group 0): column t: "": missing`},
		{formattest.InGroups(t, []nullable{good, {&a, p(math.Inf(1)), p(1), p(1)}}, 9), `points.parquet: row 1 (row group 0): column t: "+Inf": not a finite number`},
		{formattest.InGroups(t, []nullable{good, {&a, p(0), p(1), p(3)}}, 1), `points.parquet: row 1 (row group 1): column t: "0": repeated time within its trajectory`},
		{formattest.InGroups(t, []textual{{1, "2024-01-01T00:00:00Z", 1, 2}, {1, "now", 1, 2}}, 9), `points.parquet: row 1 (row group 0): column t: "now": not an RFC 3339 time such as 2006-01-02T15:04:05.5Z`},
	} {
		if _, _, err := readText(t, "points.parquet", c.file, format.Options{Reading: format.Reading{Threads: 4}}); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
		s, report, err := readText(t, "points.parquet", c.file, format.Options{Reading: format.Reading{SkipBadRows: true}})
		if err != nil || s.Samples() != 1 || report.Rows != 2 || report.Skipped != 1 || len(report.Reasons) != 1 {
			t.Errorf("%s skipped: %v, %+v", c.want, err, report)
		}
	}
	allNull := formattest.InGroups(t, []nullable{{nil, p(1), p(1), p(1)}, {nil, p(2), p(1), p(1)}}, 9)
	if _, _, err := readText(t, "points.parquet", allNull, format.Options{Reading: format.Reading{SkipBadRows: true}}); !errors.Is(err, trajectory.ErrEmpty) {
		t.Error(err)
	}
}

// TestParquetRows places errors after dropped rows and in later row groups.
func TestParquetRows(t *testing.T) {
	rows := formattest.PlainRows(50)
	rows[33].T = -5
	_, _, err := readText(t, "points.parquet", formattest.InGroups(t, rows, 10), format.Options{})
	if want := `points.parquet: row 33 (row group 3): column t: "-5": earlier than the row before it in its trajectory (26); --sort-times puts rows in order`; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	type optional struct {
		ID *int64  `parquet:"id,optional"`
		T  float64 `parquet:"t"`
		X  float64 `parquet:"x"`
		Y  float64 `parquet:"y"`
	}
	one := int64(1)
	file := formattest.InGroups(t, []optional{{nil, 0, 0, 0}, {&one, 1, 0, 0}, {nil, 2, 0, 0}, {&one, 3, 0, 95}, {&one, 4, 0, 0}}, 2)
	s, report, err := readText(t, "points.parquet", file, format.Options{Reading: format.Reading{SkipBadRows: true, LonLat: true}})
	if err != nil || s.Samples() != 2 || report.Skipped != 3 {
		t.Fatalf("%v, %+v", err, report)
	}
	if want := `points.parquet: row 3 (row group 1): column y: "95": latitude outside -90 to 90 degrees`; report.Reasons[2] != want {
		t.Errorf("%q, want %s", report.Reasons, want)
	}
}

// TestParquetCorrupt overwrites bytes of a good file: no crash, no hang, and
// an error or a store, never both.
func TestParquetCorrupt(t *testing.T) {
	var rows []formattest.Named
	for i := range 60 {
		x := float64(i)
		rows = append(rows, formattest.Named{ID: "car" + string(rune('a'+i%5)), T: int64(i) * 1e9, X: &x, Y: float32(i % 3)})
	}
	file := formattest.InGroups(t, rows, 20)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 3000 {
		b := []byte(file)
		for range 1 + i%3 {
			b[rng.IntN(len(b))] = byte(rng.IntN(256))
		}
		p, err := parquet.Read(context.Background(), formattest.InMemory(b), readerOf(format.Options{Reading: format.Reading{Threads: 2}}))
		formattest.Outcome(t, p, err, format.Options{})
	}
}

func TestRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		n := int64(rng.Uint64()) >> rng.IntN(64)
		d := []uint64{1, 1000, 1e6, 1e9, 1e18, 1e19, 1 + rng.Uint64()>>rng.IntN(63)}[rng.IntN(7)]
		want, _ := new(big.Rat).SetFrac(big.NewInt(n), new(big.Int).SetUint64(d)).Float64()
		if got := infile.Ratio(n, d); got != want {
			t.Fatalf("infile.Ratio(%d, %d) = %v, want %v", n, d, got, want)
		}
	}
	if got := infile.Ratio(math.MinInt64, 1); got != math.MinInt64 {
		t.Error(got)
	}
}
