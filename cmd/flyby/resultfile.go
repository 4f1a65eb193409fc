package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"flyby/internal/printable"
	"flyby/trajectory/format"
)

// resultRow is a row of a file of results.
type resultRow struct {
	number int      // in the file, from 1
	fields []string // as CSV has them, in the order of the columns that were asked for
}

// errNoResult says that a file has other columns than results have.
var errNoResult = errors.New("no columns query_traj and entry_traj: it is no file of hits or encounters")

// resultLevel is the level of detail of a file of results, by its columns.
func resultLevel(columns []string) (string, error) {
	has := func(name string) bool { return slices.Contains(columns, name) }
	switch {
	case !has("query_traj") || !has("entry_traj"):
		return "", errNoResult
	case has("query_seg"):
		return "hits", nil
	case has("t_enter"):
		return "encounters", nil
	}
	return "", errors.New("verify reads hits and encounters, and this file has neither")
}

// openResult opens a file of results and unpacks it.
func openResult(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
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
	return struct {
		io.Reader
		io.Closer
	}{r, file}, nil
}

// resultColumns returns the names of the columns of a file; those of NDJSON are of its first row.
func resultColumns(path string) (columns []string, err error) {
	r, err := openResult(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if isJSON(path) {
		line, err := bufio.NewReaderSize(r, 1<<16).ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		return keysOf(line)
	}
	if columns, err = csv.NewReader(r).Read(); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return columns, nil
}

// isJSON reports whether a file of results has a JSON object a line.
func isJSON(path string) bool {
	f, _ := format.Find(path, format.ResultOutput)
	return f.Name == "NDJSON"
}

// keysOf are the keys of a JSON object, none of an empty line.
func keysOf(line []byte) (keys []string, err error) {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil, nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(line, &object); err != nil {
		return nil, err
	}
	for key := range object {
		keys = append(keys, key)
	}
	return keys, nil
}

// resultRows yields the rows of a file with the columns that are asked for. The fields are gone as the next
// row is asked for.
func resultRows(path string, columns []string) iter.Seq2[resultRow, error] {
	return func(yield func(resultRow, error) bool) {
		r, err := openResult(path)
		if err != nil {
			yield(resultRow{}, err)
			return
		}
		defer r.Close()
		next := csvRows(r, columns)
		if isJSON(path) {
			next = jsonRows(r, columns)
		}
		for number := 1; ; number++ {
			fields, err := next()
			if err == io.EOF {
				return
			}
			if err != nil {
				err = fmt.Errorf("%s: row %d: %w", printable.Text(path), number, err)
			}
			if !yield(resultRow{number, fields}, err) || err != nil {
				return
			}
		}
	}
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

// jsonRows reads rows of NDJSON.
func jsonRows(r io.Reader, columns []string) func() ([]string, error) {
	d := json.NewDecoder(r)
	fields := make([]string, len(columns))
	return func() ([]string, error) {
		var object map[string]json.RawMessage
		if err := d.Decode(&object); err != nil {
			return nil, err
		}
		for i, name := range columns {
			value, ok := object[name]
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

// sameField reports whether two fields are the same text, or the same float64 in other words.
func sameField(a, b string) bool {
	if a == b {
		return true
	}
	x, err := strconv.ParseFloat(a, 64)
	y, failed := strconv.ParseFloat(b, 64)
	return err == nil && failed == nil && x == y
}
