package input_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	codecarrow "flyby/internal/codec/arrow"
	"flyby/internal/reading"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// A made column is a name, a type and its values, one JSON text each for arrow-go.
type made struct {
	name string
	typ  arrow.DataType
	json string
}

// numbers returns columns t, x and y of three rows.
func numbers() []made {
	f := arrow.PrimitiveTypes.Float64
	return []made{{"t", f, `[0, 1, 2]`}, {"x", f, `[1, 2, 3]`}, {"y", f, `[4, 5, 6]`}}
}

// arrayOf makes an array; a dictionary is made from its values.
func arrayOf(t testing.TB, m made) arrow.Array {
	t.Helper()
	a, _, err := array.FromJSON(memory.DefaultAllocator, m.typ, bytes.NewReader([]byte(m.json)))
	if err != nil {
		t.Fatalf("%s: %v", m.name, err)
	}
	return a
}

// batchOf makes a batch.
func batchOf(t testing.TB, columns ...made) arrow.RecordBatch {
	t.Helper()
	var fields []arrow.Field
	var arrays []arrow.Array
	for _, m := range columns {
		fields = append(fields, arrow.Field{Name: m.name, Type: m.typ, Nullable: true})
		arrays = append(arrays, arrayOf(t, m))
	}
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), arrays, int64(arrays[0].Len()))
}

// streamOf writes batches of one schema to a stream.
func streamOf(t testing.TB, batches []arrow.RecordBatch, options ...ipc.Option) []byte {
	t.Helper()
	var out bytes.Buffer
	w := ipc.NewWriter(&out, append(options, ipc.WithSchema(batches[0].Schema()))...)
	for _, b := range batches {
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// fileOf writes batches to a file.
func fileOf(t testing.TB, name string, batches []arrow.RecordBatch, options ...ipc.Option) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w, err := ipc.NewFileWriter(out, append(options, ipc.WithSchema(batches[0].Schema()))...)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range batches {
		err = errors.Join(err, w.Write(b))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// readBytes reads a stream from a pipe.
func readBytes(stream []byte, asked format.Options) (*reading.Parsed, error) {
	o := reading.Options{Options: asked}
	src := &infile.Source{}
	if err := src.Open("-", bytes.NewReader(stream)); err != nil {
		return nil, err
	}
	if err := o.Prepare("-"); err != nil {
		return nil, err
	}
	return Read(context.Background(), src, &o)
}

// readPath reads a file.
func readPath(path string, asked format.Options) (*reading.Parsed, error) {
	o := reading.Options{Options: asked}
	src := &infile.Source{}
	if err := src.Open(path, nil); err != nil {
		return nil, err
	}
	defer src.Close()
	if err := o.Prepare(path); err != nil {
		return nil, err
	}
	return Read(context.Background(), src, &o)
}

// Read reads trajectories as the table of formats has them read.
func Read(ctx context.Context, src *infile.Source, o *reading.Options) (*reading.Parsed, error) {
	r, err := codecarrow.Open(ctx, src, o.Threads)
	if err != nil {
		return nil, err
	}
	return reading.ReadBatches(ctx, src, r, o)
}
