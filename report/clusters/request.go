package clusters

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"flyby/internal/outfile"
	"flyby/internal/output"
	"flyby/points"
)

// Limits of a page.
const (
	MostDrawn = 200_000 // points in the picture
	MostRows  = 2000    // clusters in the table
	MostAxes  = 12      // coordinates that the picture may have for axes
)

// A Request has the input of a page: a result and its points.
type Request struct {
	Result *Result
	// Points are the points of all rows, in the order of the rows. Degrees says that they are places on the earth in metres from its centre, which the page shows by longitude and latitude.
	Points  *points.Store
	Degrees bool
	// Called is the name of the result on the page and in errors, such as "dbscan of points.csv"; "": the name of its file.
	Called string
	// Name is the name of the points on the page, such as "points.csv", and Columns are the names of their coordinates; "" and nil: the page has none.
	Name    string
	Columns []string
	// Unit is the unit of the coordinates; "": none is known.
	Unit string
	// Eps and MinPoints choose a variant where Result has several, and otherwise are the variant that it was made with; nil and 0: they are taken from Result.
	Eps       *float64
	MinPoints int
	// Count counts the points within eps of the points of some rows, each itself among them; nil: kinds are not checked.
	Count func(ctx context.Context, rows []uint32, eps float64) ([]uint32, error)
	// Drawn is the greatest number of points that are drawn; 0: MostDrawn.
	Drawn int
}

// A Summary counts the clusters of a page.
type Summary struct {
	Points, Drawn   int
	Clusters, Shown int // Shown counts the clusters in the table
	Noise           int
	Variant
	Title string
}

// check refuses a request that no page can be made for.
func (q *Request) check() error {
	switch {
	case q.Result == nil:
		return errors.New("clusters: Result: there is none")
	case q.Points == nil:
		return errors.New("clusters: Points: there are none")
	case q.Degrees && q.Points.Dimensions() != 3:
		return fmt.Errorf("clusters: Degrees: places have 3 coordinates, and points %d", q.Points.Dimensions())
	case q.Eps != nil && !(*q.Eps >= 0):
		return fmt.Errorf("clusters: Eps %v: must be 0 or more", *q.Eps)
	case q.MinPoints < 0:
		return fmt.Errorf("clusters: MinPoints %d: must be 0 or more", q.MinPoints)
	case q.Drawn < 0 || q.Drawn > MostDrawn:
		return fmt.Errorf("clusters: Drawn %d: must be from 0 to %d", q.Drawn, MostDrawn)
	}
	return nil
}

// Write writes a page. Where the result does not fit the points the error names the row.
func Write(ctx context.Context, w io.Writer, q Request) (Summary, error) {
	if err := q.check(); err != nil {
		return Summary{}, err
	}
	q.Drawn = cmp.Or(q.Drawn, MostDrawn)
	m := &maker{Request: q, ctx: ctx}
	if err := m.make(); err != nil {
		return Summary{}, err
	}
	return m.summary(), m.whole().Write(w)
}

// WriteFile writes a page to a file, which is there in full or not at all; "-" is o.Stdout. Of o it uses Folder, which the path is relative to, and Stdout.
func WriteFile(ctx context.Context, path string, o output.WriteOptions, q Request) (Summary, error) {
	return outfile.Whole(ctx, o.Folder, path, o.Stdout, func(w io.Writer) (Summary, error) { return Write(ctx, w, q) })
}
