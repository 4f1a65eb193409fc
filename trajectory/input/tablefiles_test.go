package input

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/parquet-go/parquet-go"
)

// A TableColumn is a column of a table of tests: []string, without commas and quotes, []int64 or []float64.
type TableColumn struct {
	Name   string
	Values any
}

// TableFiles returns a table as a file of every format of tables that has types or text, by the file's name.
func TableFiles(t testing.TB, columns ...TableColumn) map[string]string {
	t.Helper()
	csv := textRows(columns, ",")
	header, rows, _ := strings.Cut(csv, "\n")
	var fields, ecsv, cards []string
	for i, c := range columns {
		kind := tableTypes(c)
		fields = append(fields, fmt.Sprintf(`<FIELD name=%q datatype=%q%s/>`, c.Name, kind.voTable, kind.size))
		ecsv = append(ecsv, c.Name+" '' "+kind.ecsv)
		cards = append(cards, fmt.Sprintf("TTYPE%-3d= '%s'", i+1, c.Name), fmt.Sprintf("TFORM%-3d= '%s'", i+1, kind.fits))
	}
	cells := tabledata(strings.Split(strings.TrimSuffix(rows, "\n"), "\n")...)
	return map[string]string{
		"a.csv": csv, "quoted.csv": header + "\n" + quotedRows(rows), "a.tsv": strings.ReplaceAll(csv, ",", "\t"),
		"a.ecsv":   ecsvFile("# delimiter: ','\n", rows, ecsv...),
		"text.vot": voTable(strings.Join(fields, ""), cells), "tagged.vot": voTable(strings.Join(fields, ""), strings.ReplaceAll(cells, "<TR><TD>", "<TR><TD >")),
		"binary.vot": voTable(strings.Join(fields, ""), binaryData("BINARY", 76, packedRows(columns))),
		"a.fits":     fitsFile(fitsTable{cards: cards, rows: fitsRows(columns)}.bytes()),
		"a.arrows":   arrowFile(t, false, columns), "dictionary.arrows": arrowFile(t, true, columns),
		"required.parquet": parquetFile(t, false, columns), "optional.parquet": parquetFile(t, true, columns),
	}
}

// tableType has the names of a type of columns.
type tableType struct{ voTable, size, ecsv, fits string }

// tableTypes returns the names of a column's type.
func tableTypes(c TableColumn) tableType {
	switch values := c.Values.(type) {
	case []int64:
		return tableType{"long", "", "int64", "K"}
	case []float64:
		return tableType{"double", "", "float64", "D"}
	case []string:
		return tableType{"char", ` arraysize="*"`, "string", fmt.Sprintf("%dA", longest(values))}
	}
	panic(fmt.Sprintf("a column of %T", c.Values))
}

// longest returns the most bytes of some texts.
func longest(texts []string) (most int) {
	for _, s := range texts {
		most = max(most, len(s))
	}
	return most
}

// tableCell returns the value of a column in a row, nil behind the last row.
func tableCell(c TableColumn, row int) any {
	switch values := c.Values.(type) {
	case []int64:
		if row < len(values) {
			return values[row]
		}
	case []float64:
		if row < len(values) {
			return values[row]
		}
	case []string:
		if row < len(values) {
			return values[row]
		}
	}
	return nil
}

// textRows returns a table as text, after its header.
func textRows(columns []TableColumn, separator string) string {
	var b strings.Builder
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	b.WriteString(strings.Join(names, separator) + "\n")
	for row := 0; tableCell(columns[0], row) != nil; row++ {
		for i, c := range columns {
			if i > 0 {
				b.WriteString(separator)
			}
			fmt.Fprint(&b, tableCell(c, row))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// quotedRows puts every field in quotes.
func quotedRows(rows string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(rows, "\n"), ",", `","`), "\n", "\"\n\"") + "\"\n"
}

// packedRows returns the rows as VOTable's BINARY has them.
func packedRows(columns []TableColumn) (raw []byte) {
	for row := 0; tableCell(columns[0], row) != nil; row++ {
		for _, c := range columns {
			v := tableCell(c, row)
			if s, ok := v.(string); ok {
				raw = append(raw, packedCells(uint32(len(s)))...)
			}
			raw = append(raw, packedCells(v)...)
		}
	}
	return raw
}

// fitsRows returns the rows with text filled up with NULs.
func fitsRows(columns []TableColumn) (rows [][]any) {
	for row := 0; tableCell(columns[0], row) != nil; row++ {
		var cells []any
		for _, c := range columns {
			v := tableCell(c, row)
			if s, ok := v.(string); ok {
				v = s + strings.Repeat("\x00", longest(c.Values.([]string))-len(s))
			}
			cells = append(cells, v)
		}
		rows = append(rows, cells)
	}
	return rows
}

// arrowFile returns a table as an Arrow stream of batches of two rows, whose text has dictionaries or not.
func arrowFile(t testing.TB, dictionary bool, columns []TableColumn) string {
	t.Helper()
	var arrays []arrow.Array
	var fields []arrow.Field
	for _, c := range columns {
		a := arrowArray(dictionary, c)
		arrays, fields = append(arrays, a), append(fields, arrow.Field{Name: c.Name, Type: a.DataType(), Nullable: true})
	}
	var out bytes.Buffer
	schema := arrow.NewSchema(fields, nil)
	w := ipc.NewWriter(&out, ipc.WithSchema(schema))
	all := array.NewRecordBatch(schema, arrays, int64(arrays[0].Len()))
	for at := int64(0); at < all.NumRows(); at += 2 {
		if err := w.Write(all.NewSlice(at, min(at+2, all.NumRows()))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// arrowArray returns the values of a column.
func arrowArray(dictionary bool, c TableColumn) arrow.Array {
	switch values := c.Values.(type) {
	case []int64:
		b := array.NewInt64Builder(memory.DefaultAllocator)
		b.AppendValues(values, nil)
		return b.NewArray()
	case []float64:
		b := array.NewFloat64Builder(memory.DefaultAllocator)
		b.AppendValues(values, nil)
		return b.NewArray()
	}
	var typ arrow.DataType = arrow.BinaryTypes.String
	if dictionary {
		typ = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: typ}
	}
	b := array.NewBuilder(memory.DefaultAllocator, typ)
	for _, s := range c.Values.([]string) {
		b.AppendValueFromString(s) //nolint:errcheck // it is text
	}
	return b.NewArray()
}

// parquetFile returns a table as Parquet of row groups of two rows, whose columns are OPTIONAL or REQUIRED.
func parquetFile(t testing.TB, optional bool, columns []TableColumn) string {
	t.Helper()
	schema, level := parquet.Group{}, 0
	for _, c := range columns {
		var node parquet.Node
		switch c.Values.(type) {
		case []int64:
			node = parquet.Int(64)
		case []float64:
			node = parquet.Leaf(parquet.DoubleType)
		case []string:
			node = parquet.String()
		}
		if optional {
			node, level = parquet.Optional(node), 1
		}
		schema[c.Name] = node
	}
	order := slices.Sorted(maps.Keys(schema)) // of the columns in the schema
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.NewSchema("rows", schema), parquet.MaxRowsPerRowGroup(2))
	var err error
	for row := 0; tableCell(columns[0], row) != nil; row++ {
		cells := make(parquet.Row, len(columns))
		for _, c := range columns {
			at := slices.Index(order, c.Name)
			cells[at] = parquet.ValueOf(tableCell(c, row)).Level(0, level, at)
		}
		_, bad := w.WriteRows([]parquet.Row{cells})
		err = errors.Join(err, bad)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
