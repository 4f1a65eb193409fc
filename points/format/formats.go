package format

import (
	"bytes"
	"context"
	"io"
	"strings"

	"flyby/internal/codec/arrow"
	"flyby/internal/infile"
	"flyby/internal/parquet"
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
		{format.Format{Name: "CSV", Extensions: []string{".csv"}, Also: []string{".tsv", ".txt", ""}, Packed: true}, readCSV},
		{format.Format{Name: "Parquet", Extensions: []string{".parquet"}, Magic: format.ParquetMagic, Whole: true}, readByCodec(parquet.OpenBatches)},
		{format.Format{Name: "Arrow", Extensions: []string{".arrows"}, Also: []string{".arrow", ".feather"}, About: "a stream, or with the last two a file, of Arrow batches"}, readByCodec(arrow.Open)},
		{format.Format{Name: "NPY", About: "an array of NumPy", Extensions: []string{npyExtension}, Magic: npyMagic, Packed: true, Fixed: true, Array: true}, readNPY},
	}
}

// Written returns the formats in which points and answers about them are written, format.TableOutput: the tables of package output, and arrays of NumPy
// where an answer has the shape of one. For format.ResultOutput it has every format that is written.
func Written(u format.Use) format.Formats {
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
func Formats() format.Formats {
	t := format.Formats{Use: format.PointInput}
	for _, f := range readables() {
		t.All = append(t.All, f.Format)
	}
	return t
}

// isText reports whether the format is text.
func (r *readable) isText() bool { return r.Name == readables()[0].Name }

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
