package fileset

import (
	"context"
	"errors"
	"maps"
	"sync"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// errSeen ends the reading of a file whose header was seen.
var errSeen = errors.New("format: a header")

// SideOf returns what the files of a data set, to be read with o, have for columns, as far as it takes to find all that o.Columns name; without headers where a
// file cannot be read twice. It reads the beginnings of files.
func SideOf(ctx context.Context, files []File, asked format.Options) *reading.Side {
	side := &reading.Side{Columns: asked.Columns}
	o := reading.Options{Options: format.Options{Reading: asked.Reading, Preset: format.NoPreset, Curve: asked.Curve, Height: asked.Height}}
	o.Where, o.Progress, o.SkipBadRows, o.Threads = nil, nil, true, 1
	if o.Height != format.NoHeight {
		o.Height = ""
	}
	o.Seen = func(h reading.Header) { side.Headers = append(side.Headers, h) }
	end := func(*reading.Rows, func(*trajectory.RowError) error) error { return errSeen }
	for _, file := range files {
		if _, body := o.Stdin.(*infile.Body); file.Path == "-" && !body || file.Size() == 0 {
			side.Headers = nil
			break
		}
		o.ID = file.ID
		readRows(ctx, file.Path, o, end) //nolint:errcheck // the reading of all rows returns the fault of the file
		if side.HasAll() {
			break
		}
	}
	return side
}

// Beside readies the options of two data sets, the entries and the queries of a question, for each other. A name of columns that both are given, and that one
// lacks and the other has, is a neutral name for the one. read says whether the entries were read before, with all columns that are named.
func Beside(ctx context.Context, files [2][]File, o [2]*format.Options, read bool) {
	var sides [2]func() *reading.Side
	for i := range sides {
		of, own := files[i], *o[i]
		sides[i] = sync.OnceValue(func() *reading.Side { return SideOf(ctx, of, own) })
	}
	named := len(o[0].Columns) > 0 && maps.Equal(o[0].Columns, o[1].Columns)
	for i := range sides {
		other := sides[1-i]
		o[i].Side, o[i].MayBePlaces, o[i].Other = [2]string{infile.EntrySide, infile.QuerySide}[i], !read, func(said, suggested map[string]string) (bool, map[string]string) {
			return other().Joins(said, suggested)
		}
		if !named || read && i == 0 {
			continue
		}
		in := reading.Options{Options: *o[i]}
		in.TakeNeutral(sides[i](), func(name string) bool { return read || other().Headers == nil || other().Has(name) })
		*o[i] = in.Options
	}
}
