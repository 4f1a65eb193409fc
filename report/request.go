package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"flyby/internal/outfile"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// Numbers of rows on a page: the default, and the most.
const (
	DefaultTop = 200
	MostTop    = 2000
)

// A Result is a file of encounters, pairs or hits, in any format that flyby writes.
type Result struct{ *resultfile.File }

// Open reads the columns' names of a file of results; the extension says its format.
func Open(path string) (*Result, error) { return OpenIn("", path) }

// OpenIn is Open for a path relative to a folder.
func OpenIn(folder, path string) (*Result, error) {
	return opened(resultfile.OpenIn(folder, path))
}

// OpenAt is Open for bytes, such as a nameless file's, under a name.
func OpenAt(name string, at io.ReaderAt, size int64) (*Result, error) {
	return opened(resultfile.OpenAt(name, at, size))
}

// opened returns a file as a Result.
func opened(f *resultfile.File, err error) (*Result, error) {
	if err != nil {
		return nil, err
	}
	return &Result{f}, nil
}

// Levels of results that only OpenAny opens: they are not for a page of encounters.
const (
	ClusterLevel = resultfile.ClusterLevel
	GroupLevel   = resultfile.GroupLevel
)

// OpenAny is OpenIn for a file that may also have clusters of points or groups of trajectories; its Level says which.
func OpenAny(folder, path string) (*Result, error) {
	f, err := resultfile.OpenAny(folder, path)
	if err != nil {
		return nil, err
	}
	return &Result{f}, nil
}

// Horizontal reports whether distances of the rows are horizontal, as with cylinders: then the data need heights beside their positions.
func (r *Result) Horizontal() bool { return r.has("dz_closest") || r.Vertical() != "" }

// A Request has the input of a page: a result and its data.
type Request struct {
	// Result is the file of the rows.
	Result *Result
	// Entries are the trajectories that were searched or joined, and Queries the trajectories that they were searched with; nil: a join. Where Take is not nil both may
	// have ids alone.
	Entries, Queries *trajectory.Store
	// Called is the name of the result on the page and in errors, such as "join of cars.csv"; "": the name of its file.
	Called string
	// Name is the name of the data on the page, such as "cars.csv"; "": the page does not name them.
	Name string
	// Notes are sentences about the reading of the data, which the page has among its facts.
	Notes []string
	// Units are the units of the data, and Answer the units that distances and speeds of the rows were written in, as output.WriteOptions has them.
	Units  format.Units
	Answer output.AnswerUnits
	// Distance is the threshold in the unit of the data; nil: it is taken from the metadata of Result, or else from the rows.
	Distance *float64
	// Top is the number of closest rows that the page shows, at most MostTop; 0: DefaultTop.
	Top int
	// SVG is a folder for pictures of the distance against time, a file N.svg for each row on the page, N being the row's number; "": none. The folder is made if it is missing.
	// Each file is there in full or not at all, and all of them before the page.
	SVG string
	// Held is the number of rows that are held for the figures of who met whom and when; 0: a million. Where there are more rows, these figures show only the rows on the page.
	Held int
	// Take, where it is not nil, is called once with the pairs of trajectories of the rows on the page, by their numbers in the stores, and returns
	// stores with the samples of these trajectories.
	Take func(pairs [][2]int) (Excerpt, error)
}

// An Excerpt holds some of the trajectories of the data.
type Excerpt struct {
	// Entries and Queries are their stores; in a join Queries is nil.
	Entries, Queries *trajectory.Store
	// EntryTrajs and QueryTrajs are their numbers in the whole data, ascending; nil: the stores have all trajectories. In a join both are the same.
	EntryTrajs, QueryTrajs []int
}

// A Summary counts the rows of a page.
type Summary struct {
	Rows  int    // rows of the result
	Shown int    // rows on the page
	Title string // title of the page
}

// mostHeld is the default of Request.Held.
const mostHeld = 1_000_000

// check refuses a request that no page can be made for.
func (q *Request) check() error {
	switch {
	case q.Result == nil:
		return errors.New("report: Result: there is none")
	case q.Entries == nil:
		return errors.New("report: Entries: there are none")
	case q.Queries != nil && q.Queries.Space() != q.Entries.Space():
		return fmt.Errorf("report: positions of Queries are %v in %d-D, of Entries %v in %d-D", q.Queries.Space().Frame, q.Queries.Dim(), q.Entries.Space().Frame, q.Entries.Dim())
	case q.Queries != nil && q.Queries.Times() != q.Entries.Times():
		return fmt.Errorf("report: times of Queries are %v, of Entries %v", q.Queries.Times(), q.Entries.Times())
	case q.Top < 0 || q.Top > MostTop:
		return fmt.Errorf("report: Top %d: must be from 1 to %d", q.Top, MostTop)
	case q.Held < 0:
		return fmt.Errorf("report: Held %d: must be 0 or more", q.Held)
	case q.Distance != nil && !(*q.Distance >= 0):
		return fmt.Errorf("report: Distance %v: must be 0 or more", *q.Distance)
	case q.Result.Horizontal() && !q.Entries.Space().Heights:
		return fmt.Errorf("%s: its distances are horizontal, and the data have no heights beside their positions", printable.Text(q.called()))
	}
	return q.Answer.Check(q.Units)
}

// filled returns the request with defaults.
func (q Request) filled() Request {
	if q.Top == 0 {
		q.Top = DefaultTop
	}
	if q.Held == 0 {
		q.Held = mostHeld
	}
	return q
}

// called returns the name of the result in errors.
func (q *Request) called() string { return cmp.Or(q.Called, q.Result.Path()) }

// Write writes a page. Where the result does not fit the data the error names the row.
func Write(ctx context.Context, w io.Writer, q Request) (Summary, error) { return write(ctx, w, "", q) }

// write is Write with the folder that Request.SVG is relative to.
func write(ctx context.Context, w io.Writer, folder string, q Request) (Summary, error) {
	if err := q.check(); err != nil {
		return Summary{}, err
	}
	m, err := newMaker(ctx, q.filled())
	if err != nil {
		return Summary{}, err
	}
	p, err := m.page()
	if err != nil {
		return Summary{}, err
	}
	if q.SVG != "" {
		if err := writePictures(ctx, folder, q.SVG, p); err != nil {
			return Summary{}, err
		}
	}
	return Summary{Rows: m.tally.all, Shown: len(p.Rows), Title: p.Title}, writePage(w, p)
}

// WriteFile writes a page to a file, which is there in full or not at all; "-" is o.Stdout. Of o it uses Folder, which the path and q.SVG are relative to, and Stdout.
func WriteFile(ctx context.Context, path string, o output.WriteOptions, q Request) (Summary, error) {
	return outfile.Whole(ctx, o.Folder, path, o.Stdout, func(w io.Writer) (Summary, error) { return write(ctx, w, o.Folder, q) })
}
