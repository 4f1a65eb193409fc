package format

import (
	"context"
	"strconv"
	"unicode/utf8"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/parquet"
	"flyby/points"
)

// readParquet reads columns of Apache Parquet, row group by row group.
func readParquet(ctx context.Context, src *infile.Source, o *Options) (p *contents, err error) {
	table, err := parquet.Open(src)
	if err != nil {
		return nil, err
	}
	l, cause := o.find(table.Names())
	if cause != "" {
		return nil, &Error{File: src.Name, Cause: cause}
	}
	r := &parquetReader{typedRows: typedRows{src: src, options: o, checker: o.checker()}, table: table}
	r.at = r.rowAt
	if r.where, err = table.Where(o.Tests, o.Times); err != nil {
		return nil, err
	}
	ignored, cause := l.keepTyped(table)
	if cause == "" {
		cause = l.tooMany()
	}
	switch {
	case cause != "":
		return nil, &Error{File: src.Name, Cause: cause}
	case table.Rows() == 0:
		return nil, &Error{File: src.Name, Cause: "no rows", Err: ErrNoRows}
	case table.Rows() > points.MaxPoints:
		return nil, &Error{File: src.Name, Cause: tooMany}
	}
	r.layout, r.columns = l, make([][]float64, len(l.x))
	r.ids.given, r.whole = l.id >= 0, table.HasIntegers(l.idName())
	for _, name := range l.coordinates() {
		lacks := "missing"
		if !table.HasNumbers(name) {
			lacks = "missing, or no time"
		}
		r.lacks = append(r.lacks, lacks)
	}
	if err := r.readGroups(ctx); err != nil {
		return nil, err
	}
	p = r.contents(table, ignored)
	p.report.OfDay = firstOfDay(l.coordinates(), r.clocks)
	return p, nil
}

// readGroups reads all row groups.
func (r *parquetReader) readGroups(ctx context.Context) (err error) {
	if !r.layout.list {
		if r.clocks, err = r.table.Clocks(ctx, r.layout.coordinates(), r.options.Times); err != nil {
			return err
		}
	}
	for group := range r.table.Groups {
		if err := r.read(ctx, group); err != nil {
			return err
		}
		r.src.Done.Store(r.src.Total / int64(len(r.table.Groups)) * int64(group+1))
		r.src.Progress()
	}
	r.src.Done.Store(r.src.Total)
	return nil
}

// read reads a row group.
func (r *parquetReader) read(ctx context.Context, group int) error {
	misses, _, err := r.where.Missed(ctx, group)
	if err != nil {
		return err
	}
	if r.layout.list {
		return r.readLists(ctx, group, misses)
	}
	cells, err := r.table.Group(ctx, group, r.layout.coordinates(), r.layout.idName(), r.clocks)
	if err != nil {
		return err
	}
	return r.take(cells, misses)
}

// A parquetReader collects the points of row groups.
type parquetReader struct {
	typedRows
	table  *parquet.File
	where  *parquet.Where
	lacks  []string           // by coordinate: the cause of a null; text that is no time is null, too
	whole  bool               // ids are integers
	clocks []localtime.Reader // by coordinate: reads times in text
	firsts []int              // [groups] rows of the file before the group
}

// take takes over the points of a row group.
func (r *parquetReader) take(cells []parquet.Cells, misses parquet.RowSet) error {
	r.firsts = append(r.firsts, r.Rows)
	n := len(cells[0].Floats)
	before := len(r.columns[0])
	if before+n > cap(r.columns[0]) {
		if err := r.afford(before, infile.Grown(before, n, 0), r.more()); err != nil {
			return err
		}
	}
	for k := range r.columns {
		r.columns[k] = infile.Reserve(r.columns[k], n, 0)
	}
	for row := range n {
		r.Rows++
		if misses.Has(row) {
			r.Missed++
			continue
		}
		if e := r.check(cells, row); e != nil {
			if err := r.drop(e); err != nil {
				return err
			}
			continue
		}
		r.places.Add(len(r.columns[0]), r.number())
		for k := range r.columns {
			r.columns[k] = append(r.columns[k], cells[k].Floats[row])
		}
	}
	return nil
}

// more returns the number of rows still to be read, as the footer claims.
func (r *parquetReader) more() int { return r.table.Rows() - r.Rows }

// check returns what is wrong with a row, nil if nothing is. It takes over the id of a good row.
func (r *parquetReader) check(cells []parquet.Cells, row int) *Error {
	for k := range r.columns {
		if f, ok := cells[k].Fault(row); ok {
			return &Error{Column: r.layout.names[r.layout.x[k]], Value: f.Value, Cause: f.Cause}
		}
		v := cells[k].Floats[row]
		if cause := r.checker.cause(k, v); cause != "" {
			return &Error{Column: r.layout.names[r.layout.x[k]], Value: strconv.FormatFloat(v, 'g', -1, 64), Cause: cause}
		}
		if cells[k].IsNull(row) {
			return &Error{Column: r.layout.names[r.layout.x[k]], Cause: r.lacks[k]}
		}
	}
	return r.checkID(cells, row)
}

// checkID takes over the id of a row, which is its last cell, or returns what is wrong with it.
func (r *parquetReader) checkID(cells []parquet.Cells, row int) *Error {
	if !r.ids.given {
		return nil
	}
	c := &cells[len(cells)-1]
	switch {
	case c.IsNull(row) && r.layout.guessed:
		return &Error{Column: r.layout.idName(), Cause: "missing" + r.layout.notID()}
	case c.IsNull(row) || c.Names != nil && c.Names[row] == "":
		return &Error{Column: r.layout.idName(), Cause: "missing"}
	case c.Names == nil:
		r.ids.add(strconv.FormatInt(c.Ints[row], 10))
	case !utf8.ValidString(c.Names[row]):
		return &Error{Column: r.layout.idName(), Value: c.Names[row], Cause: "not UTF-8"}
	case r.whole:
		r.ids.add(c.Names[row])
	default:
		r.ids.name()
		r.ids.names = append(r.ids.names, c.Names[row])
	}
	return nil
}

// rowAt returns the place of a row of the file: its row group and its number there.
func (r *parquetReader) rowAt(row int) Error {
	group := 0
	for group < len(r.firsts) && r.firsts[group] <= row {
		group++
	}
	return Error{File: r.src.Name, Row: row, Group: group}
}
