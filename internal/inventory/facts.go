package inventory

import (
	"flyby/internal/printable"
	"flyby/internal/survey"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Facts describe a data set. They are encoded in JSON.
type Facts struct {
	survey.Facts
	Motion      *Motion           `json:"motion,omitempty"`       // of ephemerides without --curve
	Renamed     *format.Renamed   `json:"renamed,omitempty"`      // persons and containers with the id of another object
	ColumnUnits map[string]string `json:"column_units,omitempty"` // of --units, which columns were converted from
	survey.Findings
	Notes []string `json:"notes"` // with the flag that would help, if there is one

	Kind trajectory.TimeKind `json:"-"`
	Unit string              `json:"-"` // of length, "": not known

	curve string // the distance of motion from its curves, in words; "": motion is straight
}

// Of returns the facts of a data set: stored has the samples of a search, read the samples as they were read, and columns the units that
// columns were converted from.
func Of(stored, read *trajectory.Store, r *format.Report, columns map[string]string) Facts {
	of := survey.Of(stored, read, r)
	f := Facts{Facts: of.Facts, Findings: of.Findings, Renamed: of.Renamed, ColumnUnits: columns, Kind: of.Kind, Unit: of.Unit, Motion: MotionOf(r), curve: curveText(r)}
	f.Notes = f.noteTexts(of.Notes)
	if told := rounding(columns, max(-f.Start, f.End)); told != "" {
		f.Notes = append(f.Notes, told)
	}
	return f
}

// StepUnit returns the unit of durations, "" where it is not known.
func (f Facts) StepUnit() string {
	if f.Kind == trajectory.Timestamp {
		return "s"
	}
	return printable.Text(f.Units.Time)
}
