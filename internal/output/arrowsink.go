package output

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"flyby/internal/outfile"
)

// arrowRows is the number of rows in a batch of an Arrow stream, the last perhaps fewer: see docs/decisions/0109-arrow-streams.md.
const arrowRows = 1 << 16

// An arrowBlock has the rows of a batch and the batch made of them.
type arrowBlock struct {
	rows    rowBlock
	file    *arrowFile
	columns []arrowArray      // made when first used
	batch   arrow.RecordBatch // over the memory of rows and columns
}

// writeArrow writes batches of arrowRows. Which rows a batch has depends on their numbers alone, and a batch is written as soon as it is
// full.
func writeArrow(out *outfile.File, c content, m means) sink {
	file := newArrowFile(out, c)
	newBlock := func() *arrowBlock { return &arrowBlock{file: file} }
	return newRowSink(c, arrowRows, c.arrowBytes(), m, newBlock, file.add, file.finish)
}

// arrowBytes returns the most memory of an arrowBlock, encoded lists aside: its rows, and for each value at most as much again.
func (c content) arrowBytes() uint64 {
	const value, bit = 8, 1
	return uint64(arrowRows*(c.rowBytes()+len(c.columns)*(value+bit))) + c.geometry.blockBytes()
}

func (b *arrowBlock) input() *rowBlock { return &b.rows }

// work makes a batch of the rows, sharing their memory.
func (b *arrowBlock) work() error {
	if b.columns == nil {
		b.columns = make([]arrowArray, len(b.file.columns))
	}
	arrays := make([]arrow.Array, len(b.file.columns))
	for i := range b.file.columns {
		a, err := b.columns[i].of(&b.file.columns[i], &b.rows.columns[i], b.rows.n)
		if err != nil {
			return err
		}
		arrays[i] = a
	}
	b.batch = array.NewRecordBatch(b.file.schema, arrays, int64(b.rows.n))
	return nil
}

// An arrowFile is an Arrow stream being written.
type arrowFile struct {
	out     *outfile.File
	schema  *arrow.Schema
	columns []arrowColumn
	stream  *ipc.Writer
}

// newArrowFile begins a stream. The dictionaries of its columns are whole before the first batch, so that each is sent once.
func newArrowFile(out *outfile.File, c content) *arrowFile {
	f := &arrowFile{out: out}
	f.schema, f.columns = arrowSchema(c)
	f.stream = ipc.NewWriter(out, ipc.WithSchema(f.schema))
	return f
}

// add writes a batch to its last byte, so that the reader of a pipe has all of it.
func (f *arrowFile) add(b *arrowBlock) error {
	defer b.batch.Release()
	if err := f.stream.Write(b.batch); err != nil {
		return f.out.Blame(err)
	}
	return f.out.Flush()
}

// finish writes the end mark, and the schema where there were no rows.
func (f *arrowFile) finish() error { return f.out.Blame(f.stream.Close()) }
