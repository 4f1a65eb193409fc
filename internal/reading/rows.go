package reading

import (
	"io"

	"flyby/internal/elements"
	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Rows are consecutive rows of a file, as fileset.ReadRows hands them on. The columns are
// valid until the RowsFunc returns, which may write to them.
//
// ID.Code has the number of each row's trajectory, 0 for the trajectory that comes first in the
// file and so on, whether ids are integers or names; ID.Name and ID.Int are nil. Rows obey
// trajectory.Rules, with the limits of degrees where LonLat is set; the RowsFunc has to check
// whether they may follow the rows before them. Times, Frame, LonLat, Held, and whether
// there are Z, R and Piece, are the same for all rows of a file.
type Rows struct {
	trajectory.Columns
	LonLat       bool         // X, Y and Z are longitudes, latitudes and heights: geo.GreatCircles
	Units        format.Units // of all rows of the file, as Report.Units has them
	Said         format.Units // as Report.Said has them
	Trajectories int          // numbers given so far
	IDBytes      int          // memory of the ids, and of Report.Attributes, about
	Group        int          // row group of the rows, with parquet.Groups.Read
	File         int          // file of the rows, with fileset.ReadFileRows
	Held         bool         // the preset's rows repeat positions: a row repeats another such row by t, x and y

	// Sets are the element sets of orbits that the rows are, whose T are the epochs and whose X, Y and Z are 0; nil: rows are samples. Sets of a
	// trajectory are in the order of the file, and may be equal.
	Sets []elements.Set

	Moves *Velocity // what V is, where States are asked for; nil: the file has no columns of velocities

	Known IDs // ids by the numbers so far, except in formats whose ids come late
}

// A RowsFunc takes the next rows of a file. It leaves out each row that may not follow the good
// rows before it in its trajectory, and calls bad for these rows, in order, with the index in rows
// as RowError.Row. If bad returns an error, the RowsFunc must return it at once. Any error ends
// the reading.
type RowsFunc func(rows *Rows, bad func(*trajectory.RowError) error) error

// IDs are the ids of trajectories by their numbers in Rows: integers where every id in the
// file is an integer, else names. Exactly one of the two slices is not nil. Ids whose rows are
// all bad may be among them.
type IDs struct {
	Int  []int64
	Name []string

	marked []string // ids as readers have them, where some have a mark: see SettleIDs
}

// HandedOn returns the ids and the report of rows that went to a RowsFunc.
func (p *Parsed) HandedOn(name string) (IDs, format.Report, error) {
	if p.Columns.T != nil {
		return IDs{}, format.Report{}, &format.Error{File: name, Cause: "files of this format are read as a whole only"}
	}
	report := format.Report{Tally: p.Tally, Radii: p.At[ColR] >= 0, Units: p.Converted(), Said: p.Units, LonLat: p.pair, Geometry: p.Geometry, Aside: p.aside, Preset: p.Preset, Motion: p.Motion, RefFrame: p.RefFrame, Renamed: p.renamed, Attributes: p.Attributes}
	report.Skipped += p.Unfit
	if p.Rows == report.Skipped+p.Missed+p.Preset.Omitted() {
		return IDs{}, report, p.Empty(name)
	}
	for _, bad := range p.Misfits {
		report.Reasons = infile.AddReason(report.Reasons, bad)
	}
	return p.IDs, report, nil
}

// rowSink hands rows to a RowsFunc.
type rowSink struct {
	take    RowsFunc
	options *Options
	name    string // of the file
	layout  *FileColumns
	repeats bool
	numbers Coder
	bare    bool // ids are handed on as they are: integers, or names with a list of names
	group   int  // row group of the rows

	attributes int // bytes of attributes
}

// rows hands the rows of c on, which have some ids and, unless sets is nil, are element sets.
func (w *rowSink) rows(c trajectory.Columns, ids *IDSet, sets []elements.Set, bad func(*trajectory.RowError) error) error {
	if w.options.Upright {
		if err := CheckUpright(w.name, &c, w.layout, w.layout.Converted().Length); err != nil {
			return err
		}
	}
	if w.bare && !ids.named {
		c.ID = trajectory.IDColumn{Int: ids.ints}
	} else if c.ID.Code = w.numbers.set(ids); w.bare {
		c.ID.Name = w.numbers.Names.Names
	}
	return w.take(&Rows{Columns: c, Sets: sets, Moves: w.layout.velocity, Group: w.group, LonLat: w.options.LonLat, Units: w.layout.Converted(), Said: w.layout.Units, Held: w.repeats, Trajectories: w.numbers.Len(), IDBytes: w.numbers.Bytes() + w.options.Pieces.Bytes() + w.attributes, Known: w.numbers.Known()}, bad)
}

// HeadOf reads the beginning of a file. more is false where it is the whole file.
func HeadOf(s *infile.Source) (head []byte, more, ok bool) {
	head = make([]byte, 1<<20)
	n, err := s.Fill(head)
	return head[:n], err == nil, err == nil || err == io.EOF
}

// Extrapolate estimates how many rows a file has from the rows in its head. Without more, the head
// is the whole file.
func Extrapolate(s *infile.Source, rows int, more bool) uint64 {
	done := s.Done.Load()
	if !more || done == 0 || s.Total <= done {
		return uint64(rows)
	}
	return uint64(float64(rows) * (float64(s.Total) / float64(done)))
}
