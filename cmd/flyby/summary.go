package main

import (
	"fmt"
	"time"

	"flyby"
	hostmemory "flyby/internal/memory"
	"flyby/trajectory/format"
)

// summary is the last line of --json.
type summary struct {
	Type         string          `json:"type"` // "summary"
	Command      string          `json:"command"`
	Entries      int             `json:"entries"` // segments
	Queries      int             `json:"queries"` // segments
	EntryTrajs   int             `json:"entry_trajectories"`
	QueryTrajs   int             `json:"query_trajectories"`
	EntryFiles   int             `json:"entry_files,omitempty"`
	QueryFiles   int             `json:"query_files,omitempty"`
	Skipped      int             `json:"skipped_rows"`
	Missed       int             `json:"missed_rows,omitempty"`                  // that do not hold --where
	Repeated     int             `json:"repeated_rows"`                          // left out: the same as the one before in their trajectory
	SpeedGaps    int             `json:"speed_gaps"`                             // of --max-speed
	CutOff       int             `json:"cut_off_rows"`                           // left out, between two segments that would be faster
	GapAlone     int             `json:"without_segment_by_max_gap,omitempty"`   // trajectories
	SpeedAlone   int             `json:"without_segment_by_max_speed,omitempty"` // trajectories
	EntryPlaces  int             `json:"entry_places,omitempty"`                 // at all times of the queries
	QueryPlaces  int             `json:"query_places,omitempty"`                 // at all times of the entries
	EntryPreset  *format.Preset  `json:"entry_preset,omitempty"`                 // by which columns were taken
	QueryPreset  *format.Preset  `json:"query_preset,omitempty"`
	EntryLayouts []format.Layout `json:"entry_layouts,omitempty"` // where files have several
	QueryLayouts []format.Layout `json:"query_layouts,omitempty"`
	EntryLonLat  string          `json:"entry_lonlat,omitempty"` // columns that were taken for degrees
	QueryLonLat  string          `json:"query_lonlat,omitempty"`
	Level        string          `json:"level"`                  // of the rows
	EntryMotion  *motion         `json:"entry_motion,omitempty"` // as ephemerides were taken without --curve
	QueryMotion  *motion         `json:"query_motion,omitempty"`
	EntryRenamed *format.Renamed `json:"entry_renamed,omitempty"` // persons and containers with the id of another object
	QueryRenamed *format.Renamed `json:"query_renamed,omitempty"`
	Hits         uint64          `json:"hits"`
	Encounters   *uint64         `json:"encounters,omitempty"`        // as they are found
	Merged       *uint64         `json:"encounters_merged,omitempty"` // once --merge-gap has joined them
	Long         *uint64         `json:"encounters_long,omitempty"`   // those of them that --min-duration leaves
	Pairs        *uint64         `json:"pairs,omitempty"`
	Rows         uint64          `json:"rows"` // of the result: after --top or --limit
	LoadS        float64         `json:"load_s"`
	IndexS       float64         `json:"index_s"`
	SearchS      float64         `json:"search_s"`
	WriteS       float64         `json:"write_s"`       // at work, not waiting for what is found
	TotalS       float64         `json:"total_s"`       // from the first look at a file to here
	PeakBytes    uint64          `json:"peak_bytes"`    // of memory that the process has held
	SpilledBytes uint64          `json:"spilled_bytes"` // to files of --tmp
	KernelS      float64         `json:"kernel_s"`      // on the device, where it tells
	Method       string          `json:"method"`
	Device       string          `json:"device"`
	Why          string          `json:"why"` // this device
	Interactions uint64          `json:"interactions"`
	BoxTests     uint64          `json:"box_tests"`
	Borderline   uint64          `json:"borderline"`       // pairs that exact arithmetic decided
	Distance     float64         `json:"distance"`         // in the unit of length
	Extent       *float64        `json:"extent,omitempty"` // of all data, where the distance is more: the diagonal of their box
	Units        format.Units    `json:"units"`            // of the data and of the results, as far as they are known
	Vertical     *float64        `json:"vertical,omitempty"`
	Strict       bool            `json:"vertical_strict,omitempty"` // heights differ by less than that
	AtVertical   *uint64         `json:"at_vertical,omitempty"`     // hits whose heights differ by that, to rounding
	Curve        *curves         `json:"curve,omitempty"`
	Out          string          `json:"out"`

	ColumnUnits map[string]string `json:"column_units,omitempty"` // that were given, and converted
	Assumed     string            `json:"assumed,omitempty"`      // of z, which nobody says the unit of
}

// summarize tells what was found and what it cost: as JSON, or in a line that
// stays on the terminal.
func (j *job) summarize(s flyby.Stats) {
	switch {
	case j.json:
		j.display.object(j.summary(s))
	case !j.quiet && (j.terminal || j.verbose):
		fmt.Fprintln(j.err, j.sentence(s))
		if j.curves() != nil {
			fmt.Fprintln(j.err, j.curved())
		}
		if j.tally.rows == 0 {
			fmt.Fprintln(j.err, j.nothing())
		}
	}
}

func (j *job) summary(s flyby.Stats) summary {
	m := summary{
		Type: "summary", Command: j.command,
		Entries: s.Entries, Queries: s.Queries,
		EntryTrajs: j.entries.Trajectories(), QueryTrajs: j.queries.Trajectories(),
		EntryFiles: j.entries.Report.Files, QueryFiles: j.queries.Report.Files,
		Skipped: j.skipped, Missed: j.missed, Repeated: j.left.Repeats, SpeedGaps: j.left.SpeedGaps, CutOff: j.left.CutOff, GapAlone: j.left.GapAlone, SpeedAlone: j.left.SpeedAlone, EntryPlaces: j.entries.Places, QueryPlaces: j.queries.Places, Level: j.level, Hits: s.Hits, Rows: j.tally.rows,
		LoadS: j.loading.Seconds(), IndexS: s.Index.Seconds(), SearchS: s.Search.Seconds(),
		WriteS: j.writing.Seconds(), TotalS: time.Since(j.begun).Seconds(), PeakBytes: hostmemory.Peak(), SpilledBytes: j.files.spilled() + s.Spilled, KernelS: s.Kernel.Seconds(),
		Method: string(s.Method), Device: s.Device, Why: s.Reason,
		Interactions: s.Interactions, BoxTests: s.BoxTests, Borderline: s.Borderline,
		Distance: j.search.Distance, Extent: j.wide, Vertical: j.search.Vertical, Strict: j.search.VerticalStrict, Curve: j.curves(), ColumnUnits: j.files.options.ColumnUnits, Assumed: j.assumed(), Units: j.units(), Out: j.out,
	}
	m.EntryMotion, m.EntryRenamed, m.EntryLayouts = motionOf(&j.entries.Report), renamedOf(j.entries.Report), j.entries.Layouts
	m.EntryLonLat = j.entries.Report.LonLat
	if j.command == "search" {
		m.QueryLonLat = j.queries.Report.LonLat
		m.QueryMotion, m.QueryRenamed, m.QueryLayouts = motionOf(&j.queries.Report), renamedOf(j.queries.Report), j.queries.Layouts
	}
	if p := j.entries.Report.Preset; p.Name != "" {
		m.EntryPreset = &p
	}
	if p := j.queries.Report.Preset; p.Name != "" && j.command == "search" {
		m.QueryPreset = &p
	}
	if j.search.Vertical != nil {
		m.AtVertical = &s.AtVertical
	}
	if j.level != hitLevel {
		m.Encounters = &j.tally.found
	}
	if j.answer.mergeGap != nil {
		m.Merged = &j.tally.merged
	}
	if j.answer.minDuration != nil {
		m.Long = &j.tally.long
	}
	if j.level == pairLevel {
		m.Pairs = &j.tally.all
	}
	return m
}

// assumed says what was taken for granted of the data, "" for nothing.
func (j *job) assumed() string {
	if j.files.options.Upright && (j.entries.Report.Assumed || j.queries.Report.Assumed) {
		return assumedHeight
	}
	return ""
}

// sentence is the summary for people.
func (j *job) sentence(s flyby.Stats) string {
	return fmt.Sprintf("%s x %s: %s  read %s, index %s, search %s, write %s, in all %s and %s  %s on %s (%s)",
		plural(s.Entries, "entry segment"), plural(s.Queries, "query segment"), j.counts(s.Hits),
		seconds(j.loading), seconds(s.Index), seconds(s.Search), seconds(j.writing),
		seconds(time.Since(j.begun)), hostmemory.Size(hostmemory.Peak()),
		s.Method, s.Device, s.Reason)
}
