package format

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// schemaOf is a footer of one column, whose elements are given from the top down.
func schemaOf(t *testing.T, elements ...format.SchemaElement) (*parquetFooter, parquetColumn) {
	t.Helper()
	f := &parquetFooter{}
	r := thriftReader{}
	for _, e := range append([]format.SchemaElement{{Name: "root", NumChildren: thrift.New(int32(1))}}, elements...) {
		text, err := thrift.Marshal(new(thrift.CompactProtocol), &e)
		if err != nil {
			t.Fatal(err)
		}
		if r.rest = text; !f.element(&r, 0) {
			t.Fatalf("%v", e)
		}
	}
	columns, cause := f.columns()
	if cause != "" || len(columns) != 1 {
		t.Fatal(cause)
	}
	return f, columns[0]
}

// TestListType: lists in three levels, two and one, as the writers that there are have them, and what are none.
func TestListType(t *testing.T) {
	group := func(name string, is format.FieldRepetitionType, children int32) format.SchemaElement {
		return format.SchemaElement{Name: name, RepetitionType: thrift.New(is), NumChildren: thrift.New(children)}
	}
	list := func(is format.FieldRepetitionType) format.SchemaElement {
		e := group("v", is, 1)
		e.LogicalType.Value = &format.ListType{}
		return e
	}
	old := group("v", format.Optional, 1) // before logical types
	old.ConvertedType = thrift.New(deprecated.List)
	maps := group("v", format.Optional, 1)
	maps.LogicalType.Value = &format.MapType{}
	value := func(is format.FieldRepetitionType, of format.Type) format.SchemaElement {
		return format.SchemaElement{Name: "element", RepetitionType: thrift.New(is), Type: thrift.New(of)}
	}
	inner := group("list", format.Repeated, 1)
	for _, c := range []struct {
		what          string
		schema        []format.SchemaElement
		level, filled int // 0: no list
	}{
		{"Arrow, DuckDB", []format.SchemaElement{list(format.Optional), inner, value(format.Optional, format.Float)}, 3, 2},
		{"nothing is null", []format.SchemaElement{list(format.Required), inner, value(format.Required, format.Double)}, 1, 1},
		{"old annotation", []format.SchemaElement{old, inner, value(format.Optional, format.Double)}, 3, 2},
		{"two levels", []format.SchemaElement{old, value(format.Repeated, format.Int32)}, 2, 2},
		{"one level", []format.SchemaElement{value(format.Repeated, format.Int64)}, 1, 1},
		{"single", []format.SchemaElement{value(format.Optional, format.Double)}, 0, 0},
		{"text", []format.SchemaElement{list(format.Optional), inner, value(format.Optional, format.ByteArray)}, 0, 0},
		{"map", []format.SchemaElement{maps, inner, value(format.Optional, format.Double)}, 0, 0},
		{"group", []format.SchemaElement{group("v", format.Optional, 1), inner, value(format.Optional, format.Double)}, 0, 0},
		{"groups", []format.SchemaElement{group("v", format.Repeated, 1), value(format.Optional, format.Double)}, 0, 0},
		{"list that repeats nothing", []format.SchemaElement{list(format.Optional), value(format.Optional, format.Double)}, 0, 0},
		{"pairs", []format.SchemaElement{list(format.Optional), group("list", format.Repeated, 2), value(format.Optional, format.Double), value(format.Optional, format.Double)}, 0, 0},
		{"lists of lists", []format.SchemaElement{list(format.Optional), inner, list(format.Optional), inner, value(format.Optional, format.Double)}, 0, 0},
		{"lists of repeated", []format.SchemaElement{list(format.Optional), inner, value(format.Repeated, format.Double)}, 0, 0},
	} {
		f, column := schemaOf(t, c.schema...)
		got, ok := f.listType(&column)
		switch {
		case ok != (c.level > 0):
			t.Errorf("%s: %t", c.what, ok)
		case ok && (got.level != c.level || got.filled != uint32(c.filled)):
			t.Errorf("%s: levels %d and %d, want %d and %d", c.what, got.level, got.filled, c.level, c.filled)
		}
	}
}

// TestListLevels: what definition and repetition levels make of values, over several pages.
func TestListLevels(t *testing.T) {
	type page struct{ repeats, levels []uint32 }
	pages := func(l ...page) []page { return l }
	for _, c := range []struct {
		pages []page
		want  string
		err   error
	}{
		{pages(page{[]uint32{0, 1, 0}, []uint32{3, 3, 3}}), "[1 2] [3]", nil},
		{pages(page{[]uint32{0, 1}, []uint32{3, 3}}, page{[]uint32{1, 0}, []uint32{3, 3}}), "[1 2 3] [4]", nil},
		{pages(page{[]uint32{0, 0, 0}, []uint32{0, 1, 3}}), "null [] [1]", nil},
		{pages(page{[]uint32{0, 1, 1, 1}, []uint32{3, 2, 3, 3}}), "[1 NaN 2](4) at 1", nil},
		{pages(page{[]uint32{0, 1, 1, 1, 1}, []uint32{3, 3, 3, 3, 2}}), "[1 2 3](5) at 4", nil},
		{pages(page{[]uint32{1}, []uint32{3}}), "", errStray},
		{pages(page{[]uint32{0, 1}, []uint32{0, 3}}), "", errStray},
		{pages(page{[]uint32{0, 1}, []uint32{3, 1}}), "", errStray},
		{pages(page{[]uint32{0}, []uint32{4}}), "", errLevels},
	} {
		var got []string
		next := 0.0
		p := &listPages{list: &listType{&parquetType{level: 3}, 2}, most: 3, rows: 9}
		p.take = func(l ParquetList) error {
			text := fmt.Sprint(l.Values)
			if l.Null {
				text = "null"
			}
			if l.Len > len(l.Values) {
				text += fmt.Sprintf("(%d)", l.Len)
			}
			if l.Missing >= 0 {
				text += fmt.Sprintf(" at %d", l.Missing)
			}
			got = append(got, text)
			return nil
		}
		var err error
		for _, page := range c.pages {
			p.repeats, p.levels = page.repeats, page.levels
			err = errors.Join(err, p.decode(func(dst []float64) ([]fault, error) {
				for i := range dst {
					next++
					dst[i] = next
				}
				return nil, nil
			}))
		}
		if err == nil {
			err = p.end()
		}
		if !errors.Is(err, c.err) || err == nil && strings.Join(got, " ") != c.want {
			t.Errorf("%v: %q, %v", c.pages, got, err)
		}
	}
}

// TestParquetTableLists: lists of a table, row group by row group; an error of take is returned as it is.
func TestParquetTableLists(t *testing.T) {
	table, err := OpenParquetTable(tableOf(t, 2, []aRow{{List: []int64{1, -2}}, {List: nil}, {List: []int64{math.MinInt64}}}))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	var got []string
	take := func(l ParquetList) error {
		got = append(got, fmt.Sprint(l.Values))
		return nil
	}
	for group := range table.Groups() {
		if err := table.Lists(context.Background(), group, "list", 9, take); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(got, []string{"[1 -2]", "[]", "[-9.223372036854776e+18]"}) || !table.HasLists("list") || table.HasLists("v") || table.HasLists("nothing") {
		t.Errorf("%q", got)
	}
	enough := errors.New("enough")
	if err := table.Lists(context.Background(), 0, "list", 9, func(ParquetList) error { return enough }); err != enough {
		t.Error(err)
	}
	if err := table.Lists(context.Background(), 0, "v", 9, take); err == nil || !strings.Contains(err.Error(), "column v: holds no lists of numbers") {
		t.Error(err)
	}
}
