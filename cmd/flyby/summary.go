package main

import (
	"fmt"
	"strings"
	"time"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/inventory"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// summary is the last line of --json.
type summary struct {
	Type       string `json:"type"` // "summary"
	Command    string `json:"command"`
	Entries    int    `json:"entries"` // segments
	Queries    int    `json:"queries"` // segments
	EntryTrajs int    `json:"entry_trajectories"`
	QueryTrajs int    `json:"query_trajectories"`
	EntryFiles int    `json:"entry_files,omitempty"`
	QueryFiles int    `json:"query_files,omitempty"`
	takenSets
	Level asking.Place `json:"+level"`
	setsMotion
	Hits       uint64  `json:"hits"`
	Encounters *uint64 `json:"encounters,omitempty"`        // as they are found
	Merged     *uint64 `json:"encounters_merged,omitempty"` // once --merge-gap has joined them
	Long       *uint64 `json:"encounters_long,omitempty"`   // encounters that --min-duration leaves
	Pairs      *uint64 `json:"pairs,omitempty"`
	Objects    *uint64 `json:"objects,omitempty"`
	Held       *uint64 `json:"rows_having,omitempty"` // that --having leaves, of encounters, pairs or hits
	Rows       uint64  `json:"rows"`                  // of the result: after --top or --limit
	cost
	batchesMade
	SpilledBytes uint64       `json:"spilled_bytes"` // to files of --tmp
	KernelS      float64      `json:"kernel_s"`      // on the device, where it tells
	Method       string       `json:"method"`
	Device       string       `json:"device"`
	Why          string       `json:"why"` // this device
	Interactions uint64       `json:"interactions"`
	BoxTests     uint64       `json:"box_tests"`
	Borderline   uint64       `json:"borderline"` // pairs that exact arithmetic decided
	Near         asking.Place `json:"+near"`
	Extent       *float64     `json:"extent,omitempty"` // of all data, where the distance is more: the diagonal of their box
	Units        format.Units `json:"units"`            // of the data and of the results, but for UnitsOut, as far as they are known
	Heights      asking.Place `json:"+heights"`
	AtVertical   *uint64      `json:"at_vertical,omitempty"` // hits whose heights differ by that, to rounding
	Curve        *curves      `json:"curve,omitempty"`
	Out          string       `json:"out"`

	ColumnUnits map[string]string `json:"column_units,omitempty"` // units of converted columns, from --units
	Assumed     string            `json:"assumed,omitempty"`      // unit taken for z, which neither a flag nor the file names

	UnitsOut asking.Place `json:"+answer"` // of distances and speeds of the results
}

// leftOut is a trajectory.LeftOut.
type leftOut struct {
	Repeats    int `json:"repeated_rows"`                          // rows left out that repeat the row before in their trajectory
	SpeedGaps  int `json:"speed_gaps"`                             // of --max-speed
	CutOff     int `json:"cut_off_rows"`                           // left out, between two segments that would be faster
	GapAlone   int `json:"without_segment_by_max_gap,omitempty"`   // trajectories
	SpeedAlone int `json:"without_segment_by_max_speed,omitempty"` // trajectories
}

// takenSets is how the rows of data sets were taken, for summaries. Of a join the entries have it all.
type takenSets struct {
	Skipped int `json:"skipped_rows"`
	Missed  int `json:"missed_rows,omitempty"` // that do not hold --where
	leftOut
	EntryPlaces  int                 `json:"entry_places,omitempty"` // at all times of the queries
	QueryPlaces  int                 `json:"query_places,omitempty"` // at all times of the entries
	EntryPreset  *format.Preset      `json:"entry_preset,omitempty"` // by which columns were taken
	QueryPreset  *format.Preset      `json:"query_preset,omitempty"`
	EntryLayouts []format.Layout     `json:"entry_layouts,omitempty"` // where files have several
	QueryLayouts []format.Layout     `json:"query_layouts,omitempty"`
	EntryLonLat  string              `json:"entry_lonlat,omitempty"` // columns that were taken for degrees
	QueryLonLat  string              `json:"query_lonlat,omitempty"`
	EntryGeo     string              `json:"entry_geometry,omitempty"` // columns of geometry, and how they were read
	QueryGeo     string              `json:"query_geometry,omitempty"`
	EntryStates  *inventory.States   `json:"entry_states,omitempty"` // of --ahead
	QueryStates  *inventory.States   `json:"query_states,omitempty"`
	EntrySets    *inventory.Elements `json:"entry_elements,omitempty"` // of orbits
	QuerySets    *inventory.Elements `json:"query_elements,omitempty"`
	EntryAside   []string            `json:"entry_z_not_taken,omitempty"` // columns of heights, where positions have no z
	QueryAside   []string            `json:"query_z_not_taken,omitempty"`
}

// setsMotion is how the samples of data sets were joined, for summaries.
type setsMotion struct {
	EntryMotion  *motion         `json:"entry_motion,omitempty"` // as ephemerides were taken without --curve
	QueryMotion  *motion         `json:"query_motion,omitempty"`
	EntryFar     *farApart       `json:"entry_far_apart,omitempty"` // segments that are straight, and long in time
	QueryFar     *farApart       `json:"query_far_apart,omitempty"`
	EntryRenamed *format.Renamed `json:"entry_renamed,omitempty"` // persons and containers with the id of another object
	QueryRenamed *format.Renamed `json:"query_renamed,omitempty"`
}

// readSets describes how the data sets were read.
func (t *task) readSets() (rows takenSets, motion setsMotion) {
	e, q := &t.entries, &loaded{}
	if t.hasQueries() {
		q = &t.queries
	}
	return takenSets{
			Skipped: t.report.Skipped, Missed: t.report.Missed, leftOut: leftOut(t.report.LeftOut), EntryPlaces: e.Places, QueryPlaces: q.Places, EntryPreset: presetOf(e), QueryPreset: presetOf(q),
			EntryLayouts: e.Layouts, QueryLayouts: q.Layouts, EntryLonLat: e.Report.LonLat, QueryLonLat: q.Report.LonLat, EntryGeo: e.Report.Geometry, QueryGeo: q.Report.Geometry, EntryStates: e.Report.States, QueryStates: q.Report.States, EntrySets: inventory.ElementsOf(&e.Report), QuerySets: inventory.ElementsOf(&q.Report), EntryAside: e.Report.AsideNames(), QueryAside: q.Report.AsideNames(),
		}, setsMotion{
			EntryMotion: motionOf(&e.Report), QueryMotion: motionOf(&q.Report), EntryFar: farApartOf(&e.Report), QueryFar: farApartOf(&q.Report), EntryRenamed: renamedOf(e.Report), QueryRenamed: renamedOf(q.Report),
		}
}

// presetOf is the preset of a data set, nil where it has none.
func presetOf(d *loaded) *format.Preset {
	if d.Report.Preset.Name == "" {
		return nil
	}
	return &d.Report.Preset
}

// cost is what a command took, for summaries.
type cost struct {
	LoadS     float64  `json:"load_s"`
	IndexS    float64  `json:"index_s"`
	TuneS     float64  `json:"tune_s,omitempty"` // to measure the device first
	SearchS   float64  `json:"search_s"`
	ClusterS  *float64 `json:"cluster_s,omitempty"` // from there to groups or labels
	WriteS    float64  `json:"write_s"`             // at work, without the waits for rows
	TotalS    float64  `json:"total_s"`             // from the first look at a file to here
	PeakBytes uint64   `json:"peak_bytes"`          // of memory that the process has held
}

// costOf is the cost of a job so far, or of all of it.
func costOf(r *job.Report, index, search, total time.Duration, peak uint64) cost {
	return cost{LoadS: r.Reading.Seconds(), IndexS: index.Seconds(), SearchS: search.Seconds(), WriteS: r.Writing.Seconds(), TotalS: total.Seconds(), PeakBytes: peak}
}

// costOf is the cost of the task so far.
func (t *task) costOf(index, search time.Duration) cost {
	return costOf(&t.report, index, search, time.Since(t.begun), hostmemory.Peak())
}

// String is the cost for people.
func (m *cost) String() string {
	tuning, clustering := "", ""
	if m.TuneS > 0 {
		tuning = "tune " + took(m.TuneS) + ", "
	}
	if m.ClusterS != nil {
		clustering = "cluster " + took(*m.ClusterS) + ", "
	}
	return fmt.Sprintf("read %s, index %s, %ssearch %s, %swrite %s, in all %s and %s", took(m.LoadS), took(m.IndexS), tuning, took(m.SearchS), clustering, took(m.WriteS), took(m.TotalS), hostmemory.Size(m.PeakBytes))
}

// summarize prints rows, times and memory: as JSON, or in a line that
// stays on the terminal.
func (t *task) summarize(s flyby.Stats) {
	switch {
	case t.json && t.rows != nil: // it is the last line, behind the page
	case t.json:
		t.display.object(t.said(t.summary(s)))
	case !t.quiet && (t.terminal || t.verbose):
		fmt.Fprintln(t.err, t.sentence(s))
		if t.curves() != nil {
			fmt.Fprintln(t.err, t.curved())
		}
		if u := t.asked().Answer; u != (format.AnswerUnits{}) {
			fmt.Fprintln(t.err, writtenIn(u))
		}
		if t.report.Rows == 0 && !t.isLonely() {
			fmt.Fprintln(t.err, t.nothing())
		}
	}
}

// said is facts with the question of the task.
func (t *task) said(facts any) asking.Summary {
	return asking.Summary{Facts: facts, Question: t.asked().Question}
}

func (t *task) summary(s flyby.Stats) summary {
	ask := t.asked()
	m := summary{
		Type: "summary", Command: t.command,
		Entries: s.Entries, Queries: s.Queries,
		EntryTrajs: t.entries.Trajectories(), QueryTrajs: t.queries.Trajectories(),
		EntryFiles: t.entries.Report.Files, QueryFiles: t.queries.Report.Files,
		Hits: s.Hits, Rows: t.report.Rows,
		cost: t.costOf(s.Index, s.Search), SpilledBytes: t.report.Spilled, KernelS: s.Kernel.Seconds(),
		Method: string(s.Method), Device: s.Device, Why: s.Reason,
		Interactions: s.Interactions, BoxTests: s.BoxTests, Borderline: s.Borderline,
		Extent: t.wide, Curve: t.curves(), ColumnUnits: ask.Read.ColumnUnits, Assumed: t.assumed(), Units: t.report.Units, Out: t.out,
	}
	m.TuneS, m.batchesMade = s.Tuning.Seconds(), batchesIn(&s)
	m.takenSets, m.setsMotion = t.readSets()
	if ask.Search.Rule().HasHeights() {
		m.AtVertical = &s.AtVertical
	}
	if t.level != question.Hits && t.level != question.Nearest {
		m.Encounters = &t.report.Found
	}
	if t.asked().Parts {
		m.Merged = &t.report.Merged
	}
	if t.given.least {
		m.Long = &t.report.Long
	}
	switch t.level {
	case question.Pairs:
		m.Pairs = &t.report.All
	case question.Objects:
		m.Objects = &t.report.All
	}
	if ask.Filters() {
		m.Held = &t.report.Held
	}
	return m
}

// asked is the ask of the job, or of the plan where there is no job.
func (t *task) asked() job.Ask {
	if t.Job == nil {
		return t.planned
	}
	return *t.Ask()
}

// assumed names an assumption about the data, "" for none.
func (t *task) assumed() string {
	if t.asked().Read.Upright && (t.entries.Report.Assumed || t.queries.Report.Assumed) {
		return inventory.AssumedHeight
	}
	return ""
}

// sentence is the summary for people.
func (t *task) sentence(s flyby.Stats) string {
	m := t.costOf(s.Index, s.Search)
	m.TuneS = s.Tuning.Seconds()
	return fmt.Sprintf("%s x %s: %s  %s  %s on %s (%s)%s", plural(s.Entries, "entry segment"), plural(s.Queries, "query segment"), t.counts(s.Hits), &m, s.Method, s.Device, s.Reason, batchesIn(&s))
}

// noun is the noun for a row.
func (t *task) noun() string {
	if ask := t.asked(); ask.Filters() && ask.Has(question.Both) {
		return "row"
	}
	if t.level == question.Nearest {
		return "neighbour"
	}
	return strings.TrimSuffix(string(t.level), "s")
}

// counts says how many rows there are at each stage, for people.
func (t *task) counts(hits uint64) string {
	text := plural(hits, "hit")
	switch t.level {
	case question.Hits:
		return text + t.havingText()
	case question.Nearest:
		return plural(t.report.Found, t.noun()) + t.havingText()
	}
	text += " in " + plural(t.report.Found, "encounter") + t.stagesText()
	switch t.level {
	case question.Pairs:
		text += " of " + plural(t.report.All, "pair")
	case question.Objects:
		text += " of " + plural(t.report.All, "object")
	}
	return text + t.havingText()
}

// stagesText says how many encounters, or visits, stages have left.
func (t *task) stagesText() (text string) {
	if t.asked().Parts {
		text = fmt.Sprintf(", %s once merged", hostmemory.Count(t.report.Merged))
	}
	if t.given.least {
		text += fmt.Sprintf(", %s long enough", hostmemory.Count(t.report.Long))
	}
	return text
}

// havingText says how many rows --having has left.
func (t *task) havingText() string {
	if ask := t.asked(); !ask.Filters() {
		return ""
	}
	return ", --having leaves " + plural(t.report.Held, t.noun())
}

// tellCut says on standard error, as the last line and also with --quiet, that rows were left out.
// With --json the summary says it.
func (t *task) tellCut() {
	ask, total := t.asked(), plural(t.report.Held, t.noun())
	switch {
	case t.json:
	case ask.Limit > 0:
		fmt.Fprintf(t.err, "flyby: the first %s of %s (--limit %d)\n", hostmemory.Count(t.report.Rows), total, ask.Limit)
	case ask.Top > 0:
		fmt.Fprintf(t.err, "flyby: the %s closest of %s (--top %d)\n", hostmemory.Count(t.report.Rows), total, ask.Top)
	}
}

// tellCounted names the rows that --count counted where no --level did: the number alone does not, and hits are more.
func (t *task) tellCounted() {
	if t.given.levelUnsaid {
		t.display.note("counted %s: %s (--level hits counts hits)", t.level, t.counts(t.report.Stats.Hits))
	}
}

// nothing describes the data searched where no row was found: "0 encounters within 2 m; 300 objects,
// 42,704 segments, t 0 to 600 s".
func (t *task) nothing() string {
	u := t.Units()
	text, within := "0 "+string(t.level), &t.Ask().Search.Distance
	if t.level == question.Nearest {
		text, within = "0 neighbours", t.Ask().Search.MaxDistance
	}
	if within != nil {
		text += " within " + number(*within) + unitAfter(u.Length)
	}
	if within != nil && (t.entries.HasRadius() || t.queries.HasRadius()) {
		text += " and their radii"
	}
	if t.given.least {
		text += fmt.Sprintf(" for %s%s or longer", number(t.Ask().MinDuration), unitAfter(u.Duration()))
	}
	for i, c := range t.Ask().Having {
		text += [...]string{" with ", " and "}[min(i, 1)] + printable.Text(c.String())
	}
	span := ""
	if t.Ask().Search.From != nil {
		span += " from " + t.instant(*t.Ask().Search.From)
	}
	if t.Ask().Search.To != nil {
		span += " to " + t.instant(*t.Ask().Search.To)
	}
	if span != "" {
		text += "," + span
	}
	if !t.hasQueries() {
		return text + "; " + t.searched(t.entries)
	}
	return text + "; entries: " + t.searched(t.entries) + "; queries: " + t.searched(t.queries)
}

// searched says how much there is of a data set, and when.
func (t *task) searched(l loaded) string {
	from, to := timesOf(l)
	return fmt.Sprintf("%s, %s, t %s to %s", plural(l.Trajectories(), "object"), plural(l.Segments(), "segment"), t.bare(from), t.instant(to))
}

// timesOf are the times of the first and the last sample.
func timesOf(l loaded) (from, to float64) {
	e := l.Extent()
	return e.Start, e.End
}

// bare is a time of the data without its unit, instant with it.
func (t *task) bare(at float64) string { return instant(t.entries.Times(), at) }

func (t *task) instant(at float64) string {
	if t.entries.Times() == trajectory.Timestamp {
		return t.bare(at)
	}
	u := t.report.Units
	return t.bare(at) + unitAfter(u.Time) + unitAfter(u.Scale)
}

// unitAfter is the unit printed behind a number, "" where it is not known.
func unitAfter(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + printable.Text(unit)
}
