package output

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
)

// choice is hits of a store, and the wanted encoding of one of their columns.
type choice struct {
	store  *trajectory.Store
	change func(h *trajectory.Hits, row int, rng *rand.Rand)
	column int
	want   pqformat.Encoding
}

// choices returns, for each encoding, a column for which it is the shortest.
func choices(t *testing.T) map[string]choice {
	t.Helper()
	numbers := formattest.SmallStore(t, trajectory.Number, "1", "2")
	stamps := numbers.IDs().Named(trajectory.Timestamp, numbers.Space(), trajectory.Extent{Start: 1.7e9, End: 1.8e9})
	ships := shipStore(t, 500)
	enter := func(of func(rng *rand.Rand) float64) func(*trajectory.Hits, int, *rand.Rand) {
		return func(h *trajectory.Hits, row int, rng *rand.Rand) { h.Enter[row] = of(rng) }
	}
	segment := func(of func(row int, rng *rand.Rand) uint32) func(*trajectory.Hits, int, *rand.Rand) {
		return func(h *trajectory.Hits, row int, rng *rand.Rand) { h.EntrySeg[row] = of(row, rng) }
	}
	return map[string]choice{
		"times of all digits":     {numbers, enter(func(rng *rand.Rand) float64 { return 400 * rng.Float64() }), 4, pqformat.ByteStreamSplit},
		"times of three decimals": {numbers, enter(func(rng *rand.Rand) float64 { return float64(rng.IntN(400_000)) / 1000 }), 4, pqformat.Plain},
		"few times":               {numbers, enter(func(rng *rand.Rand) float64 { return float64(rng.IntN(400)) }), 4, pqformat.RLEDictionary},
		"timestamps":              {stamps, enter(func(rng *rand.Rand) float64 { return 1.7e9 + 400*rng.Float64() }), 4, pqformat.DeltaBinaryPacked},
		"few timestamps":          {stamps, enter(func(rng *rand.Rand) float64 { return 1.7e9 + float64(rng.IntN(400)) }), 4, pqformat.RLEDictionary},
		"ids of nine digits": {ships, func(h *trajectory.Hits, row int, rng *rand.Rand) {
			h.EntryTraj[row] = uint32(rng.IntN(500))
		}, 2, pqformat.RLEDictionary},
		"ids of nine digits in order": {ships, func(h *trajectory.Hits, row int, _ *rand.Rand) {
			h.EntryTraj[row] = uint32(row * 500 / choiceRows)
		}, 2, pqformat.DeltaBinaryPacked},
		"segments":           {numbers, segment(func(_ int, rng *rand.Rand) uint32 { return uint32(rng.IntN(1000)) }), 3, pqformat.DeltaBinaryPacked},
		"few large segments": {numbers, segment(func(_ int, rng *rand.Rand) uint32 { return uint32(rng.IntN(1000)) << 21 }), 3, pqformat.RLEDictionary},
		"large segments":     {numbers, segment(func(_ int, rng *rand.Rand) uint32 { return rng.Uint32() >> 1 }), 3, pqformat.DeltaBinaryPacked},
	}
}

const choiceRows = 2*pageRows + 5

// shipStore has n objects whose ids are of nine digits.
func shipStore(t *testing.T, n int) *trajectory.Store {
	t.Helper()
	var ids []string
	for i := range n {
		ids = append(ids, strconv.Itoa(200_000_000+i*1_048_573))
	}
	return formattest.SmallStore(t, trajectory.Number, ids...)
}

// TestEncodingsAreTheShorterOnes: each page of a column has the shortest encoding.
func TestEncodingsAreTheShorterOnes(t *testing.T) {
	for name, c := range choices(t) {
		file := openParquet(t, c.write(t))
		m := file.Metadata().RowGroups[0].Columns[c.column].MetaData
		if !slices.Contains(m.Encoding, c.want) || c.want != pqformat.RLEDictionary && len(m.Encoding) != 1 {
			t.Errorf("%s: %v, want %v", name, m.Encoding, c.want)
		}
	}
}

// write writes choiceRows hits, and returns the file's name.
func (c choice) write(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hits.parquet")
	writeHits(t, path, c.store, c.store, c.hits(), choiceRows, 1)
	return path
}

// hits returns choiceRows hits, the same each time.
func (c choice) hits() trajectory.Hits {
	rng := rand.New(rand.NewPCG(34, 1))
	start := max(c.store.Extent().Start, 0)
	h := trajectory.Hits{
		QueryTraj: make([]uint32, choiceRows), QuerySeg: make([]uint32, choiceRows), EntryTraj: make([]uint32, choiceRows), EntrySeg: make([]uint32, choiceRows),
		Enter: slices.Repeat([]float64{start}, choiceRows), Exit: slices.Repeat([]float64{start + 1}, choiceRows),
	}
	for row := range choiceRows {
		c.change(&h, row, rng)
	}
	return h
}

// TestChoicesComeBack wants the library to read every value of a column in each encoding.
func TestChoicesComeBack(t *testing.T) {
	for name, c := range choices(t) {
		h := c.hits()
		for row, v := range valuesOf(t, openParquet(t, c.write(t)).RowGroups()[0].ColumnChunks()[c.column]) {
			same := false
			switch c.column {
			case 2:
				same = v.Int64() == c.store.IntID(int(h.EntryTraj[row]))
			case 3:
				same = v.Int64() == int64(h.EntrySeg[row])
			default:
				same = v.Kind() == parquetgo.Double && v.Double() == h.Enter[row] || v.Kind() == parquetgo.Int64 && infile.Ratio(v.Int64(), 1e9) == h.Enter[row]
			}
			if !same {
				t.Fatalf("%s: row %d is %v", name, row, v)
			}
		}
	}
}

// valuesOf returns all values of a column of a row group.
func valuesOf(t *testing.T, c parquetgo.ColumnChunk) (all []parquetgo.Value) {
	t.Helper()
	pages := c.Pages()
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		values := make([]parquetgo.Value, page.NumValues())
		if n, err := page.Values().ReadValues(values); n != len(values) || err != nil && err != io.EOF {
			t.Fatal(n, err)
		}
		all = append(all, values...)
	}
}

// TestSamplesStayPlain: samples, which searches read, stay PLAIN, the fastest to read.
func TestSamplesStayPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 4))
	var c trajectory.Columns
	for i := range 5000 {
		c.ID.Int, c.T = append(c.ID.Int, 1), append(c.T, float64(i)+rng.Float64())
		c.X, c.Y = append(c.X, 100+100*rng.Float64()), append(c.Y, 100+100*rng.Float64())
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "walk.parquet")
	if err := WriteStore(t.Context(), path, s, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, column := range openParquet(t, path).Metadata().RowGroups[0].Columns[1:] {
		if !slices.Equal(column.MetaData.Encoding, []pqformat.Encoding{pqformat.Plain}) {
			t.Errorf("%v are %v", column.MetaData.PathInSchema, column.MetaData.Encoding)
		}
	}
}

// TestNarrowDeltas wants the same bytes of narrow integers by 32 bits and by 64, at the edges of narrow integers too.
func TestNarrowDeltas(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 3))
	for k := range 3000 {
		g := &groupEncoder{ints: make([]int64, 1+rng.IntN(700))}
		bits := 1 + k%31
		for i := range g.ints {
			g.ints[i] = rng.Int64N(1<<bits) - 1<<(bits-1)
		}
		if _, narrow := g.intBounds(); !narrow {
			t.Fatalf("%d bits are not narrow", bits)
		}
		a, err := g.deltas(nil, true)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.deltas(nil, false)
		if err != nil || !bytes.Equal(a, b) {
			t.Fatalf("%d numbers of %d bits: %x and %x (%v)", len(g.ints), bits, a, b, err)
		}
	}
}

// TestSpeedsAreSplit: a column with unknown numbers is split like any other, and reads back.
func TestSpeedsAreSplit(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	rng := rand.New(rand.NewPCG(34, 2))
	var e trajectory.Encounters
	for i := range choiceRows {
		speed := 30 * rng.Float64()
		if i%5 == 0 {
			speed = math.NaN()
		}
		e.QueryTraj, e.EntryTraj = append(e.QueryTraj, 0), append(e.EntryTraj, 1)
		e.Enter, e.Exit, e.Closest = append(e.Enter, 0), append(e.Exit, 1), append(e.Closest, 0)
		e.Distance, e.Speed, e.Open = append(e.Distance, 1), append(e.Speed, speed), append(e.Open, 0)
	}
	path := filepath.Join(t.TempDir(), "met.parquet")
	w, err := CreateEncounters(path, s, s, WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(e); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	chunk := openParquet(t, path).RowGroups()[0].ColumnChunks()[6]
	if m := openParquet(t, path).Metadata().RowGroups[0].Columns[6].MetaData; !slices.Equal(m.Encoding, []pqformat.Encoding{pqformat.ByteStreamSplit}) {
		t.Errorf("speeds are %v", m.Encoding)
	}
	for i, v := range valuesOf(t, chunk) {
		if want := e.Speed[i]; v.IsNull() != math.IsNaN(want) || !v.IsNull() && v.Double() != want {
			t.Fatalf("row %d is %v, want %v", i, v, want)
		}
	}
}
