package job

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"flyby"
	"flyby/internal/engine"
	"flyby/internal/parallel"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/source"
	"flyby/internal/spill"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// ErrClosed is the error of a base that was closed before.
var ErrClosed = errors.New("job: the base is closed")

// A Base is a data set that stays read, with its index and its devices, for one search after another: see docs/decisions/0121-one-database-for-many-searches.md. Its methods may be called from
// several goroutines, whose searches take turns.
type Base struct {
	ask    Ask  // OpenBase's, without its search; EntryData are its files
	own    bool // EntryData were opened by OpenBase
	folder *spill.Folder
	making *engine.Turn  // for the one caller that makes a view, or reads further columns
	small  chan struct{} // one element for each body that lies in memory

	mutex   sync.Mutex
	views   map[bool]*view // for searches without, and with a vertical threshold; nil: not asked for yet
	columns *format.Attributes
	points  *pointJob // that has read the points, of a base of points, which has no views and columns; otherwise nil
}

// A view is the data set with its index, read for searches either without or with a vertical threshold.
type view struct {
	*Job
	db *flyby.Database
}

// bytes returns the memory that the view takes between searches.
func (v *view) bytes() uint64 { return v.entries.Bytes() + v.entries.Index.Bytes }

// OpenBase reads the entries of an ask and indexes them; where its Kind is one of points it reads these. Of the ask it takes how files are read, methods, devices, threads, memory and Tmp; it ignores the search, but for Read.Upright and for columns
// of the input that With names. The first search with a vertical threshold, or with other columns, reads the files again for them. Data that do not fit Memory are refused with a *flyby.MemoryError, which
// says how much would do. The caller closes the base.
func OpenBase(ctx context.Context, a Ask) (*Base, error) {
	if a.searches() {
		return nil, wrong("Queries", "are of a job of the base")
	}
	if a.Kind.OfPoints() {
		return openPointBase(ctx, a)
	}
	a.Question = question.Question{With: a.wholeColumns()}
	if err := a.validateShape(); err != nil {
		return nil, err
	}
	b := &Base{own: a.EntryData == nil, making: engine.NewTurn(ErrClosed), views: map[bool]*view{}, small: make(chan struct{}, smallBodies)}
	if err := b.open(ctx, a); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// open reads the data.
func (b *Base) open(ctx context.Context, a Ask) (err error) {
	a.Read = a.Read.Lasting() // reading again later has to give the same data
	if b.own {
		read := a.Read
		read.OrbitCurve = max(read.OrbitCurve, 0)
		if a.EntryData, err = input.Open(ctx, a.Entries, input.Options{Read: read}); err != nil {
			return err
		}
	}
	a.Entries = nil
	if err := b.openFolder(ctx, &a); err != nil {
		return err
	}
	b.ask = a
	v, err := b.read(ctx, a.Read.Upright)
	if err != nil {
		return err
	}
	b.views[a.Read.Upright], b.columns = v, v.entries.Report.Attributes
	b.ask.setThreads(parallel.Threads(v.ask.Machine.Threads)) // the index has them, whatever cores the process has later
	b.ask.With, b.ask.Plan, b.ask.Watch = nil, nil, Watch{}
	return nil
}

// openFolder opens the folder of files of the base, or takes the context's.
func (b *Base) openFolder(ctx context.Context, a *Ask) (err error) {
	if b.folder = spill.FolderIn(ctx); b.folder == nil {
		b.folder, err = spill.Open(a.Machine.Tmp, a.Machine.TmpLimit)
	}
	return err
}

// read makes a view, within the memory that the other view leaves.
func (b *Base) read(ctx context.Context, upright bool) (*view, error) {
	a := b.ask
	a.Read.Upright = upright
	held := b.bytes()
	if a.Machine.Memory > 0 {
		a.Machine.Memory = max(1, a.Machine.Memory-min(a.Machine.Memory, held))
	}
	v, err := readView(ctx, a)
	if little := (*flyby.MemoryError)(nil); errors.As(err, &little) {
		little.Bytes, little.Least = b.ask.Machine.Memory, little.Least+held
	}
	return v, err
}

// readView reads a view of an ask.
func readView(ctx context.Context, a Ask) (*view, error) {
	j, err := opened(ctx, a, func(c *source.Config) { c.Held = true })
	if err != nil {
		return nil, err
	}
	if err := j.entries.Hold(ctx); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	j.entries.Later = false
	db, err := j.open(ctx)
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	j.ask.Progress(Progress{})
	v := &view{j, db}
	j.quota.Keep(v.bytes())
	return v, nil
}

// close frees a view.
func (v *view) close() error { return errors.Join(v.db.Close(), v.Job.Close()) }

// at returns a view, and makes it if there is none yet. The caller has the turn.
func (b *Base) at(ctx context.Context, upright bool) (*view, error) {
	v := b.known(upright)
	if v != nil {
		return v, nil
	}
	v, err := b.read(ctx, upright)
	if err == nil {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.views[upright] = v
	}
	return v, err
}

// known returns a view; nil: it is not made yet.
func (b *Base) known(upright bool) *view {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.views[upright]
}

// within returns a view, and the further columns of the given names. A caller whose view and columns are there does not wait while others are made.
func (b *Base) within(ctx context.Context, upright bool, names []string) (*view, *format.Attributes, error) {
	if v, columns := b.there(upright, names); v != nil {
		return v, columns, ctx.Err()
	}
	if err := b.making.Take(ctx); err != nil {
		return nil, nil, err
	}
	defer b.making.Give()
	v, err := b.at(ctx, upright)
	if err != nil {
		return nil, nil, err
	}
	columns, err := b.columnsOf(ctx, names)
	return v, columns, err
}

// there returns a view, and the further columns of the given names; nil: they are not made yet, or the base is closed.
func (b *Base) there(upright bool, names []string) (*view, *format.Attributes) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if v := b.views[upright]; v != nil && !b.making.Closed() && len(b.columns.Lacks(names)) == 0 {
		return v, b.columns
	}
	return nil, nil
}

// columnsOf returns further columns, among them the columns of the given names; it reads the files again for a name that they may have and that was not read yet. The caller has the turn.
func (b *Base) columnsOf(ctx context.Context, names []string) (*format.Attributes, error) {
	more := b.columns.Lacks(names)
	if len(more) == 0 {
		return b.columns, nil
	}
	read := b.ask.EntryData.ReadOptions()
	read.Stamps, read.OrbitCurve = cmp.Or(read.Stamps, b.ask.Read.Stamps), b.ask.filled().Read.OrbitCurve
	read.Threads, read.Attributes = b.ask.Machine.Threads, append(b.columns.Had(), more...)
	none := func(*reading.Rows, func(*trajectory.RowError) error) error { return nil }
	_, report, err := fileset.ReadFileRows(ctx, b.ask.EntryData.Files(), read, none)
	if err != nil {
		return nil, err
	}
	report.Attributes.Found(nil, b.columns.Columns())
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.columns = report.Attributes
	return b.columns, nil
}

// Data returns the data set of trajectories as it was read.
func (b *Base) Data() Data {
	if b.points != nil {
		return Data{}
	}
	return b.first().Entries()
}

// Runs returns the method and the name of the device that a search is expected to run with.
func (b *Base) Runs() (flyby.Method, string) {
	c := b.first().entries.Index.Choice
	return flyby.Method(c.Method), c.Device.Name
}

// first returns the view that was made first.
func (b *Base) first() *view {
	return cmp.Or(b.known(b.ask.Read.Upright), b.known(!b.ask.Read.Upright))
}

// bytes is the memory of all views.
func (b *Base) bytes() (bytes uint64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, v := range b.views {
		bytes += v.bytes()
	}
	return bytes + uint64(b.columns.Bytes())
}

// Bytes returns all memory that the base takes between searches, with indexes and the buffers that devices keep for searches.
func (b *Base) Bytes() uint64 {
	if b.points != nil {
		return b.points.pointBytes()
	}
	return b.bytes()
}

// Close ends the searches of the base's jobs, and frees the base once all of its jobs are closed. A second call does nothing.
func (b *Base) Close() (err error) {
	first := b.making.Close()
	defer b.making.Give()
	if !first {
		return nil
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, v := range b.views {
		err = errors.Join(err, v.close())
	}
	if b.points != nil {
		err = b.points.Close()
	}
	if b.own && b.ask.EntryData != nil {
		err = errors.Join(err, b.ask.EntryData.Close())
	}
	return err
}
