package fileset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/internal/testing/formattest"
	"flyby/internal/tier"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A ship is a row of Parquet with attributes, some of them null.
type ship[ID any] struct {
	Name   *string  `parquet:"name,dict"`
	ID     ID       `parquet:"id"`
	T      float64  `parquet:"t"`
	X      float64  `parquet:"x"`
	Y      float64  `parquet:"y"`
	Length *int32   `parquet:"length"`
	Note   string   `parquet:"note"`
	Size   *float32 `parquet:"size"`
}

// armada returns rows with interleaved ids, and the same rows as CSV.
func armada[ID any](rng *rand.Rand, rows int, id func(n int) ID) (all []ship[ID], text string) {
	text = "name,id,t,x,y,length,note,size\n"
	for i := range rows {
		n := rng.IntN(min(40, 1+i/50))
		s := ship[ID]{ID: id(n), T: float64(i), X: 1, Y: 2, Note: fmt.Sprint("note ", i/3)}
		name, length, size := "", "", ""
		if rng.IntN(3) > 0 {
			name = []string{"Ann", "Zoë", ""}[rng.IntN(3)]
			s.Name = &name
		}
		if rng.IntN(3) > 0 {
			v := rng.Int32N(300) - 9
			s.Length, length = &v, fmt.Sprint(v)
		}
		if rng.IntN(3) > 0 {
			v := float32(rng.IntN(90)) / 10
			s.Size, size = &v, fmt.Sprint(v)
		}
		all = append(all, s)
		text += fmt.Sprintf("%s,%v,%d,1,2,%s,%s,%s\n", name, s.ID, i, length, s.Note, size)
	}
	return all, text
}

// sameAttributes compares the attributes of two files.
func sameAttributes(t *testing.T, of string, o format.Options, got, want *format.Attributes, s *trajectory.Store) {
	t.Helper()
	for _, name := range o.Attributes {
		if got.Has(name) != want.Has(name) || !slices.Equal(got.Of(name, s), want.Of(name, s)) {
			t.Fatalf("%s, %s: %v %q, want %v %q", of, name, got.Has(name), got.Of(name, s), want.Has(name), want.Of(name, s))
		}
	}
}

// holdsFleet reads rows as Parquet, in groups of several sizes, in memory, row by row, by row groups and from two files, in
// order and not, and compares the attributes with CSV's.
func holdsFleet[ID any](t *testing.T, rng *rand.Rand, id func(n int) ID) {
	rows, text := armada(rng, 6000, id)
	ignore := func(*reading.Rows, func(*trajectory.RowError) error) error { return nil }
	for _, perGroup := range []int{70, 2500, 9000} {
		for _, threads := range []int{1, 3} {
			o := format.Options{Reading: format.Reading{Threads: threads}, Attributes: []string{"name", "lacking", "note", "length", "id", "size"}}
			s, want, err := readText(t, "all.csv", text, o)
			if err != nil {
				t.Fatal(err)
			}
			shuffled := slices.Clone(rows)
			rng.Shuffle(len(rows), func(i, k int) { shuffled[i], shuffled[k] = shuffled[k], shuffled[i] })
			paths := writeAll(t, t.TempDir(), map[string]string{
				"all.parquet": formattest.InGroups(t, rows, perGroup), "shuffled.parquet": formattest.InGroups(t, shuffled, perGroup),
				"a.parquet": formattest.InGroups(t, rows[3000:], perGroup), "b.parquet": formattest.InGroups(t, rows[:3000], perGroup),
			})
			slices.Sort(paths)
			all := paths[1]
			_, read, err := Read(t.Context(), all, o)
			if err != nil {
				t.Fatal(err)
			}
			sameAttributes(t, "in memory", o, read.Attributes, want.Attributes, s)
			_, read, err = ReadRows(t.Context(), all, o, ignore)
			if err != nil {
				t.Fatal(err)
			}
			sameAttributes(t, "handed on", o, read.Attributes, want.Attributes, s)
			_, read, err = ReadFiles(t.Context(), filesAt(paths[0], paths[2]), o)
			if err != nil {
				t.Fatal(err)
			}
			sameAttributes(t, "two files", o, read.Attributes, want.Attributes, s)
			groups, ok := OpenGroups(all, o)
			if !ok {
				t.Fatal("no row groups")
			}
			defer groups.Close() //nolint:errcheck // it was only read
			pick := parquet.Pick{Keys: true, Numbers: true}
			for i := range groups.Len() {
				pick.Groups = append(pick.Groups, i)
			}
			_, read, err = groups.Read(t.Context(), pick, ignore)
			if err != nil {
				t.Fatal(err)
			}
			sameAttributes(t, "row groups", o, read.Attributes, want.Attributes, s)
			pick.Numbers = false
			if _, read, err = groups.Read(t.Context(), pick, ignore); err != nil || read.Attributes != nil {
				t.Fatalf("row groups that are read again: %v, %v", err, read.Attributes)
			}
			o.SortTimes = true
			_, read, err = Read(t.Context(), paths[3], o)
			if err != nil {
				t.Fatal(err)
			}
			sameAttributes(t, "in any order", o, read.Attributes, want.Attributes, s)
		}
	}
}

func TestAttributesOfParquet(t *testing.T) {
	tier.Full(t)
	rng := rand.New(rand.NewPCG(45, 5))
	holdsFleet(t, rng, func(n int) int64 { return int64(n) - 7 })
	holdsFleet(t, rng, func(n int) string { return fmt.Sprint("ship ", n) })
}

// TestFirstGoodRowsOfParquet: bad rows, such as rows with text that is not UTF-8, and rows that fail conditions, are no first rows.
func TestFirstGoodRowsOfParquet(t *testing.T) {
	type row struct {
		ID   string   `parquet:"id"`
		T    float64  `parquet:"t"`
		X    *float64 `parquet:"x"`
		Y    float64  `parquet:"y"`
		Name string   `parquet:"name"`
	}
	x, nan := 1.0, math.NaN()
	file := formattest.InGroups(t, []row{
		{"a", 0, nil, 1, "null"}, {"a", 1, &nan, 1, "NaN"}, {"a", 2, &x, 1, "out"}, {"b", 5, &x, 1, "of b"}, {"a", 3, &x, 1, "yes\xff"}, {"b", 2, &x, 1, "early"}, {"a", 4, &x, 1, "later"},
	}, 3)
	o := format.Options{Reading: format.Reading{SkipBadRows: true, Where: []format.Condition{{Column: "name", Operator: "!=", Value: "out"}}}, Attributes: []string{"name"}}
	s, report, err := readText(t, "a.parquet", file, o)
	if err != nil || !slices.Equal(report.Attributes.Of("name", s), []string{"later", "of b"}) {
		t.Errorf("%v, %q", err, report.Attributes.Of("name", s))
	}
	if _, _, err = readText(t, "a.parquet", file, format.Options{Attributes: []string{"name"}}); err == nil {
		t.Error("a bad row")
	}
}

// TestAttributeTypesOfParquet: attributes have values of all types as text, and no lists.
func TestAttributeTypesOfParquet(t *testing.T) {
	yes, name := true, "Åse"
	noon := time.Date(2021, 3, 20, 12, 0, 0, 500_000_000, time.UTC)
	rows := []typedRow{
		{"a", 0, 1.5, 1, true, &yes, "car", &name, -5, 1<<64 - 1, 0.1, 1250, noon, 1616241600123456789, 18706, []int32{1}},
		{"b", 0, 1e30, 1, false, nil, "bus", nil, 0, 7, 100, -5, noon, 1616241600250000000, -1, nil},
	}
	want := map[string][]string{
		"id": {"a", "b"}, "t": {"0", "0"}, "x": {"1.5", "1e+30"}, "bool": {"true", "false"}, "maybe": {"true", ""}, "dict": {"car", "bus"}, "text": {"Åse", ""},
		"small": {"-5", "0"}, "wide": {"18446744073709551615", "7"}, "float": {"0.1", "100"}, "price": {"12.5", "-0.05"},
		"stamp": {"2021-03-20T12:00:00.5Z", "2021-03-20T12:00:00.5Z"}, "nano": {"2021-03-20T12:00:00.123456789Z", "2021-03-20T12:00:00.25Z"},
		"day": {"2021-03-20T00:00:00Z", "1969-12-31T00:00:00Z"},
	}
	o := format.Options{Attributes: []string{"parts"}}
	for name := range want {
		o.Attributes = append(o.Attributes, name)
	}
	for _, version := range []int{1, 2} {
		s, report, err := readText(t, "a.parquet", formattest.InGroups(t, rows, 9, parquetgo.DataPageVersion(version)), o)
		if err != nil {
			t.Fatal(err)
		}
		for name, values := range want {
			if got := report.Attributes.Of(name, s); !slices.Equal(got, values) {
				t.Errorf("version %d, %s: %q, want %q", version, name, got, values)
			}
		}
		if a := report.Attributes; a.Has("parts") || len(a.Columns()) < len(want) || slices.Contains(a.Columns(), "parts") {
			t.Errorf("a list is told, or single values are not: %q", a.Columns())
		}
	}
}
