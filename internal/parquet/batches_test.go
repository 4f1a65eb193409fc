package parquet

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/rfc3339"
	"flyby/trajectory/format"
)

// A kindCase is a column: its values by row, the texts of their cells, and the kind that it is read as.
type kindCase struct {
	node  parquetgo.Node
	value func(n int) parquetgo.Value
	text  func(n int) string
	kind  codec.Kind
}

// twos returns n in two's complement, in some bytes, the greatest first.
func twos(n, size int) []byte {
	b := bytes.Repeat([]byte{byte(n >> 63)}, size)
	return append(b[:size-4], binary.BigEndian.AppendUint32(nil, uint32(n))...)
}

// kindCases returns columns of all kinds, by name.
func kindCases() map[string]kindCase {
	whole := func(n int) parquetgo.Value { return parquetgo.Int64Value(int64(n)) }
	short := func(n int) parquetgo.Value { return parquetgo.Int32Value(int32(n)) }
	text := func(n int) parquetgo.Value { return parquetgo.ByteArrayValue(fmt.Appendf(nil, "word %d", n/3)) }
	words := func(n int) string { return fmt.Sprint("word ", n/3) }
	cents := func(n int) string { return infile.NumberText(float64(n)/100, 64) }
	encoded := parquetgo.Encoded
	return map[string]kindCase{
		"double": {parquetgo.Leaf(parquetgo.DoubleType), func(n int) parquetgo.Value { return parquetgo.DoubleValue(float64(n) / 3) }, func(n int) string { return infile.NumberText(float64(n)/3, 64) }, codec.Float},
		"float": {encoded(parquetgo.Leaf(parquetgo.FloatType), &parquetgo.ByteStreamSplit), func(n int) parquetgo.Value { return parquetgo.FloatValue(float32(n) / 3) },
			func(n int) string { return infile.NumberText(float64(float32(n)/3), 32) }, codec.Float},
		"int32":    {encoded(parquetgo.Int(32), &parquetgo.DeltaBinaryPacked), short, strconv.Itoa, codec.Whole},
		"unsigned": {parquetgo.Uint(64), whole, func(n int) string { return strconv.FormatUint(uint64(n), 10) }, codec.Whole},
		"cents":    {parquetgo.Decimal(2, 18, parquetgo.Int64Type), whole, cents, codec.Decimal},
		"fixed5":   {parquetgo.Decimal(2, 11, parquetgo.FixedLenByteArrayType(5)), func(n int) parquetgo.Value { return parquetgo.FixedLenByteArrayValue(twos(n, 5)) }, cents, codec.Decimal},
		"fixed8":   {parquetgo.Decimal(2, 18, parquetgo.FixedLenByteArrayType(8)), func(n int) parquetgo.Value { return parquetgo.FixedLenByteArrayValue(twos(n, 8)) }, cents, codec.Decimal},
		"fixed16":  {parquetgo.Decimal(2, 38, parquetgo.FixedLenByteArrayType(16)), func(n int) parquetgo.Value { return parquetgo.FixedLenByteArrayValue(twos(n, 16)) }, cents, codec.Digits},
		"bytes":    {parquetgo.Decimal(2, 38, parquetgo.ByteArrayType), func(n int) parquetgo.Value { return parquetgo.ByteArrayValue(twos(n, 4+(n&7))) }, cents, codec.Digits},
		"coded":    {encoded(parquetgo.String(), &parquetgo.RLEDictionary), text, words, codec.Text},
		"plain":    {parquetgo.String(), text, words, codec.Text},
		"prefixed": {encoded(parquetgo.String(), &parquetgo.DeltaByteArray), text, words, codec.Text},
		"uuid": {parquetgo.UUID(), func(n int) parquetgo.Value { return parquetgo.FixedLenByteArrayValue(twos(n&255, 16)) },
			func(n int) string { return fmt.Sprintf("00000000-0000-0000-0000-0000000000%02x", n&255) }, codec.Text},
		"stamp": {parquetgo.Timestamp(parquetgo.Millisecond), whole, func(n int) string { return rfc3339.Format(float64(n) / 1000) }, codec.Stamp},
		"day":   {parquetgo.Date(), short, func(n int) string { return rfc3339.Format(float64(n) * 86400) }, codec.Stamp},
		"int96": {parquetgo.Leaf(parquetgo.Int96Type), func(n int) parquetgo.Value {
			return parquetgo.Int96Value(deprecated.Int96{5e8, 0, uint32(2440588 + n)})
		},
			func(n int) string { return rfc3339.Format(float64(n)*86400 + 0.5) }, codec.Stamp},
		"truth": {parquetgo.Leaf(parquetgo.BooleanType), func(n int) parquetgo.Value { return parquetgo.BooleanValue(n%3 == 0) }, func(n int) string { return strconv.FormatBool(n%3 == 0) }, codec.Truth},
		"shape": {parquetgo.Geometry("srid:4326"), text, words, codec.Bytes},
	}
}

// kindFile returns a file of rows with columns of all kinds, every seventh of them null unless it is required, and the names of the columns.
func kindFile(t *testing.T, rows, group, version int, required bool) (file []byte, names []string) {
	t.Helper()
	cases, nodes := kindCases(), parquetgo.Group{}
	for name, c := range cases {
		if nodes[name] = c.node; !required {
			nodes[name] = parquetgo.Optional(c.node)
		}
	}
	names = slices.Sorted(maps.Keys(cases))
	var b bytes.Buffer
	w := parquetgo.NewWriter(&b, parquetgo.NewSchema("table", nodes), parquetgo.MaxRowsPerRowGroup(int64(group)), parquetgo.PageBufferSize(700), parquetgo.DataPageVersion(version), parquetgo.Compression(&parquetgo.Zstd))
	for n := range rows {
		var row parquetgo.Row
		for i, name := range names {
			switch v := cases[name].value(n - 5); {
			case required:
				row = append(row, v.Level(0, 0, i))
			case isNullCell(n, i):
				row = append(row, parquetgo.NullValue().Level(0, 0, i))
			default:
				row = append(row, v.Level(0, 1, i))
			}
		}
		if _, err := w.WriteRows([]parquetgo.Row{row}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), names
}

// isNullCell reports whether a cell of kindFile is null, unless it is required.
func isNullCell(row, column int) bool { return (row+column)%7 == 0 }

// opened opens the batches of a file in memory.
func opened(t testing.TB, file []byte, threads int) codec.Reader {
	t.Helper()
	r, err := OpenBatches(context.Background(), &infile.Source{Name: "memory", At: bytes.NewReader(file), Total: int64(len(file))}, threads)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() }) //nolint:errcheck // it has none
	return r
}

// TestBatchKinds: cells of each kind, with and without nulls, in pages of both versions, in few and many row groups and threads.
func TestBatchKinds(t *testing.T) {
	const rows = 1000
	cases := kindCases()
	for _, c := range []struct {
		group, version, threads int
		required                bool
	}{{rows, 1, 1, true}, {rows, 2, 4, false}, {37, 1, 4, false}, {130, 2, 1, true}} {
		file, names := kindFile(t, rows, c.group, c.version, c.required)
		r := opened(t, file, c.threads)
		all := r.Columns()
		if got := codec.NamesOf(all); !slices.Equal(got, names) || r.Claims() != rows {
			t.Fatalf("columns %q, %d rows", got, r.Claims())
		}
		var wanted []int
		for i := range all {
			if wanted = append(wanted, i); all[i].Kind != cases[names[i]].kind {
				t.Errorf("%+v: kind %v", c, all[i])
			}
		}
		var first codec.Batch
		if err := r.(codec.Peeker).Peek(context.Background(), []int{2}, &first); err != nil || first.Rows == 0 || string(first.Values[2].Text(0)) != "word -1" {
			t.Errorf("%d rows are shown, %v", first.Rows, err)
		}
		r.Want(wanted, nil)
		next := 0
		eachBatch(t, r, func(b *codec.Batch) {
			var s codec.Sense
			if b.First != next || b.Rows == 0 || b.Missed != nil {
				t.Fatalf("batch of %d rows at %d, want %d", b.Rows, b.First, next)
			}
			for row := range b.Rows {
				for i, name := range names {
					want := cases[name].text(next - 5)
					if !c.required && isNullCell(next, i) {
						want = ""
					}
					if got := s.Cell(&all[i], &b.Values[i], row).String(); got != want {
						t.Fatalf("%+v: row %d: %s: %q, want %q", c, next, name, got, want)
					}
				}
				next++
			}
		})
		if next != rows {
			t.Errorf("%+v: %d rows", c, next)
		}
		if e := r.Place(38); e.Row != 38 || e.Group != 1+38/c.group {
			t.Errorf("%+v", e)
		}
	}
}

// eachBatch calls do with all batches.
func eachBatch(t *testing.T, r codec.Reader, do func(b *codec.Batch)) {
	t.Helper()
	var b codec.Batch
	for {
		switch err := r.Next(context.Background(), &b); err {
		case nil:
			do(&b)
		case io.EOF:
			if again := r.Next(context.Background(), &b); again != io.EOF {
				t.Errorf("behind the end: %v", again)
			}
			return
		default:
			t.Fatal(err)
		}
	}
}

// TestBatchTests: rows that fail conditions are missed, and row groups without a row that meets them are not decoded, be they corrupt.
func TestBatchTests(t *testing.T) {
	var rows []tableRow
	for i := range 9 {
		rows = append(rows, tableRow{Kind: string("abc"[i/3]), When: "w", X: float64(i)})
	}
	rows[2].Kind = "b"
	tests := conditions(t, format.Condition{Column: "kind", Operator: "=", Value: "b"}, format.Condition{Column: "x", Operator: "<", Value: "5"})
	file := tableText(t, rows)
	broken := bytes.Clone(file)
	var last []byte // the values of x in the last row group
	for _, v := range []float64{6, 7, 8} {
		last = binary.LittleEndian.AppendUint64(last, math.Float64bits(v))
	}
	for at := bytes.Index(broken, last) - 12; !bytes.HasPrefix(broken[at:], last); at++ {
		broken[at] = 0xff // of the page's header
	}
	for _, c := range []struct {
		file  []byte
		tests []codec.Test
		want  []float64
	}{
		{broken, []codec.Test{{Column: 0, CellTest: tests[0]}}, []float64{2, 3, 4, 5}},
		{file, []codec.Test{{Column: 0, CellTest: tests[0]}, {Column: 2, CellTest: tests[1]}}, []float64{2, 3, 4}},
		{file, nil, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}},
	} {
		for _, threads := range []int{1, 3} {
			r := opened(t, c.file, threads)
			r.Want([]int{2}, c.tests)
			var kept []float64
			n := 0
			eachBatch(t, r, func(b *codec.Batch) {
				n += b.Rows
				for row := range b.Rows {
					if !b.Missed.Has(row) {
						kept = append(kept, b.Values[2].Floats[row])
					}
				}
			})
			if n != len(rows) || !slices.Equal(kept, c.want) {
				t.Errorf("%d rows, %v, want %v", n, kept, c.want)
			}
		}
	}
	if r := opened(t, broken, 2); true {
		r.Want([]int{2}, nil)
		checkRowsThenError(t, r, 6)
	}
}

// TestFill: columns that are decoded as a whole have the values of the batches.
func TestFill(t *testing.T) {
	const rows = 500
	cases := kindCases()
	for _, required := range []bool{true, false} {
		file, names := kindFile(t, rows, 77, 2, required)
		r := opened(t, file, 3)
		columns := r.Columns()
		r.Want([]int{0, 2, 3, 5, 7, 9}, nil)
		all := r.(codec.Filler)
		if err := all.Check(context.Background()); err != nil {
			t.Fatal(err)
		}
		texts := make([][]string, len(columns))
		for i := range texts {
			texts[i] = make([]string, rows)
		}
		err := all.Fill(context.Background(), func(column, first, n int) ([]float64, func(rows int, v *codec.Values)) {
			end := first + n
			into := make([]float64, n)
			return into, func(n int, v *codec.Values) {
				if v.Floats != nil && &v.Floats[0] != &into[len(into)-(end-first)] {
					t.Error("numbers elsewhere")
				}
				var s codec.Sense
				for row := range n {
					texts[column][first+row] = s.Cell(&columns[column], v, row).String()
				}
				if first += n; first > end {
					t.Errorf("%d rows, of which %d begin a part", first, end)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{0, 2, 3, 5, 7, 9} {
			for row, got := range texts[i] {
				want := cases[names[i]].text(row - 5)
				if !required && isNullCell(row, i) {
					want = ""
				}
				if got != want {
					t.Fatalf("row %d: %s: %q, want %q", row, names[i], got, want)
				}
			}
		}
	}
}

// checkRowsThenError checks that a reader has some rows and then an error, which stays.
func checkRowsThenError(t *testing.T, r codec.Reader, rows int) {
	t.Helper()
	var b codec.Batch
	n := 0
	for {
		err := r.Next(context.Background(), &b)
		if err == nil {
			n += b.Rows
			continue
		}
		if again := r.Next(context.Background(), &b); n != rows || err == io.EOF || again != err {
			t.Errorf("%d rows, then %v, %v", n, err, again)
		}
		return
	}
}

// TestLongTexts: a batch ends where its text takes many bytes, and columns that end elsewhere follow it.
func TestLongTexts(t *testing.T) {
	rows := make([]tableRow, 100)
	for i := range rows {
		rows[i] = tableRow{"k", strings.Repeat(string(rune('a'+i%26)), 200_000+i), float64(i)}
	}
	var b bytes.Buffer
	w := parquetgo.NewGenericWriter[tableRow](&b, parquetgo.PageBufferSize(1<<20))
	for i := range rows {
		if _, err := w.Write(rows[i : i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := opened(t, b.Bytes(), 3)
	r.Want([]int{1, 2}, nil)
	next, batches := 0, 0
	eachBatch(t, r, func(b *codec.Batch) {
		batches++
		for row := range b.Rows {
			if b.Values[2].Floats[row] != float64(next) || string(b.Values[1].Text(row)) != rows[next].When {
				t.Fatalf("row %d differs", next)
			}
			next++
		}
	})
	if next != len(rows) || batches < 3 {
		t.Errorf("%d rows in %d batches", next, batches)
	}
}

// TestBatchLists: lists of numbers, of which some are null, and rows without a list.
func TestBatchLists(t *testing.T) {
	type row struct {
		V []*float64 `parquet:"v,optional,list"`
	}
	one, two := 1.0, 2.0
	var b bytes.Buffer
	if err := parquetgo.Write(&b, []row{{[]*float64{&one, nil, &two}}, {nil}, {[]*float64{nil}}, {[]*float64{&two}}}, parquetgo.MaxRowsPerRowGroup(3)); err != nil {
		t.Fatal(err)
	}
	r := opened(t, b.Bytes(), 2)
	r.Want([]int{0}, nil)
	var got []string
	eachBatch(t, r, func(b *codec.Batch) {
		v, begin := &b.Values[0], 0
		for i, end := range v.Ends {
			text := fmt.Sprint(v.Nulls.Has(i))
			for k := begin; k < end; k++ {
				if text += " null"; !v.ItemNulls.Has(k) {
					text = strings.TrimSuffix(text, "null") + fmt.Sprint(v.Floats[k])
				}
			}
			got, begin = append(got, text), end
		}
	})
	if want := []string{"false 1 null 2", "true", "false null", "false 2"}; r.Columns()[0].Kind != codec.Numbers || !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNoColumns: rows are counted where no column is wanted.
func TestNoColumns(t *testing.T) {
	r := opened(t, tableText(t, make([]tableRow, 7)), 2)
	r.Want(nil, nil)
	n := 0
	eachBatch(t, r, func(b *codec.Batch) { n += b.Rows })
	if n != 7 {
		t.Errorf("%d rows", n)
	}
}

// TestClosed: a reader that is closed before its end stops, and yields nothing more.
func TestClosed(t *testing.T) {
	file, _ := kindFile(t, 500, 50, 2, false)
	r := opened(t, file, 2)
	r.Want([]int{0, 1, 2}, nil)
	var b codec.Batch
	if err := r.Next(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.Next(context.Background(), &b); err == nil {
		t.Error("rows behind the end")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	other := opened(t, file, 2)
	other.Want([]int{0}, nil)
	if err := other.Next(ctx, &b); err != context.Canceled {
		t.Error(err)
	}
}

// TestHalfFloats: numbers of 16 bits.
func TestHalfFloats(t *testing.T) {
	for bits, want := range map[uint16]float64{0: 0, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 1: 0x1p-24, 0x03ff: 1023 * 0x1p-24, 0x0400: 0x1p-14, 0x3555: 0.333251953125, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1)} {
		if got := halfFloat(bits); got != want {
			t.Errorf("%#x: %v, want %v", bits, got, want)
		}
	}
	if x := halfFloat(0x7e00); x == x {
		t.Error(x)
	}
}

// TestSpellDecimals: decimals of any length and scale.
func TestSpellDecimals(t *testing.T) {
	for _, c := range []struct {
		value []byte
		scale int
		want  string
	}{
		{nil, 2, "0.00"}, {[]byte{0xff}, 2, "-0.01"}, {[]byte{5}, 0, "5"}, {[]byte{100}, 2, "1.00"}, {twos(-12345, 9), 3, "-12.345"}, {twos(7, 16), 20, "0.00000000000000000007"},
		{append([]byte{0x7f}, bytes.Repeat([]byte{0xff}, 15)...), 0, "170141183460469231731687303715884105727"}, {append([]byte{0x80}, make([]byte, 15)...), 38, "-1.70141183460469231731687303715884105728"},
		{make([]byte, 129), 0, "a decimal of 129 bytes"},
	} {
		if got := string(spellDecimal([]byte(">"), c.value, c.scale)); got != ">"+c.want {
			t.Errorf("%x: %q, want %q", c.value, got, c.want)
		}
	}
}

// TestFieldFiles: geometries, decimals and nullable places of other writers.
func TestFieldFiles(t *testing.T) {
	for name, want := range map[string]string{
		"places-nullable":     "id/5 lon/3 lat/3 | Rome 12.481312562873995 41.89790148509894",
		"geoparquet-1.0":      "id/5 t/6 geometry/8 | a 2026-01-01T00:00:00Z POINT",
		"native-geometry":     "id/5 t/6 geometry/8 | a 2026-01-01T00:00:00Z POINT",
		"decimal-wide":        "id/2 t/2 x/4 y/4 | 0 0 10 0",
		"geoparquet-no-times": "speed/1 geometry/8 | 0 POINT",
	} {
		file, err := os.ReadFile(filepath.Join("testdata", name+".parquet"))
		if err != nil {
			t.Fatal(err)
		}
		r := opened(t, file, 2)
		var head, cells []string
		var wanted []int
		for i, c := range r.Columns() {
			wanted, head = append(wanted, i), append(head, fmt.Sprintf("%s/%d", c.Name, c.Kind))
			if c.Shape != nil && (c.Shape.Name != "geometry" || c.Shape.CRS.Meaning != geoparquet.Degrees || c.Shape.Axis != 0) {
				t.Errorf("%s: %+v", name, c.Shape)
			}
		}
		r.Want(wanted, nil)
		var b codec.Batch
		if err := r.Next(context.Background(), &b); err != nil {
			t.Fatal(err)
		}
		for i, c := range r.Columns() {
			var s codec.Sense
			text := s.Cell(&c, &b.Values[i], 0).String()
			if front, cause := geoparquet.ReadFront([]byte(text)); c.Shape != nil && cause == "" {
				text = front.Name
			}
			cells = append(cells, text)
		}
		if got := strings.Join(head, " ") + " | " + strings.Join(cells, " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestTypeCRS: the CRS that a type names, by the rules of Parquet.
func TestTypeCRS(t *testing.T) {
	const utm = `{"type":"ProjectedCRS","name":"UTM","coordinate_system":{"axis":[{"unit":"metre"},{"unit":"metre"}]}}`
	var b bytes.Buffer
	if err := parquetgo.Write(&b, make([]tableRow, 1), parquetgo.KeyValueMetadata("utm", utm), parquetgo.KeyValueMetadata("other", "x")); err != nil {
		t.Fatal(err)
	}
	f, err := Open(&infile.Source{Name: "memory", At: bytes.NewReader(b.Bytes()), Total: int64(b.Len())})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]geoparquet.CRS{
		"":               {Meaning: geoparquet.Degrees, ID: "OGC:CRS84"},
		"OGC:CRS84":      {Meaning: geoparquet.Degrees, ID: "OGC:CRS84"},
		"srid:4326":      {Meaning: geoparquet.Degrees, ID: "EPSG:4326"},
		"srid:0":         {},
		"srid:5070":      {Meaning: geoparquet.Other, Name: "srid:5070"},
		"projjson:utm":   {Meaning: geoparquet.Lengths, Unit: "m", Name: "UTM"},
		"projjson:none":  {Meaning: geoparquet.Other, Name: "projjson:none"},
		"projjson:other": {Meaning: geoparquet.Other, Name: "projjson:other"},
		"EPSG:2056":      {Meaning: geoparquet.Other, Name: "EPSG:2056"},
		utm:              {Meaning: geoparquet.Lengths, Unit: "m", Name: "UTM"},
	} {
		if got := f.typeCRS(text); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}
