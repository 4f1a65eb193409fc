package main

import (
	"fmt"
	"time"

	"flyby/group"
	hostmemory "flyby/internal/memory"
	"flyby/trajectory/format"
)

// convoySummary is the last line of --json of convoys.
type convoySummary struct {
	Type         string          `json:"type"` // "summary"
	Command      string          `json:"command"`
	Entries      int             `json:"entries"` // segments
	EntryTrajs   int             `json:"entry_trajectories"`
	EntryFiles   int             `json:"entry_files,omitempty"`
	Skipped      int             `json:"skipped_rows"`
	Missed       int             `json:"missed_rows,omitempty"` // that do not hold --where
	Repeated     int             `json:"repeated_rows"`
	SpeedGaps    int             `json:"speed_gaps"`
	CutOff       int             `json:"cut_off_rows"`
	GapAlone     int             `json:"without_segment_by_max_gap,omitempty"`   // trajectories
	SpeedAlone   int             `json:"without_segment_by_max_speed,omitempty"` // trajectories
	EntryPreset  *format.Preset  `json:"entry_preset,omitempty"`
	EntryLayouts []format.Layout `json:"entry_layouts,omitempty"` // see summary
	EntryLonLat  string          `json:"entry_lonlat,omitempty"`  // columns that were taken for degrees
	EntryMotion  *motion         `json:"entry_motion,omitempty"`
	EntryRenamed *format.Renamed `json:"entry_renamed,omitempty"`
	Encounters   *uint64         `json:"encounters,omitempty"`      // of group
	Ticks        *int            `json:"ticks,omitempty"`           // of cmc and mc
	Clustered    *int            `json:"ticks_clustered,omitempty"` // those of them at which a convoy can be
	Groups       uint64          `json:"groups"`
	Rows         uint64          `json:"rows"` // of the result
	LoadS        float64         `json:"load_s"`
	IndexS       float64         `json:"index_s"`
	SearchS      float64         `json:"search_s"`  // for encounters
	ClusterS     float64         `json:"cluster_s"` // from there to groups
	WriteS       float64         `json:"write_s"`
	TotalS       float64         `json:"total_s"`
	PeakBytes    uint64          `json:"peak_bytes"`
	SpilledBytes uint64          `json:"spilled_bytes"`
	Method       group.Method    `json:"method"`
	Device       string          `json:"device"`
	Distance     float64         `json:"distance"`         // in the unit of length
	Extent       *float64        `json:"extent,omitempty"` // see summary
	MinSize      int             `json:"min_size"`
	MinDuration  *float64        `json:"min_duration,omitempty"` // in the unit of time
	MaxBreak     *float64        `json:"max_break,omitempty"`
	MinTicks     int             `json:"min_ticks,omitempty"`
	Step         float64         `json:"clock,omitempty"` // in the unit of time
	Origin       *float64        `json:"origin,omitempty"`
	Theta        float64         `json:"theta,omitempty"`
	Units        format.Units    `json:"units"`
	Out          string          `json:"out"`

	ColumnUnits map[string]string `json:"column_units,omitempty"` // see summary
}

// summarize tells what was found and what it cost: as JSON, or in a line that stays on the terminal.
func (g convoyTask) summarize() {
	switch m := g.summary(); {
	case g.json:
		g.display.object(m)
	case !g.quiet && (g.terminal || g.verbose):
		fmt.Fprintf(g.err, "%s of %s: %s of %s  read %s, index %s, search %s, cluster %s, write %s, in all %s and %s  %s on %s\n",
			plural(m.Entries, "entry segment"), plural(m.EntryTrajs, "object"), plural(m.Groups, "group"), g.source(),
			seconds(g.report.Reading), seconds(g.report.Stats.Index), seconds(g.report.Stats.Search), seconds(g.report.GroupsStats.Clustering), seconds(g.report.Writing),
			seconds(time.Since(g.begun)), hostmemory.Size(m.PeakBytes), m.Method, m.Device)
	}
}

func (g convoyTask) summary() convoySummary {
	r, found, left := &g.report, &g.report.GroupsStats, &g.report.LeftOut
	m := convoySummary{
		Type: "summary", Command: g.command, Entries: g.entries.Segments(), EntryTrajs: g.entries.Trajectories(), EntryFiles: g.entries.Report.Files,
		Skipped: r.Skipped, Missed: r.Missed, Repeated: left.Repeats, SpeedGaps: left.SpeedGaps, CutOff: left.CutOff, GapAlone: left.GapAlone, SpeedAlone: left.SpeedAlone,
		EntryRenamed: renamedOf(g.entries.Report), Groups: r.Groups, Rows: r.Rows,
		LoadS: r.Reading.Seconds(), IndexS: found.Index.Seconds(), SearchS: found.Search.Seconds(), ClusterS: found.Clustering.Seconds(),
		WriteS: r.Writing.Seconds(), TotalS: time.Since(g.begun).Seconds(), PeakBytes: hostmemory.Peak(), SpilledBytes: r.Spilled,
		Method: g.search.Method, Device: found.Device,
		Distance: g.search.Distance, Extent: g.wide, MinSize: g.search.MinSize, ColumnUnits: g.Ask().Read.ColumnUnits, Units: r.Units, Out: g.out,
	}
	if s := g.search; s.OnClock() {
		m.Ticks, m.Clustered, m.MinTicks, m.Step, m.Origin = &found.Clock.Ticks, &found.Clock.Clustered, s.MinTicks, s.Clock.Step, &s.Clock.Origin
		if s.Method == group.Moving {
			m.Theta = s.Theta
		}
	} else {
		m.Encounters, m.MinDuration, m.MaxBreak = &r.Found, &s.MinDuration, &s.MaxBreak
	}
	m.EntryMotion, m.EntryLayouts, m.EntryLonLat = motionOf(&g.entries.Report), g.entries.Layouts, g.entries.Report.LonLat
	if p := g.entries.Report.Preset; p.Name != "" {
		m.EntryPreset = &p
	}
	return m
}

// source is what groups were made of, for people.
func (g convoyTask) source() string {
	if g.search.OnClock() {
		return fmt.Sprintf("%s, %s clustered", plural(g.report.GroupsStats.Clock.Ticks, "tick"), hostmemory.Count(g.report.GroupsStats.Clock.Clustered))
	}
	return plural(g.report.Found, "encounter")
}
