package fileset

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// formatsOf returns the formats that options allow.
func formatsOf(o *reading.Options) reading.Formats {
	all := Formats()
	if o.Formats != nil {
		all.All = o.Formats
	}
	return all
}

// formatOf returns the format of a file.
func formatOf(o *reading.Options, path string) (reading.Chosen, bool) {
	return formatsOf(o).Choose(path, o.Format)
}

// Read reads the trajectories of a file, as input.Read does.
func Read(ctx context.Context, path string, o format.Options) (*trajectory.Store, format.Report, error) {
	return ReadAs(ctx, path, reading.Options{Options: o})
}

// ReadAs is Read with options of a reader, such as other formats.
func ReadAs(ctx context.Context, path string, o reading.Options) (*trajectory.Store, format.Report, error) {
	o.Still()
	if one := []File{{Path: path, ID: o.ID}}; o.SortTimes || o.States && o.Places == nil || IsFleet(one, o.Options) {
		store, report, err := ReadFiles(ctx, one, o.Options)
		report.Files = 0
		return store, report, err
	}
	p, src, err := readParsed(ctx, path, &o, nil)
	if err != nil {
		return nil, format.Report{}, err
	}
	store, report, err := p.Build(src.Name, &o)
	if report.Rows > 0 { // the error of a bad row has an empty report
		report.Bytes = src.Done.Load()
	}
	return store, report, err
}

// ReadRows reads the rows of a file as Read does, with the same errors, reports and places of
// bad rows, but hands them to take, some thousand at a time, instead of keeping them. It
// needs memory for few of them, for one page of each column of a Parquet file, and for ids.
//
// Rows that repeat the row before in their trajectory are handed on: Report.Repeats stays 0. o.MaxGap,
// o.MaxSpeed and o.Radius are ignored, o.UnitsKnown is not called, and degrees are handed on unchanged:
// take has to handle these. Report.Split, Report.Added and Report.Curve stay 0.
func ReadRows(ctx context.Context, path string, o format.Options, take reading.RowsFunc) (reading.IDs, format.Report, error) {
	return readRows(ctx, path, reading.Options{Options: o}, take)
}

// readRows is ReadRows with options of a reader.
func readRows(ctx context.Context, path string, o reading.Options, take reading.RowsFunc) (reading.IDs, format.Report, error) {
	heights := false
	p, src, err := readParsed(ctx, path, &o, func(rows *reading.Rows, bad func(*trajectory.RowError) error) error {
		heights = heights || rows.Z != nil
		return take(rows, bad)
	})
	if err != nil {
		return reading.IDs{}, format.Report{}, err
	}
	if !o.Marked {
		if err := p.SettleIDs(src.Name); err != nil {
			return reading.IDs{}, format.Report{}, err
		}
		p.Attributes.Close()
	}
	ids, report, err := p.HandedOn(src.Name)
	report.Bytes, report.Heights, report.Presumed = src.Done.Load(), heights, p.IsPresumed(&o)
	report.Assumed, report.Unzoned, report.OfDay = p.Assumed, p.Unzoned, p.OfDay
	return ids, report, err
}

// streamEnd is the reason why a format that is read from its end cannot come through a pipe.
const streamEnd = "a pipe has not until all has gone by: name a file, or send an Arrow stream or CSV"

// readParsed reads a file with the reader of its format. Rows go to take, if it is not nil.
func readParsed(ctx context.Context, path string, o *reading.Options, take reading.RowsFunc) (*reading.Parsed, *infile.Source, error) {
	if err := o.Prepare(path); err != nil {
		return nil, nil, err
	}
	f, ok := formatOf(o, path)
	if !ok {
		return nil, nil, formatsOf(o).Unknown(path, Foreign(path))
	}
	if err := o.Check(path, f.Format); err != nil {
		return nil, nil, err
	}
	if body, is := o.Stdin.(*infile.Body); is && body.Numbers != nil {
		return nil, nil, &format.Error{File: body.Name, Cause: "no such file, and numbers of the catalogue are for the queries of a search in element sets"}
	}
	o.LonLat = o.LonLat || f.Degrees
	src, err := open(path, f, o)
	if err != nil {
		return nil, nil, err
	}
	defer src.Close()
	if f.Whole && src.IsStream() {
		return nil, nil, &format.Error{File: src.Name, Cause: f.Name + " is read from its end, which " + streamEnd}
	}
	o.Take = take
	of, err := settle(src, f.Format, o)
	if err == nil && of.Name != f.Name {
		err = o.Check(path, of)
	}
	if err == nil && of.Sets && !o.Sets {
		err = unasked(src, f.Format)
	}
	if err != nil {
		return nil, src, src.Settled(err)
	}
	p, err := read(ctx, of, src, o)
	return p, src, src.Settled(err)
}

// unasked returns the error of element sets that are read as samples.
func unasked(src *infile.Source, as reading.Format) error {
	if src.IsStream() && !as.Sets {
		return &reading.SetsError{File: src.Name, Field: "in-format", Cause: "element sets of orbits, which a pipe has where --in-format omm, or tle, says so"}
	}
	return &reading.SetsError{File: src.Name, Field: "from", Cause: "element sets of orbits have positions in a span of time: search, join, nearest and visits read them, with --from and --to"}
}

// Check refuses files that are missing or have no format, and options that are wrong for them. It reads no rows.
func Check(ctx context.Context, files []File, asked format.Options) error {
	o := reading.Options{Options: asked}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		f, ok := formatOf(&o, file.Path)
		if !ok {
			return formatsOf(&o).Unknown(file.Shown(), Foreign(file.Path))
		}
		if file.Path == "-" {
			continue
		}
		if _, err := os.Stat(infile.In(o.Folder, file.Holder())); err != nil {
			return fmt.Errorf("format: read: %w", &fs.PathError{Op: "open", Path: file.Path, Err: errors.Unwrap(err)})
		}
		if err := o.Check(file.Path, f.Format); err != nil {
			return err
		}
	}
	return nil
}
