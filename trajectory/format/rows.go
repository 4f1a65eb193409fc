package format

import (
	"flyby/internal/infile"
	"flyby/trajectory"
)

// Rows are some rows of a file, in its order, as input.ReadRows hands them on. The columns are
// valid until the RowsFunc returns, which may write to them.
//
// ID.Code has the number of each row's trajectory, 0 for the one that comes first in the
// file and so on, whether ids are integers or names; ID.Name and ID.Int are nil. Rows keep
// trajectory.Rules, with the limits of degrees where LonLat is set; whether they
// follow the rows before them is for the RowsFunc to find out. Times, Frame, LonLat, Held, and whether
// there are Z, R and Piece, are the same for all rows of a file.
type Rows struct {
	trajectory.Columns
	LonLat       bool  // X, Y and Z are longitudes, latitudes and heights: geo.GreatCircles
	Units        Units // of all rows of the file, as Report.Units has them
	Trajectories int   // numbers given so far
	IDBytes      int   // memory that their ids, and Report.Attributes, take, about
	Group        int   // of parquet.Groups.Read: the row group that they are of
	File         int   // of input.ReadFileRows: the file that they are of
	Held         bool  // of a preset whose rows repeat positions: a row repeats another such row by t, x and y

	At    func(row int) int // of Parquet: the row of the file that one of these is
	Known IDs               // by the numbers so far, but of formats whose ids come late
}

// A RowsFunc takes the next rows of a file. It calls bad, in order, for each row that does
// not follow the good ones before it in its trajectory and leaves it out; RowError.Row is
// its index in rows. If bad returns an error, the RowsFunc must return it at once. Any
// error ends the reading.
type RowsFunc func(rows *Rows, bad func(*trajectory.RowError) error) error

// IDs are the ids of trajectories by their numbers in Rows: integers where every one in the
// file is one, else names. Exactly one of the two is not nil. Ids of which all rows are bad
// may be among them.
type IDs struct {
	Int  []int64
	Name []string

	marked []string // as readers have them, where some have a mark: see SettleIDs
}

// HandedOn tells of rows that went to a RowsFunc.
func (p *Parsed) HandedOn(name string) (IDs, Report, error) {
	if p.Columns.T != nil {
		return IDs{}, Report{}, &Error{File: name, Cause: "files of this format are read as a whole only"}
	}
	report := Report{Tally: p.Tally, Radii: p.At[ColR] >= 0, Units: p.Units, LonLat: p.pair, Geometry: p.Geometry, Preset: p.Preset, Motion: p.Motion, Renamed: p.renamed, Attributes: p.Attributes}
	report.Skipped += p.Unfit
	if p.Rows == report.Skipped+p.Missed+p.Preset.Left() {
		return IDs{}, report, p.Empty(name)
	}
	for _, bad := range p.Misfits {
		report.Reasons = infile.AddReason(report.Reasons, bad)
	}
	return p.IDs, report, nil
}

// onward hands rows to a RowsFunc.
type onward struct {
	take    RowsFunc
	options *Options
	units   Units
	name    string // of the file
	held    bool
	numbers Coder

	attributes int // bytes of them
}

// rows hands the rows of c on, whose ids have the numbers codes.
func (w *onward) rows(c trajectory.Columns, codes []uint32, bad func(*trajectory.RowError) error) error {
	if w.options.Upright {
		if err := CheckUpright(w.name, &c); err != nil {
			return err
		}
	}
	c.ID = trajectory.IDColumn{Code: codes}
	return w.take(&Rows{Columns: c, LonLat: w.options.LonLat, Units: w.units, Held: w.held, Trajectories: w.numbers.Len(), IDBytes: w.numbers.Bytes() + w.attributes, Known: w.numbers.Known()}, bad)
}
