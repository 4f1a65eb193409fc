package parquet

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/memory"
	"flyby/internal/parquet"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

var rewrite = flag.Bool("rewrite", false, "write the crafted files in testdata anew")

// runs returns a legal file of a few hundred bytes with n rows: one object that stands still, as
// runs of equal values and differences of no bits.
func runs(n int64) *craftedFile {
	repeated := binary.AppendUvarint([]byte{1}, uint64(n)<<1) // indexes of one bit
	repeated = append(repeated, 0)
	constant := craftedColumn{pages: []craftedPage{
		{kind: pqformat.DictionaryPage, values: 1, body: make([]byte, 8)},
		{kind: pqformat.DataPage, encoding: pqformat.RLEDictionary, values: n, body: repeated},
	}}
	return &craftedFile{rows: n, columns: []craftedColumn{constant, constant, constant, constant}}
}

// doubles returns a page of n values of plain zeros.
func doubles(n int) craftedPage {
	return craftedPage{kind: pqformat.DataPage, encoding: pqformat.Plain, values: int64(n), body: make([]byte, 8*n)}
}

// with returns a file of n rows of zeros, with another column y.
func with(n int, y craftedColumn) *craftedFile {
	zeros := craftedColumn{pages: []craftedPage{doubles(n)}}
	return &craftedFile{rows: int64(n), columns: []craftedColumn{zeros, zeros, zeros, y}}
}

// packed returns a column with a page that holds zeros packed by a codec and claims n values and
// size bytes.
func packed(t testing.TB, codec compress.Codec, zeros, n int, size int64) craftedColumn {
	t.Helper()
	body, err := codec.Encode(nil, make([]byte, zeros))
	if err != nil {
		t.Fatal(err)
	}
	return craftedColumn{codec: codec.CompressionCodec(), pages: []craftedPage{{kind: pqformat.DataPage, values: int64(n), size: size, body: body}}}
}

// crafted returns files that claim more than they hold, or hold more than they should, with the
// error of each.
func crafted(t testing.TB) map[string]struct {
	file *craftedFile
	want string
} {
	page := func(p craftedPage) craftedColumn { return craftedColumn{pages: []craftedPage{p}} }
	index := func(body ...byte) craftedColumn {
		return craftedColumn{pages: []craftedPage{{kind: pqformat.DictionaryPage, values: 2, body: make([]byte, 16)}, {encoding: pqformat.RLEDictionary, values: 2, body: body}}}
	}
	claims := with(10, page(doubles(10)))
	claims.rows = 1 << 40
	pages := with(10, page(doubles(10)))
	pages.rows = 1 << 30
	for i := range pages.columns {
		pages.columns[i] = page(craftedPage{values: 1 << 30, body: make([]byte, 80)})
	}
	delta := func(head ...uint64) craftedColumn {
		var b []byte
		for _, v := range head {
			b = binary.AppendUvarint(b, v)
		}
		return page(craftedPage{encoding: pqformat.DeltaBinaryPacked, values: 2, body: b})
	}
	deltas := func(y craftedColumn) *craftedFile {
		f := with(2, page(doubles(2)))
		f.columns[0] = y
		return f
	}
	more := craftedColumn{optional: true, pages: []craftedPage{{values: 2, body: append([]byte{3, 0, 0, 0, 4, 1, 0}, make([]byte, 8)...)}}}
	levels := craftedColumn{optional: true, pages: []craftedPage{{values: 2, body: append([]byte{2, 0, 0, 0, 4, 2}, make([]byte, 16)...)}}}
	return map[string]struct {
		file *craftedFile
		want string
	}{
		"rows":             {claims, "column traj_id has 10 values in row group 0 of 1099511627776 rows"},
		"values":           {pages, "column traj_id of row group 0 is corrupt (page 0: it claims 1073741824 values in 80 bytes)"},
		"dictionary":       {with(2, craftedColumn{pages: []craftedPage{{kind: pqformat.DictionaryPage, values: 1 << 30, body: make([]byte, 16)}, doubles(2)}}), "(page 0: it claims 1073741824 values in 16 bytes)"},
		"two dictionaries": {with(2, craftedColumn{pages: []craftedPage{{kind: pqformat.DictionaryPage, values: 2, body: make([]byte, 16)}, {kind: pqformat.DictionaryPage, values: 2, body: make([]byte, 16)}, doubles(2)}}), "(page 1: a dictionary that does not come first)"},
		"no dictionary":    {with(2, page(craftedPage{encoding: pqformat.RLEDictionary, values: 2, body: []byte{1, 4, 0}})), "(page 0: no dictionary before it)"},
		"index":            {with(2, index(2, 4, 2)), "(page 1: no entry 2 in a dictionary of 2)"},
		"index bits":       {with(2, index(33, 4, 0, 0, 0, 0, 0)), "(page 1: indexes of 33 bits)"},
		"few indexes":      {with(2, index(1, 2, 1)), "(page 1: it holds fewer values than it claims)"},
		"long run":         {with(2, index(1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 0x01, 0)), "(page 1: it holds fewer values than it claims)"},
		"spare":            {with(2, page(craftedPage{values: 2, body: make([]byte, 24)})), "(page 0: it holds more values than it claims)"},
		"version 2":        {with(2, page(craftedPage{kind: pqformat.DataPageV2, values: 3, body: make([]byte, 24)})), "column y has 3 values in row group 0 of 2 rows"},
		"level":            {with(2, levels), "(page 0: its definition levels are broken)"},
		"levels":           {with(2, more), "(page 0: it holds fewer values than it claims)"},
		"gzip":             {with(2, packed(t, &parquetgo.Gzip, 1<<20, 2, 16)), "(page 0: it unpacks to more than 16 bytes)"},
		"gzip claim":       {with(2, packed(t, &parquetgo.Gzip, 16, 2, 1<<30)), "cannot unpack to 1073741824)"},
		"brotli":           {with(2, packed(t, &parquetgo.Brotli, 1<<20, 2, 16)), "(page 0: it unpacks to more than 16 bytes)"},
		"brotli claim":     {with(2, packed(t, &parquetgo.Brotli, 8, 2, 1<<30)), "(page 0: it holds fewer values than it claims)"},
		"zstd":             {with(2, packed(t, &parquetgo.Zstd, 1<<20, 2, 16)), "(page 0: decompressed size exceeds configured limit)"},
		"zstd claim":       {with(2, packed(t, &parquetgo.Zstd, 16, 2, 1<<30)), "cannot unpack to 1073741824)"},
		"snappy":           {with(2, packed(t, &parquetgo.Snappy, 1<<16, 2, 16)), "(page 0: it unpacks to more than 16 bytes)"},
		"snappy claim":     {with(2, packed(t, &parquetgo.Snappy, 16, 2, 1<<30)), "cannot unpack to 1073741824)"},
		"lz4":              {with(2, packed(t, &parquetgo.Lz4Raw, 1<<16, 2, 16)), "(page 0: it unpacks to more than 16 bytes)"},
		"lz4 claim":        {with(2, packed(t, &parquetgo.Lz4Raw, 16, 2, 1<<30)), "cannot unpack to 1073741824)"},
		"codec":            {with(2, craftedColumn{codec: 3, pages: []craftedPage{doubles(2)}}), "(page 0: compressed with LZO, which flyby does not read)"},
		"delta total":      {deltas(delta(128, 4, 1<<60, 0)), "(page 0: it holds fewer values than it claims)"},
		"delta block":      {deltas(delta(1<<62, 1<<56, 2, 0)), "(page 0: its deltas are broken)"},
		"delta minis":      {deltas(delta(128, 5, 2, 0)), "(page 0: its deltas are broken)"},
		"delta bits":       {deltas(delta(128, 4, 2, 0, 0, 65, 65, 65, 65)), "(page 0: it holds fewer values than it claims)"},
		"delta more":       {deltas(delta(128, 4, 3, 0, 0, 0, 0, 0, 0)), "(page 0: it holds more values than it claims)"},
		"delta of doubles": {with(2, delta(128, 4, 2, 0, 0, 0)), "(page 0: encoding DELTA_BINARY_PACKED of DOUBLE, which flyby does not read)"},
	}
}

// TestParquetCrafted wants the right error for every crafted file, with little memory.
func TestParquetCrafted(t *testing.T) {
	for name, c := range crafted(t) {
		bytes, err := cost(c.file.bytes())
		var e *format.Error
		if !errors.As(err, &e) || !strings.HasSuffix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got  %v\nwant %s", name, err, c.want)
		}
		if bytes > 20<<20 { // a Brotli decoder's window
			t.Errorf("%s: reading takes %d bytes", name, bytes)
		}
	}
}

// TestParquetRuns reads a file in which a few hundred bytes stand for a million equal rows, which
// SkipBadRows keeps.
func TestParquetRuns(t *testing.T) {
	const n = 1_000_000
	p, err := Read(context.Background(), formattest.InMemory(runs(n).bytes()), &reading.Options{Options: format.Options{Reading: format.Reading{Threads: 2, SkipBadRows: true}}})
	if err != nil {
		t.Fatal(err)
	}
	if p.Rows != n || len(p.Columns.X) != n || p.Columns.X[n-1] != 0 {
		t.Errorf("%d rows, %d in the columns", p.Rows, len(p.Columns.X))
	}
}

// TestParquetRoom wants more rows than any machine holds to be refused with the memory that they
// need.
func TestParquetRoom(t *testing.T) {
	if room, _ := memory.Room(); room > 32<<40 {
		t.Skip("nothing bounds memory here")
	}
	f := runs(1<<31 - 1)
	for i := range f.columns { // 1000 such pages
		for range 999 {
			f.columns[i].pages = append(f.columns[i].pages, f.columns[i].pages[1])
		}
	}
	f.rows *= 1000
	bytes, err := cost(f.bytes())
	if !errors.Is(err, memory.ErrNoRoom) || !strings.Contains(err.Error(), "fuzz: the columns of 2147483647000 rows need 62.5 TiB; ") {
		t.Errorf("%v", err)
	}
	if bytes > 8<<20 {
		t.Errorf("reading takes %d bytes", bytes)
	}
}

// TestParquetSchema wants schemas for which the Parquet library needs gigabytes to cost no more
// than their bytes.
func TestParquetSchema(t *testing.T) {
	footer := func(f func(c *crafter)) []byte {
		c := &crafter{}
		c.structure(func() { f(c) })
		n := c.Len()
		file := append([]byte("PAR1"), c.Bytes()...)
		return append(binary.LittleEndian.AppendUint32(file, uint32(n)), "PAR1"...)
	}
	deep := func(n, children int) []byte {
		return footer(func(c *crafter) {
			c.list(2, n)
			for i := range n {
				c.structure(func() {
					if i == n-1 {
						c.integer(1, 5)
					}
					c.text(4, "a")
					c.integer(5, int64(children))
				})
			}
			c.integer(3, 0)
		})
	}
	many := footer(func(c *crafter) {
		c.head(4, parquet.ThriftList)
		c.WriteByte(15<<4 | parquet.ThriftStruct)
		c.Write(binary.AppendUvarint(nil, 1<<60))
	})
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"deep":     {deep(30_000, 1), "its schema has fewer columns than it says"},
		"children": {deep(5, 1<<40), "its schema has fewer columns than it says"},
		"long":     {deep(30_000, 0), "its schema has more columns than it says"},
		"list":     {many, "its footer is corrupt"},
		"structs":  {footer(func(c *crafter) { c.list(4, 1<<20); c.Write(make([]byte, 1<<20)) }), "its footer is corrupt"},
		"structs within": {footer(func(c *crafter) {
			for range 100_000 {
				c.WriteByte(9<<4 | parquet.ThriftStruct)
			}
		}), "its footer is corrupt"},
	} {
		bytes, err := cost(c.file)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got  %v\nwant %s", name, err, c.want)
		}
		if most := uint64(1<<20 + 64*len(c.file)); bytes > most {
			t.Errorf("%s: reading takes %d bytes, more than %d", name, bytes, most)
		}
	}
}

// TestCraftedFiles compares the crafted files in testdata, for tests of the command, with the
// output of crafted.
func TestCraftedFiles(t *testing.T) {
	for name, file := range map[string]*craftedFile{"rows": crafted(t)["rows"].file, "runs": runs(1<<31 - 1), "copies": runs(92 << 20), "brotli": crafted(t)["brotli claim"].file} {
		path := filepath.Join("testdata", "corrupt", name+".parquet")
		if *rewrite {
			if err := os.WriteFile(path, file.bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if b, err := os.ReadFile(path); err != nil || !bytes.Equal(b, file.bytes()) {
			t.Errorf("%s is not as -rewrite writes it (%v)", path, err)
		}
	}
}
