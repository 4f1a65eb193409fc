package output

import (
	"fmt"
	"io"
	"slices"
	"time"

	"flyby/internal/codec"
	"flyby/internal/outfile"
	"flyby/internal/parallel"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// WriteOptions says how files are written. The zero value is good for files.
type WriteOptions struct {
	// Stdout is the writer of "-"; nil means there is none.
	Stdout io.Writer
	// Folder is the folder of relative names of files, "" for the working folder of the process. Messages have names as given.
	Folder string
	// Format names the format of files whose names have no known extension, "-", devices and pipes among them: a word of reading.Formats.Choose; empty:
	// CSV. A file whose name ends in the extension of another format is written in that format.
	Format string
	// Threads is the number of goroutines that format. 0 means one a core, negative is an error, and more than four a core are cut to four
	// a core.
	Threads int
	// Units are the units of the written numbers, for the metadata of Parquet; kinds of times and frames that have units need none here.
	Units format.Units
	// Answer are the units that distances and speeds of encounters, pairs and SpeedColumns are written in, converted from the units of the
	// data, which have to be known. Without Answer they are in the units of the data, as positions and columns of the data always are.
	Answer format.AnswerUnits
	// Heights says that encounters have heights, of a search with a vertical threshold.
	Heights bool
	// Vertical is the text of that threshold for Parquet's metadata, as interaction.Heights has it; "": none.
	Vertical string
	// Memory is the number of bytes that a writer may hold, see HitWriter.Memory: little memory means fewer threads, at least one. 0 means
	// as much as the threads take.
	Memory uint64
	// Degrees says that positions of a store are degrees and metres, as Report.Degrees does: their
	// columns are lon, lat and, in 3-D, height, not x, y and z.
	Degrees bool
	// ByTime says that samples of a store are written in order of time, samples at one time in the order of their ids, and in Parquet in
	// row groups that are small enough to be read slab by slab: a search beyond memory copies nothing of such a file.
	ByTime bool
	// Failed, where it is not nil, is called at most once, from any goroutine, as soon as writing has failed, with the error that Write
	// and Close return, so that the producer of the rows may stop.
	Failed func(error)
	// Zones are the ids of the zones that are the entries of encounters, hits and pairs, which are visits, hits and pairs of visits then; nil: entries are trajectories.
	Zones ZoneIDs
	// Parts says that encounters have the column parts: see stage.MergeGap.
	Parts bool
	// Further are columns of hits, encounters and the like behind their own columns.
	Further []Column
	// Point is the longitude, latitude and, or not, height of the point of a row in GeoJSON, which needs them, and of the point of a
	// Geometry. Other outputs ignore it.
	Point []Column
	// Lines are drawn for each row in GeoJSON, and for a Geometry; other formats cannot have them; nil: none.
	Lines *Lines
	// Geometry is a further column of results and tables in Parquet and Arrow; nil: none.
	Geometry *Geometry

	// Origin is the question, for the metadata of Parquet and Arrow.
	Origin Origin
	// LongSegments says that numbers of segments may be 2^31 and more, so that Arrow has them as int64.
	LongSegments bool

	// Terminal says that text is written to a terminal: characters of ids, texts and names of columns that do not print, such as a change
	// of colour or of the direction of writing, are escaped as in messages. Such rows do not read back to the same ids.
	Terminal bool

	// NoHeader says that text has no header line: its rows come behind the rows of another file.
	NoHeader bool

	formats []writable // in place of writables; tests add one
}

// An outColumn is one column of a file. One of u32, f64 and open points to the slice that holds the rows of the next chunk, and is
// dereferenced anew for each chunk. u32 holds counts, or, with ids, rows whose ids are written.
type outColumn struct {
	name string
	ids  RowIDs // with u32: the ids that are written
	u32  *[]uint32
	f64  *[]float64
	time bool // f64 holds times
	open *[]trajectory.Open
	rows *[][]uint32 // with ids: lists of them

	geometry *geometryColumn // nil: it is another column

	counts   Measure                 // of f64, where it holds no times
	as       func(v float64) float64 // converts a value of f64 to the written one; nil: the value itself
	read     bool                    // f64 has values of the data, unchanged: it is no answer
	segments bool                    // u32 has numbers of segments
	optional bool                    // f64 has NaN, or u32 an empty text, where there is no value
	texts    []string                // with u32: the texts that are written
}

// A content describes the contents of a file, apart from its rows.
type content struct {
	columns      []outColumn
	stamps       bool              // times are timestamps, which text shows as RFC 3339
	parquetTimes codec.TimeStorage // how Parquet holds times
	frame        trajectory.Frame  // of positions; Plain where columns have none
	units        format.Units
	answer       format.AnswerUnits // WriteOptions.Answer
	vertical     string             // WriteOptions.Vertical
	point        []outColumn        // WriteOptions.Point
	lines        *Lines             // WriteOptions.Lines of GeoJSON
	geometry     *geometryColumn
	terminal     bool   // WriteOptions.Terminal
	noHeader     bool   // WriteOptions.NoHeader
	origin       Origin // WriteOptions.Origin
	longSegments bool   // WriteOptions.LongSegments
	byTime       bool   // WriteOptions.ByTime
	samples      bool   // rows are samples, for searches to read, and no answer
}

// A sink takes chunks of rows.
type sink interface {
	// write takes n rows from the columns' slices, which the caller may change
	// after that.
	write(n int) error
	// finish writes the buffered rows; abandon does not.
	finish() error
	abandon()
	// atWork returns the total time with rows to write.
	atWork() time.Duration
	// memory returns the most bytes that the sink holds.
	memory() uint64
}

// means has the resources of a sink.
type means struct {
	threads int
	memory  uint64      // bytes; 0: as much as the threads take
	failed  func(error) // is called with the first error
}

// blocks returns the number of blocks of some bytes each: two more than threads, as one is filled and one written, or fewer where
// memory is little.
func (m means) blocks(bytes uint64) int {
	most := m.threads + 2
	if m.memory == 0 {
		return most
	}
	return int(max(1, min(uint64(most), m.memory/bytes)))
}

// A fileWriter is a file of columns being written.
type fileWriter struct {
	out    *outfile.File
	sink   sink
	over   bool          // closed or aborted
	ending time.Duration // spent on giving the file its name
}

// newFileWriter begins a file of some content for a use.
func newFileWriter(path string, u reading.Use, c content, o WriteOptions) (*fileWriter, error) {
	if o.Threads < 0 {
		return nil, fmt.Errorf("format: write %s: %d threads: must be positive, or 0 for one a core", path, o.Threads)
	}
	o.Threads = parallel.Threads(o.Threads)
	f, err := o.find(path, u)
	if err != nil {
		return nil, err
	}
	if f.Placed && slices.ContainsFunc(c.columns, func(column outColumn) bool { return column.rows != nil }) {
		return nil, fmt.Errorf("format: write %s: only CSV, NDJSON, Parquet and Arrow have lists", path)
	}
	if f.Placed && len(c.point) == 0 {
		return nil, fmt.Errorf("format: write %s: %s needs the longitude and the latitude of each row", path, f.Name)
	}
	if err := c.checkGeometry(&f.Format, &o); err != nil {
		return nil, fmt.Errorf("format: write %s: %w", path, err)
	}
	if c.lines = o.Lines; c.lines != nil && !f.Placed && c.geometry == nil {
		return nil, fmt.Errorf("format: write %s: %s has no lines", path, f.Name)
	}
	out, err := outfile.Create(o.Folder, path, o.Stdout, o.Threads)
	if err != nil {
		return nil, err
	}
	c.terminal, c.noHeader, c.origin, c.longSegments = o.Terminal, o.NoHeader, o.Origin, o.LongSegments
	m := means{threads: o.Threads, memory: o.Memory, failed: o.Failed}
	return &fileWriter{out: out, sink: f.begin(out, c, m)}, nil
}

func (w *fileWriter) write(n int) error {
	if n == 0 {
		return nil
	}
	return w.sink.write(n)
}

// Close writes the buffered rows and gives the file its name. After an error there is no file.
func (w *fileWriter) Close() error {
	if w.over {
		return nil
	}
	w.over = true
	if err := w.sink.finish(); err != nil {
		w.out.Abort()
		return err
	}
	start := time.Now()
	defer func() { w.ending = time.Since(start) }()
	return w.out.Close()
}

// AtWork returns the time during which the writer had rows to write, or was closing the file, without the time that it waited for rows.
func (w *fileWriter) AtWork() time.Duration { return w.sink.atWork() + w.ending }

// Memory returns the most bytes that the writer holds, however many rows there are, beside the memory of a compressed file's packer and
// some 50 bytes for every thousand rows of Parquet.
func (w *fileWriter) Memory() uint64 { return w.sink.memory() }

// Abort gives the file up and removes its data; after Close it does nothing, so it can be deferred.
func (w *fileWriter) Abort() {
	if w.over {
		return
	}
	w.over = true
	w.sink.abandon()
	w.out.Abort()
}

// Discard removes the file's data at once. Unlike all other methods it may be called from any goroutine at any time, so that a process
// that has to end need not wait for the writing goroutine; that goroutine gets an error from its next Write or Close, and still calls
// Abort. After Close, Discard does nothing.
func (w *fileWriter) Discard() { w.out.Discard() }
