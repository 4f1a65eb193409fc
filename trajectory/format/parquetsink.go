package format

import (
	"math"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/rfc3339"
	"flyby/trajectory"
)

const (
	rowGroupRows = 1 << 20
	// Columns of few distinct values gain from a dictionary; past this size it is
	// given up for the rest of the row group.
	dictionaryBytes = 1 << 20
)

// A parquetSink collects rows and writes them in row groups of rowGroupRows, each
// encoded on a goroutine of its own.
type parquetSink struct {
	out     *target
	columns []outColumn
	times   timeStorage
	writer  *parquet.GenericWriter[any]
	pending *groupRows
	free    chan *groupRows
	queue   *ordered[encoded]
}

// groupRows holds the rows of one row group, as the columns have them.
type groupRows struct {
	n   int
	col []struct {
		u32  []uint32
		f64  []float64
		open []trajectory.Open
	}
}

type encoded struct {
	group *parquet.ConcurrentRowGroupWriter
	rows  *groupRows
}

func writeParquet(out *target, content content, threads int) sink {
	const most = 4 // row groups in flight: each takes some 100 MB
	threads = min(threads, most)
	root := orderedGroup{Group: parquet.Group{}}
	s := &parquetSink{out: out, columns: content.columns, times: content.parquetTimes, free: make(chan *groupRows, threads+2)}
	for _, c := range s.columns {
		root.Group[c.name] = c.node(s.times)
		root.order = append(root.order, c.name)
	}
	options := append(frameNote(content.frame), parquet.NewSchema("flyby", root),
		parquet.Compression(&parquet.Zstd), parquet.CreatedBy("flyby", "1", "0"),
		parquet.DictionaryMaxBytes(dictionaryBytes), parquet.MaxRowsPerRowGroup(math.MaxInt64))
	s.writer = parquet.NewGenericWriter[any](out, options...)
	s.queue = newOrdered(threads, func(e encoded) error {
		_, err := e.group.Commit()
		s.free <- e.rows
		return out.blame(err)
	})
	return s
}

// orderedGroup is a parquet.Group whose fields keep their order.
type orderedGroup struct {
	parquet.Group
	order []string
}

// Fields returns the fields in the order of the columns.
func (g orderedGroup) Fields() []parquet.Field {
	byName := map[string]parquet.Field{}
	for _, f := range g.Group.Fields() {
		byName[f.Name()] = f
	}
	fields := make([]parquet.Field, len(g.order))
	for i, name := range g.order {
		fields[i] = byName[name]
	}
	return fields
}

// node returns the type and encoding of the column.
func (c outColumn) node(times timeStorage) parquet.Node {
	switch {
	case c.store != nil && !c.store.IntIDs(), c.open != nil, c.time && times == timeText:
		return parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	case c.u32 != nil:
		return parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
	case c.time && times != timeSeconds:
		units := map[timeStorage]parquet.TimeUnit{timeMillis: parquet.Millisecond, timeMicros: parquet.Microsecond, timeNanos: parquet.Nanosecond}
		return parquet.Encoded(parquet.Timestamp(units[times]), &parquet.DeltaBinaryPacked)
	case c.time:
		return parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.RLEDictionary)
	}
	return parquet.Leaf(parquet.DoubleType)
}

// write copies rows and sends off each full row group.
func (s *parquetSink) write(n int) error {
	for first := 0; first < n; {
		if s.pending == nil {
			s.pending = s.empty()
		}
		g := s.pending
		last := min(n, first+rowGroupRows-g.n)
		for i, c := range s.columns {
			col := &g.col[i]
			switch {
			case c.u32 != nil:
				col.u32 = append(col.u32, (*c.u32)[first:last]...)
			case c.f64 != nil:
				col.f64 = append(col.f64, (*c.f64)[first:last]...)
			default:
				col.open = append(col.open, (*c.open)[first:last]...)
			}
		}
		g.n += last - first
		first = last
		if g.n == rowGroupRows {
			if err := s.send(); err != nil {
				return err
			}
		}
	}
	return nil
}

// empty returns rows to fill, used ones where there are any.
func (s *parquetSink) empty() *groupRows {
	select {
	case g := <-s.free:
		g.n = 0
		for i := range g.col {
			c := &g.col[i]
			c.u32, c.f64, c.open = c.u32[:0], c.f64[:0], c.open[:0]
		}
		return g
	default:
		g := &groupRows{}
		for range s.columns {
			g.col = append(g.col, struct {
				u32  []uint32
				f64  []float64
				open []trajectory.Open
			}{})
		}
		return g
	}
}

// send encodes the pending row group.
func (s *parquetSink) send() error {
	rows, group := s.pending, s.writer.BeginRowGroup()
	s.pending = nil
	return s.queue.do(func() (encoded, error) {
		for i, w := range group.ColumnWriters() {
			if err := s.encode(w, i, rows); err != nil {
				return encoded{}, err
			}
		}
		return encoded{group, rows}, group.Flush()
	})
}

// encode writes one column of a row group.
func (s *parquetSink) encode(w *parquet.ColumnWriter, i int, rows *groupRows) error {
	const step = 1024
	value := s.valuer(i, rows)
	var values [step]parquet.Value
	for first := 0; first < rows.n; first += step {
		n := min(step, rows.n-first)
		for k := range n {
			values[k] = value(first + k)
		}
		if _, err := w.WriteRowValues(values[:n]); err != nil {
			return err
		}
	}
	return nil
}

// valuer returns how to make the Parquet value of a row of a column.
func (s *parquetSink) valuer(i int, rows *groupRows) func(row int) parquet.Value {
	c, col := s.columns[i], &rows.col[i]
	switch {
	case c.store != nil && c.store.IntIDs():
		return func(row int) parquet.Value { return parquet.Int64Value(c.store.IntID(int(col.u32[row]))) }
	case c.store != nil:
		return func(row int) parquet.Value {
			return parquet.ByteArrayValue(bytesOf(c.store.ID(int(col.u32[row]))))
		}
	case c.u32 != nil:
		return func(row int) parquet.Value { return parquet.Int64Value(int64(col.u32[row])) }
	case c.open != nil:
		return func(row int) parquet.Value { return parquet.ByteArrayValue(bytesOf(col.open[row].String())) }
	case c.time && s.times == timeText:
		return func(row int) parquet.Value {
			return parquet.ByteArrayValue(rfc3339.Append(nil, col.f64[row]))
		}
	case c.time && s.times != timeSeconds:
		return func(row int) parquet.Value { return parquet.Int64Value(s.times.units(col.f64[row])) }
	}
	return func(row int) parquet.Value { return parquet.DoubleValue(col.f64[row]) }
}

func (s *parquetSink) finish() error {
	if s.pending != nil {
		s.send() //nolint:errcheck // wait returns it
	}
	if err := s.queue.wait(); err != nil {
		return err
	}
	return s.out.blame(s.writer.Close())
}

func (s *parquetSink) abandon() { s.queue.abandon() }
