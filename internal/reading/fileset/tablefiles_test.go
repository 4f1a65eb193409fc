package fileset

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/parquet-go/parquet-go"

	"flyby/internal/testing/formattest"
)

// A TableColumn is a column of a table of tests: []string, without commas and quotes, []int64, []float64, Decimals, Days, Halves or Points.
type TableColumn struct {
	Name   string
	Values any
	Empty  []bool // rows without a value; nil: none
}

// TableFiles returns a table as a file of every format of tables that can have it, by the file's name. TableLacks says why the others cannot.
func TableFiles(t testing.TB, columns ...TableColumn) map[string]string {
	t.Helper()
	plain := plainColumns(columns)
	csv := textRows(plain, ",")
	header, rows, _ := strings.Cut(csv, "\n")
	var fields, ecsv, cards []string
	for i, c := range plain {
		kind := tableTypes(c)
		fields = append(fields, fmt.Sprintf(`<FIELD name=%q datatype=%q%s/>`, c.Name, kind.voTable, kind.size))
		ecsv = append(ecsv, c.Name+" '' "+kind.ecsv)
		cards = append(cards, fmt.Sprintf("TTYPE%-3d= '%s'", i+1, c.Name), fmt.Sprintf("TFORM%-3d= '%s'", i+1, kind.fits))
	}
	lines := strings.Split(strings.TrimSuffix(rows, "\n"), "\n")
	n := len(lines)
	cells := tabledata(lines...)
	files := map[string]string{
		"a.csv": csv, "quoted.csv": header + "\n" + quotedRows(rows), "a.tsv": strings.ReplaceAll(csv, ",", "\t"),
		"a.json": "[" + strings.Join(jsonRows(plain, false), ",\n") + "]", "a.ndjson": strings.Join(jsonRows(plain, true), "\n") + "\n",
		"a.ecsv":   ecsvFile("# delimiter: ','\n", emptyQuoted(rows), ecsv...),
		"text.vot": voTable(strings.Join(fields, ""), cells), "tagged.vot": voTable(strings.Join(fields, ""), strings.ReplaceAll(cells, "<TR><TD>", "<TR><TD >")),
		"binary.vot": voTable(strings.Join(fields, ""), binaryData("BINARY", 76, packedRows(plain))),
		"a.fits":     fitsFile(fitsTable{cards: cards, rows: fitsRows(plain)}.bytes()),
	}
	for _, kind := range arrowKinds(columns) {
		files["a"+kind+".arrows"], files["dictionary"+kind+".arrows"] = arrowFile(t, false, kind, n, columns), arrowFile(t, true, kind, n, columns)
	}
	lacks := TableLacks(columns...)
	for _, kind := range parquetKinds(columns) {
		files["optional"+kind+".parquet"] = parquetFile(t, true, kind, n, columns)
		if lacks["required"+kind+".parquet"] == "" {
			files["required"+kind+".parquet"] = parquetFile(t, false, kind, n, columns)
		}
	}
	for name := range lacks {
		delete(files, name)
	}
	return files
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

// isEmpty reports whether a row has no value.
func (c *TableColumn) isEmpty(row int) bool { return c.Empty != nil && c.Empty[row] }

// binaryCell is tableCell of formats whose cells without a value are NaN or empty text.
func binaryCell(c TableColumn, row int) any {
	switch v := tableCell(c, row).(type) {
	case float64:
		if c.isEmpty(row) {
			return math.NaN()
		}
		return v
	case string:
		if c.isEmpty(row) {
			return ""
		}
		return v
	default:
		return v
	}
}

// emptyQuoted puts empty cells of ECSV in quotes.
func emptyQuoted(rows string) string {
	for _, of := range [][2]string{{"\n,", "\n\"\","}, {",,", ",\"\","}, {",,", ",\"\","}, {",\n", ",\"\"\n"}} {
		rows = strings.ReplaceAll(rows, of[0], of[1])
	}
	if strings.HasPrefix(rows, ",") {
		rows = `""` + rows
	}
	return rows
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
			if !c.isEmpty(row) {
				fmt.Fprint(&b, tableCell(c, row))
			}
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
			v := binaryCell(c, row)
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
			v := binaryCell(c, row)
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
func arrowFile(t testing.TB, dictionary bool, kind string, rows int, columns []TableColumn) string {
	t.Helper()
	var arrays []arrow.Array
	var fields []arrow.Field
	for _, c := range columns {
		f, a := arrowField(c, kind, dictionary, rows)
		arrays, fields = append(arrays, a), append(fields, f)
	}
	var out bytes.Buffer
	schema := arrow.NewSchema(fields, nil)
	w := ipc.NewWriter(&out, ipc.WithSchema(schema))
	all := array.NewRecordBatch(schema, arrays, int64(rows))
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

// parquetFile returns a table as Parquet of row groups of two rows, whose columns are OPTIONAL or REQUIRED.
func parquetFile(t testing.TB, optional bool, kind string, rows int, columns []TableColumn) string {
	t.Helper()
	schema, level := parquet.Group{}, 0
	cells := map[string]func(int) parquet.Value{}
	options := []parquet.WriterOption{parquet.MaxRowsPerRowGroup(2)}
	for _, c := range columns {
		var node parquet.Node
		node, cells[c.Name] = parquetNode(c, kind)
		if optional {
			node, level = parquet.Optional(node), 1
		}
		if schema[c.Name] = node; kind == "GeoParquet" {
			options = append(options, formattest.GeoKey("WKB", ""))
		}
	}
	order := slices.Sorted(maps.Keys(schema)) // of the columns in the schema
	var b bytes.Buffer
	w := parquet.NewWriter(&b, append(options, parquet.NewSchema("rows", schema))...)
	var err error
	for row := range rows {
		values := make(parquet.Row, len(columns))
		for _, c := range columns {
			at := slices.Index(order, c.Name)
			if values[at] = parquet.NullValue().Level(0, 0, at); !c.isEmpty(row) {
				values[at] = cells[c.Name](row).Level(0, level, at)
			}
		}
		_, bad := w.WriteRows([]parquet.Row{values})
		err = errors.Join(err, bad)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
