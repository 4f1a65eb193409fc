package parquet

import (
	"context"

	"flyby/internal/geoparquet"
	"flyby/internal/parquet"
	"flyby/trajectory/format"
)

// placesAtOnce is the number of places that are decoded before they become numbers of columns.
const placesAtOnce = 4096

// typeOf returns the type of the column of a kind that represents the geometry. The numbers of y and z are decoded with the
// numbers of x.
func (g *geometry) typeOf(kind int, o *format.Options) *parquetType {
	t := &parquetType{Type: g.typ, place: g, beside: kind != format.ColX}
	switch {
	case kind == format.ColT && o.Places != nil:
		t.times, t.still = o.Places.Times, o.Places
	case kind == format.ColT:
		t.times, t.unix = o.KindOf(t.times), o.IsUnix()
	}
	return t
}

// places decodes points in well-known binary.
func (g *geometry) places(dst [][3]float64, v parquet.Values) (bad []parquet.Fault) {
	for i, b := range v.Text {
		at, hasZ, value, cause := geoparquet.Point(b)
		if cause == "" && hasZ != g.HasZ {
			value, cause = g.Unlike(hasZ)
		}
		if dst[i] = at; cause != "" {
			bad = append(bad, parquet.Fault{At: i, Value: value, Cause: cause})
		}
	}
	return bad
}

// fillPlaces decodes the pages of places to the columns of their numbers.
func (c *parquetChunk) fillPlaces(ctx context.Context, u *parquet.Unpacker, s *steps) error {
	scratch, size := make([][3]float64, placesAtOnce), len(c.r.col[format.ColX])
	p := parquet.Pages[[3]float64]{Chunk: c.Chunk, Unpacker: u, Convert: c.typ.place.places}
	p.Room = func(row int) [][3]float64 {
		at, end := c.room(ctx, s, row, size)
		return scratch[:min(end-at, len(scratch))]
	}
	p.Took = func(row int, rows, _ [][3]float64, bad []parquet.Fault) {
		for _, f := range bad {
			rows[f.At] = [3]float64{}
			c.note(row+f.At, f)
		}
		c.stand(row, len(rows))
		for axis := range 3 {
			c.spread(format.ColX+axis, axis, row, rows, s)
		}
	}
	return p.Read(ctx)
}

// stand sets the times of rows of the group to the first instant, where they are places.
func (c *parquetChunk) stand(row, rows int) {
	t, column := c.r.types[format.ColT], c.r.col[format.ColT]
	if t == nil || t.still == nil || !t.beside {
		return
	}
	for i := range rows {
		column[(c.first()+row)%len(column)+i] = t.still.First
	}
}

// spread copies one axis of places, from a row of the group on, into the column of a kind, if the column comes from the
// geometry.
func (c *parquetChunk) spread(kind, axis, row int, places [][3]float64, s *steps) {
	t, column := c.r.types[kind], c.r.col[kind]
	if t == nil || t.place == nil {
		return
	}
	column = column[(c.first()+row)%len(column):][:len(places)]
	for i := range places {
		column[i] = places[i][axis]
	}
	if t.factor != nil {
		for i := range column {
			column[i] = t.factor.Of(column[i])
		}
	}
	if s.handover == nil {
		return
	}
	least, greatest := s.rules.Range(format.ColumnKey(kind))
	for _, v := range column {
		if !(v >= least && v <= greatest) {
			c.unsound = true
			return
		}
	}
}
