package reading

import (
	"fmt"

	"flyby/internal/geo"
	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Options are a reader's: the options of a data set, and what reading it takes.
type Options struct {
	format.Options
	// Formats are read in place of the ones that package input lists, unless nil.
	Formats []Format

	Pieces   *PieceCodes  // of a column of pieces: see NumberPieces
	unjoined bool         // neither pieces nor several columns of an id are read
	Seen     func(Header) // is shown the headers of files; nil: nobody looks

	Separators string       // bytes that may separate fields; empty: CSV's
	Said       *TableLabels // labels of the columns that a table has; nil: it has none
	Stamped    bool         // times of a table are timestamps by the type of their column, whatever a preset says of text and numbers
	Take       RowsFunc     // takes rows in place of memory; nil: rows stay in memory
	ValueRows  *ValueRows   // keeps rows of Attributes for Attributes.SettleRows; nil: none

	Marked   bool // ids that fileset.ReadRows returns keep their marks: ids of several files are settled together
	Locating bool // rows that Take calls bad end the reading with an error that has their place, left out or not
}

// ZoneNote says in words that the times of a column, as in Report.Unzoned, were taken for UTC; "" for none.
func ZoneNote(column string) string {
	if column == "" {
		return ""
	}
	return "the times of " + column + " have no zone and are taken as UTC (--tz says another)"
}

// NewJumps returns jumps with the id of a trajectory, which id returns for its number.
func NewJumps(j trajectory.Jumps, id func(traj int) string) format.Jumps {
	if j.Segments == 0 {
		return format.Jumps{}
	}
	return format.Jumps{Segments: j.Segments, Fastest: id(j.Fastest), Band: j.Band}
}

// Parsed is the result that a format's reader hands to Read.
type Parsed struct {
	Columns trajectory.Columns
	format.Tally
	Place  func(row int) format.Error // where a row of columns is in the file
	Preset format.Preset
	Motion *format.Motion
	Left   trajectory.LeftOut
	FileColumns
	Attributes *format.Attributes
	renamed    format.Renamed

	// The fields below are for rows that went to Options.Take.
	IDs     IDs
	Unfit   int             // rows that trajectory.New would have dropped; Skipped has the others
	Misfits []*format.Error // the first few of them
}

// Prepare refuses options that are wrong for every format, and sets the fields that are for readers.
func (o *Options) Prepare(path string) error {
	if err := infile.CheckTrajectoryColumns(o.Columns); err != nil {
		return err
	}
	if err := o.checkNumbers(path); err != nil {
		return err
	}
	if err := o.checkHeight(); err != nil {
		return err
	}
	o.NumberPieces()
	return o.Ready(path)
}

// Check refuses options that are wrong for a file of the format f.
func (o *Options) Check(path string, f Format) error {
	if f.Fixed && len(o.Columns) > 0 {
		return fmt.Errorf("format: read %s: %s has no columns to name", path, f.Name)
	}
	if err := o.checkPreset(); err != nil {
		return err
	}
	if err := o.checkJoins(path, f); err != nil {
		return err
	}
	if err := o.CheckColumnUnits(path, f); err != nil {
		return err
	}
	if err := o.checkPlaces(path, f); err != nil {
		return err
	}
	if err := o.checkStates(path, f); err != nil {
		return err
	}
	return o.checkCurve(path, f)
}

// checkNumbers refuses invalid limits and radii.
func (o *Options) checkNumbers(path string) error {
	if !(o.MaxGap >= 0) {
		return fmt.Errorf("format: read %s: max gap %v: must be positive, or 0 for none", path, o.MaxGap)
	}
	if !(o.MaxSpeed >= 0) {
		return fmt.Errorf("format: read %s: max speed %v: must be positive, or 0 for none", path, o.MaxSpeed)
	}
	if !(o.Radius >= 0 && o.Radius <= trajectory.MaxMagnitude) {
		return fmt.Errorf("format: read %s: radius %v: must be positive, or 0 for none", path, o.Radius)
	}
	return nil
}

// Limits returns the bounds of x, y and z.
func (o *Options) Limits() *[3]trajectory.Limit {
	if o.LonLat {
		return geo.Limits()
	}
	return nil
}
