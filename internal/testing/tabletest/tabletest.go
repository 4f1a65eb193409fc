// Package tabletest converts tables of CSV files to other formats, for tests.
package tabletest

import (
	"bytes"
	"encoding/csv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
)

// A Table is a CSV file by its columns.
type Table struct {
	Names []string
	Rows  [][]string
}

// Of reads the table of a CSV file.
func Of(t testing.TB, text string) (table Table) {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	if r.LazyQuotes = true; strings.Contains(text, ";") {
		r.Comma = ';'
	}
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return Table{all[0], all[1:]}
}

// IsAll reports whether all values of a column parse, empty ones aside, and there are some.
func (a Table) IsAll(column int, parse func(text string) error) bool {
	some := false
	for _, row := range a.Rows {
		if row[column] == "" {
			continue
		}
		if some = true; parse(row[column]) != nil {
			return false
		}
	}
	return some
}

func isInt(text string) error { _, err := strconv.ParseInt(text, 10, 64); return err }

// IsFloat returns an error for text that is not a number.
func IsFloat(text string) error { _, err := strconv.ParseFloat(text, 64); return err }
func isBool(text string) error  { _, err := strconv.ParseBool(text); return err }
func isStamp(text string) error { _, err := stampOf(text); return err }

// stampOf reads a time in the layouts that programs which write TIMESTAMPs accept.
func stampOf(text string) (at time.Time, err error) {
	for _, layout := range []string{"02/01/2006 15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04:05"} {
		if at, err = time.Parse(layout, text); err == nil {
			break
		}
	}
	return at, err
}

// Parquet writes the table with typed columns, as programs that read CSV infer them, perGroup rows to a row group. Times are
// TIMESTAMPs if stamps is true, else text.
func (a Table) Parquet(t testing.TB, stamps bool, perGroup int64) string {
	t.Helper()
	schema, values := parquet.Group{}, make([]func(text string) any, len(a.Names))
	for i, name := range a.Names {
		node := parquet.String()
		values[i] = func(text string) any { return text }
		switch {
		case a.IsAll(i, isInt):
			node = parquet.Int(64)
			values[i] = func(text string) any { v, _ := strconv.ParseInt(text, 10, 64); return v }
		case a.IsAll(i, IsFloat):
			node = parquet.Leaf(parquet.DoubleType)
			values[i] = func(text string) any { v, _ := strconv.ParseFloat(text, 64); return v }
		case a.IsAll(i, isBool):
			node = parquet.Leaf(parquet.BooleanType)
			values[i] = func(text string) any { v, _ := strconv.ParseBool(text); return v }
		case stamps && a.IsAll(i, isStamp):
			node = parquet.Timestamp(parquet.Microsecond)
			values[i] = func(text string) any { at, _ := stampOf(text); return at.UnixMicro() }
		}
		schema[name] = parquet.Optional(node)
	}
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.NewSchema("rows", schema), parquet.MaxRowsPerRowGroup(perGroup))
	order := slices.Sorted(maps.Keys(schema)) // in the schema's order
	for _, row := range a.Rows {
		var cells parquet.Row
		for column, name := range order {
			value, level := parquet.NullValue(), 0
			if i := slices.Index(a.Names, name); row[i] != "" {
				value, level = parquet.ValueOf(values[i](row[i])), 1
			}
			cells = append(cells, value.Level(0, level, column))
		}
		if _, err := w.WriteRows([]parquet.Row{cells}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
