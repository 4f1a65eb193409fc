package parquet

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/output"
	"flyby/internal/parquet"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A mixedRow is a row of a mix's file; a nil pointer is a null.
type mixedRow struct {
	id   string
	t    int64
	x, y float64
	r    *float64
}

func mixedRows(rng *rand.Rand, n int) []mixedRow {
	rows := make([]mixedRow, n)
	for i := range rows {
		rows[i] = mixedRow{id: "car" + strconv.Itoa(i/97*7919%1000), t: int64(i) * 3, x: float64(float32(rng.NormFloat64())), y: float64(rng.IntN(20)) / 8}
		if i/50%3 > 0 && rng.IntN(9) > 0 { // nulls in a row too
			r := float64(int32(rng.Uint32()))
			rows[i].r = &r
		}
	}
	return rows
}

// A mix is the packing and the encodings of a file.
type mix struct {
	codec   compress.Codec
	version int // of data pages
	as      map[string]encoding.Encoding
	integer bool // ids are integers
}

func (m mix) String() string {
	return fmt.Sprintf("%v v%d %v %v %v %v", m.codec, m.version, m.as["traj_id"], m.as["t"], m.as["x"], m.as["r"])
}

// mixes returns all codecs, versions of pages and encodings that can be written, each encoding with
// each codec and version.
func mixes() (all []mix) {
	text := []encoding.Encoding{&parquetgo.Plain, &parquetgo.RLEDictionary, &parquetgo.DeltaLengthByteArray, &parquetgo.DeltaByteArray}
	integers := []encoding.Encoding{&parquetgo.Plain, &parquetgo.RLEDictionary, &parquetgo.DeltaBinaryPacked, &parquetgo.ByteStreamSplit}
	floats := []encoding.Encoding{&parquetgo.Plain, &parquetgo.RLEDictionary, &parquetgo.ByteStreamSplit, &parquetgo.Plain}
	for _, codec := range []compress.Codec{&parquetgo.Uncompressed, &parquetgo.Snappy, &parquetgo.Gzip, &parquetgo.Brotli, &parquetgo.Zstd, &parquetgo.Lz4Raw} {
		for _, version := range []int{1, 2} {
			for i := range text {
				m := mix{codec: codec, version: version, integer: i%2 == version-1}
				m.as = map[string]encoding.Encoding{"traj_id": text[i], "t": integers[i], "x": floats[i], "y": floats[(i+1)%4], "r": integers[(i+2)%4]}
				if m.integer {
					m.as["traj_id"] = integers[i]
				}
				all = append(all, m)
			}
		}
	}
	return all
}

// file writes rows in row groups of perGroup with small pages.
func (m mix) file(t testing.TB, rows []mixedRow, perGroup int) []byte {
	t.Helper()
	id, kinds := parquetgo.String(), parquetgo.Group{}
	if m.integer {
		id = parquetgo.Int(64)
	}
	for name, node := range map[string]parquetgo.Node{
		"traj_id": id, "t": parquetgo.Int(64), "x": parquetgo.Leaf(parquetgo.FloatType), "y": parquetgo.Leaf(parquetgo.DoubleType), "r": parquetgo.Int(32),
	} {
		node = parquetgo.Encoded(node, m.as[name])
		if name == "r" {
			node = parquetgo.Optional(node)
		}
		kinds[name] = node
	}
	var b bytes.Buffer
	w := parquetgo.NewGenericWriter[any](&b, parquetgo.NewSchema("mixed", kinds), parquetgo.Compression(m.codec), parquetgo.DataPageVersion(m.version), parquetgo.PageBufferSize(8<<10))
	for len(rows) > 0 {
		n := min(perGroup, len(rows))
		if err := m.write(w, rows[:n]); err != nil {
			t.Fatal(err)
		}
		rows = rows[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// write writes rows as a row group. Columns come in the order of their names.
func (m mix) write(w *parquetgo.GenericWriter[any], rows []mixedRow) error {
	for i, column := range w.ColumnWriters() {
		values := make([]parquetgo.Value, len(rows))
		for k, row := range rows {
			values[k] = m.value(i, row)
		}
		if _, err := column.WriteRowValues(values); err != nil {
			return err
		}
	}
	return w.Flush()
}

func (m mix) value(column int, row mixedRow) parquetgo.Value {
	switch column {
	case 0: // r
		if row.r == nil {
			return parquetgo.NullValue()
		}
		return parquetgo.Int32Value(int32(*row.r)).Level(0, 1, 0)
	case 1:
		return parquetgo.Int64Value(row.t)
	case 2:
		if m.integer {
			n, _ := strconv.Atoi(row.id[3:])
			return parquetgo.Int64Value(int64(n))
		}
		return parquetgo.ByteArrayValue([]byte(row.id))
	case 3:
		return parquetgo.FloatValue(float32(row.x))
	}
	return parquetgo.DoubleValue(row.y)
}

// TestParquetMixes reads every codec, version of pages and encoding back.
func TestParquetMixes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	rows := mixedRows(rng, 10_000) // pages of more than two times decodeAtOnce
	for _, m := range mixes() {
		p, err := Read(context.Background(), formattest.InMemory(m.file(t, rows, 9000)), &reading.Options{Options: format.Options{Reading: format.Reading{Threads: 2, SkipBadRows: true}}})
		if err != nil {
			t.Errorf("%v: %v", m, err)
			continue
		}
		if err := m.compare(p, rows); err != nil {
			t.Errorf("%v: %v", m, err)
		}
	}
}

// compare compares columns that were read with the rows without nulls.
func (m mix) compare(p *reading.Parsed, rows []mixedRow) error {
	whole := slices.DeleteFunc(slices.Clone(rows), func(row mixedRow) bool { return row.r == nil })
	c := p.Columns
	if p.Rows != len(rows) || len(c.T) != len(whole) {
		return fmt.Errorf("%d rows of %d, want %d of %d", len(c.T), p.Rows, len(whole), len(rows))
	}
	for i, row := range whole {
		var id string
		if m.integer {
			id = "car" + strconv.FormatInt(c.ID.Int[i], 10)
		} else {
			id = c.ID.Name[c.ID.Code[i]]
		}
		if got := (mixedRow{id, int64(c.T[i]), c.X[i], c.Y[i], &c.R[i]}); got.id != row.id || got.t != row.t || got.x != row.x || got.y != row.y || *got.r != *row.r {
			return fmt.Errorf("row %d: %v, want %v", i, got, row)
		}
	}
	return nil
}

// TestParquetMutations changes bytes of small files of every mix, and of a file that flyby wrote,
// at random: no panic, and never more memory than a bound that grows with the size of the file.
func TestParquetMutations(t *testing.T) { parquetMutations(t, 40) }

func parquetMutations(t *testing.T, each int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(12, 7))
	rows := mixedRows(rng, 150)
	var files [][]byte
	for _, m := range mixes() {
		files = append(files, m.file(t, rows, 100))
	}
	files = append(files, written(t))
	read, dearest := 0, uint64(0)
	for i, file := range files {
		integers := integersOf(t, file)
		for range each {
			changed := mutate(rng, file, integers)
			bytes, err := cost(changed)
			if most := uint64(64<<20 + 1000*len(changed)); bytes > most {
				t.Errorf("file %d changed to %d bytes: reading takes %d of memory, more than %d (%v)", i, len(changed), bytes, most, err)
			}
			if dearest = max(dearest, bytes); err == nil {
				read++
			}
		}
	}
	t.Logf("%d files, %d of them could be read; the dearest took %d bytes", each*len(files), read, dearest)
	if read == 0 || read == each*len(files) {
		t.Error("nothing was tested: all or none could be read")
	}
}

// cost reads a file and returns the bytes that it allocates.
func cost(file []byte) (uint64, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(context.Background(), formattest.InMemory(file), &reading.Options{Options: format.Options{Reading: format.Reading{Threads: 1, SkipBadRows: true}}})
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, err
}

// written returns a file as flyby writes it.
func written(t testing.TB) []byte {
	t.Helper()
	var c trajectory.Columns
	for i := range 200 {
		c.ID.Int = append(c.ID.Int, int64(i/40))
		c.T, c.X, c.Y = append(c.T, float64(i)), append(c.X, float64(i)/3), append(c.Y, math.Sqrt(float64(i)))
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/written.parquet"
	if err := output.WriteStore(context.Background(), path, s, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// mutate returns a copy of a file with a few changes. integers are the places of the numbers in its
// footer and page headers.
func mutate(rng *rand.Rand, file []byte, integers []integerAt) []byte {
	b := bytes.Clone(file)
	for range 1 + rng.IntN(3) {
		at := rng.IntN(len(b))
		switch rng.IntN(8) {
		case 0:
			b[at] ^= 1 << rng.IntN(8)
		case 1:
			b[at] = byte(rng.IntN(256))
		case 2: // a huge number
			copy(b[at:], []byte("\xff\xff\xff\xff\x0f")[rng.IntN(4):])
		case 3: // a part of the file elsewhere
			n := rng.IntN(min(64, len(b)))
			copy(b[at:], b[rng.IntN(len(b)-n):][:n])
		default: // a count, size, offset, codec, encoding or type
			integers[rng.IntN(len(integers))].replace(b, rng.Uint64()>>rng.IntN(64))
		}
	}
	if rng.IntN(10) == 0 {
		b = b[:rng.IntN(len(b))]
	}
	return b
}

// An integerAt is the place of a varint in a file, and its number of bytes.
type integerAt struct{ at, size int }

// replace writes another number at the place.
func (i integerAt) replace(b []byte, v uint64) {
	for k := range i.size {
		b[i.at+k] = byte(v) | 128
		v >>= 7
	}
	b[i.at+i.size-1] &^= 128
}

// integersOf lists the integers in the footer and the page headers of a file.
func integersOf(t testing.TB, file []byte) (all []integerAt) {
	t.Helper()
	f, err := parquetgo.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	end := len(file) - 8
	footer := end - int(binary.LittleEndian.Uint32(file[end:]))
	all = integersIn(all, &parquet.ThriftReader{Rest: file[footer:end]}, end)
	for _, group := range f.Metadata().RowGroups {
		for _, c := range group.Columns {
			from := c.MetaData.DataPageOffset
			if at := c.MetaData.DictionaryPageOffset; at > 0 {
				from = at
			}
			for last := from + c.MetaData.TotalCompressedSize; from < last; {
				r := &parquet.ThriftReader{Rest: file[from:]}
				all = integersIn(all, r, len(file))
				var h pqformat.PageHeader
				if err := thrift.Unmarshal(new(thrift.CompactProtocol), file[from:len(file)-len(r.Rest)], &h); err != nil {
					t.Fatal(err)
				}
				from = int64(len(file)-len(r.Rest)) + int64(h.CompressedPageSize)
			}
		}
	}
	return all
}

// integersIn appends the integers of the struct at r, whose bytes end at end.
func integersIn(all []integerAt, r *parquet.ThriftReader, end int) []integerAt {
	into := make([]any, 20)
	for i := range into {
		into[i] = parquet.ThriftField(func(kind byte, depth int) bool {
			switch kind {
			case parquet.ThriftTrue, parquet.ThriftFalse:
				return true
			case parquet.ThriftStruct:
				all = integersIn(all, r, end)
				return true
			case parquet.ThriftList:
				return r.List(func(kind byte) bool {
					if kind == parquet.ThriftStruct {
						all = integersIn(all, r, end)
						return true
					}
					return r.Skip(kind, depth)
				})
			}
			at := end - len(r.Rest)
			ok := r.Skip(kind, depth)
			if kind >= parquet.ThriftInt16 && kind <= parquet.ThriftInt64 {
				all = append(all, integerAt{at, end - len(r.Rest) - at})
			}
			return ok
		})
	}
	r.Structure(0, into...)
	return all
}
