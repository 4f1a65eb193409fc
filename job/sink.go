package job

import (
	"io"
	"time"

	"flyby/internal/infile"
	"flyby/internal/outfile"
	"flyby/internal/output"
	"flyby/internal/reading"
	pointformat "flyby/points/format"
	"flyby/trajectory"
)

// A Sink takes the rows of a job: a file, a writer of text, or a function. The zero Sink is none.
type Sink struct {
	path     string
	writer   io.Writer
	folder   string
	word     string         // of As
	format   reading.Chosen // of the path and the word; zero: none
	terminal bool
	take     func(Rows) error
}

// File is a file, its format by the extension of its name. It is written under another name in the same folder, and takes its name once the job is done.
func File(path string) Sink { return Sink{path: path}.As("") }

// Writer writes CSV to a writer.
func Writer(to io.Writer) Sink { return Sink{path: "-", writer: to} }

// Func calls take with a chunk of rows at a time; a chunk is good until take returns. An error of take ends the job.
func Func(take func(Rows) error) Sink { return Sink{take: take} }

// isSome reports whether the sink is one.
func (s Sink) isSome() bool { return s.take != nil || s.path != "" }

// Standard is File, except that the path "-" means CSV to a writer, and a relative path is relative to a folder, "" being the working folder. Terminal says that
// the writer is shown on a terminal, which ids must not control.
func Standard(path string, to io.Writer, folder string, terminal bool) Sink {
	return Sink{path: path, writer: to, folder: folder, terminal: terminal}.As("")
}

// TakesBack reports whether a job that fails leaves no rows in the sink: true for a file, which gets its name in the end, false for standard output, a device, a pipe
// or a function.
func (s Sink) TakesBack() bool { return s.path != "" && outfile.Replaces(s.folder, s.path) }

// Target returns the path of the file that rows go to, or the writer that they go to: of a function neither.
func (s Sink) Target() (path string, to io.Writer) {
	switch s.path {
	case "":
		return "", nil
	case "-":
		return "", s.writer
	}
	return infile.In(s.folder, s.path), nil
}

// As returns the sink with a format for a path without a known extension, as "-", devices and pipes: a word of reading.Formats.Choose; "" is CSV.
func (s Sink) As(word string) Sink {
	s.word = word
	s.format, _ = pointformat.Written(reading.ResultOutput).Choose(s.path, word)
	return s
}

// Rows are consecutive rows of a job, in order: the field of its level has them, the others are empty. Numbers are in the units of the data, and durations
// as found, while files may have them converted and rounded.
type Rows struct {
	Hits       trajectory.Hits
	Encounters trajectory.Encounters
	Pairs      trajectory.Pairs
	Objects    trajectory.Objects
	Nearest    trajectory.Nearest
	Events     trajectory.Events
	Groups     GroupRows
	Points     PointRows
	Columns    []Column // further columns, as files have them
}

// A Column is a further column of rows: numbers, NaN for none, or texts, "" for none.
type Column struct {
	Name    string
	Numbers []float64
	Texts   []string
}

// A rowWriter writes rows to a sink.
type rowWriter[T any] interface {
	Write(T) error
	ender
}

// An ender ends what a sink got.
type ender interface {
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

// function hands rows to a function.
type function struct {
	nowhere
	take func(Rows) error
	took time.Duration
}

// hand hands over rows.
func (f *function) hand(rows Rows) error {
	begun := time.Now()
	defer func() { f.took += time.Since(begun) }()
	return f.take(rows)
}

// AtWork returns the time that the function spent on rows.
func (f *function) AtWork() time.Duration { return f.took }

// handedTable hands rows of a table to a function.
type handedTable struct {
	function
	rows func() Rows // the rows that are handed over next
}

func (t *handedTable) Write(n int) error {
	if n == 0 {
		return nil
	}
	return t.hand(t.rows())
}

// createTable begins the rows of a table, as many as there may be; rows returns the rows that a function gets next, and file begins a file.
func (j *Job) createTable(to Sink, rows func() Rows, file func() (*output.TableWriter, error)) (w rowWriter[int], err error) {
	switch {
	case to.take != nil:
		w = &handedTable{function{take: to.take}, rows}
	case !to.isSome():
		return nil, noSink()
	default:
		if w, err = file(); err != nil {
			return nil, err
		}
	}
	if j.maxRows > 0 {
		w = &boundedTable{w, j.maxRows}
	}
	return w, nil
}

// A boundedTable takes rows of a table up to a number.
type boundedTable struct {
	rowWriter[int]
	left uint64
}

func (t *boundedTable) Write(n int) error {
	if uint64(n) > t.left {
		return ErrMaxRows
	}
	t.left -= uint64(n)
	return t.rowWriter.Write(n)
}

// noSink says that a sink is none.
func noSink() error { return wrong("Sink", "is none: File, Writer or Func make one") }

// handover hands rows of trajectories to a function.
type handover[T any] struct {
	*function
	further *further
}

func (t handover[T]) Write(some T) error {
	rows := Rows{Columns: t.further.values()}
	switch r := any(some).(type) {
	case trajectory.Hits:
		rows.Hits = r
	case trajectory.Encounters:
		rows.Encounters = r
	case trajectory.Pairs:
		rows.Pairs = r
	case trajectory.Objects:
		rows.Objects = r
	case trajectory.Nearest:
		rows.Nearest = r
	case trajectory.Events:
		rows.Events = r
	}
	return t.hand(rows)
}

// create begins the rows of an answer.
func create[T withRows[T], W rowWriter[T]](a *answering, to Sink, file func(string, *trajectory.Store, *trajectory.Store, output.WriteOptions) (W, error), o output.WriteOptions) (rowWriter[T], error) {
	if a.ask.Count {
		return uncollected[T]{}, nil
	}
	if to.take != nil {
		return accompanied(handover[T]{&function{take: to.take}, a.further}, a.further), nil
	}
	if !to.isSome() {
		return nil, noSink()
	}
	w, err := file(to.path, a.queries.Store, a.entries.Store, a.further.options(o))
	return accompanied(w, a.further), err
}
