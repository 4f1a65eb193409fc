package survey

import (
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A Note is a property of a data set that is likely to surprise.
type Note struct {
	Kind  NoteKind `json:"kind"`
	Count int      `json:"count,omitempty"` // see the kind
	Unit  string   `json:"unit,omitempty"`  // see the kind
	Most  float64  `json:"most,omitempty"`  // FarApart: the longest time between two samples
	Usual float64  `json:"usual,omitempty"` // FarApart: the median time
	Limit float64  `json:"limit,omitempty"` // Jumps: a speed between jumps and other segments, for format.Options.MaxSpeed, say
	Of    string   `json:"of,omitempty"`    // Jumps: the trajectory of the fastest
	Text  string   `json:"text,omitempty"`  // Heights: format.Report.AsideText
	Speed string   `json:"speed,omitempty"` // Jumps: Limit with a unit, "50kn"; "" where the units of the data are not known
}

// NoteKind is the kind of a Note.
type NoteKind string

const (
	// Repeats counts rows that were left out since they equal the row before in their trajectory.
	Repeats NoteKind = "repeats"
	// FarApart counts straight lines between samples that are ten times as far apart in time as the median, or more: see format.Report.JoinsFarApart.
	FarApart NoteKind = "far apart"
	// Twice counts rows that were left out since their trajectory has an earlier row of their time, at another place: two objects have one id.
	Twice NoteKind = "repeated times"
	// Jumps counts segments far faster than others, see trajectory.Jumps: two objects have one id, or positions are wrong.
	Jumps NoteKind = "jumps"
	// Singles counts trajectories of a single sample, where there are others.
	Singles NoteKind = "single samples"
	// Degrees says that positions look like longitude and latitude, and were taken as plain coordinates.
	Degrees NoteKind = "degrees"
	// DegreesOrMetres says that positions look like longitude and latitude, and were taken as metres, the unit of their format.
	DegreesOrMetres NoteKind = "degrees or metres"
	// Heights says which columns of heights were not taken, though positions have no z.
	Heights NoteKind = "heights"
	// Since1970 says that times are numbers that look like counts since 1970, in the unit Note.Unit.
	Since1970 NoteKind = "since 1970"
	// Mixed says that some times look like counts since 1970 in one unit, and some in another: both units in words are Note.Unit.
	Mixed NoteKind = "mixed units"
)

// note adds the notes of data that were read with a report; angular says that positions count as metres and look like degrees.
func (f *Survey) note(r *format.Report, angular bool) {
	f.Notes = []Note{}
	add := func(n Note, holds bool) {
		if holds {
			f.Notes = append(f.Notes, n)
		}
	}
	add(Note{Kind: Repeats, Count: f.Repeats}, f.Repeats > 0)
	add(Note{Kind: FarApart, Count: int(r.FarApart.Segments), Most: r.FarApart.Most, Usual: r.FarApart.Usual}, r.JoinsFarApart())
	add(Note{Kind: Twice, Count: f.Facts.Twice}, f.Facts.Twice > 0)
	if f.jumps.Segments > 0 {
		add(jumpNote(f.jumps, r), true)
	}
	add(Note{Kind: Singles, Count: f.Single}, f.Single > 0 && f.Single < f.Trajectories)
	add(Note{Kind: Heights, Text: reading.AsideText(r.Aside, r.Units.Length)}, len(r.Aside) > 0)
	add(Note{Kind: DegreesOrMetres}, angular)
	add(Note{Kind: Degrees}, !angular && f.degrees())
	one, mixed := f.counts()
	add(Note{Kind: Since1970, Unit: one}, one != "")
	add(Note{Kind: Mixed, Unit: mixed}, mixed != "")
}

// degrees reports whether positions of no known unit look like degrees: they are in range, and speeds are smaller than lengths a second
// would be.
func (f *Survey) degrees() bool {
	const fast = 0.05 // degrees a second are 20,000 km/h
	seconds := f.Kind == trajectory.Timestamp || f.Units.Time == "s"
	inside := f.Min[0] >= -180 && f.Max[0] <= 180 && f.Min[1] >= -90 && f.Max[1] <= 90
	return f.Unit == "" && seconds && inside && f.Speed.Median > 0 && f.Speed.P99 < fast
}

// counts returns the unit in which times of no known unit look like counts since 1970, or both units where there are two; "" for
// other times.
func (f *Survey) counts() (one, mixed string) {
	if f.Kind != trajectory.Number || f.Units.Time != "" {
		return "", ""
	}
	return reading.GuessUnix(f.Start, f.End)
}
