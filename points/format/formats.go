package format

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"flyby/internal/infile"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// A readable is a format of points and its reader.
type readable struct {
	format.Format
	read func(ctx context.Context, src *infile.Source, o *Options) (*contents, error)
}

// readables lists the formats of files of points: a new format is one line here, and the function that it names. The first format is read from "-"
// unless the data begin with the signature of another.
func readables() []readable {
	return []readable{
		{format.Format{Name: "CSV", Extensions: []string{".csv"}, Also: []string{".tsv", ".txt", ""}, Packed: true, Points: true}, readCSV},
		{format.Format{Name: "Parquet", Extensions: []string{".parquet"}, Magic: format.ParquetMagic, Whole: true, Points: true}, readParquet},
		{format.Format{Name: "Arrow", Extensions: []string{".arrows"}, Also: []string{".arrow", ".feather"}, About: "a stream, or with the last two a file, of Arrow batches", Points: true}, readArrow},
		{format.Format{Name: "NPY", About: "an array of NumPy", Extensions: []string{npyExtension}, Magic: npyMagic, Packed: true, Fixed: true, Points: true, Written: true}, readNPY},
	}
}

// Written returns the formats in which points and answers about them are written: the tables of package output, and arrays of NumPy where an answer
// has the shape of one.
func Written() []format.Format {
	all := output.Written()
	for _, f := range Formats() {
		if f.Written {
			all = append(all, f)
		}
	}
	return all
}

// Formats returns the formats of files of points. The first is read from "-" unless the data begin with the signature of another.
func Formats() (all []format.Format) {
	for _, f := range readables() {
		all = append(all, f.Format)
	}
	return all
}

// Extensions returns the ends of names of readable files, packed files included.
func Extensions() []string { return format.Extensions(Formats(), format.PointInput) }

// Known returns the readable extensions as text for errors about a name.
func Known() string {
	return format.Known(Formats(), format.PointInput) + " or NPY " + format.PointInput.Stream()
}

// Readable reports whether a file of that name can be read: Known lists the names.
func Readable(path string) bool {
	return ReadableAs(path, "")
}

// ReadableAs is Readable for a file whose format may be named by word, as by Options.Format.
func ReadableAs(path, word string) bool {
	_, ok := find(path, word)
	return ok
}

// Named reports whether columns of files of that name have names, which Options.Columns can use; word is Options.Format. What standard input holds
// shows only in its data.
func Named(path, word string) bool {
	f, ok := find(path, word)
	return ok && !f.Fixed
}

// Text reports whether files of that name are text, which Options.NoHeader is for; word is Options.Format. What standard input holds shows only in
// its data.
func Text(path, word string) bool {
	f, ok := find(path, word)
	return ok && f.isText()
}

// isText reports whether the format is text.
func (r *readable) isText() bool { return r.Name == readables()[0].Name }

// find returns the format that word names, or else that the path's extension names. It does not open the file.
func find(path, word string) (r readable, ok bool) {
	f, ok := format.FindAs(Formats(), path, word, format.PointInput)
	if !ok {
		return r, false
	}
	all := readables()
	return all[slices.IndexFunc(all, func(r readable) bool { return r.Name == f.Name })], true
}

// sniffFormat returns the format of data without a name by their first bytes, which stay to be read.
func sniffFormat(src *infile.Source) (readable, error) {
	head := make([]byte, len(npyMagic))
	n, err := src.Fill(head)
	if err != nil && err != io.EOF {
		return readable{}, err
	}
	src.Data = io.MultiReader(bytes.NewReader(head[:n]), src.Data)
	all := readables()
	for _, f := range all {
		if f.Magic != "" && f.Packed && strings.HasPrefix(string(head[:n]), f.Magic) {
			return f, nil
		}
	}
	return all[0], nil
}
