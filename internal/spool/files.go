package spool

import (
	"context"
	"errors"
	"fmt"
	"os"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// ReadFiles reads several files, in the order in which input.List has them, as one data set. Its errors and its report equal
// input.ReadFiles's, but for errors about memory, which Read has too.
//
// Files whose rows follow one another in time, trajectory by trajectory, are read as one file is. Where they do not, or with
// o.Format.SortTimes the rows of one do not, they are read again, and an external sort puts the rows in order: see
// docs/decisions/0034-files-are-one-data-set.md.
func ReadFiles(ctx context.Context, files []input.File, o Options) (*Spool, format.Report, error) {
	o.Format = o.Format.Steady()
	if len(files) == 1 && (!o.Format.SortTimes || o.Format.Places != nil) {
		o.Format.ID = files[0].ID
		s, report, err := Read(ctx, files[0].Path, o)
		report.Files = 1
		return s, report, err
	}
	if len(files) == 1 { // its rows may be in order
		if s, report, ok := readTimes(ctx, files[0].Path, o); ok {
			report.Files = 1
			return s, report, nil
		}
	}
	if mayReadAgain(o.Format.Folder, files) {
		s, report, err := readInTurn(ctx, files, o)
		if !errors.Is(err, errOverlap) {
			return s, report, err
		}
	}
	return readInOrder(ctx, files, o)
}

// errOverlap ends a reading where one file has rows before rows of an earlier file.
var errOverlap = errors.New("spool: files overlap in time")

// mayReadAgain reports whether all files are regular ones.
func mayReadAgain(folder string, files []input.File) bool {
	for _, f := range files {
		if info, err := os.Stat(infile.In(folder, f.Path)); f.Path == "-" || err == nil && !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// nameOf returns the name of files in errors.
func nameOf(files []input.File) string {
	if len(files) == 1 {
		return files[0].Path
	}
	return fmt.Sprintf("%d files", len(files))
}

// readInTurn reads files whose rows follow one another. The error wraps errOverlap where they do not.
func readInTurn(ctx context.Context, files []input.File, o Options) (*Spool, format.Report, error) {
	rows, _ := fileset.EstimateFiles(files, o.Format)
	overlap := func(*trajectory.RowError) error { return errOverlap }
	return widened(o, func(o Options) (*Spool, format.Report, error) {
		p, err := newPass(nameOf(files), rows, o)
		if err != nil {
			return nil, format.Report{}, err
		}
		return p.read(func() (reading.IDs, format.Report, error) {
			return fileset.ReadFileRows(ctx, files, p.options, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
				return p.take(rows, overlap)
			})
		})
	})
}

// sortPart divides the memory: rows are sorted in that part, segments get the rest.
const sortPart = 2

// readInOrder reads files whose rows do not follow one another.
func readInOrder(ctx context.Context, files []input.File, o Options) (*Spool, format.Report, error) {
	rows, _ := fileset.EstimateFiles(files, o.Format)
	sorter := newRowSorter(o.Folder, o.Memory/sortPart, rows, byTime)
	defer sorter.Close()
	ids, report, err := fileset.ReadFileRows(ctx, files, o.Format, sorter.take)
	if err == nil {
		err = sorter.End()
	}
	if err != nil {
		return nil, report, err
	}
	o.Memory -= o.Memory / sortPart
	return widened(o, func(o Options) (*Spool, format.Report, error) {
		all := report
		p, err := newPass(nameOf(files), sorter.rows, o)
		if err != nil {
			return nil, all, err
		}
		sorter.clashes = &fileset.Clashes{Files: files, Options: o.Format, IDs: ids, Report: &all}
		return p.read(func() (reading.IDs, format.Report, error) {
			err := sorter.each(ctx, func(rows *reading.Rows) error { return p.take(rows, unsorted) })
			return ids, all, err
		})
	})
}

// unsorted is the overlap function of a pass over sorted rows: rows out of order are a bug.
func unsorted(*trajectory.RowError) error { return errors.New("spool: rows are not in order") }
