package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/resultfile"
)

// tableFile holds the rows of a file of results, as an independent reader returns them: values are the strings of CSV, the
// values that encoding/json decodes from NDJSON and from the features of GeoJSON, and the values of the Parquet library.
type tableFile struct {
	ending  string
	columns []string
	schema  *parquet.Schema
	rows    [][]any
}

// readTable reads a file.
func readTable(t *place, path string) *tableFile {
	t.Helper()
	f := &tableFile{ending: filepath.Ext(path)}
	switch f.ending {
	case ".csv":
		lines, err := csv.NewReader(strings.NewReader(read(t, path))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		f.columns = lines[0]
		for _, line := range lines[1:] {
			var row []any
			for _, field := range line {
				row = append(row, field)
			}
			f.rows = append(f.rows, row)
		}
	case ".parquet":
		f.readParquet(t, path)
	default:
		for _, line := range strings.Split(read(t, path), "\n") {
			if line = strings.TrimSuffix(line, ","); strings.HasPrefix(line, "{") && !strings.HasSuffix(line, "[") {
				f.addObject(t, line)
			}
		}
	}
	return f
}

// addObject adds a row of JSON.
func (f *tableFile) addObject(t *place, line string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(line))
	d.UseNumber()
	var row map[string]any
	if err := d.Decode(&row); err != nil {
		t.Fatal(err)
	}
	if f.ending == ".geojson" {
		point := row["geometry"].(map[string]any)["coordinates"].([]any)
		row = row["properties"].(map[string]any)
		for axis, v := range point {
			row[resultfile.Coordinate(axis)] = v
		}
	}
	if f.columns == nil {
		f.columns = slices.Sorted(maps.Keys(row))
	}
	var values []any
	for _, name := range f.columns {
		values = append(values, row[name])
	}
	f.rows = append(f.rows, values)
}

// readParquet reads the rows with the Parquet library.
func (f *tableFile) readParquet(t *place, path string) {
	t.Helper()
	r := parquet.NewReader(bytes.NewReader([]byte(read(t, path))))
	f.schema = r.Schema()
	for _, c := range f.schema.Fields() {
		f.columns = append(f.columns, c.Name())
	}
	rows := make([]parquet.Row, r.NumRows())
	for n := 0; n < len(rows); {
		more, _ := r.ReadRows(rows[n:]) //nolint:errcheck // io.EOF
		for _, row := range rows[n : n+more] {
			var values []any
			for _, v := range row {
				values = append(values, v.Clone())
			}
			f.rows = append(f.rows, values)
		}
		n += more
	}
}

// write writes the rows to a file.
func (f *tableFile) write(t *place, path string) {
	t.Helper()
	var b bytes.Buffer
	switch f.ending {
	case ".csv":
		w := csv.NewWriter(&b)
		lines := [][]string{f.columns}
		for _, row := range f.rows {
			var line []string
			for _, v := range row {
				line = append(line, v.(string))
			}
			lines = append(lines, line)
		}
		if err := w.WriteAll(lines); err != nil {
			t.Fatal(err)
		}
	case ".parquet":
		w := parquet.NewWriter(&b, f.schema)
		for _, values := range f.rows {
			var row parquet.Row
			for _, v := range values {
				row = append(row, v.(parquet.Value))
			}
			if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	default:
		f.writeObjects(t, &b)
	}
	if err := os.WriteFile(t.at(path), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// writeObjects writes rows as JSON.
func (f *tableFile) writeObjects(t *place, b *bytes.Buffer) {
	t.Helper()
	var all []any
	for _, values := range f.rows {
		row, point := map[string]any{}, []any{}
		for i, name := range f.columns {
			if strings.HasPrefix(name, "coordinates[") {
				point = append(point, values[i])
			} else {
				row[name] = values[i]
			}
		}
		if f.ending == ".geojson" {
			row = map[string]any{"type": "Feature", "properties": row, "geometry": map[string]any{"type": "Point", "coordinates": point}}
		}
		all = append(all, row)
	}
	e := json.NewEncoder(b)
	if f.ending == ".geojson" {
		all = []any{map[string]any{"type": "FeatureCollection", "name": "met", "features": all}}
	}
	for _, row := range all {
		if err := e.Encode(row); err != nil {
			t.Fatal(err)
		}
	}
}

// next returns the next float64 after a number, as text.
func next(number string) string {
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return number + "?"
	}
	if v == math.Trunc(v) && math.Abs(v) < 1<<52 { // an id or a count
		return strconv.FormatFloat(v+1, 'g', -1, 64)
	}
	return strconv.FormatFloat(math.Nextafter(v, math.Inf(1)), 'g', -1, 64)
}

// nextTime returns a time that is a little later, and the next float64 at least.
func nextTime(text string) string {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return next(text)
	}
	return at.Add(time.Microsecond).Format(time.RFC3339Nano)
}

// changed returns a value with the least possible change.
func changed(v any) any {
	switch v := v.(type) {
	case string:
		return nextTime(v)
	case json.Number:
		return json.Number(next(v.String()))
	case nil:
		return json.Number("0")
	case parquet.Value:
		switch {
		case v.IsNull():
			return parquet.DoubleValue(0).Level(0, 1, v.Column())
		case v.Kind() == parquet.Int64:
			return parquet.Int64Value(v.Int64()^1).Level(0, v.DefinitionLevel(), v.Column())
		case v.Kind() == parquet.Double:
			return parquet.DoubleValue(math.Float64frombits(math.Float64bits(v.Double())^1)).Level(0, v.DefinitionLevel(), v.Column())
		}
		return parquet.ByteArrayValue([]byte(v.String()+"?")).Level(0, v.DefinitionLevel(), v.Column())
	}
	panic("a value of another type")
}

// middle returns the index of the middle of n rows.
func middle(n int) []int { return []int{n / 2} }

// mutants calls check with each file that differs from a good one in one respect: a value of each column in a middle row,
// a value of every third column in the other rows of places, a missing row, a repeated row, and two exchanged rows.
func (f *tableFile) mutants(t *place, path string, places func(rows int) []int, check func(what string)) {
	t.Helper()
	good := f.rows
	try := func(what string, rows [][]any) {
		f.rows = rows
		f.write(t, path)
		check(what)
		f.rows = good
	}
	n := len(good)
	for i, at := range places(n) {
		for k, name := range f.columns {
			if at != n/2 && k%3 != i { // all columns in the middle row, every third in the others
				continue
			}
			rows := slices.Clone(good)
			rows[at] = slices.Clone(good[at])
			rows[at][k] = changed(good[at][k])
			try(name+" of row "+strconv.Itoa(at+1)+" changed", rows)
		}
		try("row "+strconv.Itoa(at+1)+" left out", slices.Delete(slices.Clone(good), at, at+1))
		try("row "+strconv.Itoa(at+1)+" twice", slices.Insert(slices.Clone(good), at, good[at]))
	}
	if n > 1 {
		rows := slices.Clone(good)
		rows[0], rows[n-1] = good[n-1], good[0]
		try("the first and the last exchanged", rows)
	}
}
