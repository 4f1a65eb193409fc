package parquet

import (
	"context"
	"fmt"
	"sort"
	"strconv"

	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// rowsAtOnce is the number of rows with a line each that are in memory at a time: a line may be as long as a page.
const rowsAtOnce = 16

// isTrack reports whether each row of the file has a line, whose vertices are samples.
func (r *parquetReader) isTrack() bool { return r.geometry != nil && r.geometry.IsTrack }

// trackSamples returns the approximate number of samples in the lines of the file.
func (r *parquetReader) trackSamples() (samples uint64) {
	const vertex = 16 // bytes, packed
	for group := range r.file.Groups {
		if c, err := r.file.Chunk(group, r.geometry.Name, r.geometry.typ); err == nil {
			samples += uint64(c.Bytes()) / vertex
		}
	}
	return samples
}

// A tracks reads the rows of a file with a line in each. Samples have numbers, in the order of the file, by which errors find their rows.
type tracks struct {
	r       *parquetReader
	feed    *format.Feed
	columns []int // of the file, to read: the geometry, the ids, perhaps radii, and columns of conditions and attributes
	row     []trackCell
	id      int         // among columns
	numbers map[int]int // by kind, among columns: numbers that all samples of a row share
	first   []int       // the number of the first sample of each row so far
	next    int         // the number of the next sample, counted from 1
}

// A trackCell is the value of a column in a row with a line.
type trackCell struct {
	infile.Cell
	bytes []byte // of text, and of a geometry; nil: there is none
}

// readTracks reads the rows of a file with a line in each.
func (r *parquetReader) readTracks(ctx context.Context) (*format.Parsed, error) {
	k := &tracks{r: r, next: 1, numbers: map[int]int{}}
	if err := k.open(); err != nil {
		return nil, err
	}
	err := k.read(ctx)
	r.src.Done.Store(r.src.Total)
	return k.feed.Finish(err, "no rows")
}

// open makes the feed of the samples, and finds the columns to read.
func (k *tracks) open() error {
	r, times := k.r, trajectory.Number
	k.feed = format.NewFeed(r.src, r.layout, r.o, times)
	k.feed.Table.Frame, k.feed.Table.Number = r.frame, k.place
	if err := k.feed.Convert(r.o, labels(r.file, &r.layout, r.geometry)); err != nil {
		return err
	}
	all := r.file.Columns()
	single := func(i int) bool {
		_, cause := all[i].Type(parquet.AsCell)
		return cause == ""
	}
	if err := k.feed.Columns(r.file.Names(), single, k.cell); err != nil {
		return err
	}
	k.columns = append(k.columns, columnAt(r.file.Names(), r.geometry.Name))
	add := func(kind int) int {
		k.columns = append(k.columns, r.layout.At[kind])
		return len(k.columns) - 1
	}
	if k.id = add(format.ColID); r.types[format.ColID].Text {
		k.feed.NameAll()
	}
	for _, kind := range []int{format.ColZ, format.ColR} {
		if at := r.layout.At[kind]; at >= 0 && at < r.geometry.first {
			k.numbers[kind] = add(kind)
		}
	}
	for i := range all {
		if k.feed.AsksFor(i) {
			k.columns = append(k.columns, i)
		}
	}
	return nil
}

// columnAt returns the place of a name among names.
func columnAt(names []string, name string) int {
	for i := range names {
		if names[i] == name {
			return i
		}
	}
	return -1
}

// place sets the row of the file in an error about a sample.
func (k *tracks) place(e *format.Error) {
	row := sort.SearchInts(k.first, e.Line+1) - 1
	at := k.r.file.Locate(max(row, 0))
	e.Row, e.Group, e.Line = at.Row, at.Group, 0
}

// cell returns the value of a column in the current row.
func (k *tracks) cell(column int) (infile.Cell, bool) {
	for i, at := range k.columns {
		if at == column {
			return k.row[i].Cell, true
		}
	}
	return infile.Cell{}, true
}

// read hands on the samples of all rows.
func (k *tracks) read(ctx context.Context) error {
	f := k.r.file
	var scans []*parquet.Scan[trackCell]
	for i, at := range k.columns {
		column := &f.Columns()[at]
		use := parquet.AsCell
		if i == 0 {
			use = parquet.AsBytes
		}
		typ, cause := column.Type(use)
		if cause != "" {
			return &format.Error{File: k.r.src.Name, Cause: fmt.Sprintf("column %s: %s", column.Name(), cause)}
		}
		scans = append(scans, &parquet.Scan[trackCell]{Label: column.Name(), Type: typ, Convert: trackCells(typ), AtOnce: rowsAtOnce})
	}
	for group := range f.Groups {
		for cells, err := range parquet.Rows(ctx, f, group, scans) {
			if err != nil {
				return err
			}
			if k.row = cells; k.feed.Misses() {
				k.first = append(k.first, k.next) // without a sample
				continue
			}
			if err := k.take(); err != nil {
				return err
			}
		}
		k.r.advance()
	}
	return nil
}

// trackCells copies values of a type.
func trackCells(typ *parquet.Type) func(dst []trackCell, v parquet.Values) []parquet.Fault {
	return func(dst []trackCell, v parquet.Values) []parquet.Fault {
		for i := range dst {
			if v.Text == nil {
				dst[i] = trackCell{Cell: typ.Cell(v, i)}
				continue
			}
			text := append([]byte{}, v.Text[i]...)
			dst[i] = trackCell{infile.TextCell(text), text}
		}
		return nil
	}
}

// take hands on the samples of the current row.
func (k *tracks) take() error {
	k.first = append(k.first, k.next)
	g := k.r.geometry
	line, value, cause := geoparquet.ReadLine(k.row[0].bytes)
	switch {
	case k.row[0].bytes == nil:
		cause = "null"
	case cause == "" && line.Len() == 0:
		value, cause = "LINESTRING EMPTY", "no place"
	case cause == "":
		value, cause = g.Unlike(line.HasZ)
	}
	if cause != "" {
		return k.bad(&format.Error{Column: g.Name, Value: value, Cause: cause})
	}
	var v [format.NumFloats]float64
	for kind, at := range k.numbers {
		var e *format.Error
		if v[kind], e = k.number(at, kind); e != nil {
			return k.bad(e)
		}
	}
	id := k.row[k.id].String()
	if id == "" {
		return k.bad(&format.Error{Column: k.r.layout.Name[format.ColID], Cause: "missing"})
	}
	return k.vertices(&line, id, &v)
}

// bad handles a row without samples.
func (k *tracks) bad(e *format.Error) error {
	k.next++
	return k.feed.Bad(k.next-1, e)
}

// number returns the number of a column in the current row.
func (k *tracks) number(at, kind int) (float64, *format.Error) {
	text := k.row[at].String()
	v, cause := infile.ParseFloat([]byte(text))
	switch {
	case text == "":
		cause = "missing"
	case cause == "":
		return v, nil
	}
	return 0, &format.Error{Column: k.r.layout.Name[kind], Value: text, Cause: cause}
}

// vertices hands on the vertices of a line.
func (k *tracks) vertices(line *geoparquet.Line, id string, v *[format.NumFloats]float64) error {
	whole, err := strconv.ParseInt(id, 10, 64)
	named := err != nil || k.r.types[format.ColID].Text
	text := []byte(id)
	for i := range line.Len() {
		one := *v
		at, m := line.Vertex(i)
		one[format.ColT], one[format.ColX], one[format.ColY] = k.r.o.UnixUnit().Seconds(m), at[0], at[1]
		if k.r.geometry.ReadsZ {
			one[format.ColZ] = at[2]
		}
		number := k.next
		k.next++
		var err error
		if named {
			err = k.feed.Named(number, &one, text)
		} else {
			err = k.feed.Numbered(number, &one, whole)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
