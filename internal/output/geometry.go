package output

import (
	"errors"
	"fmt"
	"math"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/geoparquet"
	"flyby/internal/memory"
	"flyby/internal/reading"
	"flyby/trajectory/format"
)

// A Geometry is the column geometry of rows in Parquet and Arrow, behind all others, as WKB: see
// docs/decisions/0114-geometry-of-answers.md. PointShape is the position in WriteOptions.Point, LineShape the lines that WriteOptions.Lines
// draws, as one MultiLineString: the lines of the query, then the lines of the entry.
type Geometry struct {
	Shape   format.Shape
	Axes    int  // 2 or 3; lines that are drawn with three are written with two where Axes is 2
	Degrees bool // positions are longitudes, latitudes and, or not, heights; otherwise lengths of an unknown reference
}

// geometryName is the name of the column.
const geometryName = "geometry"

const (
	// mostLines is the bytes of lines that end a block of rows, the lines of its last row aside: the early end of a row group or a batch
	// depends on rows alone.
	mostLines = 2 << 20
	// largestLines is the most bytes of the lines of one row, however much memory there is: Parquet and Arrow count to 2^31 in a page and in a batch.
	largestLines = 1 << 30
	// smallestLargest is the bytes that the lines of a row may always have, however little memory there is.
	smallestLargest = 4 << 20
	// lineCopies is the number of copies of lines in memory: as drawn, with spare capacity, in a page, packed and in a row group.
	lineCopies = 4
)

// largest returns the most bytes of a row's lines for a writer with some memory, which four blocks with such rows share; 0: any memory.
func largest(memory uint64) int {
	if memory == 0 {
		return largestLines
	}
	const blocks = 4
	return int(min(max(memory/lineCopies/blocks, smallestLargest), largestLines))
}

// checkGeometry refuses a geometry that the format cannot hold, or whose positions no option gives.
func (c *content) checkGeometry(f *reading.Format, o *WriteOptions) error {
	g := o.Geometry
	switch {
	case g == nil:
		return nil
	case c.geometry == nil:
		return errors.New("samples have no column of geometries")
	case !f.Typed:
		return fmt.Errorf("%s has no column of geometries; Parquet and Arrow have", f.Name)
	case g.Axes != 2 && g.Axes != 3:
		return fmt.Errorf("a geometry of %d axes", g.Axes)
	case g.Shape == format.PointShape && len(o.Point) >= g.Axes, g.Shape == format.LineShape && o.Lines != nil:
		return nil
	}
	return fmt.Errorf("a geometry %q, of which nothing says where it is", g.Shape)
}

// addGeometry adds the column to the content of a file.
func (c *content) addGeometry(o *WriteOptions) {
	if o.Geometry == nil {
		return
	}
	types := map[format.Shape]string{format.PointShape: geoparquet.PointType, format.LineShape: geoparquet.MultiLineType}
	c.geometry = &geometryColumn{
		Geometry: *o.Geometry, point: c.point, lines: o.Lines, largest: largest(o.Memory),
		meta: geoparquet.WrittenColumn{Name: geometryName, Type: types[o.Geometry.Shape], Axes: o.Geometry.Axes, Degrees: o.Geometry.Degrees},
	}
	c.columns = append(c.columns, outColumn{name: geometryName, geometry: c.geometry})
}

// A geometryColumn makes the geometries of rows, in their order, by one goroutine.
type geometryColumn struct {
	Geometry
	point   []outColumn
	lines   *Lines
	largest int                      // bytes of the lines of a row
	meta    geoparquet.WrittenColumn // with the bounds of all rows so far
}

// take appends the geometries of the rows [first, last) of the next chunk to a column of a block until the column is full, and returns the
// row behind the last one taken.
func (g *geometryColumn) take(to *blockColumn, first, last int) (end int, err error) {
	for row := first; row < last; row++ {
		if g.isFull(to) {
			return row, nil
		}
		if to.wkb, err = g.add(to.wkb, row); err != nil {
			return row, err
		}
		to.ends = append(to.ends, len(to.wkb))
	}
	return last, nil
}

// isFull reports whether a column of a block has mostLines bytes. Points never fill one.
func (g *geometryColumn) isFull(c *blockColumn) bool {
	return g.Shape == format.LineShape && len(c.wkb) >= mostLines
}

// add appends the geometry of a row.
func (g *geometryColumn) add(dst []byte, row int) ([]byte, error) {
	var at [3]float64
	if g.Shape == format.PointShape {
		for axis := range g.Axes {
			at[axis] = (*g.point[axis].f64)[row]
		}
		g.meta.Bounds.Add(at[:g.Axes])
		return geoparquet.AppendPoint(dst, at[:g.Axes]), nil
	}
	w := geoparquet.NewLineWriter(dst, g.Axes)
	for _, ofEntry := range []bool{false, true} {
		if err := g.draw(w, row, ofEntry, len(dst)+g.largest); err != nil {
			return dst, err
		}
	}
	return w.End(), nil
}

// draw adds the lines of the query or of the entry, up to some bytes.
func (g *geometryColumn) draw(w *geoparquet.LineWriter, row int, ofEntry bool, most int) error {
	there := false
	err := g.lines.Draw(row, ofEntry, func(bool, int) error { return nil }, func(at [3]float64, begins bool) error {
		g.meta.Bounds.Add(at[:g.Axes])
		w.Add(at[:], begins)
		if there = true; w.Len() > most {
			return fmt.Errorf("format: write: the paths of a row take more than %s as a geometry, which is what memory leaves: allow more, or write GeoJSON, which has no path in memory as a whole", memory.Size(uint64(g.largest)))
		}
		return nil
	})
	if err == nil && !there {
		err = errors.New("format: write: a path without a position") // our own bug
	}
	return err
}

// bytes returns the memory of a row of the column in a block, without the positions of lines, which blockBytes counts.
func (g *geometryColumn) bytes() int {
	const end = 8
	if g.Shape == format.PointShape {
		return end + pointHead + 8*g.Axes
	}
	return end
}

// pointHead is the number of bytes of a WKB point before its coordinates.
const pointHead = 1 + 4

// blockBytes returns the memory of the lines of a block, one row of which may have the largest size.
func (g *geometryColumn) blockBytes() uint64 {
	if g == nil || g.Shape == format.PointShape {
		return 0
	}
	return lineCopies * (mostLines + uint64(g.largest))
}

// value returns the geometry of a row of a block.
func (c *blockColumn) value(row int) []byte {
	begins := 0
	if row > 0 {
		begins = c.ends[row-1]
	}
	return c.wkb[begins:c.ends[row]]
}

// geometryEncoder encodes geometries for Parquet. It writes no bounds: the order of WKB means nothing.
type geometryEncoder struct{}

func (geometryEncoder) encode(g *groupEncoder, from *blockColumn) error {
	return pages(len(from.ends), func(first, last int) error {
		g.raw = g.raw[:0]
		for row := first; row < last; row++ {
			g.raw = appendByteArray(g.raw, from.value(row))
		}
		return g.data(pqformat.Plain, g.raw, last-first, valueBounds{})
	})
}

// arrowEnds appends the ends of a block's geometries, as offsets of Arrow.
func (c *blockColumn) arrowEnds(to []int32) ([]int32, error) {
	if len(c.wkb) > math.MaxInt32 {
		return nil, fmt.Errorf("format: write: geometries of %d rows take more than %d bytes", len(c.ends), math.MaxInt32)
	}
	to = append(to[:0], 0)
	for _, end := range c.ends {
		to = append(to, int32(end))
	}
	return to, nil
}

// GeometryOf returns the geometry of the first row of the next chunk of a file with the given options.
func GeometryOf(o WriteOptions) ([]byte, error) {
	c := content{point: outColumns(o.Point)}
	c.addGeometry(&o)
	return c.geometry.add(nil, 0)
}
