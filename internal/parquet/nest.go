package parquet

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
)

// A nestType describes the storage of a column of lists in lists of positions, as GeoParquet's native encodings have lines and polygons.
type nestType struct {
	encoding string
	x, y     *Type
	list     uint32   // the definition level of a row that has a list, perhaps an empty one
	filled   []uint32 // [levels] the least definition level of an item of the list of a level
}

// mostPositions is the most positions of a row group: a few bytes can stand for a billion.
const mostPositions = 1 << 25

// nestOf returns the storage of a column in an encoding of GeoParquet. cause says why it is not what the encoding has.
func (f *File) nestOf(c *Column, encoding string) (t *nestType, cause string) {
	t = &nestType{encoding: encoding}
	no := fmt.Sprintf("column %s: its type is none of the encoding %s", c.Name(), encoding)
	at, level := c.at, 0
	for range geoparquet.NewNestWriter(encoding).Depth() {
		if at+1 >= len(f.schema) {
			return nil, no
		}
		list, items := Column{schemaElement: f.schema[at]}, &f.schema[at+1]
		level += list.optional()
		if t.filled == nil {
			t.list = uint32(level)
		}
		if !list.isList() || list.children != 1 || items.repetition != int64(pqformat.Repeated) || items.children != 1 {
			return nil, no
		}
		level++
		t.filled = append(t.filled, uint32(level))
		at += 2
	}
	if at >= len(f.schema) {
		return nil, no
	}
	position := Column{schemaElement: f.schema[at], above: level}
	level += position.optional()
	for i := range min(int(position.children), len(f.schema)-at-1) {
		of := Column{schemaElement: f.schema[at+1+i], above: level, index: c.index + i}
		to := map[string]**Type{"x": &t.x, "y": &t.y}[of.Name()]
		if number, _, _, ok := of.stored(); to != nil && ok && number.isNumber() {
			*to = number
		}
	}
	if t.x == nil || t.y == nil {
		return nil, no
	}
	return t, ""
}

// A nestAxis is x or y of all positions of a row group, with the levels of lists.
type nestAxis struct {
	repeats, levels []uint32
	values          []float64 // where the level is the type's
}

// nestAxis reads a coordinate.
func (f *File) nestAxis(ctx context.Context, chunk *Chunk, u *Unpacker, depth int, t *Type) (n nestAxis, err error) {
	if chunk.rows > mostPositions {
		return n, f.errorf("column %s: row group %d has %d positions, and at most %d are read", chunk.label, chunk.Group, chunk.rows, mostPositions)
	}
	p := &listPages{list: &listType{Type: t}, width: uint(bits.Len(uint(t.level))), deep: uint(bits.Len(uint(depth)))}
	p.Pages = Pages[float64]{Chunk: chunk, Unpacker: u, Convert: t.floatsOf}
	p.raw = func(repeats, levels []uint32, values []float64) {
		n.repeats, n.levels, n.values = append(n.repeats, repeats...), append(n.levels, levels...), append(n.values, values...)
	}
	err = p.read(ctx)
	return n, err
}

// next returns the value at a place, NaN where it is null.
func (n *nestAxis) next(i int, t *Type) float64 {
	if n.levels[i] < uint32(t.level) {
		return math.NaN()
	}
	v := n.values[0]
	n.values = n.values[1:]
	return v
}

// decodeNest decodes lists in lists of positions as well-known binary.
func (f *File) decodeNest(ctx context.Context, c *batchColumn, chunk *Chunk, u *Unpacker, to sink) error {
	t := c.nest
	other, err := f.Chunk(chunk.Group, c.Name, t.y)
	if err != nil {
		return err
	}
	other.rows = int(other.meta.values)
	if err := other.Survey(ctx); err != nil {
		return err
	}
	w := geoparquet.NewNestWriter(t.encoding)
	x, err := f.nestAxis(ctx, chunk, u, w.Depth(), t.x)
	if err != nil {
		return err
	}
	y, err := f.nestAxis(ctx, other, u, w.Depth(), t.y)
	if err != nil {
		return err
	}
	if !slices.Equal(x.repeats, y.repeats) || len(x.repeats) > 0 && x.repeats[0] > 0 {
		return chunk.corrupt("its x and y are not in the same lists")
	}
	return f.putNest(c, chunk, &x, &y, w, to)
}

// putNest passes on the geometries of a row group.
func (f *File) putNest(c *batchColumn, chunk *Chunk, x, y *nestAxis, w *geoparquet.NestWriter, to sink) error {
	var of columnRows
	rows, size, open := 0, 0, 0 // open is the last level that has an item
	end := func() bool {        // of a row
		if rows == 0 {
			return true
		}
		of.values.Texts = append(of.values.Texts, w.Bytes())
		size += len(w.Bytes())
		if of.rows++; of.rows < to.atOnce && size < codec.MostBytes {
			return true
		}
		whole := of
		of, size = columnRows{}, 0
		return to.give(whole)
	}
	for i, repeat := range x.repeats {
		level := x.levels[i]
		switch {
		case int(repeat) > open:
			return chunk.corrupt("its levels tell of a list in no list")
		case repeat == 0:
			if !end() {
				return ErrStopped
			}
			w.Begin()
			if rows++; level < c.nest.list {
				of.values.Nulls.Add(of.rows)
			}
		}
		open = max(int(repeat), 1) - 1
		for ; open < w.Depth() && level >= c.nest.filled[open]; open++ {
			w.Item(open + 1)
		}
		xv, yv := x.next(i, c.nest.x), y.next(i, c.nest.y)
		if open == w.Depth() {
			w.At(xv, yv)
		}
	}
	if int64(rows) != f.Groups[chunk.Group].Rows {
		return chunk.corrupt("it has %d lists in %d rows", rows, f.Groups[chunk.Group].Rows)
	}
	if !end() || of.rows > 0 && !to.give(of) {
		return ErrStopped
	}
	return nil
}
