package parquet

import (
	"strings"

	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
)

// A batchColumn is a column with its storage: single values, or lists of numbers; neither where nothing reads them.
type batchColumn struct {
	codec.Column
	typ  *Type
	list *listType
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
		b.Kind, b.list, b.Type = codec.Numbers, list, "list of "+list.Kind.String()
		return b
	}
	t, annotation, name, ok := c.stored()
	if t == nil {
		b.Type = "of " + name
		return b
	}
	if b.Type = name; !ok {
		return b
	}
	b.typ, b.Unsigned, b.Per, b.Day = t, t.unsigned, t.per, t.days
	if b.Kind = t.batchKind(); b.Kind == codec.Stamp {
		b.Local = t.unzoned || t.Kind == pqformat.Int96 // Impala writes local times, Spark UTC, and the type has no place to say which
	}
	if t.Kind == pqformat.Float || t.half {
		b.Bits = 32
	}
	switch l := annotation.(type) {
	case *pqformat.GeometryType:
		b.Shape = &codec.Shape{Name: b.Name, CRS: f.typeCRS(l.CRS)}
	case *pqformat.GeographyType: // the way between points is no matter of theirs
		b.Shape = &codec.Shape{Name: b.Name, CRS: f.typeCRS(l.CRS)}
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
	case t.Times || t.Kind == pqformat.Int96:
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

// shapeByNote gives the columns of the geometry that the footer's GeoParquet names its CRS. Metadata that are none of GeoParquet name nothing.
func (f *File) shapeByNote(all []batchColumn) {
	note, ok := f.Note(geoparquet.FooterKey)
	of, err := geoparquet.Parse([]byte(note))
	if !ok || err != nil {
		return
	}
	shape := &codec.Shape{Name: of.Name, CRS: of.CRS}
	for i := range all {
		b := &all[i]
		switch part, isPart := strings.CutPrefix(b.Name, of.Name+"."); {
		case of.Encoding == geoparquet.WKB && b.Name == of.Name && b.typ != nil && b.typ.Kind == pqformat.ByteArray && b.typ.spell == nil:
			b.Kind, b.Shape = codec.Bytes, shape
		case of.Encoding == geoparquet.Points && isPart && (part == "x" || part == "y" || part == "z"):
			b.Shape = shape
			shape.Axis++
		}
	}
}
