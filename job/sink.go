package job

import (
	"io"
	"time"

	"flyby/internal/infile"
	"flyby/internal/outfile"
	pointformat "flyby/points/format"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// A Sink takes the rows of a job: a file, a writer of text, or a function. The zero Sink is none.
type Sink struct {
	path     string
	writer   io.Writer
	folder   string
	word     string        // of As
	format   format.Chosen // of the path and the word; zero: none
	terminal bool
	take     func(Rows) error
	groups   func(GroupRows) error
	points   func(PointRows) error
}

// File is a file, its format by the extension of its name. It is written under another name beside, and takes its name once the job is done.
func File(path string) Sink { return Sink{path: path}.As("") }

// Writer writes CSV to a writer.
func Writer(to io.Writer) Sink { return Sink{path: "-", writer: to} }

// Func calls take with a chunk of rows at a time; a chunk is good until take returns. An error of take ends the job.
func Func(take func(Rows) error) Sink { return Sink{take: take} }

// GroupFunc is Func for a job with Group.
func GroupFunc(take func(GroupRows) error) Sink { return Sink{groups: take} }

// PointFunc is Func for a job of points.
func PointFunc(take func(PointRows) error) Sink { return Sink{points: take} }

// Standard is File, except that the path "-" means CSV to a writer, and a relative path is relative to a folder, "" being the working folder. Terminal says that
// the writer is shown on a terminal, which ids must not control.
func Standard(path string, to io.Writer, folder string, terminal bool) Sink {
	return Sink{path: path, writer: to, folder: folder, terminal: terminal}.As("")
}

// TakesBack reports whether a job that fails leaves no rows in the sink: true for a file, which gets its name in the end, false for standard output, a device, a pipe
// or a function.
func (s Sink) TakesBack() bool { return s.path != "" && outfile.Replaces(s.folder, s.path) }

// End returns the file that rows go to, for package slabs to hold against the files of a plan: of a writer the file that its method Stat tells, of a function none.
func (s Sink) End() End {
	switch s.path {
	case "":
		return End{}
	case "-":
		return EndOf(s.writer)
	}
	return EndAt(infile.In(s.folder, s.path))
}

// As returns the sink with a format for a path without a known extension, as "-", devices and pipes: a word of format.Formats.Choose; "" is CSV.
func (s Sink) As(word string) Sink {
	s.word = word
	s.format, _ = pointformat.Written(format.ResultOutput).Choose(s.path, word)
	return s
}

// Rows are some rows of a job, in order: the field of its level has them, the others are empty. Numbers are in the units of the data, and durations
// as found, while files may have them converted and rounded.
type Rows struct {
	Hits       trajectory.Hits
	Encounters trajectory.Encounters
	Pairs      trajectory.Pairs
	Objects    trajectory.Objects
	Columns    []Column // further columns, as files have them
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

// nowhere has the methods of a rowWriter that have nothing to do.
type nowhere struct{}

func (nowhere) Close() error          { return nil }
func (nowhere) AtWork() time.Duration { return 0 }
func (nowhere) Abort()                {}
func (nowhere) Discard()              {}

// uncollected drops rows, which are only counted.
type uncollected[T any] struct{ nowhere }

func (uncollected[T]) Write(T) error { return nil }

// handover hands rows to a function.
type handover[T any] struct {
	nowhere
	further *further
	take    func(Rows) error
	took    *time.Duration
}

func (t handover[T]) Write(some T) error {
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

// AtWork returns the time that the function spent on rows.
func (t handover[T]) AtWork() time.Duration { return *t.took }

// create begins the rows of an answer.
func create[T withRows[T], W rowWriter[T]](a *answering, to Sink, file func(string, *trajectory.Store, *trajectory.Store, output.WriteOptions) (W, error), o output.WriteOptions) (rowWriter[T], error) {
	if a.ask.Count {
		return uncollected[T]{}, nil
	}
	if to.take != nil {
		return accompanied(handover[T]{further: a.further, take: to.take, took: new(time.Duration)}, a.further), nil
	}
	if to.path == "" {
		return nil, wrong("Sink", "is none: File, Writer or Func make one")
	}
	w, err := file(to.path, a.queries.Store, a.entries.Store, a.further.options(o))
	return accompanied(w, a.further), err
}
