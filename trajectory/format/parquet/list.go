package parquet

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	pqformat "github.com/parquet-go/parquet-go/format"

	"flyby/internal/parquet"
	"flyby/trajectory/format"
)

// A List is the list that a row has in a column of lists of numbers.
type List struct {
	// Values are its numbers, or the first of them where it has more than were asked for; NaN stands for null.
	Values []float64
	// Len is how many it has.
	Len int
	// Null says that the row has no list, not even an empty one.
	Null bool
	// Missing is the first of Values that is null, -1 where none is.
	Missing int
}

// A listType says how a column of lists is stored.
type listType struct {
	*parquetType        // of the numbers; its level is that of one that is not null
	filled       uint32 // the definition level from which on there is a number, null or not
}

// listType says how to read lists of a column; ok is false where it has others, or none. The format has lists in
// three levels, a group LIST of a repeated group of values; old files have them in two, of a repeated value, or in
// one, a repeated value alone.
func (f *parquetFooter) listType(c *parquetColumn) (t *listType, ok bool) {
	const most = 3
	t = new(listType)
	level := uint32(0)
	for k, e := range f.schema[c.at:min(c.at+most, len(f.schema))] {
		repeated := e.repetition == int64(pqformat.Repeated)
		if repeated && t.filled > 0 {
			return nil, false // lists of lists
		}
		if repeated || e.repetition == int64(pqformat.Optional) {
			level++
		}
		if repeated {
			t.filled = level
		}
		switch {
		case e.kind >= 0:
			value := parquetColumn{schemaElement: e, index: c.index}
			value.repetition = int64(pqformat.Required)
			if t.parquetType, _ = typeOf(&value, format.ColX); t.parquetType == nil || t.filled == 0 {
				return nil, false
			}
			t.level = int(level)
			return t, true
		case e.children != 1 || k == 0 && (repeated || !e.isList()) || k > 0 && !repeated:
			return nil, false
		}
	}
	return nil, false
}

// isList reports whether a group is annotated as a list.
func (e *schemaElement) isList() bool {
	var full pqformat.SchemaElement
	if thrift.NewDecoder(new(thrift.CompactProtocol).NewReaderFromBytes(e.raw)).Decode(&full) != nil {
		return false
	}
	_, is := full.LogicalType.Value.(*pqformat.ListType)
	return is || full.LogicalType.Value == nil && full.ConvertedType.Valid && full.ConvertedType.V == deprecated.List
}

// listType is that of a column; ok is false where it has no lists of numbers.
func (t *Table) listType(column string) (list *listType, ok bool) {
	at := slices.IndexFunc(t.columns, func(c parquetColumn) bool { return string(c.name) == column })
	if at < 0 {
		return nil, false
	}
	return t.reader.footer.listType(&t.columns[at])
}

// HasLists reports whether a column holds lists of numbers.
func (t *Table) HasLists(column string) bool {
	_, ok := t.listType(column)
	return ok
}

// Lists calls take with the list of each row of a row group, in order, which is valid until take returns and has
// at most some values. Of the row group no more is held than a page. An error of take ends the reading and is
// returned as it is; other errors are those of Group.
func (t *Table) Lists(ctx context.Context, group int, column string, most int, take func(List) error) (err error) {
	defer recoverParquet(t.reader.src.Name, &err)()
	list, ok := t.listType(column)
	if !ok {
		return &format.Error{File: t.reader.src.Name, Cause: fmt.Sprintf("column %s: holds no lists of numbers", column)}
	}
	// A chunk of lists has as many values as the lists have together, and one more for each that has none.
	values := t.reader.footer.groups[group].columns[list.index].values
	c := t.chunk(group, int(values), tableCells{name: column, typ: list.parquetType})
	if cause := t.outside(c.meta); cause != "" {
		return &format.Error{File: t.reader.src.Name, Cause: fmt.Sprintf("column %s %s", column, cause)}
	}
	if err := c.survey(ctx); err != nil {
		return err
	}
	p := &listPages{list: list, most: most, take: take, rows: t.reader.firsts[group+1] - t.reader.firsts[group], width: uint(bits.Len(uint(list.level)))}
	p.chunkPages = chunkPages[float64]{c: c, u: new(parquet.Unpacker), convert: list.floats}
	return p.read(ctx)
}
