package report

import (
	"context"
	"fmt"
	"io"

	"flyby/internal/outfile"
	"flyby/internal/output"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/report/internal/page"
)

// Numbers of rows on a page: the default, and the most.
const (
	DefaultTop = page.DefaultTop
	MostTop    = page.MostTop
)

// A Result is a file of encounters, pairs or hits, in any format that flyby writes.
type Result = resultfile.File

// Open reads the columns' names of a file of results; the extension says its format.
func Open(path string) (*Result, error) { return resultfile.Open(path) }

// OpenIn is Open for a path relative to a folder.
func OpenIn(folder, path string) (*Result, error) { return resultfile.OpenIn(folder, path) }

// OpenAt is Open for bytes, such as a nameless file's, under a name.
func OpenAt(name string, at io.ReaderAt, size int64) (*Result, error) {
	return resultfile.OpenAt(name, at, size)
}

// Levels of results that only OpenAny opens: they are not for a page of encounters.
const (
	ClusterLevel = resultfile.ClusterLevel
	GroupLevel   = resultfile.GroupLevel
)

// OpenAny is OpenIn for a file that may also have clusters of points or groups of trajectories; its Level says which.
func OpenAny(folder, path string) (*Result, error) { return resultfile.OpenAny(folder, path) }

// A Request has the input of a page: a result and its data. Of a page of encounters By is "".
type Request = page.Request

// An Excerpt holds the trajectories of the rows that a page shows.
type Excerpt = page.Excerpt

// A Summary counts the rows of a page.
type Summary = page.Summary

// check refuses queries and results that do not go with the entries.
func check(q *Request) error {
	switch {
	case q.By != "":
		return fmt.Errorf("report: By %q: is for groups", q.By)
	case q.Queries != nil && q.Queries.Space() != q.Entries.Space():
		return fmt.Errorf("report: positions of Queries are %v in %d-D, of Entries %v in %d-D", q.Queries.Space().Frame, q.Queries.Dim(), q.Entries.Space().Frame, q.Entries.Dim())
	case q.Queries != nil && q.Queries.Times() != q.Entries.Times():
		return fmt.Errorf("report: times of Queries are %v, of Entries %v", q.Queries.Times(), q.Entries.Times())
	case q.Result.Horizontal() && !q.Entries.Space().Heights:
		return fmt.Errorf("%s: its distances are horizontal, and the data have no heights beside their positions", printable.Text(q.InErrors()))
	}
	return nil
}

// Write writes a page. Where the result does not fit the data the error names the row.
func Write(ctx context.Context, w io.Writer, q Request) (Summary, error) { return write(ctx, w, "", q) }

// write is Write with the folder that Request.SVG is relative to.
func write(ctx context.Context, w io.Writer, folder string, q Request) (Summary, error) {
	m, err := newMaker(ctx, q)
	if err == nil {
		err = m.Make(m)
	}
	if err == nil && q.SVG != "" {
		err = m.writePictures(folder)
	}
	if err != nil {
		return Summary{}, err
	}
	return m.Summary(m.All), m.whole().Write(w)
}

// WriteFile writes a page to a file, which is there in full or not at all; "-" is o.Stdout. Of o it uses Folder, which the path and q.SVG are relative to, and Stdout.
func WriteFile(ctx context.Context, path string, o output.WriteOptions, q Request) (Summary, error) {
	return outfile.Whole(ctx, o.Folder, path, o.Stdout, func(w io.Writer) (Summary, error) { return write(ctx, w, o.Folder, q) })
}
