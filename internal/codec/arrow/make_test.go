package arrow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/internal/codec"
	"flyby/internal/infile"
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
	if len(batches) == 0 {
		return path
	}
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

// A whole has all rows of a stream or a file, as texts; a fault is its cause.
type whole struct {
	names  []string
	kinds  []codec.Kind
	shapes []*codec.Shape
	rows   [][]string
}

// column returns the texts of a column.
func (w *whole) column(name string) (all []string) {
	for _, row := range w.rows {
		all = append(all, row[slices.Index(w.names, name)])
	}
	return all
}

// readAll reads all columns of a source in its batches, several of which are in use at a time.
func readAll(src *infile.Source) (*whole, error) {
	ctx := context.Background()
	r, err := Open(ctx, src, 1)
	if err != nil {
		return nil, err
	}
	columns := r.Columns()
	w, all := &whole{names: codec.NamesOf(columns)}, []int{}
	for i, c := range columns {
		all, w.kinds, w.shapes = append(all, i), append(w.kinds, c.Kind), append(w.shapes, c.Shape)
	}
	var peeked codec.Batch
	if err := r.(codec.Peeker).Peek(ctx, all, &peeked); err == nil {
		peeked.Rest() //nolint:errcheck // Next has the same error
	}
	r.Want(all, nil)
	batches := make([]codec.Batch, 3)
	for used := 0; ; used++ {
		var early error
		for i := range batches {
			if early = r.Next(ctx, &batches[i]); early != nil {
				batches = batches[:i]
				break
			}
		}
		for i := range batches {
			if err := batches[i].Rest(); err != nil {
				return nil, err
			}
			w.add(r, &batches[i])
		}
		switch {
		case early == io.EOF:
			return w, nil
		case early != nil:
			return nil, early
		}
	}
}

// add adds the rows of a batch.
func (w *whole) add(r codec.Reader, b *codec.Batch) {
	var sense codec.Sense
	columns := r.Columns()
	for row := range b.Rows {
		var texts []string
		for i := range columns {
			c, v := &columns[i], &b.Values[i]
			text := sense.Cell(c, v, row).String()
			switch f := v.Fault(row); {
			case f != nil:
				text = f.Cause
			case v.Nulls.Has(row):
				text = "null"
			case c.Kind == codec.Numbers:
				from := 0
				if row > 0 {
					from = v.Ends[row-1]
				}
				text = fmt.Sprint(v.Floats[from:v.Ends[row]])
			}
			texts = append(texts, text)
		}
		w.rows = append(w.rows, texts)
	}
}

// readBytes reads a stream from a pipe.
func readBytes(stream []byte) (*whole, error) {
	src := &infile.Source{}
	if err := src.Open("-", bytes.NewReader(stream)); err != nil {
		return nil, err
	}
	return readAll(src)
}

// readPath reads a file.
func readPath(path string) (*whole, error) {
	src := &infile.Source{}
	if err := src.Open(path, nil); err != nil {
		return nil, err
	}
	defer src.Close()
	return readAll(src)
}
