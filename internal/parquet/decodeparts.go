package parquet

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/codec"
)

// chunk returns a column of a row group.
func (c *batchColumn) chunk(f *File, group int) (*Chunk, error) {
	t := c.typ
	switch {
	case c.list != nil:
		t = c.list.Type
	case c.nest != nil:
		t = c.nest.x
	}
	if t == nil {
		return nil, f.errorf("column %s: type %s is not one that flyby reads here", c.Name, c.Type)
	}
	chunk, err := f.Chunk(group, c.Name, t)
	if err == nil && (c.list != nil || c.nest != nil) {
		chunk.rows = int(chunk.meta.values) // the values of all lists together, and one more for each null or empty list
	}
	return chunk, err
}

// A sink takes the rows of a column, some at a time.
type sink struct {
	atOnce int                   // the most rows at a time
	give   func(columnRows) bool // false ends the reading, with ErrStopped
	reuses bool                  // numbers are valid until give returns
	spare  *spareRows            // memory to use again; nil: none
	into   []float64             // of all rows, where floating point numbers go; nil: to memory of the reader
}

// decodeGroup decodes a column in a row group. Rows before an error are passed on too.
func (f *File) decodeGroup(ctx context.Context, c *batchColumn, group int, u *Unpacker, to sink) (err error) {
	defer Recover(f.src.Name, &err)()
	chunk, err := c.chunk(f, group)
	if err != nil {
		return err
	}
	if err := chunk.Survey(ctx); err != nil {
		return err
	}
	return f.decodeChunk(ctx, c, chunk, u, to)
}

// decodeChunk decodes a chunk of a column that was surveyed.
func (f *File) decodeChunk(ctx context.Context, c *batchColumn, chunk *Chunk, u *Unpacker, to sink) error {
	switch {
	case c.list != nil:
		return f.decodeLists(ctx, c, chunk, u, to)
	case c.nest != nil:
		return f.decodeNest(ctx, c, chunk, u, to)
	case c.Kind == codec.Text || c.Kind == codec.Bytes || c.Kind == codec.Digits:
		return decodeTexts(ctx, chunk, u, to, to.reuses && c.Kind == codec.Bytes)
	case c.Kind == codec.Float:
		return decodeNumbers(ctx, Pages[float64]{Chunk: chunk, Unpacker: u, Convert: c.typ.floatsOf}, func(v *codec.Values, numbers []float64) { v.Floats = numbers }, to)
	case c.typ.Kind == pqformat.Int96:
		return decodeNumbers(ctx, Pages[oldTime]{Chunk: chunk, Unpacker: u, Convert: oldTimesOf}, putOldTimes, to)
	}
	return decodeNumbers(ctx, Pages[int64]{Chunk: chunk, Unpacker: u, Convert: c.typ.wholesOf}, func(v *codec.Values, numbers []int64) { v.Wholes = numbers }, to)
}

// A rowValues collects rows of a column until they are passed on.
type rowValues[T any] struct {
	values []T
	begun  int // the first row, of the row group
	nulls  codec.Set
	into   []T        // of all rows of the row group; nil: values have memory of their own
	spare  *spareRows // nil: none
}

// absent notes the rows from one on whose level is 0.
func (s *rowValues[T]) absent(row int, levels []uint32) {
	for i, level := range levels {
		if level == 0 {
			s.nulls.Add(row - s.begun + i)
		}
	}
}

// pass hands the rows before one on by give, unless there are none, and begins anew there with room for some.
func (s *rowValues[T]) pass(row, room int, reuses bool, give func(rows []T, nulls codec.Set) bool) (more bool) {
	rows, nulls := s.values[:row-s.begun], s.nulls
	s.nulls = nil
	more = len(rows) == 0 || give(rows, nulls)
	switch s.begun = row; {
	case s.into != nil:
		s.values = s.into[row:]
	case !reuses || cap(s.values) < room:
		s.values = fresh[T](s.spare, room)
	}
	s.values = s.values[:room]
	return more
}

// decodeNumbers decodes values that are stored in slices of numbers.
func decodeNumbers[T any](ctx context.Context, p Pages[T], put func(*codec.Values, []T), to sink) error {
	s := rowValues[T]{spare: to.spare}
	s.into, _ = any(to.into).([]T)
	pass := func(row int) bool {
		return s.pass(row, min(to.atOnce, p.Chunk.rows-row), to.reuses, func(rows []T, nulls codec.Set) bool {
			of := columnRows{rows: len(rows), values: codec.Values{Nulls: nulls}}
			put(&of.values, rows)
			return to.give(of)
		})
	}
	p.Null, p.Absent = new(T), s.absent
	p.Room = func(row int) []T {
		if row-s.begun == len(s.values) && !pass(row) {
			return nil
		}
		return s.values[row-s.begun:]
	}
	return ended(p.Read(ctx), pass, p.row)
}

// ended passes on the rows before the end of a chunk, or before an error.
func ended(err error, pass func(row int) bool, row int) error {
	if err != ErrStopped && !pass(row) {
		return ErrStopped
	}
	return err
}

// halfFloat returns the value of a FLOAT16: a bit for the sign, 5 of the exponent, 10 of the fraction.
func halfFloat(h uint16) float64 {
	exponent, fraction := int(h>>10&31), float64(h&1023)
	x := math.Ldexp(fraction+1024, exponent-25)
	switch {
	case exponent == 0:
		x = math.Ldexp(fraction, -24)
	case exponent == 31 && fraction == 0:
		x = math.Inf(1)
	case exponent == 31:
		x = math.NaN()
	}
	if h>>15 != 0 {
		return -x
	}
	return x
}

// wholesOf converts integers, truth values, times and decimals to integers.
func (t *Type) wholesOf(dst []int64, v Values) []Fault {
	switch {
	case t.wide:
		for i, b := range v.Text {
			dst[i] = bigEndian(b)
		}
	case t.Kind == pqformat.Boolean:
		for i, bit := range v.Fixed {
			dst[i] = int64(bit)
		}
	case t.Kind == pqformat.Int64:
		for i := range dst {
			dst[i] = int64(binary.LittleEndian.Uint64(v.Fixed[8*i:]))
		}
	default:
		for i := range dst {
			if dst[i] = t.integer(v.Fixed, i); t.days {
				dst[i] *= 86400
			}
		}
	}
	return nil
}

// An oldTime is a time of INT96: seconds since 1970, and nanoseconds behind them.
type oldTime struct{ whole, nanos int64 }

// oldTimesOf converts times of INT96.
func oldTimesOf(dst []oldTime, v Values) []Fault {
	for i := range dst {
		dst[i].whole, dst[i].nanos = int96Time(v.Fixed[12*i:])
	}
	return nil
}

// putOldTimes puts times into the slices of a batch.
func putOldTimes(v *codec.Values, times []oldTime) {
	v.Wholes, v.Nanos = make([]int64, len(times)), make([]int32, len(times))
	for i, at := range times {
		v.Wholes[i], v.Nanos[i] = at.whole, int32(at.nanos)
	}
}

// decodeTexts decodes byte arrays: codes of the words of a dictionary, or of the words of pages, which stay in the memory of their page. Rows by a
// dictionary and rows without one are passed on apart. brief says that a text is used once, so that rows are passed on before the memory of their
// page serves the next: to.give never ends the reading then.
func decodeTexts(ctx context.Context, chunk *Chunk, u *Unpacker, to sink, brief bool) error {
	s := rowValues[uint32]{spare: to.spare}
	var dictionary, words [][]byte
	size, coded := 0, false // bytes of words, and whether the rows of s have codes of the dictionary
	p := Pages[uint32]{Chunk: chunk, Unpacker: u, Null: new(uint32), Absent: s.absent, Keeps: !brief}
	p.Convert = func(dst []uint32, v Values) []Fault {
		switch {
		case p.coding:
			dictionary = appendCoded(dictionary, dst, v.Text)
			u.leave()
		case brief:
			words = v.Text
			for i := range dst {
				dst[i] = uint32(i)
			}
		default:
			before := len(words)
			words = appendCoded(words, dst, v.Text)
			for _, word := range words[before:] {
				size += len(word)
			}
		}
		return nil
	}
	pass := func(row int) bool {
		return s.pass(row, min(to.atOnce, chunk.rows-row), to.reuses, func(rows []uint32, nulls codec.Set) bool {
			of := columnRows{rows: len(rows), values: codec.Values{Codes: rows, Texts: words, Nulls: nulls}}
			if coded {
				of.values.Texts = dictionary
			}
			words, size = nil, 0
			return to.give(of)
		})
	}
	if brief {
		p.Took = func(row int, rows, _ []uint32, _ []Fault) { pass(row + len(rows)) }
	}
	p.Room = func(row int) []uint32 {
		if row-s.begun == len(s.values) || size > codec.MostBytes || coded != p.coded {
			if !pass(row) {
				return nil
			}
			coded = p.coded
		}
		return s.values[row-s.begun:]
	}
	return ended(p.Read(ctx), pass, p.row)
}

// appendCoded appends texts to words, and gives dst their places there. Repeats of the word before are one word.
func appendCoded(words [][]byte, dst []uint32, texts [][]byte) [][]byte {
	for i, text := range texts {
		if n := len(words); n == 0 || string(words[n-1]) != string(text) {
			words = append(words, text)
		}
		dst[i] = uint32(len(words) - 1)
	}
	return words
}

// mostItems is the most numbers of a list: a few bytes can stand for a billion.
const mostItems = codec.MostBytes / 8

// decodeLists decodes lists of numbers.
func (f *File) decodeLists(ctx context.Context, c *batchColumn, chunk *Chunk, u *Unpacker, to sink) error {
	var of columnRows
	rows := int(f.Groups[chunk.Group].Rows)
	pass := func() bool {
		whole := of
		of = columnRows{}
		return whole.rows == 0 || to.give(whole)
	}
	take := func(list List) error {
		v := &of.values
		if list.Null {
			v.Nulls.Add(of.rows)
		}
		for _, at := range list.Nulls {
			v.ItemNulls.Add(len(v.Floats) + at)
		}
		if list.Len > mostItems {
			v.Faults = append(v.Faults, codec.Fault{Row: of.rows, Cause: fmt.Sprintf("a list of %d numbers, of which at most %d are read", list.Len, mostItems)})
		}
		v.Floats = append(v.Floats, list.Values...)
		v.Ends = append(v.Ends, len(v.Floats))
		if of.rows++; (of.rows == to.atOnce || 8*len(v.Floats) > codec.MostBytes) && !pass() {
			return ErrStopped
		}
		return nil
	}
	p := &listPages{list: c.list, most: mostItems, take: take, rows: rows, width: uint(bits.Len(uint(c.list.level)))}
	p.Pages = Pages[float64]{Chunk: chunk, Unpacker: u, Convert: c.list.floatsOf}
	err := p.read(ctx)
	return ended(err, func(int) bool { return pass() }, 0)
}
