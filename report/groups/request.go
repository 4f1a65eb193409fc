package groups

import (
	"context"
	"errors"
	"fmt"
	"io"

	"flyby/internal/outfile"
	"flyby/internal/output"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/report/internal/page"
)

// An Order says which groups a page shows, where there are more than Request.Top.
type Order = page.Order

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
type Result = resultfile.File

// OpenIn reads the columns' names of a file of groups; the extension says its format. The path is relative to a folder; "": the working folder.
func OpenIn(folder, path string) (*Result, error) {
	f, err := resultfile.OpenAny(folder, path)
	switch {
	case err != nil:
		return nil, err
	case len(f.Columns()) > 0 && f.Level() != resultfile.GroupLevel:
		return nil, fmt.Errorf("%s: %w", printable.Text(path), ErrNoGroups)
	case len(f.Columns()) > 0 && !f.Has("traj_id"):
		return nil, fmt.Errorf("%s: %w", printable.Text(path), ErrNoMembers)
	}
	return f, nil
}

// A Request has the input of a page: a result and its data. Of a page of groups Queries is nil, and SVG "".
type Request = page.Request

// A Summary counts the groups of a page.
type Summary = page.Summary

// Write writes a page. Where the result does not fit the data the error names the row.
func Write(ctx context.Context, w io.Writer, q Request) (Summary, error) {
	m, err := newMaker(ctx, q)
	if err == nil {
		err = m.Make(m)
	}
	if err != nil {
		return Summary{}, err
	}
	return m.Summary(m.rows), m.whole().Write(w)
}

// WriteFile writes a page to a file, which is there in full or not at all; "-" is o.Stdout. Of o it uses Folder, which the path is relative to, and Stdout.
func WriteFile(ctx context.Context, path string, o output.WriteOptions, q Request) (Summary, error) {
	return outfile.Whole(ctx, o.Folder, path, o.Stdout, func(w io.Writer) (Summary, error) { return Write(ctx, w, q) })
}
