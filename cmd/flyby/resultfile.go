package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"flyby/internal/infile"
	"flyby/internal/printable"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// resultRow is a row of a file of results.
type resultRow struct {
	number int      // in the file, from 1
	fields []string // as CSV has them, in the order of the columns that were asked for
}

// errNoResult says that a file has other columns than results have.
var errNoResult = errors.New("no columns of results: it is no file of hits, encounters or pairs")

// resultLevel is the level of detail of a file of results, by its columns.
func resultLevel(columns []string) (string, error) {
	has := func(name string) bool { return slices.Contains(columns, name) }
	switch {
	case !has("query_traj") || !has("entry_traj"):
		return "", errNoResult
	case has("query_seg"):
		return hitLevel, nil
	case has("t_enter"):
		return encounterLevel, nil
	case has("t_first"):
		return pairLevel, nil
	}
	return "", errNoResult
}

// A resultText is a file of results that is text.
type resultText struct {
	io.Reader // unpacked
	file      *os.File
	before    fs.FileInfo // the state of the file as it was opened
}

// Close closes the file.
func (r *resultText) Close() error { return r.file.Close() }

// Settled calls infile.Settled.
func (r *resultText) Settled(err error) error { return infile.Settled(err, r.file, r.before) }

// openResult opens a file of results and unpacks it.
func openResult(path string) (*resultText, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	before, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	lower := strings.ToLower(path)
	var r io.Reader = file
	switch {
	case strings.HasSuffix(lower, ".gz"):
		r, err = gzip.NewReader(file)
	case strings.HasSuffix(lower, ".zst"):
		var z *zstd.Decoder
		if z, err = zstd.NewReader(file); err == nil {
			r = z.IOReadCloser()
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read %s: %w", path, err), file.Close())
	}
	return &resultText{r, file, before}, nil
}

// resultColumns returns the names of the columns of a file; those of NDJSON and GeoJSON are of its first row.
func resultColumns(path string) (columns []string, err error) {
	if formatOf(path) == "Parquet" {
		t, err := format.OpenParquetTable(path)
		if err != nil {
			return nil, err
		}
		defer t.Close()
		return t.Columns(), nil
	}
	r, err := openResult(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if next := objectsOf(path, r); next != nil {
		object, err := next()
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		return slices.Collect(maps.Keys(object)), nil
	}
	if columns, err = csv.NewReader(r).Read(); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return columns, nil
}

// formatOf is the name of a result's format.
func formatOf(path string) string {
	f, _ := format.Find(path, format.ResultOutput)
	return f.Name
}

// resultRows yields the rows of a file with the columns that are asked for. The fields are gone as the next
// row is asked for.
func resultRows(ctx context.Context, path string, columns []string) iter.Seq2[resultRow, error] {
	return func(yield func(resultRow, error) bool) {
		rows, file, err := openRows(ctx, path, columns)
		if err != nil {
			yield(resultRow{}, err)
			return
		}
		defer file.Close()
		number := 1
		for fields, err := range rows {
			if err != nil {
				err = file.Settled(fmt.Errorf("%s: row %d: %w", printable.Text(path), number, err))
			}
			if !yield(resultRow{number, fields}, err) || err != nil {
				return
			}
			number++
		}
		if err := file.Settled(nil); err != nil {
			yield(resultRow{}, err)
		}
	}
}

// A settler is a file that says of the error with which reading it ended whether the file changed meanwhile.
type settler interface {
	io.Closer
	Settled(err error) error
}

// openRows opens a file of results, and returns what yields the fields of its rows.
func openRows(ctx context.Context, path string, columns []string) (rows iter.Seq2[[]string, error], file settler, err error) {
	if formatOf(path) == "Parquet" {
		t, err := format.OpenParquetTable(path)
		if err != nil {
			return nil, nil, err
		}
		return t.Rows(ctx, columns), t, nil
	}
	r, err := openResult(path)
	if err != nil {
		return nil, nil, err
	}
	next := csvRows(r, columns)
	if objects := objectsOf(path, r); objects != nil {
		next = objectRows(objects, columns)
	}
	return func(yield func([]string, error) bool) {
		for {
			fields, err := next()
			if err == io.EOF || !yield(fields, err) || err != nil {
				return
			}
		}
	}, r, nil
}

// csvRows reads rows of CSV.
func csvRows(r io.Reader, columns []string) func() ([]string, error) {
	c := csv.NewReader(r)
	c.ReuseRecord = true
	var at []int
	fields := make([]string, len(columns))
	return func() ([]string, error) {
		if at == nil {
			header, err := c.Read()
			if err != nil {
				return nil, err
			}
			for _, name := range columns {
				place := slices.Index(header, name)
				if place < 0 {
					return nil, fmt.Errorf("no column %s", name)
				}
				at = append(at, place)
			}
		}
		record, err := c.Read()
		if err != nil {
			return nil, err
		}
		for i, place := range at {
			fields[i] = record[place]
		}
		return fields, nil
	}
}

// An object is a row of a file in JSON: its values by their columns.
type object = map[string]json.RawMessage

// objectsOf is what returns the next row of a file in JSON; nil: it is in another format.
func objectsOf(path string, r io.Reader) func() (object, error) {
	switch formatOf(path) {
	case "NDJSON":
		d := json.NewDecoder(r)
		return func() (row object, err error) {
			err = d.Decode(&row)
			return row, err
		}
	case "GeoJSON":
		return (&features{json: json.NewDecoder(r)}).next
	}
	return nil
}

// objectRows reads rows of JSON.
func objectRows(next func() (object, error), columns []string) func() ([]string, error) {
	fields := make([]string, len(columns))
	return func() ([]string, error) {
		row, err := next()
		if err != nil {
			return nil, err
		}
		for i, name := range columns {
			value, ok := row[name]
			if !ok {
				return nil, fmt.Errorf("no key %s", name)
			}
			text, err := jsonText(value)
			if err != nil {
				return nil, err
			}
			fields[i] = text
		}
		return fields, nil
	}
}

// jsonText is a value of JSON as CSV has it.
func jsonText(value json.RawMessage) (text string, err error) {
	switch {
	case string(value) == "null":
		return "", nil
	case len(value) > 0 && value[0] == '"':
		err = json.Unmarshal(value, &text)
		return text, err
	}
	return string(value), nil
}

// sameField reports whether two fields are the same text, or the same float64 in other words, to the bit: a
// time of a timestamp may be the seconds since 1970 that it is.
func sameField(a, b string) bool {
	if a == b {
		return true
	}
	x, err := strconv.ParseFloat(a, 64)
	y, failed := strconv.ParseFloat(b, 64)
	switch {
	case err != nil && failed == nil:
		x, err = trajectory.Timestamp.Parse(a)
	case err == nil && failed != nil:
		y, failed = trajectory.Timestamp.Parse(b)
	}
	return err == nil && failed == nil && x == y && math.Signbit(x) == math.Signbit(y)
}
