package output

import (
	"strconv"

	"flyby/internal/reading"
	"flyby/trajectory"
)

// IDColumn returns a column of ids: *rows has, for each row of the next chunk, the row of its id in ids.
func IDColumn(name string, rows *[]uint32, ids RowIDs) Column {
	return Column{outColumn{name: name, u32: rows, ids: ids}}
}

// TrajectoryColumn is IDColumn for the trajectories of a store.
func TrajectoryColumn(name string, rows *[]uint32, of *trajectory.Store) Column {
	return IDColumn(name, rows, trajectories{of})
}

// InstantColumn returns a column of times of the data, for CreateTimedTable: all are finite.
func InstantColumn(name string, values *[]float64) Column {
	return Column{outColumn{name: name, f64: values, time: true}}
}

// CountColumn returns a column of whole numbers.
func CountColumn(name string, values *[]uint32) Column {
	return Column{outColumn{name: name, u32: values}}
}

// ListColumn returns a column of lists of ids: *lists has, for each row of the next chunk, the rows of its list's ids in
// ids. A list must not change before Close. In CSV a list is one cell, its ids separated by semicolons, in NDJSON an array,
// in Parquet and Arrow a LIST; GeoJSON cannot have such a column.
func ListColumn(name string, lists *[][]uint32, ids RowIDs) Column {
	return Column{outColumn{name: name, rows: lists, ids: ids}}
}

// listCells formats lists of ids.
type listCells struct {
	ids    RowIDs
	asJSON bool
	quote  func(dst []byte, text string) []byte
}

func (w listCells) write(to *cells, from *blockColumn, first, last int) {
	var joined []byte
	for i, rows := range from.rows[first:last] {
		joined = joined[:0]
		for k, row := range rows {
			if k > 0 {
				joined = append(joined, w.separator())
			}
			joined = w.append(joined, int(row))
		}
		switch dst := to.begin(); {
		case w.asJSON:
			to.end(i, append(append(append(dst, '['), joined...), ']'))
		case w.ids.IntIDs():
			to.end(i, append(dst, joined...))
		default:
			to.end(i, w.quote(dst, string(joined)))
		}
	}
}

func (w listCells) separator() byte {
	if w.asJSON {
		return ','
	}
	return ';'
}

// append appends an id.
func (w listCells) append(dst []byte, row int) []byte {
	switch {
	case w.ids.IntIDs():
		return strconv.AppendInt(dst, w.ids.IntID(row), 10)
	case w.asJSON:
		return w.quote(dst, w.ids.ID(row))
	}
	return append(dst, w.ids.ID(row)...)
}

// A TableWriter writes the caller's columns as HitWriter writes hits.
type TableWriter struct{ *fileWriter }

// CreateTable begins a file of columns as CreateHits begins a file of hits. The columns must have the values of the next
// chunk whenever a chunk is written.
func CreateTable(path string, columns []Column, o WriteOptions) (*TableWriter, error) {
	c := content{columns: outColumns(columns), units: o.Units}
	if o.Geometry != nil {
		c.point = outColumns(o.Point)
	}
	c.addGeometry(&o)
	file, err := newFileWriter(path, reading.ResultOutput, c, o)
	if err != nil {
		return nil, err
	}
	return &TableWriter{file}, nil
}

// CreateTimedTable is CreateTable for columns about a store: instants are written as the times of hits are.
func CreateTimedTable(path string, columns []Column, of *trajectory.Store, o WriteOptions) (*TableWriter, error) {
	c := content{stamps: of.Times() == trajectory.Timestamp, columns: outColumns(columns)}
	file, err := createResult(path, c, of, of, o)
	if err != nil {
		return nil, err
	}
	return &TableWriter{file}, nil
}

// Write appends a chunk of n rows. The caller may change its columns afterwards.
func (w *TableWriter) Write(n int) error { return w.write(n) }
