package format

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"flyby/internal/outfile"
	"flyby/internal/output"
	"flyby/internal/parallel"
	"flyby/internal/reading"
	"flyby/points"
	"flyby/trajectory/format"
)

// WriteOptions says how points are written. The zero value suits files.
type WriteOptions struct {
	// Stdout is what "-" writes to; nil means there is none.
	Stdout io.Writer
	// Folder is the folder of relative file names, "" for the working folder of the process. Messages have names as they were given.
	Folder string
	// Format names the format of a file whose name says none, by a word of Written; "" is CSV.
	Format string
	// Threads is the number of goroutines that format. 0 means one a core, negative is an error, and
	// more than four a core are cut to that.
	Threads int
	// Length is the unit of coordinates, which Parquet has in its metadata; "" where it is not known.
	Length string
	// LonLat says that coordinates are longitudes and latitudes in degrees, with or without heights in metres: the columns are lon, lat and height.
	LonLat bool
	// NoIDs leaves out the column of ids, for points whose ids are the numbers of their rows.
	NoIDs bool
	// Geometry adds a column geometry to Parquet and Arrow for points of two or three dimensions, as output.Geometry describes it.
	Geometry bool
	// Terminal says that text is written to a terminal, as the same field of the options of package trajectory/format.
	Terminal bool
}

// npyExtension is the extension of arrays of NumPy.
const npyExtension = ".npy"

// npyWritten is about the number of bytes of an array that are written at a time.
const npyWritten = 1 << 20

// writtenRows is the number of rows that a writer gets at a time.
const writtenRows = 1 << 16

// WriteStore writes points as CSV, Parquet, Arrow or NDJSON, in columns id, x1, x2 and so on, or lon and lat, or as an array of NumPy (.npy): float64
// in C order, without ids. "-" is CSV to o.Stdout. CSV and arrays read back to the same store, to the bit. When ctx ends first, its error is
// returned. On an error no file remains.
func WriteStore(ctx context.Context, path string, s *points.Store, o WriteOptions) error {
	if o.Threads < 0 {
		return fmt.Errorf("format: write %s: %d threads: must be positive, or 0 for one a core", path, o.Threads)
	}
	var err error
	if f, _ := Written(reading.TableOutput).Choose(path, o.Format); f.Array {
		err = writeNPY(ctx, path, s, o)
	} else {
		err = writeTable(ctx, path, s, o)
	}
	if over := ctx.Err(); err != nil && over != nil {
		return fmt.Errorf("format: write %s: %w", path, over)
	}
	return err
}

// writeTable writes the points as a table of columns.
func writeTable(ctx context.Context, path string, s *points.Store, o WriteOptions) error {
	var rows []uint32
	chunk := make([][]float64, s.Dimensions())
	var columns []output.Column
	if !o.NoIDs {
		columns = append(columns, output.IDColumn(idKey, &rows, s.IDs()))
	}
	for k := range chunk {
		columns = append(columns, o.column(k, &chunk[k]))
	}
	to := output.WriteOptions{Stdout: o.Stdout, Folder: o.Folder, Format: o.Format, Threads: o.Threads, Units: format.Units{Length: o.Length}, Terminal: o.Terminal}
	if o.Geometry {
		to.Point = columns[len(columns)-len(chunk):]
		to.Geometry = &output.Geometry{Shape: format.PointShape, Axes: len(chunk), Degrees: o.LonLat}
	}
	w, err := output.CreateTable(path, columns, to)
	if err != nil {
		return err
	}
	defer w.Abort()
	defer context.AfterFunc(ctx, w.Discard)()
	for first := 0; first < s.Len(); first += writtenRows {
		last := min(s.Len(), first+writtenRows)
		rows = rows[:0]
		for row := first; row < last; row++ {
			rows = append(rows, uint32(row))
		}
		for k := range chunk {
			chunk[k] = s.Column(k)[first:last]
		}
		if err := cmp.Or(w.Write(last-first), ctx.Err()); err != nil {
			return err
		}
	}
	return w.Close()
}

// column returns the output column of a coordinate.
func (o *WriteOptions) column(dimension int, values *[]float64) output.Column {
	switch {
	case !o.LonLat:
		return output.LengthColumn(coordinate(dimension), values)
	case dimension < 2:
		return output.DegreeColumn(lonLatKeys()[dimension], values)
	}
	return output.LengthColumn(lonLatKeys()[dimension], values)
}

// writeNPY writes the coordinates as an array of NumPy, version 1 of the format.
func writeNPY(ctx context.Context, path string, s *points.Store, o WriteOptions) error {
	w, err := outfile.Create(o.Folder, path, o.Stdout, parallel.Threads(o.Threads))
	if err != nil {
		return err
	}
	defer w.Abort()
	defer context.AfterFunc(ctx, w.Discard)()
	if _, err := w.Write(output.ArrayHeader("<f8", s.Len(), s.Dimensions())); err != nil {
		return err
	}
	step := max(1, npyWritten/(8*s.Dimensions()))
	var b []byte
	for first := 0; first < s.Len(); first += step {
		b = b[:0]
		for row := first; row < min(s.Len(), first+step); row++ {
			for k := range s.Dimensions() {
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(s.Column(k)[row]))
			}
		}
		_, err := w.Write(b)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
	}
	return w.Close()
}
