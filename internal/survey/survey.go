// Package survey describes a data set: its size, its extent in space and time, the counts of its reading, and properties that are likely to
// surprise a person who searches it.
package survey

import (
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A Survey describes a data set. Its parts are encoded in JSON.
type Survey struct {
	Facts
	Findings

	Renamed *format.Renamed `json:"renamed,omitempty"` // persons and containers with the id of another object; nil: none

	Kind  trajectory.TimeKind `json:"-"`
	Unit  string              `json:"-"` // of length, "": not known
	Notes []Note              `json:"notes"`
}

// Facts are the counts, extents and kinds of a data set.
type Facts struct {
	Trajectories int             `json:"trajectories"`
	Samples      int             `json:"samples"`
	Segments     int             `json:"segments"`
	PointEvents  int             `json:"point_events"`                           // segments of zero duration
	Gaps         int             `json:"gaps"`                                   // by MaxGap and MaxSpeed of format.Options, and of the file
	SpeedGaps    int             `json:"speed_gaps"`                             // by MaxSpeed
	CutOff       int             `json:"cut_off_rows"`                           // left out, between two segments that would be faster
	GapAlone     int             `json:"without_segment_by_max_gap,omitempty"`   // trajectories
	SpeedAlone   int             `json:"without_segment_by_max_speed,omitempty"` // trajectories
	Places       int             `json:"places,omitempty"`                       // which have no times
	Skipped      int             `json:"skipped"`                                // rows left out
	Twice        int             `json:"repeated_times,omitempty"`               // of them, rows at a time that their trajectory has had
	Missed       int             `json:"missed,omitempty"`                       // rows left out that fail format.Options.Where
	Files        int             `json:"files"`
	Repeats      int             `json:"repeats"` // rows left out that are the same as the one before
	Dimensions   int             `json:"dimensions"`
	Frame        string          `json:"frame"` // "plain coordinates" or "earth-centred metres"
	Times        string          `json:"times"` // "number" or "timestamp"
	IDs          string          `json:"ids"`   // "integer" or "name"
	FirstID      string          `json:"first_id"`
	LastID       string          `json:"last_id"`
	Radius       *[2]float64     `json:"radius"` // least, greatest; null without a radius
	Start        float64         `json:"start"`
	End          float64         `json:"end"`
	Min          []float64       `json:"min"` // x, y and, in 3-D, z
	Max          []float64       `json:"max"`
	Degrees      *DegreeExtent   `json:"degrees,omitempty"` // of data in degrees, which Min and Max have in metres
	Step         Spread          `json:"time_step"`
	Length       Spread          `json:"samples_a_trajectory"`
	Memory       int             `json:"memory"` // bytes
	Profile      []Slice         `json:"profile"`
	Units        format.Units    `json:"units"`                 // as far as the file says
	Preset       *format.Preset  `json:"preset,omitempty"`      // by which columns were taken
	Layouts      []format.Layout `json:"layouts,omitempty"`     // where files have several
	LonLat       string          `json:"lonlat,omitempty"`      // columns that were taken for degrees
	Geometry     string          `json:"geometry,omitempty"`    // columns of geometry, and what they were taken for
	Aside        []string        `json:"z_not_taken,omitempty"` // columns of heights, where positions have no z
}

// Of surveys a data set with the report of its reading. stored has the samples as a search has them, read the samples as they were read:
// the same store, or one in degrees from which stored was made. Steps and speeds are taken from read: samples that splitting adds are not
// the data set's.
func Of(stored, read *trajectory.Store, r *format.Report) Survey {
	s, e := stored, stored.Extent()
	n := s.Trajectories()
	f := Survey{Kind: s.Times(), Unit: s.Space().Frame.Unit(), Findings: find(read, read != stored), Facts: Facts{
		Trajectories: n, Samples: s.Samples(), Segments: s.Segments(), Skipped: r.Skipped, Twice: r.Twice, Missed: r.Missed, Repeats: r.Repeats, SpeedGaps: r.SpeedGaps, CutOff: r.CutOff, GapAlone: r.GapAlone, SpeedAlone: r.SpeedAlone, Files: r.Files, Places: r.Places, Layouts: r.Layouts,
		Dimensions: s.Dim(), Frame: s.Space().Frame.String(), Units: r.Units, LonLat: r.LonLat, Geometry: r.Geometry, Aside: r.AsideNames(), Times: "number", IDs: "name", FirstID: s.ID(0), LastID: s.ID(n - 1),
		Start: e.Start, End: e.End, Min: e.Min[:s.Dim()], Max: e.Max[:s.Dim()],
		Step: steps(read), Length: lengths(s), Memory: int(s.Bytes()), Profile: profile(s),
	}}
	if read != stored {
		f.Degrees = degreesOf(read)
	}
	if f.Unit == "" {
		f.Unit = f.Units.Length
	}
	if r.Renamed.Any() {
		f.Renamed = &r.Renamed
	}
	if p := r.Preset; p.Name != "" {
		f.Preset = &p
	}
	if s.Times() == trajectory.Timestamp {
		f.Times = "timestamp"
	}
	if s.IntIDs() {
		f.IDs = "integer"
	}
	if s.HasRadius() {
		f.Radius = radii(s)
	}
	f.Gaps = -n
	for p := range s.Pieces() {
		if !p.Begun { // a splice is no gap
			f.Gaps++
		}
		if p.Samples == 1 {
			f.PointEvents++
		}
	}
	f.note(r, r.LooksLikeDegrees(read.Extent()))
	return f
}
