package job

import (
	"io"
	"time"

	"flyby/internal/outfile"
	"flyby/trajectory"
	"flyby/trajectory/output"
)

// A Sink is where the rows of a job go: to a file, as text to a writer, or to a function. The zero Sink is none.
type Sink struct {
	path     string
	writer   io.Writer
	folder   string
	format   string
	terminal bool
	take     func(Rows) error
	groups   func(GroupRows) error
	points   func(PointRows) error
}

// File is a file of the format that its name ends in. It is written beside and takes its name once the job is done.
func File(path string) Sink { return Sink{path: path} }

// Writer takes CSV.
func Writer(to io.Writer) Sink { return Sink{path: "-", writer: to} }

// Func takes rows, a chunk at a time, which are good until it returns. Its error ends the job.
func Func(take func(Rows) error) Sink { return Sink{take: take} }

// GroupFunc is Func of a job with Group.
func GroupFunc(take func(GroupRows) error) Sink { return Sink{groups: take} }

// PointFunc is Func of a job of points.
func PointFunc(take func(PointRows) error) Sink { return Sink{points: take} }

// Standard is File whose name may be "-", which is CSV to a writer; a relative name is relative to a folder, "" being the working folder. Terminal says that
// the file is shown on a terminal, which ids must not do anything to.
func Standard(path string, to io.Writer, folder string, terminal bool) Sink {
	return Sink{path: path, writer: to, folder: folder, terminal: terminal}
}

// TakesBack reports whether nothing is left of what a job has handed to the sink where the job fails: of a file that gets its name in the end, but not of standard output, a device, a pipe
// or a function.
func (s Sink) TakesBack() bool { return s.path != "" && outfile.Replaces(s.folder, s.path) }

// As is the sink with a format for a name that says none, "-", devices and pipes among them: one of format.Words; "" is CSV.
func (s Sink) As(format string) Sink {
	s.format = format
	return s
}

// Rows are some rows of a job, in order: of its level, the others being empty. Numbers are in the units of the data, and durations as they
// are found, where files may have them converted and rounded.
type Rows struct {
	Hits       trajectory.Hits
	Encounters trajectory.Encounters
	Pairs      trajectory.Pairs
	Objects    trajectory.Objects
	Columns    []Column // further ones, as files have them
}

// A Column is a further column of some rows: numbers, NaN for none, or texts, "" for none.
type Column struct {
	Name    string
	Numbers []float64
	Texts   []string
}

// A rowWriter writes rows to a sink.
type rowWriter[T any] interface {
	Write(T) error
	Close() error
	AtWork() time.Duration
	Abort()
	Discard()
}

// nowhere is the parts of a rowWriter that nothing is to be done for.
type nowhere struct{}

func (nowhere) Close() error          { return nil }
func (nowhere) AtWork() time.Duration { return 0 }
func (nowhere) Abort()                {}
func (nowhere) Discard()              {}

// uncollected are rows that are counted, not handed over.
type uncollected[T any] struct{ nowhere }

func (uncollected[T]) Write(T) error { return nil }

// taken hands rows to a function.
type taken[T any] struct {
	nowhere
	further *further
	take    func(Rows) error
	took    *time.Duration
}

func (t taken[T]) Write(some T) error {
	rows := Rows{Columns: t.further.columns()}
	switch r := any(some).(type) {
	case trajectory.Hits:
		rows.Hits = r
	case trajectory.Encounters:
		rows.Encounters = r
	case trajectory.Pairs:
		rows.Pairs = r
	case trajectory.Objects:
		rows.Objects = r
	}
	begun := time.Now()
	defer func() { *t.took += time.Since(begun) }()
	return t.take(rows)
}

// AtWork is how long the function had rows at hand.
func (t taken[T]) AtWork() time.Duration { return *t.took }

// create begins the rows of an answer.
func create[T withRows[T], W rowWriter[T]](a *answering, to Sink, file func(string, *trajectory.Store, *trajectory.Store, output.WriteOptions) (W, error), o output.WriteOptions) (rowWriter[T], error) {
	if a.ask.Count {
		return uncollected[T]{}, nil
	}
	if to.take != nil {
		return accompanied(taken[T]{further: a.further, take: to.take, took: new(time.Duration)}, a.further), nil
	}
	if to.path == "" {
		return nil, wrong("Sink", "is none: File, Writer or Func make one")
	}
	w, err := file(to.path, a.queries.Store, a.entries.Store, a.further.options(o))
	return accompanied(w, a.further), err
}
