package parquet

import (
	"fmt"
	"slices"
	"strings"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
)

// A batchColumn is a column with its storage: single values, lists of numbers, or lists in lists of positions; none where nothing reads them.
type batchColumn struct {
	codec.Column
	typ  *Type
	list *listType
	nest *nestType
}

// batchColumns returns the columns of the file in the types of batches.
func (f *File) batchColumns() []batchColumn {
	all := make([]batchColumn, len(f.columns))
	for i := range f.columns {
		all[i] = f.batchColumn(&f.columns[i])
	}
	f.shapeByNote(all)
	return all
}

// batchColumn returns a column in the types of batches.
func (f *File) batchColumn(c *Column) (b batchColumn) {
	b.Name = c.Name()
	if list, ok := f.listsOf(c); ok {
		b.Kind, b.list = codec.Numbers, list
		return b
	}
	t, annotation, name, ok := c.stored()
	if t == nil {
		b.Type = "group"
		return b
	}
	if b.Type = name; !ok {
		return b
	}
	b.typ, b.Unsigned, b.Per, b.Day = t, t.unsigned && t.Kind == pqformat.Int64, t.per, t.days
	if b.Kind = t.batchKind(); b.Kind == codec.Stamp {
		b.Local = t.unzoned || t.Kind == pqformat.Int96 // Impala writes local times, Spark UTC, and the type has no place to say which
	}
	if t.Kind == pqformat.Float || t.half {
		b.Bits = 32
	}
	crs, isShape, isRound := "", true, false
	switch l := annotation.(type) {
	case *pqformat.GeometryType:
		crs = l.CRS
	case *pqformat.GeographyType: // the way between points is no matter of theirs
		crs, isRound = l.CRS, true
	default:
		isShape = false
	}
	if isShape {
		b.Shape = &codec.Shape{Name: b.Name, CRS: f.typeCRS(crs), Arcs: isRound, First: true}
	}
	return b
}

// batchKind returns the kind of values of a type.
func (t *Type) batchKind() codec.Kind {
	whole := t.Kind == pqformat.Int32 || t.Kind == pqformat.Int64 || t.wide && t.spell == nil
	switch {
	case t.Kind == pqformat.Boolean:
		return codec.Truth
	case t.Kind == pqformat.Float || t.Kind == pqformat.Double || t.half:
		return codec.Float
	case t.times || t.Kind == pqformat.Int96:
		return codec.Stamp
	case whole && t.per > 1:
		return codec.Decimal
	case whole:
		return codec.Whole
	case t.wide:
		return codec.Digits
	case t.shapes:
		return codec.Bytes
	}
	return codec.Text
}

// typeCRS returns the CRS of a type GEOMETRY or GEOGRAPHY: none is OGC:CRS84; "srid:" names a number of EPSG, 0 for no CRS, "projjson:" a key of
// the footer, and some writers put PROJJSON itself.
func (f *File) typeCRS(text string) geoparquet.CRS {
	if key, ok := strings.CutPrefix(text, "projjson:"); ok {
		note, _ := f.Note(key)
		return geoparquet.NamedCRS(note, text)
	}
	number, ok := strings.CutPrefix(text, "srid:")
	switch {
	case ok && number == "0":
		return geoparquet.CRS{}
	case ok:
		return geoparquet.NamedCRS("EPSG:"+number, text)
	}
	return geoparquet.NamedCRS(text, text)
}

// shapeByNote gives the columns of the geometry that the footer's GeoParquet names its CRS. What is wrong with the metadata, or with the geometry,
// is said by a column that is there.
func (f *File) shapeByNote(all []batchColumn) {
	note, ok := f.Note(geoparquet.FooterKey)
	if !ok || len(all) == 0 {
		return
	}
	of, err := geoparquet.Parse([]byte(note))
	shape := &codec.Shape{Name: of.Name, CRS: of.CRS, Arcs: of.Edges != geoparquet.Planar, First: true}
	at := slices.IndexFunc(all, func(b batchColumn) bool { return b.Name == of.Name })
	switch {
	case err != nil:
		shape.Fault = fmt.Sprintf("its metadata %s are none of GeoParquet: %v", geoparquet.FooterKey, err)
	case at < 0:
		shape.Fault = fmt.Sprintf("no column %s, which its metadata %s name", of.Name, geoparquet.FooterKey)
	case of.Encoding == geoparquet.Points:
		takePoints(all, shape)
		return
	case of.Encoding != geoparquet.WKB:
		all[at].nest, shape.Fault = f.nestOf(&f.columns[at], of.Encoding)
		all[at].Kind, all[at].list = codec.Bytes, nil
	case all[at].Kind != codec.Bytes && (all[at].Kind != codec.Text || all[at].typ.Kind != pqformat.ByteArray):
		shape.Fault = fmt.Sprintf("column %s: type %s is not one that flyby reads here", of.Name, all[at].Type)
	default:
		all[at].Kind = codec.Bytes
	}
	all[max(at, 0)].Shape = shape
}

// takePoints gives the coordinates of a struct their shape.
func takePoints(all []batchColumn, shape *codec.Shape) {
	for i := range all {
		switch part, is := strings.CutPrefix(all[i].Name, shape.Name+"."); {
		case is && (part == "x" || part == "y" || part == "z"):
			all[i].Shape = shape
			shape.Axis++
		}
	}
}
