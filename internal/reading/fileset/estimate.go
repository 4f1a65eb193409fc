package fileset

import (
	"bytes"
	"context"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory/format"
)

// EstimateRows returns the approximate number of rows of a file without reading all of it: the number in the
// footer for Parquet, a number extrapolated from the first bytes for text. ok is false where there is no
// estimate: for standard input, unless it is a body, for a path that is no file, and for a file that cannot be
// read, for which Read returns the reason.
func EstimateRows(path string, asked format.Options) (rows uint64, ok bool) {
	o := reading.Options{Options: asked}
	f, known := formatOf(&o, path)
	if !known || isStream(path, &asked) {
		return 0, false
	}
	o.Threads = 1
	o.Progress = nil
	src, err := open(path, f, &o)
	if err != nil {
		return 0, false
	}
	defer src.Close()
	if f.Estimate != nil {
		return f.Estimate(src, &o)
	}
	return estimateRows(src, f.Mark)
}

// isStream reports whether a path has bytes that are gone once they are read: standard input, unless it is a body, and what is no file.
func isStream(path string, o *format.Options) bool {
	if path == "-" {
		_, body := o.Stdin.(*infile.Body)
		return !body
	}
	return !infile.IsRegular(o.Folder, path)
}

// estimateRows counts the rows at the beginning of text: marks, lines, or elements that begin.
func estimateRows(s *infile.Source, mark string) (rows uint64, ok bool) {
	head, more, ok := reading.HeadOf(s)
	if !ok {
		return 0, false
	}
	lines := bytes.Count(head, []byte("\n"))
	if mark != "" {
		lines = bytes.Count(head, []byte(mark))
	} else if bytes.HasPrefix(bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n"), []byte("<")) {
		lines = bytes.Count(head, []byte("<"))
	}
	return reading.Extrapolate(s, lines, more), true
}

// mostEstimated is the most files in which EstimateFiles counts rows.
const mostEstimated = 64

// EstimateFiles returns the approximate number of rows of several files. Of many files it reads some of each
// format, and estimates the others by their size. ok is false where it is false in EstimateRows for one of
// them.
func EstimateFiles(files []File, o format.Options) (rows uint64, ok bool) {
	if IsFleet(files, o) {
		if slices.ContainsFunc(files, func(f File) bool { return f.Size() == 0 }) { // of a pipe
			return 0, false
		}
		o.Progress = nil
		f, _, err := ReadFleet(context.Background(), files, o)
		if err != nil {
			return 0, false // reading returns the reason
		}
		return uint64(f.Estimate()), true
	}
	type class struct{ looked, rows, rest float64 }
	classes := map[string]*class{}
	o.Archives = &infile.Archives{}
	defer o.Archives.Close()
	step := (len(files) + mostEstimated - 1) / mostEstimated
	for i, file := range files {
		f, _ := formatOf(&reading.Options{Options: o}, file.Path)
		_, packing := infile.CutPacking(file.Path)
		c := classes[f.Name+packing]
		size := file.Size()
		switch {
		case size == 0 && len(files) > 1:
			return 0, false
		case c != nil && i%step > 0:
			c.rest += float64(size)
			continue
		case c == nil:
			c = &class{}
			classes[f.Name+packing] = c
		}
		n, ok := EstimateRows(file.Path, o)
		if !ok {
			return 0, false
		}
		rows, c.rows, c.looked = rows+n, c.rows+float64(n), c.looked+float64(size)
	}
	for _, c := range classes {
		if c.looked > 0 {
			rows += uint64(c.rows * (c.rest / c.looked))
		}
	}
	return rows, true
}
