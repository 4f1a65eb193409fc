package format

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/tier"
	"flyby/points"
)

// parquetText returns a Parquet file of rows, with row groups of group rows and pages of page bytes.
func parquetText[T any](t testing.TB, rows []T, group, page, version int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, parquet.MaxRowsPerRowGroup(int64(group)), parquet.PageBufferSize(page), parquet.DataPageVersion(version), parquet.Compression(&parquet.Snappy))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readLists writes rows and reads them as points.
func readLists[T any](t *testing.T, rows []T, o Options) (*points.Store, Report, error) {
	t.Helper()
	return Read(context.Background(), write(t, "p.parquet", parquetText(t, rows, 1<<20, 1<<20, 2)), o)
}

type (
	// three levels, as Arrow and DuckDB write them, with numbers that may be null and with names for ids
	listRow struct {
		ID string     `parquet:"id,optional"`
		V  []*float64 `parquet:"v,optional,list"`
	}
	// one level, of float32
	repeatedRow struct {
		V []float32
	}
	// by a dictionary, of integers, with integers for ids
	dictionaryRow struct {
		V  []int32 `parquet:"v,list,dict"`
		ID int64   `parquet:"id"`
	}
	besideRow struct {
		V []float64 `parquet:"v,list"`
		W []float64 `parquet:"w,list"`
		S string    `parquet:"s"`
	}
	numberRow struct {
		V []float64 `parquet:"v,list"`
		N float64   `parquet:"n"`
	}
	nestedRow struct {
		V [][]float64 `parquet:"v,list"`
	}
	// fields that repeat without a list around them, beside a number
	besideRepeated struct {
		N     float64
		V     []int32
		Words []string
		Of    struct {
			Inner []float64
			Last  float64
		}
		Pairs []struct {
			A int64
			B *string
		}
	}
	textRow struct {
		V []string `parquet:"v,list"`
	}
)

// list returns pointers to numbers, for lists whose numbers may be null.
func list(v ...float64) (l []*float64) {
	l = []*float64{}
	for _, x := range v {
		l = append(l, &x)
	}
	return l
}

// TestReadParquetLists: a column of lists gives all coordinates, with row groups, pages and versions of any
// kind.
func TestReadParquetLists(t *testing.T) {
	tier.Full(t)
	var rows []listRow
	var flat []repeatedRow
	var whole []dictionaryRow
	const n, size = 700, 37
	for i := range size {
		var r listRow
		var f repeatedRow
		var d dictionaryRow
		r.ID, d.ID = fmt.Sprint("p", i), int64(-i)
		for k := range n {
			v := math.Sin(float64(i*n + k))
			r.V, f.V, d.V = append(r.V, &v), append(f.V, float32(v)), append(d.V, int32(i*k))
		}
		rows, flat, whole = append(rows, r), append(flat, f), append(whole, d)
	}
	for _, c := range []struct{ group, page, version int }{{1 << 20, 1 << 20, 1}, {1 << 20, 1 << 20, 2}, {10, 1 << 12, 1}, {10, 1 << 12, 2}, {1, 100, 2}} {
		for kind, text := range [][]byte{parquetText(t, rows, c.group, c.page, c.version), parquetText(t, flat, c.group, c.page, c.version), parquetText(t, whole, c.group, c.page, c.version)} {
			s, r, err := Read(context.Background(), write(t, "p.parquet", text), Options{})
			if err != nil || s.Len() != size || s.Dimensions() != n || r.Rows != size || len(r.Columns) != 1 || strings.ToLower(r.Columns[0]) != "v" {
				t.Fatalf("%+v, kind %d: %+v, %v", c, kind, r, err)
			}
			for i := range size {
				if id := s.IDs().ID(i); id != []string{rows[i].ID, fmt.Sprint(i), fmt.Sprint(-i)}[kind] {
					t.Fatalf("%+v, kind %d: id %s of row %d", c, kind, id, i)
				}
				for k := range n {
					if v := s.Column(k)[i]; v != []float64{*rows[i].V[k], float64(flat[i].V[k]), float64(whole[i].V[k])}[kind] {
						t.Fatalf("%+v, kind %d: %v at %d of row %d", c, kind, v, k, i)
					}
				}
			}
		}
	}
}

// TestParquetListsChosen: lists are read where no other column has numbers, and where they are named.
func TestParquetListsChosen(t *testing.T) {
	beside := []besideRow{{[]float64{1, 2}, []float64{3}, "a"}, {[]float64{4, 5}, []float64{6}, "b"}}
	named := Options{Columns: map[string]string{"x1": "w", "id": "s"}}
	if s, _, err := readLists(t, beside, named); err != nil || shown(s) != "a=[3] b=[6]" {
		t.Errorf("%v, %v", s, err)
	}
	numbers := []numberRow{{[]float64{1, 2}, 7}, {[]float64{3, 4}, 8}}
	s, r, err := readLists(t, numbers, Options{})
	if err != nil || shown(s) != "0=[7] 1=[8]" || !slices.Equal(r.Ignored, []string{"v (lists)"}) {
		t.Errorf("%v, %v, %v", s, r.Ignored, err)
	}
	if s, _, err = readLists(t, numbers, Options{Columns: map[string]string{"x1": "v"}}); err != nil || shown(s) != "0=[1 2] 1=[3 4]" {
		t.Errorf("%v, %v", s, err)
	}
	for _, c := range []struct {
		want string
		read func() (*points.Store, Report, error)
	}{
		{`no coordinates: "v", "w" have lists; --columns x1=NAME`, func() (*points.Store, Report, error) { return readLists(t, beside, Options{}) }},
		{"column v has lists, which are all coordinates: name it as x1 alone", func() (*points.Store, Report, error) {
			return readLists(t, numbers, Options{Columns: map[string]string{"x1": "n", "x2": "v"}})
		}},
		{`none of the columns "v" holds numbers`, func() (*points.Store, Report, error) { return readLists(t, []nestedRow{{[][]float64{{1}}}}, Options{}) }},
		{`none of the columns "v" holds numbers`, func() (*points.Store, Report, error) { return readLists(t, []textRow{{[]string{"1"}}}, Options{}) }},
		{"column v: type group is not one that flyby reads here", func() (*points.Store, Report, error) {
			return readLists(t, []textRow{{[]string{"1"}}}, Options{Columns: map[string]string{"x1": "v"}})
		}},
		{"no rows", func() (*points.Store, Report, error) { return readLists(t, []listRow{}, Options{}) }},
	} {
		if _, _, err := c.read(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestRepeatedBeside: a field that repeats without a list around it is a column of lists where it is named, and as others ignored where not.
func TestRepeatedBeside(t *testing.T) {
	rows := []besideRepeated{{N: 7, V: []int32{1, 2}, Words: []string{"a", "b"}}, {N: 8, V: []int32{3, 4}}}
	rows[0].Of.Inner, rows[1].Pairs = []float64{9, 9, 9}, make([]struct {
		A int64
		B *string
	}, 2)
	s, r, err := readLists(t, rows, Options{Columns: map[string]string{"x1": "N"}})
	if err != nil || shown(s) != "0=[7] 1=[8]" {
		t.Errorf("beside: %v, %v, %v", s, r, err)
	}
	if s, _, err = readLists(t, rows, Options{Columns: map[string]string{"x1": "V"}}); err != nil || shown(s) != "0=[1 2] 1=[3 4]" {
		t.Errorf("named: %v, %v", s, err)
	}
	if s, r, err = readLists(t, rows, Options{}); err != nil || shown(s) != "0=[7 0] 1=[8 0]" || !slices.Contains(r.Ignored, "V (lists)") {
		t.Errorf("ignored: %v, %q, %v", s, r.Ignored, err)
	}
}

// TestBadParquetLists: a list that is no point is an error with its row, or left out and counted.
func TestBadParquetLists(t *testing.T) {
	long := make([]float64, points.MaxDimensions+1)
	for _, c := range []struct {
		bad  listRow
		want string
	}{
		{listRow{"x", nil}, `column v: "": missing`},
		{listRow{"x", list()}, `column v: "[]": a list of 0`},
		{listRow{"x", list(1)}, `column v: "[1]": a list of 1, where row 0 has one of 2: all points have as many`},
		{listRow{"x", list(1, 2, 3, 4, 5)}, `column v: "[1 2 3 4 ...]": a list of 5, where row 0 has one of 2`},
		{listRow{"x", list(long...)}, `column v: "[0 0 0 0 ...]": a list of 4097`},
		{listRow{"x", append(list(1), nil)}, `column v: "": x2 is missing`},
		{listRow{"x", list(1, math.NaN())}, `column v: "NaN": x2: not a finite number`},
		{listRow{"x", list(-0x1p1001, 1)}, `column v: "-2.1430172143725346e+301": x1: magnitude over 2^1000`},
		{listRow{"", list(1, 2)}, `column id: "": missing`},
		{listRow{"a", list(1, 2)}, `column id: "a": the id of row 0 too`},
	} {
		rows := []listRow{{"a", list(1, 2)}, {"b", list(3, 4)}, c.bad, {"c", list(5, 6)}}
		path := write(t, "p.parquet", parquetText(t, rows, 2, 100, 2))
		_, _, err := Read(context.Background(), path, Options{})
		if want := path + ": row 2 (row group 1): " + c.want; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		s, r, err := Read(context.Background(), path, Options{Reading: Reading{SkipBadRows: true}})
		if err != nil || shown(s) != "a=[1 2] b=[3 4] c=[5 6]" || r.Rows != 4 || r.Skipped != 1 || len(r.Reasons) != 1 {
			t.Errorf("%s: %v, %+v, %v", c.want, s, r, err)
		}
	}
	rows := []listRow{{"a", list()}, {"b", list(long...)}}
	if _, _, err := readLists(t, rows, Options{}); err == nil || !strings.Contains(err.Error(), `row 0 (row group 0): column v: "[]": a list of 0: a point has 1 to 4096`) {
		t.Error(err)
	}
	if _, _, err := readLists(t, rows, Options{Reading: Reading{SkipBadRows: true}}); err == nil || !strings.Contains(err.Error(), "every one of 2 rows is bad") {
		t.Error(err)
	}
	rows = append(rows, listRow{"c", list(long[1:]...)})
	if s, _, err := readLists(t, rows, Options{Reading: Reading{SkipBadRows: true}}); err != nil || s.Len() != 1 || s.Dimensions() != points.MaxDimensions {
		t.Errorf("%v, %v", s, err)
	}
}

// TestBrokenParquetLists: files that are cut or changed are read or refused, and a read whose context ends
// returns its error.
func TestBrokenParquetLists(t *testing.T) {
	text := parquetText(t, []listRow{{"a", list(1, 2)}, {"b", list(3, 4)}, {"c", list(5, 6)}}, 2, 100, 1)
	const step = 23
	for n := 0; n < len(text); n += step {
		for _, bad := range [][]byte{text[:n], slices.Concat(text[:n], []byte{text[n] ^ 0x15}, text[n+1:])} {
			s, _, err := Read(context.Background(), write(t, "p.parquet", bad), Options{})
			if err == nil && s.Dimensions() > 4 {
				t.Errorf("%d: %v", n, s)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Read(ctx, write(t, "p.parquet", text), Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
