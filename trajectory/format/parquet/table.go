package parquet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/memory"
	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A Table is a Parquet file whose columns may be any that hold single values, numbers, text
// and timestamps, or lists of numbers. It is read one row group at a time: for files of results and of points, which have other
// columns than trajectories do.
type Table struct {
	file    *os.File
	reader  parquetReader // with the footer
	columns []parquetColumn
	clock   localtime.Reader // of times in text
}

// OpenTable opens a Parquet file, with the errors of Read.
func OpenTable(path string) (t *Table, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("format: read: %w", err)
	}
	t = &Table{file: file}
	info, err := file.Stat()
	if err == nil {
		err = t.open(&infile.Source{Name: path, At: file, Total: info.Size()})
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return t, nil
}

// NewTable is OpenTable of what is open already, or in memory, and has size bytes. Its Close closes nothing.
func NewTable(name string, at io.ReaderAt, size int64) (*Table, error) {
	t := &Table{}
	if err := t.open(&infile.Source{Name: name, At: at, Total: size}); err != nil {
		return nil, err
	}
	return t, nil
}

// open reads the footer.
func (t *Table) open(src *infile.Source) (err error) {
	defer recoverParquet(src.Name, &err)()
	r := &t.reader
	r.src, r.o = src, &format.Options{SkipBadRows: true}
	if err := r.readFooter(); err != nil {
		return err
	}
	var cause string
	if t.columns, cause = r.footer.columns(); cause != "" {
		return r.incomplete(cause)
	}
	if err := r.listChunks(); err != nil && !errors.Is(err, trajectory.ErrEmpty) {
		return err
	}
	return nil
}

// Close closes the file.
func (t *Table) Close() error {
	if t.file == nil {
		return nil
	}
	return t.file.Close()
}

// Columns are the names of the columns, in the order of the file.
func (t *Table) Columns() (names []string) {
	for _, c := range t.columns {
		names = append(names, string(c.name))
	}
	return names
}

// Vertical is the vertical threshold that rows were searched with, as the function Vertical writes it; "": the metadata have none.
func (t *Table) Vertical() string { return string(t.reader.footer.vertical) }

// Rows yields the rows of some columns, with fields as CSV has them: an integer, the shortest number
// that reads back to the same float64, text, a timestamp as trajectory.Timestamp has it, and nothing for null. A TIMESTAMP
// of nanoseconds that are not those of a float64 is written in full. The fields are valid until the next row. An error ends
// the rows.
func (t *Table) Rows(ctx context.Context, columns []string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		cells, err := t.cells(columns)
		if err != nil {
			yield(nil, err)
			return
		}
		fields := make([]string, len(cells))
		for group := range t.reader.footer.groups {
			rows, err := t.load(ctx, group, cells)
			if err != nil {
				yield(nil, err)
				return
			}
			for row := range rows {
				for i, c := range cells {
					fields[i] = c.values.text(row)
				}
				if !yield(fields, nil) {
					return
				}
			}
		}
	}
}

// tableCells is a column that is read.
type tableCells struct {
	name   string
	typ    *parquetType
	values groupCells
}

// cells finds columns.
func (t *Table) cells(columns []string) (all []tableCells, err error) {
	for _, name := range columns {
		at := slices.IndexFunc(t.columns, func(c parquetColumn) bool { return string(c.name) == name })
		if at < 0 {
			return nil, fmt.Errorf("no column %s", name)
		}
		typ, cause := typeOf(&t.columns[at], format.ColID)
		if cause != "" {
			typ, cause = typeOf(&t.columns[at], format.ColT)
		}
		if cause != "" {
			return nil, &format.Error{File: t.reader.src.Name, Cause: fmt.Sprintf("column %s: %s", name, cause)}
		}
		all = append(all, tableCells{name, typ, typ.groupCells()})
	}
	return all, nil
}

// load reads columns of a row group, and returns how many rows it has.
func (t *Table) load(ctx context.Context, group int, cells []tableCells) (rows int, err error) {
	defer recoverParquet(t.reader.src.Name, &err)()
	if rows = t.reader.firsts[group+1] - t.reader.firsts[group]; rows == 0 {
		return 0, nil
	}
	chunks := make([]*parquetChunk, len(cells))
	for i, c := range cells { // pages claim as many rows, before there is memory for them
		chunks[i] = t.chunk(group, rows, c)
		if cause := t.outside(chunks[i].meta); cause != "" {
			return 0, &format.Error{File: t.reader.src.Name, Cause: fmt.Sprintf("column %s %s", c.name, cause)}
		}
		if err := chunks[i].survey(ctx); err != nil {
			return 0, err
		}
	}
	const most = 16 // bytes of a value
	if err := memory.Need(fmt.Sprintf("the columns of %d rows", rows), memory.Of(rows, most*len(cells))); err != nil {
		return 0, t.reader.outgrown(err)
	}
	u := new(parquet.Unpacker)
	for i, c := range cells {
		s := &steps{r: chunks[i].r, pace: pace{step: math.MaxInt}}
		if err := c.values.read(ctx, chunks[i], u, s); err != nil {
			return 0, err
		}
	}
	return rows, nil
}

// chunk is a column of a row group of some rows, in a reader of its own that has no other.
func (t *Table) chunk(group, rows int, c tableCells) *parquetChunk {
	r := &parquetReader{src: t.reader.src, o: t.reader.o, footer: t.reader.footer, end: t.reader.end, firsts: make([]int, group+2)}
	r.firsts[group+1] = rows
	return &parquetChunk{r: r, group: group, kind: format.ColT, label: c.name, typ: c.typ, meta: &r.footer.groups[group].columns[c.typ.index]}
}

// outside says why a chunk cannot be read here, "" if it can.
func (t *Table) outside(m *parquetMeta) string {
	switch {
	case m.encrypted:
		return "is encrypted, which flyby does not read"
	case m.elsewhere:
		return "is in another file"
	case m.size > t.reader.end:
		return fmt.Sprintf("is corrupt: it takes more bytes than the %d before the footer", t.reader.end)
	}
	return ""
}

// ReadTimes says how Group reads times in text: Options.Zone and Options.TimeLayout.
func (t *Table) ReadTimes(zone, layout string) (err error) {
	t.clock, err = format.TimesOf(zone, layout)
	return err
}

// Where has the table test its rows by conditions, see Missed. The error is that of a condition, or wraps ErrNoCell.
func (t *Table) Where(all []format.Condition) (err error) {
	r := &t.reader
	if r.o.Tests, err = infile.NewCellTests(all); err != nil || len(all) == 0 {
		return err
	}
	r.misses = make([]missedRows, len(r.footer.groups))
	return r.ask(t.columns, t.Columns())
}

// Missed returns what says which rows of a row group, counted from its first, do not hold the conditions of Where.
func (t *Table) Missed(ctx context.Context, group int) (misses func(row int) bool, err error) {
	if len(t.reader.tests) == 0 {
		return func(int) bool { return false }, nil
	}
	defer recoverParquet(t.reader.src.Name, &err)()
	m, err := t.reader.missed(ctx, group)
	if err != nil {
		return nil, err
	}
	return m.rows.has, nil
}
