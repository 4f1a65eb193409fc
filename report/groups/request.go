package groups

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"flyby/internal/outfile"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// Numbers of groups on a page: the default, and the most.
const (
	DefaultTop = 200
	MostTop    = 2000
)

// An Order says which groups a page shows, where there are more than Request.Top.
type Order string

// Orders: by size, groups of equal size by duration; or by duration, groups of equal duration by size.
const (
	BySize     Order = "size"
	ByDuration Order = "duration"
)

// Orders returns all orders.
func Orders() []Order { return []Order{BySize, ByDuration} }

// ErrNoMembers is the error of a file that has groups without their members.
var ErrNoMembers = errors.New("a row is a group and does not say its members: a page needs the rows of convoys --level members")

// ErrNoGroups is the error of a file without columns of groups.
var ErrNoGroups = errors.New("no columns of groups")

// A Result is a file of groups with a row for each member, for moving clusters a row for each member at a tick, in any format that flyby writes.
type Result struct{ *resultfile.File }

// Open reads the columns' names of a file of groups; the extension says its format.
func Open(path string) (*Result, error) { return OpenIn("", path) }

// OpenIn is Open for a path relative to a folder.
func OpenIn(folder, path string) (*Result, error) {
	f, err := resultfile.OpenAny(folder, path)
	if err != nil {
		return nil, err
	}
	return openFile(f)
}

// openFile returns an opened file as a Result.
func openFile(f *resultfile.File) (*Result, error) {
	r := &Result{f}
	switch {
	case len(f.Columns()) == 0 || f.Level() == resultfile.GroupLevel && r.has("traj_id"):
		return r, nil
	case f.Level() == resultfile.GroupLevel:
		return nil, fmt.Errorf("%s: %w", printable.Text(f.Path()), ErrNoMembers)
	}
	return nil, fmt.Errorf("%s: %w", printable.Text(f.Path()), ErrNoGroups)
}

// has reports whether the file has a column.
func (r *Result) has(column string) bool { return slices.Contains(r.Columns(), column) }

// moving reports whether a row is a member at a tick.
func (r *Result) moving() bool { return r.has("t") }

// A Request has the input of a page: a result and its data.
type Request struct {
	// Result is the file of the rows.
	Result *Result
	// Entries are the trajectories that groups were searched for among. Where Take is not nil they may have ids alone.
	Entries *trajectory.Store
	// Called is the name of the result on the page and in errors, such as "convoys of cars.csv"; "": the name of its file.
	Called string
	// Name is the name of the data on the page, such as "cars.csv"; "": the page does not name them.
	Name string
	// Units are the units of the data, and Answer the units that lengths of the page are in.
	Units  format.Units
	Answer output.AnswerUnits
	// Distance is the threshold in the unit of the data; nil: it is taken from the metadata of Result. Where it is not known, members are not checked to be connected.
	Distance *float64
	// Top is the number of groups that the page shows, at most MostTop; 0: DefaultTop. By says which groups; "": BySize.
	Top int
	By  Order
	// Held is the number of groups that are held for the figure of groups against time; 0: a million. Where there are more groups, the figure shows only the groups on the page.
	Held int
	// Take, where it is not nil, is called once with the members of the groups on the page, by their numbers in the store, and returns a store with
	// the samples of these trajectories, and their numbers in the whole data, ascending.
	Take func(trajs []int) (*trajectory.Store, []int, error)
}

// A Summary counts the groups of a page.
type Summary struct {
	Rows  int    // rows of the result
	Found int    // groups of the result
	Shown int    // groups on the page
	Title string // title of the page
}

// mostHeld is the default of Request.Held.
const mostHeld = 1_000_000

// check refuses a request that no page can be made for.
func (q *Request) check() error {
	switch {
	case q.Result == nil:
		return errors.New("report/groups: Result: there is none")
	case q.Entries == nil:
		return errors.New("report/groups: Entries: there are none")
	case q.Top < 0 || q.Top > MostTop:
		return fmt.Errorf("report/groups: Top %d: must be from 1 to %d", q.Top, MostTop)
	case q.By != "" && !slices.Contains(Orders(), q.By):
		return fmt.Errorf("report/groups: By %q: must be one of %q", q.By, Orders())
	case q.Held < 0:
		return fmt.Errorf("report/groups: Held %d: must be 0 or more", q.Held)
	case q.Distance != nil && !(*q.Distance >= 0):
		return fmt.Errorf("report/groups: Distance %v: must be 0 or more", *q.Distance)
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
	q.By = cmp.Or(q.By, BySize)
	return q
}

// called returns the name of the result in errors.
func (q *Request) called() string { return cmp.Or(q.Called, q.Result.Path()) }

// Write writes a page. Where the result does not fit the data the error names the row.
func Write(ctx context.Context, w io.Writer, q Request) (Summary, error) {
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
	return Summary{Rows: m.rows, Found: m.tally.all, Shown: len(p.Rows), Title: p.Title}, writePage(w, p)
}

// WriteFile writes a page to a file, which is there in full or not at all; "-" is o.Stdout. Of o it uses Folder, which the path is relative to, and Stdout.
func WriteFile(ctx context.Context, path string, o output.WriteOptions, q Request) (Summary, error) {
	return outfile.Whole(ctx, o.Folder, path, o.Stdout, func(w io.Writer) (Summary, error) { return Write(ctx, w, q) })
}
