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
	// Where leaves out rows that do not hold all of its conditions, before anything else is asked of
	// them: they count in Tally.Rows and Tally.Missed, and otherwise it is as if they were not there. A
	// column that a file does not have is an error that wraps ErrNoCell; columns of arrays have no names. In a file of a preset that has no such
	// column another is meant whose name differs in case, blanks and _ - . : alone; two such columns are an error that wraps ErrNoCell.
	Where []Condition
	// Format names the format of files whose names say none, "-" and pipes among them: one of Words, or an extension without its point; empty: CSV.
	// With the extension of a packing behind it, as in csv.gz, they are packed.
	// Names that end in the extension of another format are read as that.
	Format string
	// LonLat takes x, y and z, of points x1, x2 and x3, for longitude and latitude in degrees and height
	// in metres, and makes earth-centred metres of them: geo.GreatCircles, and of points geo.Place.Metres.
	// The names lon, lat and height then serve for x, y and z too, and of points for x1, x2 and x3. So is a file of trajectories read whose columns
	// have ids and times, and for positions nothing but one pair lon and lat, or longitude and latitude, in any case: see Report.LonLat.
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
	// What cannot be told apart into rows still fails: a truncated archive,
	// broken XML, a missing column.
	SkipBadRows bool
	// Progress is called now and then, never twice at once, with the bytes of the
	// file that have been read and the size of the file (0: not known).
	Progress func(bytesDone, bytesTotal int64)
	// Threads is the number of goroutines that parse. 0 means one a core, negative is
	// an error, and more than four a core are cut to that.
	Threads int
	// Stdin is what "-" reads; nil means nothing is there to read.
	Stdin io.Reader
	// Folder is what relative names of files are relative to, "" for the working folder of the process. Messages have names as they
	// were given.
	Folder string

	// The fields below are for readers of formats: Ready and whoever opens files set them.

	Times    localtime.Reader  // of Zone and TimeLayout
	Tests    []infile.CellTest // of Where
	Archives *infile.Archives  // archives that are open, nil: each member has its own opened
}

// Ready says what is wrong with how a path is read, and makes of it what readers take.
func (r *Reading) Ready(path string) (err error) {
	if r.Threads < 0 {
		return fmt.Errorf("format: read %s: %d threads: must be positive, or 0 for one a core", path, r.Threads)
	}
	if r.Times, err = TimesOf(r.Zone, r.TimeLayout); err != nil {
		return err
	}
	r.Tests, err = infile.NewCellTests(r.Where)
	r.Threads = parallel.Threads(r.Threads)
	return err
}

// A Condition is what Options.Where asks of a row: how its cell of a column compares with a value. They are
// compared as numbers where both are, integers of 64 bits as such and others as the float64 that they
// round to; else as text, byte by byte, and so are times. Blanks around both do not count.
//
// A cell without a value is empty text: it is less and greater than nothing. So is one that says nan or null,
// where the value is a number. docs/formats.md says what columns and cells the formats have,
// docs/decisions/0043-rows-that-hold.md why it is so.
type Condition struct {
	Column   string // as the file names it
	Operator string // one of Operators
	Value    string
}

// String returns the condition as ParseCondition reads it.
func (c Condition) String() string { return infile.Condition(c).String() }

// Operators lists the operators of a Condition: "=", "!=", "<", "<=", ">" and ">=".
func Operators() []string { return infile.Operators() }

// ErrNoCell is wrapped by errors about a column of Options.Where that a file does not have, or that holds
// neither numbers nor text.
var ErrNoCell = infile.ErrNoCell

// ParseCondition reads a condition such as "speed<=12.5". The column ends before the first operator.
func ParseCondition(s string) (Condition, error) {
	c, err := infile.ParseCondition(s)
	return Condition(c), err
}
