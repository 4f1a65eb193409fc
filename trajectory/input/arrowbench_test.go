package input_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory/format"
)

// benchRecords returns records of samples, with ids in a dictionary and three float64, and their schema.
func benchRecords(batches int) (all []arrow.RecordBatch, schema *arrow.Schema) {
	const batch, objects = 1 << 16, 1000
	words := array.NewStringBuilder(memory.DefaultAllocator)
	for i := range objects {
		words.Append(fmt.Sprintf("object %d", i))
	}
	dictionary := words.NewStringArray()
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}
	schema = arrow.NewSchema([]arrow.Field{{Name: "id", Type: typ}, {Name: "t", Type: arrow.PrimitiveTypes.Float64}, {Name: "x", Type: arrow.PrimitiveTypes.Float64}, {Name: "y", Type: arrow.PrimitiveTypes.Float64}}, nil)
	for k := range batches {
		indices, t, x := array.NewInt32Builder(memory.DefaultAllocator), array.NewFloat64Builder(memory.DefaultAllocator), array.NewFloat64Builder(memory.DefaultAllocator)
		for i := range batch {
			row := k*batch + i
			indices.Append(int32(row * objects / (batch * batches)))
			t.Append(float64(row))
			x.Append(float64(row) / 3)
		}
		xs := x.NewFloat64Array()
		all = append(all, array.NewRecordBatch(schema, []arrow.Array{array.NewDictionaryArray(typ, indices.NewInt32Array(), dictionary), t.NewFloat64Array(), xs, xs}, batch))
	}
	return all, schema
}

// BenchmarkReadFile reads ten million samples from a file, on all cores.
func BenchmarkReadFile(b *testing.B) {
	all, _ := benchRecords(160)
	path := fileOf(b, "a.arrow", all)
	for b.Loop() {
		if p, err := readPath(path, format.Options{}); err != nil || p.Rows != 160<<16 {
			b.Fatal(p, err)
		}
	}
}

// BenchmarkRead reads a million samples, with ids in a dictionary and three float64, from a pipe.
func BenchmarkRead(b *testing.B) {
	const batch, batches = 1 << 16, 16
	all, schema := benchRecords(batches)
	b.SetBytes(batch * batches)
	for b.Loop() {
		from, to, err := os.Pipe()
		if err != nil {
			b.Fatal(err)
		}
		go func() {
			w := ipc.NewWriter(to, ipc.WithSchema(schema))
			for _, batch := range all {
				w.Write(batch) //nolint:errcheck // the reader misses it
			}
			w.Close()  //nolint:errcheck // the reader misses it
			to.Close() //nolint:errcheck // as before
		}()
		src := &infile.Source{}
		if err := src.Open("-", io.Reader(from)); err != nil {
			b.Fatal(err)
		}
		o := reading.Options{}
		if err := o.Prepare("-"); err != nil {
			b.Fatal(err)
		}
		p, err := Read(context.Background(), src, &o)
		if err != nil || p.Rows != batch*batches {
			b.Fatal(p, err)
		}
		from.Close() //nolint:errcheck // it was read
	}
}
