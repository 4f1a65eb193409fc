package parquet

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	pqformat "github.com/parquet-go/parquet-go/format"
)

// schemaOf returns a footer of one column, whose elements are given from the top down.
func schemaOf(t *testing.T, elements ...pqformat.SchemaElement) (*File, Column) {
	t.Helper()
	f := &File{}
	r := ThriftReader{}
	for _, e := range append([]pqformat.SchemaElement{{Name: "root", NumChildren: thrift.New(int32(1))}}, elements...) {
		text, err := thrift.Marshal(new(thrift.CompactProtocol), &e)
		if err != nil {
			t.Fatal(err)
		}
		if r.Rest = text; !f.element(&r, 0) {
			t.Fatalf("%v", e)
		}
	}
	if cause := f.findColumns(); cause != "" || len(f.columns) != 1 {
		t.Fatal(cause)
	}
	return f, f.columns[0]
}

// TestListType: lists in three levels, two and one, as existing writers have them, and columns that are not
// lists.
func TestListType(t *testing.T) {
	group := func(name string, is pqformat.FieldRepetitionType, children int32) pqformat.SchemaElement {
		return pqformat.SchemaElement{Name: name, RepetitionType: thrift.New(is), NumChildren: thrift.New(children)}
	}
	list := func(is pqformat.FieldRepetitionType) pqformat.SchemaElement {
		e := group("v", is, 1)
		e.LogicalType.Value = &pqformat.ListType{}
		return e
	}
	old := group("v", pqformat.Optional, 1) // before logical types
	old.ConvertedType = thrift.New(deprecated.List)
	maps := group("v", pqformat.Optional, 1)
	maps.LogicalType.Value = &pqformat.MapType{}
	value := func(is pqformat.FieldRepetitionType, of pqformat.Type) pqformat.SchemaElement {
		return pqformat.SchemaElement{Name: "element", RepetitionType: thrift.New(is), Type: thrift.New(of)}
	}
	inner := group("list", pqformat.Repeated, 1)
	for _, c := range []struct {
		what          string
		schema        []pqformat.SchemaElement
		level, filled int // 0: no list
	}{
		{"Arrow, DuckDB", []pqformat.SchemaElement{list(pqformat.Optional), inner, value(pqformat.Optional, pqformat.Float)}, 3, 2},
		{"nothing is null", []pqformat.SchemaElement{list(pqformat.Required), inner, value(pqformat.Required, pqformat.Double)}, 1, 1},
		{"old annotation", []pqformat.SchemaElement{old, inner, value(pqformat.Optional, pqformat.Double)}, 3, 2},
		{"two levels", []pqformat.SchemaElement{old, value(pqformat.Repeated, pqformat.Int32)}, 2, 2},
		{"one level", []pqformat.SchemaElement{value(pqformat.Repeated, pqformat.Int64)}, 1, 1},
		{"single", []pqformat.SchemaElement{value(pqformat.Optional, pqformat.Double)}, 0, 0},
		{"text", []pqformat.SchemaElement{list(pqformat.Optional), inner, value(pqformat.Optional, pqformat.ByteArray)}, 0, 0},
		{"map", []pqformat.SchemaElement{maps, inner, value(pqformat.Optional, pqformat.Double)}, 0, 0},
		{"group", []pqformat.SchemaElement{group("v", pqformat.Optional, 1), inner, value(pqformat.Optional, pqformat.Double)}, 0, 0},
		{"groups", []pqformat.SchemaElement{group("v", pqformat.Repeated, 1), value(pqformat.Optional, pqformat.Double)}, 0, 0},
		{"list that repeats nothing", []pqformat.SchemaElement{list(pqformat.Optional), value(pqformat.Optional, pqformat.Double)}, 0, 0},
		{"pairs", []pqformat.SchemaElement{list(pqformat.Optional), group("list", pqformat.Repeated, 2), value(pqformat.Optional, pqformat.Double), value(pqformat.Optional, pqformat.Double)}, 0, 0},
		{"lists of lists", []pqformat.SchemaElement{list(pqformat.Optional), inner, list(pqformat.Optional), inner, value(pqformat.Optional, pqformat.Double)}, 0, 0},
		{"lists of repeated", []pqformat.SchemaElement{list(pqformat.Optional), inner, value(pqformat.Repeated, pqformat.Double)}, 0, 0},
	} {
		f, column := schemaOf(t, c.schema...)
		got, ok := f.listsOf(&column)
		switch {
		case ok != (c.level > 0):
			t.Errorf("%s: %t", c.what, ok)
		case ok && (got.level != c.level || got.filled != uint32(c.filled)):
			t.Errorf("%s: levels %d and %d, want %d and %d", c.what, got.level, got.filled, c.level, c.filled)
		}
	}
}

// TestListLevels: definition and repetition levels turn values into lists, over several pages.
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
		{pages(page{[]uint32{0, 1, 1, 1}, []uint32{3, 2, 3, 3}}), "[1 NaN 2](4) at [1]", nil},
		{pages(page{[]uint32{0, 1, 1, 1, 1}, []uint32{3, 3, 3, 3, 2}}), "[1 2 3](5)", nil},
		{pages(page{[]uint32{1}, []uint32{3}}), "", errStray},
		{pages(page{[]uint32{0, 1}, []uint32{0, 3}}), "", errStray},
		{pages(page{[]uint32{0, 1}, []uint32{3, 1}}), "", errStray},
		{pages(page{[]uint32{0}, []uint32{4}}), "", errLevels},
	} {
		var got []string
		next := 0.0
		p := &listPages{list: &listType{&Type{level: 3}, 2}, most: 3, rows: 9}
		p.take = func(l List) error {
			text := fmt.Sprint(l.Values)
			if l.Null {
				text = "null"
			}
			if l.Len > len(l.Values) {
				text += fmt.Sprintf("(%d)", l.Len)
			}
			if len(l.Nulls) > 0 {
				text += fmt.Sprintf(" at %d", l.Nulls)
			}
			got = append(got, text)
			return nil
		}
		var err error
		for _, page := range c.pages {
			p.repeats, p.levels = page.repeats, page.levels
			err = errors.Join(err, p.decode(func(dst []float64) ([]Fault, error) {
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
