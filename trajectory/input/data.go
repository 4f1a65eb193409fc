package input

import (
	"context"
	"errors"
	"sync/atomic"

	"flyby/internal/reading/fileset"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// ErrClosed says that a data set was closed before.
var ErrClosed = errors.New("input: the data set is closed")

// Options say how the files of a data set are read.
type Options struct {
	Read format.Options
}

// Data is a data set in files, of any size: a flyby.Source. It knows its files and the approximate number of their rows. Each database that
// is opened over it reads the rows, and so does each search with it as queries: standard input, which can be read once, serves only one.
// Data is safe for use by several goroutines.
type Data struct {
	names  []string
	files  []File
	read   format.Options
	rows   uint64
	known  bool
	free   func() error // is called once by Close; nil: nothing is
	closed atomic.Bool
	named  atomic.Pointer[trajectory.Store] // ids and kinds; nil: no rows were read yet
}

// Open finds the files of a data set by names, as List does. The one name "origin", unless a file has it, is the place where all coordinates are 0, and a list of catalogue numbers, such as "25544,48274", objects of the entries, both for the queries of a search (job.Inputs). Open reads headers and sizes, and no rows. A missing file, and a file of no
// format, is an error.
func Open(ctx context.Context, names []string, o Options) (*Data, error) {
	files, err := fileset.ListIn(o.Read.Folder, names...)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errors.New("input: open: no files are named")
	}
	return OpenFiles(ctx, names, files, o)
}

// OpenFiles is Open for the files that List found by names.
func OpenFiles(ctx context.Context, names []string, files []File, o Options) (*Data, error) {
	if len(files) == 1 && files[0].IsWord() { // of which other files' columns and units say nothing
		read := o.Read
		o.Read = format.Options{Radius: read.Radius, UnitsKnown: read.UnitsKnown, Reading: format.Reading{Threads: read.Threads, Stdin: files[0].Body()}}
	}
	if err := fileset.Check(ctx, files, o.Read); err != nil {
		return nil, err
	}
	d := &Data{names: names, files: files, read: o.Read}
	d.rows, d.known = fileset.EstimateFiles(files, o.Read)
	return d, nil
}

// Names returns the names by which the files were found; nil: not known.
func (d *Data) Names() []string { return d.names }

// Files returns the files in order. They are not to be changed.
func (d *Data) Files() []File { return d.files }

// ReadOptions returns how the files are read.
func (d *Data) ReadOptions() format.Options { return d.read }

// Size returns the approximate number of rows of the files. known is false where it cannot be told before they are read.
func (d *Data) Size() (rows uint64, known bool) { return d.rows, d.known }

// Learn keeps the ids and kinds that a reading of the rows found, in a store that may have no samples. Every reader of the rows calls it.
func (d *Data) Learn(named *trajectory.Store) { d.named.Store(named) }

// Space returns the space of positions; zero before rows were read.
func (d *Data) Space() (s trajectory.Space) {
	if named := d.named.Load(); named != nil {
		s = named.Space()
	}
	return s
}

// Times returns the kind of times; trajectory.Number before rows were read.
func (d *Data) Times() (kind trajectory.TimeKind) {
	if named := d.named.Load(); named != nil {
		kind = named.Times()
	}
	return kind
}

// IntIDs reports whether ids are integers; false before rows were read.
func (d *Data) IntIDs() bool {
	named := d.named.Load()
	return named != nil && named.IntIDs()
}

// ID returns the id of a trajectory by its number, as results have it; "" before rows were read.
func (d *Data) ID(traj int) string {
	if named := d.named.Load(); named != nil {
		return named.ID(traj)
	}
	return ""
}

// Err returns ErrClosed after Close.
func (d *Data) Err() error {
	if d.closed.Load() {
		return ErrClosed
	}
	return nil
}

// Close ends the use of the data: a database over them that is still open returns ErrClosed. A second call does nothing.
func (d *Data) Close() error {
	if first := !d.closed.Swap(true); first && d.free != nil {
		return d.free()
	}
	return nil
}
