package format

import (
	"fmt"
	"io"

	"flyby/internal/infile"
	"flyby/internal/localtime"
	"flyby/internal/parallel"
)

// Reading holds the options that files of trajectories and files of points share. Options embeds Reading, and so does Options of package
// points/format.
type Reading struct {
	// Where leaves out rows that do not meet all of its conditions, before any other check: they count in
	// Tally.Rows and Tally.Missed, and otherwise it is as if they were not there. A column that a file does
	// not have is an error that wraps ErrNoCell; columns of arrays have no names. A file of a preset may have
	// the column under a name that differs only in case, blanks and _ - . :; two such columns are an error that wraps ErrNoCell.
	Where []Condition
	// Format names the format of files whose names say none, "-" and pipes among them: one of Words, or an extension without its point; empty: CSV.
	// With the extension of a packing behind it, as in csv.gz, the files are packed.
	// Files whose names end in the extension of another format are read in the format of their names.
	Format string
	// LonLat takes x, y and z, of points x1, x2 and x3, for longitude and latitude in degrees and height
	// in metres, and makes earth-centred metres of them: geo.GreatCircles, and of points geo.Place.Metres.
	// The names lon, lat and height then serve for x, y and z too, and of points for x1, x2 and x3. A file of trajectories is read so
	// without LonLat, too, if it has ids and times, and for positions only one pair lon and lat, or longitude and latitude, in any
	// case: see Report.LonLat.
	LonLat bool
	// Zone is the time zone of times in text which have no offset from UTC: UTC, an offset such as
	// +01:00, or a name such as Europe/Copenhagen; empty: they are errors. A time that clocks
	// there never showed, or showed twice, is an error of its row.
	Zone string
	// TimeLayout says where the parts of times in text stand in tables, such as "DD/MM/YYYY hh:mm:ss", or M/D/YYYY for
	// parts of one digit or two; empty: as in RFC 3339. Decimals may follow the seconds, and an offset the time. A date
	// alone is its midnight in Zone.
	TimeLayout string
	// SkipBadRows drops and counts bad rows instead of failing at the first.
	// Errors beyond single rows still fail: a truncated archive,
	// broken XML, a missing column.
	SkipBadRows bool
	// Side says which of two data sets the data are, "entry" or "query": advice names flags for this one, of trajectories where the other can be read
	// without them. "": they are the only data set.
	Side string
	// Progress is called now and then, never twice at once, with the bytes of the
	// file that have been read and the size of the file (0: not known).
	Progress func(bytesDone, bytesTotal int64)
	// Threads is the number of goroutines that parse. 0 means one a core, negative is
	// an error, and more than four a core are cut to that.
	Threads int
	// Stdin is the stream that "-" reads; nil means there is nothing to read.
	Stdin io.Reader
	// Folder is the folder of relative file names, "" for the working folder of the process. Messages have names as they
	// were given.
	Folder string

	// The fields below are for readers of formats: Ready and the functions that open files set them.

	Times    localtime.Reader  // of Zone and TimeLayout
	Tests    []infile.CellTest // of Where
	Archives *infile.Archives  // archives that are open, nil: each member has its own opened
}

// Ready refuses invalid options of reading a path, and sets the fields that are for readers.
func (r *Reading) Ready(path string) (err error) {
	if r.Threads < 0 {
		return fmt.Errorf("format: read %s: %d threads: must be positive, or 0 for one a core", path, r.Threads)
	}
	if r.Times, err = r.TimeReader(); err != nil {
		return err
	}
	if r.Side == infile.QuerySide { // the entries were read without the flag
		r.Times.Flag = r.Flag("tz")
	}
	r.Tests, err = infile.NewCellTests(r.Where)
	r.Threads = parallel.Threads(r.Threads)
	return err
}

// TimeReader returns the reader of times of Zone in TimeLayout.
func (r *Reading) TimeReader() (localtime.Reader, error) {
	times, err := localtime.NewReader(r.Zone, r.TimeLayout)
	if err != nil {
		return times, fmt.Errorf("format: %w", err)
	}
	return times, nil
}

// A Condition of Options.Where compares the cell of a column with a value. The two are compared as numbers
// where both are numbers, integers of 64 bits as such and others as the float64 that they round to;
// otherwise as text, byte by byte, and so are times. Blanks around both do not count.
//
// A cell without a value is empty text: it is neither less nor greater than anything. So is a cell that says
// nan or null, where the value is a number. docs/formats.md says which columns and cells the formats have,
// the package comment gives the reasons.
type Condition struct {
	Column   string // as the file names it
	Operator string // =, !=, <, <=, > or >=
	Value    string
}

// String returns the condition as ParseCondition reads it.
func (c Condition) String() string { return infile.Condition(c).String() }

// ErrNoCell is wrapped by errors about a column of Options.Where that a file lacks, or that holds
// neither numbers nor text.
var ErrNoCell = infile.ErrNoCell

// ParseCondition reads a condition such as "speed<=12.5". The column ends before the first operator.
func ParseCondition(s string) (Condition, error) {
	c, err := infile.ParseCondition(s)
	return Condition(c), err
}

// Flag returns a flag of a command line for these data alone.
func (r *Reading) Flag(name string) string {
	if r.Side != "" {
		return "--" + r.Side + "-" + name
	}
	return "--" + name
}
