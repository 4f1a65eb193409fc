package fileset

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/csv"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// FuzzArchive reads bytes as an archive, and bytes that are packed: the latter read as they do
// unpacked. No archive takes more memory than unpacking needs.
func FuzzArchive(f *testing.F) {
	p := newPacker(f)
	names := []string{"fuzz.csv.gz", "fuzz.csv.zst", "fuzz.xml.gz", "fuzz.xml.zst"}
	for i, name := range names {
		text := []byte("traj_id,t,x,y\n1,0,1,2\n1,1,3,4\n")
		if i >= 2 {
			text = []byte(fcdFile(`<timestep time="0"><vehicle id="a" x="1" y="2"/></timestep>`))
		}
		packed := p.pack(name, text)
		f.Add(uint8(i), text)
		f.Add(uint8(i), packed)
		f.Add(uint8(i), append(packed, packed...))
	}
	f.Fuzz(func(t *testing.T, kind uint8, data []byte) {
		if len(data) > formattest.LargestInput {
			return
		}
		name := names[int(kind)%len(names)]
		before := formattest.Allocated()
		r, err := unpacked(name, data)
		bytes := formattest.Allocated() - before
		formattest.Outcome(t, r, err, format.Options{})
		if bytes > 96<<20+uint64(1<<16*len(data)) {
			t.Errorf("%d bytes take %d of memory: %v", len(data), bytes, err)
		}
		r, err = unpacked(name, p.pack(name, data))
		base, _ := infile.CutPacking(name)
		q, err1 := unpacked(base, data)
		if (err == nil) != (err1 == nil) || err == nil && !reflect.DeepEqual(r.Columns, q.Columns) {
			t.Errorf("packed: %v, %v; not packed: %v, %v", r, err, q, err1)
		}
	})
}

// unpacked reads bytes as a file with a name.
func unpacked(name string, data []byte) (*reading.Parsed, error) {
	src, o := formattest.InMemory(data), format.Options{Reading: format.Reading{Threads: 1}}
	defer src.Close()
	src.Name = name
	src.Window = zstd.MaxWindowSize
	if err := src.Unpack(1); err != nil {
		return nil, err
	}
	if strings.HasPrefix(name, "fuzz.csv") {
		return csv.ReadBlocks(context.Background(), src, readerOf(o), 4096)
	}
	return readFCD(context.Background(), src, &o)
}

// A packer packs bytes; gzip does so without searching for repetitions, which is fast.
type packer struct {
	gzip *gzip.Writer
	zstd *zstd.Encoder
}

func newPacker(t testing.TB) *packer {
	t.Helper()
	g, err := gzip.NewWriterLevel(nil, gzip.HuffmanOnly)
	z, err1 := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err := errors.Join(err, err1); err != nil {
		t.Fatal(err)
	}
	return &packer{g, z}
}

// pack makes the archive for the extension of a name.
func (p *packer) pack(name string, data []byte) []byte {
	if _, archive := infile.CutPacking(name); archive == "zstd" {
		return p.zstd.EncodeAll(data, nil)
	}
	var b bytes.Buffer
	p.gzip.Reset(&b)
	p.gzip.Write(data)
	p.gzip.Close()
	return b.Bytes()
}

// FuzzColumns reads column mappings: a valid mapping names each key once, and its text reads back
// to the same mapping.
func FuzzColumns(f *testing.F) {
	for _, s := range []string{"", "id=vehicle,t=time,x=lon,y=lat", "x=y,y=x", "x=1,x=2", "x", "q=1", "x==", "z=", "x=a,y=a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m, err := format.ParseColumns(s)
		if err != nil {
			return
		}
		var text []byte
		for _, key := range []string{"id", "t", "x", "y", "z", "r"} {
			if name, ok := m[key]; ok {
				text = append(append(append(append(text, key...), '='), name...), ',')
			}
		}
		again, err := format.ParseColumns(string(bytes.TrimSuffix(text, []byte(","))))
		if err != nil || !reflect.DeepEqual(again, m) || len(m) > 6 {
			t.Errorf("%q: %v, written %q and read as %v, %v", s, m, text, again, err)
		}
	})
}
