package parquet

import (
	"context"
	"slices"

	"flyby/trajectory/format"
)

// Cells are the values of a column in a row group. One of the slices has a value for each row.
type Cells struct {
	Floats []float64
	Ints   []int64
	Names  []string

	null rowSet
}

// IsNull reports whether a row has no value, or none that is read.
func (c *Cells) IsNull(row int) bool { return c.null.has(row) }

// Groups returns the number of row groups.
func (t *Table) Groups() int { return len(t.reader.footer.groups) }

// Len returns the number of rows.
func (t *Table) Len() int { return t.reader.firsts[len(t.reader.firsts)-1] }

// HasNumbers reports whether a column holds numbers.
func (t *Table) HasNumbers(column string) bool {
	typ := t.typeOf(column, format.ColX)
	return typ != nil
}

// HasIntegers reports whether a column holds integers, which may be ids.
func (t *Table) HasIntegers(column string) bool {
	typ := t.typeOf(column, format.ColID)
	return typ != nil && !typ.names
}

// typeOf is the type of a column as one of some kind, nil where it is none.
func (t *Table) typeOf(column string, kind int) *parquetType {
	at := slices.IndexFunc(t.columns, func(c parquetColumn) bool { return string(c.name) == column })
	if at < 0 {
		return nil
	}
	typ, _ := typeOf(&t.columns[at], kind)
	return typ
}

// idCells are those of a column of ids. Unsigned integers of 64 bits are names, whose text is that of integers.
func (t *Table) idCells(ctx context.Context, id string) (tableCells, error) {
	typ := t.typeOf(id, format.ColID)
	if typ == nil {
		at := slices.IndexFunc(t.columns, func(c parquetColumn) bool { return string(c.name) == id })
		if at >= 0 {
			if err := t.reader.castFloats(ctx, &t.columns[at]); err != nil {
				return tableCells{}, err
			}
		}
		return tableCells{}, &format.Error{File: t.reader.src.Name, Cause: "column " + id + ": holds no ids: neither integers nor text"}
	}
	if typ.wide() {
		typ.named()
	}
	if typ.names {
		return tableCells{id, typ, &cellsOf[string]{convert: texts}}, nil
	}
	return tableCells{id, typ, &cellsOf[int64]{convert: typ.ints}}, nil
}

// Group reads columns of a row group: numbers, of times the seconds since 1970, and with id, unless that is
// empty, ids, which come last: names, where integers may be beyond int64, too. A column of another type is a *format.Error.
func (t *Table) Group(ctx context.Context, group int, numbers []string, id string) (all []Cells, err error) {
	var cells []tableCells
	for _, name := range numbers {
		typ := t.typeOf(name, format.ColT)
		if typ == nil {
			return nil, &format.Error{File: t.reader.src.Name, Cause: "column " + name + ": holds neither numbers nor times"}
		}
		typ.clock = t.clock
		cells = append(cells, tableCells{name, typ, &cellsOf[float64]{convert: typ.floats}})
	}
	if id != "" {
		ids, err := t.idCells(ctx, id)
		if err != nil {
			return nil, err
		}
		cells = append(cells, ids)
	}
	if _, err := t.load(ctx, group, cells); err != nil {
		return nil, err
	}
	for _, c := range cells {
		switch v := c.values.(type) {
		case *cellsOf[float64]:
			all = append(all, Cells{Floats: v.values, null: v.null})
		case *cellsOf[int64]:
			all = append(all, Cells{Ints: v.values, null: v.null})
		case *cellsOf[string]:
			all = append(all, Cells{Names: v.values, null: v.null})
		}
	}
	return all, nil
}
