package resultfile

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"flyby/internal/codec"
	"flyby/internal/codec/arrow"
	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/internal/parquet"
	"flyby/internal/printable"
	"flyby/internal/reading"
)

// A Row is a row of a file of results.
type Row struct {
	Number int      // in the file, from 1
	Fields []string // the text of CSV, in the order of the columns that were asked for
}

// A File is a file of results: CSV, NDJSON, Parquet, Arrow or GeoJSON of hits, encounters, pairs or neighbours, packed or not. It may be read several
// times: if it has changed since the first reading, the error is format.ErrChanged.
type File struct {
	folder   string // the folder that path is relative to
	path     string
	format   string      // the name of its format
	at       io.ReaderAt // nil: read the file at path
	size     int64       // the size of at
	stamps   infile.Stamps
	level    Level             // "": no row shows it
	names    []string          // the file's columns
	vertical string            // the vertical threshold in the metadata, set once the columns were read; "": none
	units    map[string]string // of columns, from the metadata; nil: none
	origin   origin            // the question of the search, from the metadata
}

// OpenIn reads the columns of a file of results, whose format follows from its extension; the path is relative to a folder. The error is ErrNoResult for a file that has
// other columns, ErrObjects for a file of objects, and otherwise one of reading it.
func OpenIn(folder, path string) (*File, error) {
	return ofTrajectories(OpenAny(folder, path))
}

// OpenAt is OpenAny for bytes under a name, whose extension decides their format.
func OpenAt(name string, at io.ReaderAt, size int64) (*File, error) {
	f := newFile("", name)
	f.at, f.size = at, size
	return f.readColumns()
}

// ofTrajectories refuses clusters and groups.
func ofTrajectories(f *File, err error) (*File, error) {
	if err == nil && (f.level == ClusterLevel || f.level == GroupLevel) {
		return nil, fmt.Errorf("%s: %w", printable.Text(f.path), ErrNoResult)
	}
	return f, err
}

// OpenAny is OpenIn for a file that may have clusters or groups, too.
func OpenAny(folder, path string) (*File, error) {
	return newFile(folder, path).readColumns()
}

// newFile returns a file that was not looked at.
func newFile(folder, path string) *File {
	of, _ := output.Written(reading.ResultOutput).Choose(path, "")
	return &File{folder: folder, path: path, format: of.Name}
}

// readColumns reads the columns.
func (f *File) readColumns() (_ *File, err error) {
	if f.names, err = f.columns(); err != nil {
		return nil, err
	}
	if len(f.names) > 0 {
		f.level, err = levelOf(f.names)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", printable.Text(f.path), err)
	}
	return f, nil
}

// Path returns the path of the file, as it was given to Open.
func (f *File) Path() string { return f.path }

// Binary reports whether the file has numbers in binary, and no text that a program may have rounded.
func (f *File) Binary() bool { return f.format == "Parquet" || f.format == "Arrow" }

// Columns returns the names of the columns.
func (f *File) Columns() []string { return f.names }

// Has reports whether the file has a column.
func (f *File) Has(column string) bool { return slices.Contains(f.names, column) }

// Attributes returns the columns of the data that the rows have of both objects, by --with NAME: NAME, where query_NAME and entry_NAME are columns that no search computes.
func (f *File) Attributes() (names []string) {
	for _, name := range f.Attached("query_") {
		if f.Has("entry_" + name) {
			names = append(names, name)
		}
	}
	return names
}

// Attached returns the names of columns of the data in the rows that stand behind a prefix of theirs, as query_, traj_ and zone_.
func (f *File) Attached(prefix string) (names []string) {
	computed := []string{"traj", "seg", "x", "y", "z", "lon", "lat", "height", "speed"}
	for _, column := range f.names {
		if name, ok := strings.CutPrefix(column, prefix); ok && !slices.Contains(computed, name) {
			names = append(names, name)
		}
	}
	return names
}

// Horizontal reports whether distances of the rows are horizontal, as with cylinders: then the data need heights beside their positions.
func (f *File) Horizontal() bool { return f.Has("dz_closest") || f.vertical != "" }

// Level returns the level of detail of the rows, "" where it is unknown: NDJSON and GeoJSON without rows have no columns.
func (f *File) Level() Level { return f.level }

// open opens the file and unpacks it.
func (f *File) open() (*infile.Source, error) {
	src := &infile.Source{Folder: f.folder, Stamps: &f.stamps}
	if f.at != nil {
		src.Name, src.At, src.Total = f.path, f.at, f.size
		src.Data = src.Counted(io.NewSectionReader(f.at, 0, f.size))
		return src, nil
	}
	if err := src.Open(f.path, nil); err != nil {
		return nil, err
	}
	if err := src.Unpack(1); err != nil {
		src.Close()
		return nil, err
	}
	return src, nil
}

// codec returns the codec of a file of typed columns, nil for text.
func (f *File) codec() codec.OpenFunc {
	switch f.format {
	case "Parquet":
		return parquet.OpenBatches
	case "Arrow":
		return arrow.Open
	}
	return nil
}

// columns returns the names of the columns, in NDJSON and GeoJSON the keys of the first row.
func (f *File) columns() (names []string, err error) {
	src, err := f.open()
	if err != nil {
		return nil, err
	}
	defer src.Close()
	if open := f.codec(); open != nil {
		r, err := open(context.Background(), src, 1)
		if err != nil {
			return nil, src.Settled(err)
		}
		defer r.Close() //nolint:errcheck // its columns alone are looked at
		return codec.NamesOf(r.Columns()), f.note(func(key string) string {
			text, _ := r.Note(key)
			return text
		})
	}
	if next := f.objects(src.Data); next != nil {
		object, err := next()
		if err != nil && err != io.EOF {
			return nil, src.Settled(fmt.Errorf("read %s: %w", f.path, err))
		}
		return slices.Collect(maps.Keys(object)), nil
	}
	names, err = csv.NewReader(src.Data).Read()
	if err == io.EOF {
		return nil, src.Settled(fmt.Errorf("%s: empty file", printable.Text(f.path)))
	}
	if err != nil {
		return nil, src.Settled(fmt.Errorf("read %s: %w", f.path, err))
	}
	return names, nil
}

// Rows yields the rows with the columns that are asked for. The fields are valid until the next row.
func (f *File) Rows(ctx context.Context, columns []string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		src, err := f.open()
		if err != nil {
			yield(Row{}, err)
			return
		}
		defer src.Close()
		rows, err := f.fields(ctx, src, columns)
		if err != nil {
			yield(Row{}, src.Settled(err))
			return
		}
		number := 1
		for fields, err := range rows {
			if err != nil {
				err = src.Settled(f.fault(err, number))
			}
			if !yield(Row{number, fields}, err) || err != nil {
				return
			}
			number++
		}
		if err := src.Settled(nil); err != nil {
			yield(Row{}, err)
		}
	}
}

// fault adds the row of the file to an error, unless the error has its place.
func (f *File) fault(err error, row int) error {
	if named := (*infile.Error)(nil); errors.As(err, &named) && named.File != "" {
		return err
	}
	return fmt.Errorf("%s: row %d: %w", printable.Text(f.path), row, err)
}

// fields yields the fields of the rows of the file that src has opened.
func (f *File) fields(ctx context.Context, src *infile.Source, columns []string) (iter.Seq2[[]string, error], error) {
	if open := f.codec(); open != nil {
		r, err := open(ctx, src, 1)
		if err != nil {
			return nil, err
		}
		return batchRows(ctx, r, columns), nil
	}
	next := csvRows(src.Data, columns)
	if objects := f.objects(src.Data); objects != nil {
		next = objectRows(objects, columns)
	}
	return func(yield func([]string, error) bool) {
		for {
			fields, err := next()
			if err == io.EOF || !yield(fields, err) || err != nil {
				return
			}
		}
	}, nil
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

// objects returns a function that returns the next row of a file in JSON; nil: the file has another format.
func (f *File) objects(r io.Reader) func() (object, error) {
	switch f.format {
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
			textOf := jsonText
			switch isPath := slices.Contains(PathColumns(), name); {
			case !ok && isPath:
				return nil, fmt.Errorf("%s: there is none", name)
			case !ok:
				return nil, fmt.Errorf("no key %s", name)
			case isPath:
				textOf = pathText
			}
			text, err := textOf(value)
			if err != nil {
				return nil, err
			}
			fields[i] = text
		}
		return fields, nil
	}
}

// jsonText returns a JSON value as the text of CSV.
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
