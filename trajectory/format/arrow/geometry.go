package arrow

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"flyby/internal/geoparquet"
	"flyby/trajectory/format"
	"flyby/trajectory/format/internal/geometries"
)

// The metadata of a column of geometries in well-known binary.
const (
	wkbName     = "geoarrow.wkb"
	metadataKey = "ARROW:extension:metadata"
)

// A geometry is the column of a stream that has its places, in well-known binary, and the places of the current batch.
type geometry struct {
	geometries.Geometry
	field  int
	batch  arrow.RecordBatch // whose places are known
	axes   [3][]float64
	faults map[int]fault
}

// A fault is the reason why a row has no place.
type fault struct{ value, cause string }

// bytesOf returns a function that returns a row's value in a column of byte arrays, nil for another column.
func bytesOf(a arrow.Array) func(row int) []byte {
	switch a := a.(type) {
	case *array.Binary:
		return a.Value
	case *array.LargeBinary:
		return a.Value
	case *array.BinaryView:
		return a.Value
	}
	return nil
}

// geometryOf returns the geometry of a schema that options want; nil: there is none, or there are several and options do not say which.
// cause says what is wrong with its metadata.
func geometryOf(s *arrow.Schema, o *format.Options) (g *geometry, cause string) {
	if o.Preset != "" && o.Preset != format.NoPreset {
		return nil, ""
	}
	x, y := o.Columns["x"], o.Columns["y"]
	for i, f := range s.Fields() {
		name, _ := f.Metadata.GetValue(extensionKey)
		isMeant := x == f.Name+geometries.XPart && y == f.Name+geometries.YPart
		if name != wkbName || x+y != "" && !isMeant {
			continue
		}
		if g != nil {
			return nil, ""
		}
		said, _ := f.Metadata.GetValue(metadataKey)
		crs, err := geoparquet.ParseArrowCRS(said)
		if err != nil {
			return nil, "column " + f.Name + ": " + err.Error()
		}
		g = &geometry{field: i, Geometry: geometries.Geometry{Name: f.Name, CRS: crs}}
	}
	return g, ""
}

// findGeometry finds the columns with a geometry for places. found is false where there is no geometry, or where ids or times are found
// only without it, as in a preset.
func (r *reader) findGeometry() (found bool, err error) {
	g, cause := geometryOf(r.schema, r.o)
	if cause != "" {
		return false, r.fail(cause)
	}
	if g == nil {
		return false, nil
	}
	if err := r.peek(g); err != nil {
		return false, err
	}
	plain := namesOf(r.columns)
	own, cause := g.Options(r.o)
	if cause != "" {
		return false, r.fail(cause)
	}
	columns := r.columns
	for axis, name := range g.Names() {
		columns = append(columns, column{name: name, typ: arrow.PrimitiveTypes.Float64, field: g.field, part: -1, place: g, axis: axis})
	}
	l, _, cause := own.FindTyped(namesOf(columns))
	if cause != "" {
		if _, _, lacking := r.o.FindTyped(plain); lacking == "" {
			return false, nil
		}
		return false, r.fail(own.Mended(cause, namesOf(columns), r.glances()))
	}
	if cause = g.Place(r.o); cause != "" {
		return false, r.fail(cause)
	}
	for kind, at := range l.At {
		if at >= len(r.columns) {
			columns[at].unit = g.Unit(kind)
		}
	}
	r.columns, r.layout = columns, l
	r.layout.Geometry = g.Describe(r.o)
	return true, nil
}

// takeCRS applies the CRS of a geoarrow.point to options and columns, where the layout takes x and y from its fields. The fields of a point
// without a CRS are columns like others.
func (r *reader) takeCRS() error {
	x, y, z := r.layout.At[format.ColX], r.layout.At[format.ColY], r.layout.At[format.ColZ]
	if x < 0 || y < 0 {
		return nil
	}
	at := r.columns[x].field
	f := r.schema.Field(at)
	if !isPoint(f) || r.columns[y].field != at {
		return nil
	}
	said, _ := f.Metadata.GetValue(metadataKey)
	crs, err := geoparquet.ParseArrowCRS(said)
	if err != nil {
		return r.fail("column " + f.Name + ": " + err.Error())
	}
	if crs.Meaning == geoparquet.Unsaid {
		return nil
	}
	hasZ := z >= 0 && r.columns[z].field == at
	g := geometries.Geometry{Name: f.Name, CRS: crs, HasZ: hasZ, ReadsZ: hasZ}
	if cause := g.Place(r.o); cause != "" {
		return r.fail(cause)
	}
	for kind, column := range r.layout.At {
		if unit := g.Unit(kind); unit != "" && column >= 0 && r.columns[column].field == at {
			r.columns[column].unit = unit
		}
	}
	r.layout.Geometry = g.Describe(r.o)
	return nil
}

// peek reads the first geometry of the first batch without consuming the batch: rows without a geometry are reported one by one later.
func (r *reader) peek(g *geometry) error {
	batch, err := r.nextBatch()
	if r.ahead = err == nil && batch != nil; err != nil || batch == nil {
		return err
	}
	return r.guarded(func() error {
		values := batch.Column(g.field)
		value := bytesOf(values)
		if value == nil {
			return r.fail("column " + g.Name + ": type " + values.DataType().String() + " is none of " + wkbName)
		}
		for row := range values.Len() {
			if !values.IsNull(row) {
				front, _ := geoparquet.ReadFront(value(row))
				g.HasZ = front.HasZ
				break
			}
		}
		return nil
	})
}

// guarded runs f and turns a panic of the library into an error.
func (r *reader) guarded(f func() error) (err error) {
	defer r.recovered(&err)
	return f()
}

// read reads the places of a batch, once.
func (g *geometry) read(batch arrow.RecordBatch) {
	if g.batch == batch {
		return
	}
	values := batch.Column(g.field)
	value, n := bytesOf(values), values.Len()
	g.batch, g.faults = batch, nil
	for axis := range g.axes {
		g.axes[axis] = make([]float64, n)
	}
	for row := range n {
		if values.IsNull(row) {
			continue
		}
		at, hasZ, what, cause := geoparquet.Point(value(row))
		if cause == "" && hasZ != g.HasZ {
			what, cause = g.Unlike(hasZ)
		}
		if cause != "" {
			if g.faults == nil {
				g.faults = map[int]fault{}
			}
			g.faults[row] = fault{what, cause}
		}
		for axis := range g.axes {
			g.axes[axis][row] = at[axis]
		}
	}
}

// setPlace takes one axis of the places of a batch.
func (v *values) setPlace(batch arrow.RecordBatch) {
	g := v.place
	g.read(batch)
	v.parent = batch.Column(g.field) // it has the nulls
	numbers := g.axes[v.axis]
	data := array.NewData(arrow.PrimitiveTypes.Float64, len(numbers), []*memory.Buffer{nil, memory.NewBufferBytes(arrow.Float64Traits.CastToBytes(numbers))}, nil, 0, 0)
	v.array = array.NewFloat64Data(data)
	v.some = v.parent.NullN() != 0 || g.faults != nil
}
