package format

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/points"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// An Error gives a fault of a file, with its place.
type Error = infile.Error

// ErrEmpty is wrapped by the errors of files without points.
var ErrEmpty = errors.New("format: no points")

// ErrNoRows, which wraps ErrEmpty, is wrapped by the error of a file without any rows: a header alone, or an array of no points.
var ErrNoRows = fmt.Errorf("%w: no rows", ErrEmpty)

// Reading is the part of the options that files of points and of trajectories share.
type Reading = format.Reading

// Options says how Read reads. The zero value reads files as the package comment describes them,
// with all cores.
type Options struct {
	Reading
	// Columns maps id and x1, x2, ... to names of columns in the file. Each column named here must be there. Where coordinates are named no other
	// column is read: without id the number of the row is the id. With id alone the coordinates are the same as by default. See ParseColumns.
	// Named columns may hold times, whose coordinates are seconds since 1970.
	Columns map[string]string
	// NoHeader says that text has no header: its columns are called x1, x2 and so on, in their order, and where the first line has neither a comma
	// nor another separator, one or more blanks separate fields. Files of other formats cannot be read so.
	NoHeader bool
	// Flat leaves out heights: with LonLat x3, and the column height; and Report.Aside says nothing.
	Flat bool
	// Units are the units of coordinates, of which only Length counts, and Into the units of the points that these are compared with: where both lengths are known
	// and differ, coordinates are converted, each rounded once. Conditions of Where stay in the units of the file. Units that a file names are ignored.
	Units, Into format.Units
	// Afford, if set, is called before columns and ids take memory. If it returns an error, reading ends, and Read returns that error.
	Afford   func(Growth) error
	position filePosition
}

// Report describes the files of a Read: their rows and columns.
type Report struct {
	format.Tally
	Columns []string // the file's names of x1, x2, ..., or the one name of a column of lists; nil where columns have no names
	ID      string   // the file's name of the column of ids; "" where the number of the row is the id
	Ignored []string // names of the columns without numbers that were left out, where Options.Columns names no coordinates
	// Numbered says that the columns are called 0, 1 and so on, which is taken for the header that pandas writes of columns without names; Indexed
	// says that a column without a name, its index, stands before them.
	Numbered, Indexed bool
	// Degrees says that coordinates were degrees, by Options.LonLat or by the CRS of geometries.
	Degrees bool
	// Geometry says which geometries have the coordinates, with their CRS: "geometry (points), OGC:CRS84, degrees"; "" for columns of numbers.
	Geometry string
	// Unzoned is the first column of times which no zone is said of, as format.Report.Unzoned of trajectories; "" for none.
	Unzoned string
	// OfDay is the first column of times of day, as format.Report.OfDay of trajectories; "" for none.
	OfDay string
	// Otherwise is the text of Options.Columns (see ParseColumns) for another reading that is likely meant where the reading by Columns and ID is
	// not; "" where Options.Columns named the coordinates, or there is no other column to read.
	Otherwise string
	// Aside says which columns of heights, by their names, are no coordinate, where coordinates are a place in two dimensions, with the --columns that
	// reads one: "z not taken: alt (--columns x1=lon,x2=lat,x3=alt)"; "" if there are none.
	Aside string
	// Conversion says which units coordinates were converted from, and to which: "converted lengths in km to m"; "" for none.
	Conversion string
}

// Read reads the points of a file. The end of path picks the format and the packing, see Formats; "-" is
// standard input, o.Stdin.
//
// The error is an *Error for what is wrong inside the file, a wrapped *os.PathError where it cannot be read, the error of ctx where ctx ends, and
// otherwise an error about path or o. It wraps flyby.ErrMemory where the file does not fit into memory.
func Read(ctx context.Context, path string, o Options) (*points.Store, Report, error) {
	return ReadFiles(ctx, []input.File{{Path: path}}, o)
}

// prepare checks the options for the file at path, and sets the fields that readers need.
func (o *Options) prepare(path string) error {
	if err := o.CheckColumns(); err != nil {
		return err
	}
	return o.Ready(path)
}

// parse reads a file.
func (o *Options) parse(ctx context.Context, path string) (*contents, error) {
	chosen, ok := Formats().Choose(path, o.Format)
	if !ok {
		return nil, Formats().Unknown(path, "")
	}
	all := readables()
	f := all[slices.IndexFunc(all, func(r readable) bool { return r.Name == chosen.Name })]
	src := &infile.Source{Report: o.Progress, Folder: o.Folder, Signs: Formats().Signs(), Packed: chosen.Packing}
	if err := src.OpenUnpacked(path, o.Stdin, o.Archives, !f.Packed, o.Threads); err != nil {
		return nil, err
	}
	defer src.Close()
	if f.Whole && src.IsStream() {
		return nil, &Error{File: src.Name, Cause: f.Name + " is read from its end, which a pipe has not until all has gone by: name a file, or send CSV, NPY or an Arrow stream"}
	}
	if path == "-" && o.Format == "" {
		var err error
		if f, err = sniffFormat(src); err != nil {
			return nil, err
		}
	}
	if f.Fixed && len(o.Columns)+len(o.Where) > 0 {
		return nil, unnamed(src, &f.Format)
	}
	if o.NoHeader && !f.isText() {
		return nil, fmt.Errorf("format: read %s: text alone can have no header, and this is %s", src.Name, f.Name)
	}
	p, err := f.read(ctx, src, o)
	if err = src.Settled(err); err != nil {
		return nil, err
	}
	p.lonLat = p.lonLat || o.LonLat
	p.name, p.report.Bytes = src.Name, src.Done.Load()
	return p, nil
}

// unnamed returns the error of columns that are named in a format that has no names.
func unnamed(src *infile.Source, f *reading.Format) error {
	return fmt.Errorf("format: read %s: columns are named, and those of %s have no names", src.Name, f.Name)
}
