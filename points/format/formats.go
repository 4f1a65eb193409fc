package format

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"maps"
	"slices"
	"strings"

	"flyby/internal/codec/json"
	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
)

// A readable is a format of points and its reader.
type readable struct {
	reading.Format
	read func(ctx context.Context, src *infile.Source, o *Options) (*contents, error)
}

// readables lists the formats of files of points: every format of trajectories but element sets, and arrays of NumPy. The first format is read from "-" unless the data begin
// with the signature of another.
func readables() []readable {
	var all []readable
	for _, f := range fileset.Formats().All {
		if !f.Sets {
			all = append(all, readable{f, readerOf(f)})
		}
	}
	return append(all, readable{reading.Format{Name: "NPY", About: "an array of NumPy", Extensions: []string{npyExtension}, Magic: output.ArrayMagic, Packed: true, Fixed: true, Array: true}, readNPY})
}

// readerOf returns the reader of points of a format of trajectories.
func readerOf(f reading.Format) func(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
	switch {
	case f.Codec != nil:
		return readByCodec(f.Codec)
	case f.Name == "CSV":
		return readCSV
	case f.Name == "SUMO":
		return readXML(f)
	case f.Name == "JSON":
		return readJSON
	}
	return readMoving(f)
}

// readJSON reads the rows of a document. Columns are found in its first rows, and further on as far as options name columns that the first rows lack.
func readJSON(ctx context.Context, src *infile.Source, o *Options) (*contents, error) {
	names := slices.Collect(maps.Values(o.Columns))
	for _, t := range o.Tests {
		names = append(names, t.Column)
	}
	r, err := json.Options{Names: names}.Open(ctx, src, o.Threads)
	switch {
	case err != nil:
		return nil, err
	case len(r.Columns()) == 0:
		return nil, cmp.Or[error](r.Close(), &Error{File: src.Name, Cause: "no rows", Err: ErrNoRows})
	}
	p, err := readBatches(ctx, src, r, o)
	return p, cmp.Or(err, r.Close())
}

// Written returns the formats in which points and answers about them are written, format.TableOutput: the tables of package output, and arrays of NumPy
// where an answer has the shape of one. For format.ResultOutput it has every format that is written.
func Written(u reading.Use) reading.Formats {
	t := output.Written(u)
	for _, f := range Formats().All {
		if f.Array {
			t.All = append(t.All, f)
		}
	}
	return t
}

// Formats returns the formats of files of points. The first is read from "-" unless the data begin with the signature of another. Files alone whose
// format is not Fixed have columns with names, for Options.Columns, and Options.NoHeader is for the first format alone.
func Formats() reading.Formats {
	t := reading.Formats{Use: reading.PointInput}
	for _, f := range readables() {
		t.All = append(t.All, f.Format)
	}
	return t
}

// isText reports whether the format is text.
func (r *readable) isText() bool { return r.Name == readables()[0].Name }

// sniffFormat returns the format of data without a name by their first bytes, which stay to be read.
func sniffFormat(src *infile.Source) (readable, error) {
	const most = 16 // bytes of a signature
	head := make([]byte, most)
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
