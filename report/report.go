package report

import (
	"context"
	"io"

	"flyby/internal/outfile"
	"flyby/report/internal/clusters"
	"flyby/report/internal/encounters"
	"flyby/report/internal/groups"
	"flyby/report/internal/page"
	"flyby/report/internal/visits"
	"flyby/trajectory/output"
)

// Numbers of rows on a page, the default and the most; and the views: of encounters, which may be hits or pairs, too; of groups of trajectories; of clusters of points; and of visits to zones.
const (
	DefaultTop = page.DefaultTop
	MostTop    = page.MostTop
	Encounters = page.Encounters
	Groups     = page.Groups
	Clusters   = page.Clusters
	Visits     = page.Visits
)

type (
	// A View is what a page shows. It follows from the columns of a result. Its methods are Orders, the values of Request.By; Held, the Request.Held of a page that has some memory; and Bytes,
	// the memory that a page of clusters takes.
	View = page.View
	// A Result is a file of encounters, pairs, hits, members of groups, clusters or visits, in any format that flyby writes, or an array of labels of clusters. Its View is "" where it has neither rows
	// nor columns.
	Result = page.Result
	// A Request has the input of a page: a result and its data, which are Entries and perhaps Queries, for visits Zones, or for clusters Points.
	Request = page.Request
	// An Excerpt holds the trajectories of the rows that a page shows.
	Excerpt = page.Excerpt
	// A Summary counts the rows of a page.
	Summary = page.Summary
)

// Open reads the columns' names of a result; the extension says its format. The path is relative to a folder; "": the working folder.
func Open(folder, path string) (*Result, error) { return page.Open(folder, path) }

// OpenAt is Open for bytes, such as a nameless file's, under a name.
func OpenAt(name string, at io.ReaderAt, size int64) (*Result, error) {
	return page.OpenAt(name, at, size)
}

// Policy returns the Content-Security-Policy of pages of a view, for servers that send it in a header, too.
func Policy(v View) (string, error) {
	switch v {
	case Groups:
		return groups.Policy()
	case Clusters:
		return clusters.Policy()
	case Visits:
		return visits.Policy()
	}
	return encounters.Policy()
}

// Write writes a page to a file, which is there in full or not at all; "-" is o.Stdout. Of o it uses Folder, which the path and q.SVG are relative to, and Stdout. Where the result does not fit
// the data the error names the row.
func Write(ctx context.Context, path string, o output.WriteOptions, q Request) (Summary, error) {
	return outfile.Whole(ctx, o.Folder, path, o.Stdout, func(w io.Writer) (Summary, error) {
		m, err := maker(ctx, q)
		if err != nil {
			return Summary{}, err
		}
		return m.Write(w, o.Folder)
	})
}

// maker returns the maker of the view of a request.
func maker(ctx context.Context, q Request) (interface {
	Write(to io.Writer, folder string) (Summary, error)
}, error) {
	switch {
	case q.Points != nil || q.Result != nil && q.Result.View() == Clusters:
		return clusters.New(ctx, q)
	case q.Result != nil && q.Result.View() == Groups:
		return groups.New(ctx, q)
	case q.Result != nil && q.Result.View() == Visits:
		return visits.New(ctx, q)
	}
	return encounters.New(ctx, q)
}
