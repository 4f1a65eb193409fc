package format

import (
	"math"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/rfc3339"
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
	queue   *ordered[*groupRows]
}

// groupRows holds the rows of one row group.
type groupRows struct {
	rowBlock
	group *parquet.ConcurrentRowGroupWriter
}

func writeParquet(out *target, content content, threads int) sink {
	const most = 4 // row groups in flight: each takes some 100 MB
	threads = min(threads, most)
	root := orderedGroup{Group: parquet.Group{}}
	s := &parquetSink{out: out, columns: content.columns, times: content.parquetTimes}
	for _, c := range s.columns {
		root.Group[c.name] = c.node(s.times)
		root.order = append(root.order, c.name)
	}
	options := append(frameNote(content.frame), parquet.NewSchema("flyby", root),
		parquet.Compression(&parquet.Zstd), parquet.CreatedBy("flyby", "1", "0"),
		parquet.DictionaryMaxBytes(dictionaryBytes), parquet.MaxRowsPerRowGroup(math.MaxInt64))
	s.writer = parquet.NewGenericWriter[any](out, options...)
	s.queue = newOrdered(threads+2, func() *groupRows { return new(groupRows) }, s.encodeAll, func(g *groupRows) error {
		_, err := g.group.Commit()
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
			g, err := s.queue.take()
			if err != nil {
				return err
			}
			s.pending = g
		}
		last := min(n, first+rowGroupRows-s.pending.n)
		s.pending.take(s.columns, first, last)
		first = last
		if s.pending.n == rowGroupRows {
			s.send()
		}
	}
	return nil
}

// send encodes the pending row group.
func (s *parquetSink) send() {
	s.pending.group = s.writer.BeginRowGroup()
	s.queue.do(s.pending)
	s.pending = nil
}

// encodeAll writes all columns of a row group.
func (s *parquetSink) encodeAll(g *groupRows) error {
	defer g.empty()
	for i, w := range g.group.ColumnWriters() {
		if err := s.encode(w, i, g); err != nil {
			return err
		}
	}
	return g.group.Flush()
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
	c, col := s.columns[i], &rows.columns[i]
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
		s.send()
	}
	if err := s.queue.wait(); err != nil {
		return err
	}
	return s.out.blame(s.writer.Close())
}

func (s *parquetSink) abandon() { s.queue.abandon() }
