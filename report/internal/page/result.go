package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/points/format"
)

// A View is what a page shows. It follows from the columns of a result.
type View string

// The views: of encounters, which may be hits or pairs, too; of groups of trajectories; of clusters of points; and of visits to zones.
const (
	Encounters View = "encounters"
	Groups     View = "groups"
	Clusters   View = "clusters"
	Visits     View = "visits"
)

// Orders returns the values of Request.By: groups by size, groups of equal size by duration; or by duration, groups of equal duration by size. Other views have none.
func (v View) Orders() []string {
	if v == Groups {
		return []string{"size", "duration"}
	}
	return nil
}

// Limits of a page of clusters.
const (
	MostDrawn = 200_000 // points in the picture
	MostAxes  = 12      // coordinates that the picture may have for axes
)

// Bytes returns the memory that a page of clusters of n points takes beside the points: for each its cluster and kind, and for each point drawn its id, its coordinates, and their JSON.
func (v View) Bytes(n, dimensions int) uint64 {
	const point, drawn, coordinate = 10, 160, 40
	return memory.Of(n, point) + memory.Of(min(n, MostDrawn), drawn+coordinate*min(dimensions, MostAxes))
}

// Held returns the value of Request.Held for a page that may take a number of bytes: rows of encounters get a quarter of the bytes, 256 for a row and
// its share of the figures; groups and visits get an eighth, 32 for each.
func (v View) Held(bytes uint64) int {
	row := uint64(4 * 256)
	if v == Groups || v == Visits {
		row = 8 * 32
	}
	return int(max(1, min(mostHeld, bytes/row)))
}

// A Result is a file of encounters, pairs, hits, members of groups, clusters or visits, in any format that flyby writes, or an array of labels of clusters.
type Result struct {
	*resultfile.File
	folder, array string // path of an array, relative to a folder; "": it is a file with columns
}

// errNoMembers refuses a file that has groups without their members.
var errNoMembers = errors.New("a row is a group and does not say its members: a page needs the rows of convoys --level members")

// errVisits refuses a file that has the hits, pairs or events of visits.
var errVisits = errors.New("a page needs visits one by one: the rows of visits --level visits")

// Open reads the columns' names of a result; the extension says its format. The path is relative to a folder; "": the working folder.
func Open(folder, path string) (*Result, error) {
	if f, _ := format.Formats().Choose(path, ""); f.Array {
		return &Result{new(resultfile.File), folder, path}, nil
	}
	return shown(resultfile.OpenAny(folder, path))
}

// OpenAt is Open for bytes, such as a nameless file's, under a name.
func OpenAt(name string, at io.ReaderAt, size int64) (*Result, error) {
	return shown(resultfile.OpenAt(name, at, size))
}

// shown refuses a file that has no page.
func shown(f *resultfile.File, err error) (*Result, error) {
	if err == nil && f.Level() == resultfile.GroupLevel && !f.Has("traj_id") {
		err = fmt.Errorf("%s: %w", printable.Text(f.Path()), errNoMembers)
	}
	if err == nil && f.Level().OfZones() && f.Level() != resultfile.VisitLevel {
		err = fmt.Errorf("%s: its rows are %s: %w", printable.Text(f.Path()), f.Level(), errVisits)
	}
	if err != nil {
		return nil, err
	}
	return &Result{File: f}, nil
}

// Path returns the path of the file.
func (r *Result) Path() string { return cmp.Or(r.array, r.File.Path()) }

// View returns the view of the result's page; "" where it has no rows and no columns.
func (r *Result) View() View {
	switch level := r.Level(); {
	case r.Array() || level == resultfile.ClusterLevel:
		return Clusters
	case level == resultfile.GroupLevel:
		return Groups
	case level == resultfile.VisitLevel:
		return Visits
	case level == "":
		return ""
	}
	return Encounters
}

// Array reports whether the file is an array, whose rows are labels alone.
func (r *Result) Array() bool { return r.array != "" }

// Labels reads an array with one number in each row. It may have no rows.
func (r *Result) Labels(ctx context.Context) ([]float64, error) {
	o := format.Options{Reading: format.Reading{Folder: r.folder}}
	files, err := o.List(r.array)
	if err != nil {
		return nil, err
	}
	store, _, err := format.ReadFiles(ctx, files, o)
	switch {
	case errors.Is(err, format.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case store.Dimensions() != 1:
		return nil, fmt.Errorf("%s: %d numbers a row, where labels are one", printable.Text(files[0].Path), store.Dimensions())
	}
	return store.Column(0), nil
}
