package output

import (
	"fmt"
	"math"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/rfc3339"
	"flyby/trajectory"
)

// An arrowColumn is a column of an Arrow stream.
type arrowColumn struct {
	outColumn
	times codec.TimeStorage
	typ   arrow.DataType
	words *array.Data // of its dictionary; nil: it has none
}

// A dictionary has texts by number.
type dictionary struct {
	n    int
	text func(i int) string
}

// data returns the dictionary as an array of utf8, or of large_utf8 where the offsets of utf8 do
// not suffice.
func (d dictionary) data() *array.Data {
	size := 0
	for i := range d.n {
		size += len(d.text(i))
	}
	bytes := make([]byte, 0, size)
	if size > math.MaxInt32 {
		ends := make([]int64, 1, d.n+1)
		for i := range d.n {
			bytes = append(bytes, d.text(i)...)
			ends = append(ends, int64(len(bytes)))
		}
		return textData(arrow.BinaryTypes.LargeString, d.n, arrow.Int64Traits.CastToBytes(ends), bytes)
	}
	ends := make([]int32, 1, d.n+1)
	for i := range d.n {
		bytes = append(bytes, d.text(i)...)
		ends = append(ends, int32(len(bytes)))
	}
	return textData(arrow.BinaryTypes.String, d.n, arrow.Int32Traits.CastToBytes(ends), bytes)
}

// textData returns an array of n texts.
func textData(of arrow.DataType, n int, ends, text []byte) *array.Data {
	return array.NewData(of, n, []*memory.Buffer{nil, memory.NewBufferBytes(ends), memory.NewBufferBytes(text)}, nil, 0, 0)
}

// openWords returns the texts of trajectory.Open, by its bits.
func openWords() dictionary {
	return dictionary{int(trajectory.OpenStart|trajectory.OpenEnd) + 1, func(i int) string { return trajectory.Open(i).String() }}
}

// An arrowArray makes the values of a column, batch by batch, in the same memory.
type arrowArray struct {
	ints  []int64
	codes []int32
	valid []byte // a bit for each value
	text  []byte
	ends  []int32
}

// of returns the next n values of a column, which share the memory of from, or of a.
func (a *arrowArray) of(c *arrowColumn, from *blockColumn, n int) (arrow.Array, error) {
	switch {
	case c.geometry != nil:
		return a.geometries(c, from)
	case c.rows != nil:
		return a.lists(c, from.rows)
	case c.open != nil:
		a.codes = infile.Resized(a.codes, n)
		for i, v := range from.open {
			a.codes[i] = int32(v & (trajectory.OpenStart | trajectory.OpenEnd))
		}
		return c.array(n, nil, 0, arrow.Int32Traits.CastToBytes(a.codes)), nil
	case c.words != nil:
		valid, nulls := a.textValidity(c, from.u32)
		return c.array(n, valid, nulls, arrow.Uint32Traits.CastToBytes(from.u32)), nil
	case c.u32 != nil && c.typ.ID() == arrow.INT32:
		if most := slices.Max(from.u32); most > math.MaxInt32 {
			return nil, fmt.Errorf("format: write: segment %d is beyond those of the data sets", most) // our own bug
		}
		return c.array(n, nil, 0, arrow.Uint32Traits.CastToBytes(from.u32)), nil
	case c.u32 != nil:
		return a.integers(c, from.u32), nil
	case c.time && c.times != codec.TimeSeconds:
		return a.instants(c, from.f64)
	}
	valid, nulls := a.numberValidity(c, from.f64)
	return c.array(n, valid, nulls, arrow.Float64Traits.CastToBytes(from.f64)), nil
}

// array returns an array of n values with their validity bitmap; a nil bitmap: all are valid.
func (c *arrowColumn) array(n int, valid []byte, nulls int, values []byte) arrow.Array {
	var there *memory.Buffer
	if nulls > 0 {
		there = memory.NewBufferBytes(valid)
	}
	data := array.NewDataWithDictionary(c.typ, n, []*memory.Buffer{there, memory.NewBufferBytes(values)}, nulls, 0, c.words)
	defer data.Release()
	return array.MakeFromData(data)
}

// integers returns an array of ids or counts.
func (a *arrowArray) integers(c *arrowColumn, rows []uint32) arrow.Array {
	a.ints = infile.Resized(a.ints, len(rows))
	for i, v := range rows {
		if a.ints[i] = int64(v); c.ids != nil {
			a.ints[i] = c.ids.IntID(int(v))
		}
	}
	return c.array(len(rows), nil, 0, arrow.Int64Traits.CastToBytes(a.ints))
}

// instants returns times as counts of nanoseconds, or as text.
func (a *arrowArray) instants(c *arrowColumn, times []float64) (arrow.Array, error) {
	if c.times == codec.TimeText {
		a.text, a.ends = a.text[:0], append(a.ends[:0], 0)
		for _, v := range times {
			a.text = rfc3339.Append(a.text, v)
			a.ends = append(a.ends, int32(len(a.text)))
		}
		return array.MakeFromData(textData(c.typ, len(times), arrow.Int32Traits.CastToBytes(a.ends), a.text)), nil
	}
	a.ints = infile.Resized(a.ints, len(times))
	for i, v := range times {
		switch {
		case i > 0 && v == times[i-1]:
			a.ints[i] = a.ints[i-1]
			continue
		case c.times == codec.TimeRounded && !codec.IsRounded(v):
			return nil, fmt.Errorf("format: write: the time %v s is outside of the extents of the stores", v)
		}
		a.ints[i] = codec.TimeNanos.Units(v)
	}
	return c.array(len(times), nil, 0, arrow.Int64Traits.CastToBytes(a.ints)), nil
}

// geometries returns an array of WKB.
func (a *arrowArray) geometries(c *arrowColumn, from *blockColumn) (arrow.Array, error) {
	ends, err := from.arrowEnds(a.ends)
	if err != nil {
		return nil, err
	}
	a.ends = ends
	return array.MakeFromData(textData(c.typ, len(from.ends), arrow.Int32Traits.CastToBytes(ends), from.wkb)), nil
}

// numberValidity returns the validity bitmap of a column whose NaN are null.
func (a *arrowArray) numberValidity(c *arrowColumn, values []float64) (valid []byte, nulls int) {
	if !c.optional {
		return nil, 0
	}
	return a.validity(len(values), func(i int) bool { return !math.IsNaN(values[i]) })
}

// textValidity returns the validity bitmap of texts, of which empty ones are null.
func (a *arrowArray) textValidity(c *arrowColumn, codes []uint32) (valid []byte, nulls int) {
	if !c.optional {
		return nil, 0
	}
	return a.validity(len(codes), func(i int) bool { return c.texts[codes[i]] != "" })
}

// validity returns the validity bitmap of n values and the number of nulls.
func (a *arrowArray) validity(n int, is func(i int) bool) (valid []byte, nulls int) {
	a.valid = infile.Resized(a.valid, (n+7)/8)
	clear(a.valid)
	for i := range n {
		if is(i) {
			a.valid[i/8] |= 1 << (i % 8)
		} else {
			nulls++
		}
	}
	return a.valid, nulls
}

// lists returns an array of lists of ids.
func (a *arrowArray) lists(c *arrowColumn, lists [][]uint32) (arrow.Array, error) {
	ends, all := make([]int32, 1, len(lists)+1), 0
	for _, list := range lists {
		if all += len(list); all > math.MaxInt32 {
			return nil, fmt.Errorf("format: write: lists of %d rows have more than %d ids", len(lists), math.MaxInt32)
		}
		ends = append(ends, int32(all))
	}
	values, err := c.members(lists, all)
	if err != nil {
		return nil, err
	}
	data := array.NewData(c.typ, len(lists), []*memory.Buffer{nil, memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(ends))}, []arrow.ArrayData{values}, 0, 0)
	return array.MakeFromData(data), nil
}

// members returns the ids of some lists, one list behind the other.
func (c *arrowColumn) members(lists [][]uint32, all int) (arrow.ArrayData, error) {
	if c.ids.IntIDs() {
		ids := make([]int64, 0, all)
		for _, list := range lists {
			for _, row := range list {
				ids = append(ids, c.ids.IntID(int(row)))
			}
		}
		return array.NewData(arrow.PrimitiveTypes.Int64, all, []*memory.Buffer{nil, memory.NewBufferBytes(arrow.Int64Traits.CastToBytes(ids))}, nil, 0, 0), nil
	}
	var text []byte
	ends := make([]int32, 1, all+1)
	for _, list := range lists {
		for _, row := range list {
			if text = append(text, c.ids.ID(int(row))...); len(text) > math.MaxInt32 {
				return nil, fmt.Errorf("format: write: the names in lists of %d rows take more than %d bytes", len(lists), math.MaxInt32)
			}
			ends = append(ends, int32(len(text)))
		}
	}
	return textData(arrow.BinaryTypes.String, all, arrow.Int32Traits.CastToBytes(ends), text), nil
}
