package parquet

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A parquetTest tests the values of a column.
type parquetTest struct {
	infile.CellTest
	typ *parquetType
}

// ask finds the columns of the conditions, and those of attributes.
func (r *parquetReader) ask(columns []parquetColumn, names []string) error {
	r.findTold(columns)
	at, err := infile.BindTests(r.o.Tests, r.src.Name, names)
	if err != nil {
		return err
	}
	for i, t := range r.o.Tests {
		typ, cause := typeOf(&columns[at[i]], format.ColTested)
		if cause != "" {
			return infile.NoCell(r.src.Name, fmt.Sprintf("column %q, which --where %s names: %s", t.Column, t.String(), cause))
		}
		r.tests = append(r.tests, parquetTest{t, typ})
	}
	return nil
}

// missedRows are the rows of a row group that do not hold the conditions, found once.
type missedRows struct {
	once sync.Once
	rows rowSet
	all  bool // every row is one
	err  error
}

// missed finds the rows of a row group that do not hold the conditions.
func (r *parquetReader) missed(ctx context.Context, group int) (*missedRows, error) {
	m := &r.misses[group]
	m.once.Do(func() {
		m.err = r.broken("reading it stopped", errStopped) // unless the rest is done
		m.err = r.look(ctx, group, m)
	})
	return m, m.err
}

// look reads the columns of the conditions in a row group.
func (r *parquetReader) look(ctx context.Context, group int, m *missedRows) error {
	rows := r.firsts[group+1] - r.firsts[group]
	if err := memory.Need("a bit for each row of a row group", uint64(rows/8)); err != nil {
		return r.outgrown(err)
	}
	for i := range r.tests {
		t := &r.tests[i]
		if err := r.test(ctx, group, t, &m.rows); err != nil {
			return err
		}
	}
	m.all = m.rows.len() == rows
	return nil
}

// missesOf appends the rows from first to last that do not hold the conditions, counted from first. Row
// groups that end there are asked for nothing more.
func (r *parquetReader) missesOf(list []int, first, last int) []int {
	if len(r.tests) == 0 {
		return list
	}
	group, _ := slices.BinarySearch(r.firsts, first+1)
	for group--; group < len(r.misses) && r.firsts[group] < last; group++ {
		from, to := max(first, r.firsts[group]), min(last, r.firsts[group+1])
		for row := from; row < to; row++ {
			if r.misses[group].rows.has(row - r.firsts[group]) {
				list = append(list, row-first)
			}
		}
		if to == r.firsts[group+1] {
			r.misses[group].rows = nil
		}
	}
	return list
}

// leaveMissed adds rows that do not hold the conditions to those dropped, of the first few of the step.
func (p *parquetRows) leaveMissed(rows int) {
	n, _ := slices.BinarySearch(p.misses, rows)
	if n == 0 {
		return
	}
	p.missed += n
	p.dropped = append(p.dropped, p.misses[:n]...)
	slices.Sort(p.dropped)
}

// test reads a column of a row group and adds the rows that fail a test to a set.
func (r *parquetReader) test(ctx context.Context, group int, by *parquetTest, missed *rowSet) error {
	of := columnValues[bool]{by.typ, by.Column, by.values, by.Text(nil)}
	c, err := of.chunkOf(ctx, r, group)
	if err != nil {
		return err
	}
	row := 0
	return of.scan(ctx, c, new(parquet.Unpacker), func(holds []bool) (more bool) {
		for _, ok := range holds {
			if !ok {
				missed.add(row, c.rows())
			}
			row++
		}
		return true
	})
}

// values tests values as a page stores them.
func (t *parquetTest) values(dst []bool, v parquetValues) (bad []fault) {
	typ := t.typ
	switch {
	case typ.kind == pqformat.ByteArray || typ.kind == pqformat.FixedLenByteArray:
		for i, b := range v.text {
			dst[i] = t.Text(b)
		}
	case typ.kind == pqformat.Boolean:
		for i := range dst {
			dst[i] = t.Text(strconv.AppendBool(nil, v.fixed[i] != 0))
		}
	case typ.times == trajectory.Timestamp:
		sec := make([]float64, len(dst))
		typ.floats(sec, v)
		for i := range dst {
			dst[i] = t.Text([]byte(trajectory.Timestamp.Format(sec[i])))
		}
	case typ.kind == pqformat.Double || typ.kind == pqformat.Float || typ.per > 1:
		numbers := make([]float64, len(dst))
		typ.floats(numbers, v)
		for i := range dst {
			dst[i] = t.Float(numbers[i])
		}
	default:
		t.integers(dst, v)
	}
	return nil
}

// integers tests whole numbers.
func (t *parquetTest) integers(dst []bool, v parquetValues) {
	wide := t.typ.kind == pqformat.Int64
	for i := range dst {
		switch {
		case wide && t.typ.unsigned:
			u := binary.LittleEndian.Uint64(v.fixed[8*i:])
			if dst[i] = t.Text(strconv.AppendUint(nil, u, 10)); u <= math.MaxInt64 {
				dst[i] = t.Integer(int64(u))
			}
		case wide:
			dst[i] = t.Integer(int64(binary.LittleEndian.Uint64(v.fixed[8*i:])))
		case t.typ.unsigned:
			dst[i] = t.Integer(int64(binary.LittleEndian.Uint32(v.fixed[4*i:])))
		default:
			dst[i] = t.Integer(int64(int32(binary.LittleEndian.Uint32(v.fixed[4*i:]))))
		}
	}
}

// bitValues reads booleans, one byte each: packed bits as PLAIN has them, or runs.
type bitValues struct {
	runs *parquet.RunReader // nil: bits
	bits []byte
	bit  int
	v    []uint32
	out  []byte
}

// newBitValues reads the booleans of a page.
func newBitValues(encoding pqformat.Encoding, body []byte) (*bitValues, error) {
	const head = 4 // bytes that tell how long the runs are
	switch {
	case encoding == pqformat.Plain:
		return &bitValues{bits: body}, nil
	case encoding == pqformat.RLE && len(body) >= head && int64(binary.LittleEndian.Uint32(body)) <= int64(len(body)-head):
		return &bitValues{runs: &parquet.RunReader{Rest: body[head:][:binary.LittleEndian.Uint32(body)], Width: 1}}, nil
	}
	return nil, fmt.Errorf("encoding %v of booleans in %d bytes, which flyby does not read", encoding, len(body))
}

func (r *bitValues) next(n int) (v parquetValues, ok bool) {
	r.v, r.out = infile.Resized(r.v, n), infile.Resized(r.out, n)
	switch {
	case r.runs != nil && !r.runs.Next(r.v), r.runs == nil && n > 8*len(r.bits)-r.bit:
		return v, false
	case r.runs == nil:
		parquet.UnpackBits(r.v, r.bits, r.bit, 1)
		r.bit += n
	}
	for i, bit := range r.v {
		r.out[i] = byte(bit)
	}
	return parquetValues{fixed: r.out}, true
}

// spare passes over bits that fill the last byte up.
func (r *bitValues) spare() bool { return 8*len(r.bits)-r.bit >= 8 }
