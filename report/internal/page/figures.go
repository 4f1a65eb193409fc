package page

import (
	"encoding/json"
	"strconv"

	"flyby/internal/scene"
	"flyby/internal/webpage"
)

// Measures are the first fields of the data block of a page.
type Measures struct {
	Dim       int      `json:"dim"`                 // of places: 2 or 3
	Degrees   bool     `json:"degrees"`             // positions are longitudes and latitudes
	Length    string   `json:"length"`              // unit of lengths; "": none is known
	Time      string   `json:"time"`                // unit of times; "": none is known
	Speed     *string  `json:"speed,omitempty"`     // unit of speeds; "": none is known; nil: the page has no speeds
	Stamps    bool     `json:"stamps"`              // times are timestamps, offsets seconds
	Threshold *float64 `json:"threshold,omitempty"` // nil: none is known
	Land      string   `json:"land,omitempty"`      // see webpage.Land; "": no row has a place on the earth
}

// When is a figure of all rows against time.
type When struct {
	All  [][2]int   `json:"all"`  // rows at once, as steps [column, number], see Span
	Span scene.Span `json:"span"` // the time that the columns span
}

// Lasting is a figure of how long all rows last.
type Lasting struct {
	Durations scene.Histogram `json:"durations"` // of durations of more than 0
	Instants  int             `json:"instants"`  // rows of duration 0
}

// Held is the part of a row that is held for the figures of all rows: it has the time of the row.
type Held interface{ Time() scene.Ruler }

// A timeline has the times and durations of all rows, and holds parts H of them.
type timeline[H Held] struct {
	time      scene.Ruler
	instants  int // rows of duration 0
	durations scene.Distribution
	most      int // rows that may be held
	outgrown  bool
	held      []H
}

// Hold counts the time of a row, and holds a part of the row for figures.
func (l *timeline[H]) Hold(held H, duration float64) {
	l.time = l.time.With(held.Time())
	if duration > 0 {
		l.durations.Add(duration)
	} else {
		l.instants++
	}
	if l.outgrown = l.outgrown || len(l.held) == l.most; l.outgrown {
		l.held = nil
		return
	}
	l.held = append(l.held, held)
}

// Clock returns a clock for the times of all rows.
func (m *Maker[R, H]) Clock() scene.Clock {
	return scene.ClockOf(m.Entries.Times(), m.time.From, m.time.Until)
}

// Figured returns the parts of the rows for figures: of all rows or, where they are too many, of the rows on the page, which it tells in a sentence.
func (m *Maker[R, H]) Figured(what string, of func(*R) H) []H {
	if !m.outgrown {
		return m.held
	}
	m.Tell(what + " is of the " + scene.Counted(len(m.Shown), "row") + " of the table alone: there are too many others.")
	all := make([]H, 0, len(m.Shown))
	for _, r := range m.Shown {
		all = append(all, of(r))
	}
	return all
}

// When returns the figure of rows against time: how many there were at once.
func (m *Maker[R, H]) When(held []H) (whole scene.Ruler, w When) {
	w.Span.Columns = scene.Columns
	if len(held) > 0 {
		whole = held[0].Time()
		for _, h := range held {
			whole = whole.With(h.Time())
		}
		clock := m.Clock()
		w.Span.From, w.Span.Until = clock.Short(whole.From), clock.Short(whole.Until)
	}
	var sum scene.Steps
	for _, h := range held {
		sum.Add(whole.At(h.Time().From), whole.At(h.Time().Until))
	}
	w.All = sum.All()
	return whole, w
}

// Lasting returns the figure of how long all rows last.
func (l *timeline[H]) Lasting() Lasting { return Lasting{l.durations.Histogram(false), l.instants} }

// Parts returns the parts of rows that are on a page, and their bytes: in JSON, or as a page packs it.
func Parts[R, P any](rows []*R, pack bool, of func(*R) P) (all []P, bytes int) {
	all = make([]P, 0, len(rows))
	var size webpage.PackedSize
	for _, r := range rows {
		part := of(r)
		text, _ := json.Marshal(&part) //nolint:errcheck // its numbers are finite
		all, bytes = append(all, part), bytes+len(text)
		if pack {
			size.Add(text)
		}
	}
	if pack {
		bytes = size.Bytes()
	}
	return all, bytes
}

// Clocked reports whether durations are told in hours, minutes and seconds.
func (m *Measures) Clocked() bool { return m.Stamps || m.Time == "s" }

// DurationHead returns the heading of a column of durations, by its name.
func (m *Measures) DurationHead(name string) string {
	if m.Clocked() {
		return name
	}
	return scene.InUnit(name, m.Time)
}

// DurationText returns a duration as the table shows it.
func (m *Measures) DurationText(v float64) string {
	if m.Clocked() {
		return scene.Duration(v)
	}
	return scene.Short(v)
}

// WritePlayer writes the controls of time.
func WritePlayer(w *webpage.Writer) {
	w.Markup(`<div class="controls">
<button id="play" type="button">Play</button>
<label>time <input id="slider" type="range" min="0" max="1000" step="any" value="0"></label>
<output id="moment" for="slider"></output>
</div>
`)
}

// WritePaths writes the place of the picture of paths, up to its caption; above stands between the caption and "from above". Paths in three dimensions can be turned.
func (m *Measures) WritePaths(w *webpage.Writer, caption, above string) {
	switch {
	case m.InSpace():
		w.Markup(`<figure id="paths" tabindex="0" class="turns" aria-describedby="paths-caption"><figcaption id="paths-caption">`, caption, `: drag, or use the arrow keys, to turn them`)
	case m.Degrees:
		w.Markup(`<figure id="paths"><figcaption>`, caption, above, `from above: east to the right, north up`)
	default:
		w.Markup(`<figure id="paths"><figcaption>`, caption, above, `from above`)
	}
}

// WriteWhere writes the place of a map of all rows, where they have places on the earth.
func (m *Measures) WriteWhere(w *webpage.Writer, rows string) {
	if m.Land != "" {
		w.Markup(`<figure id="where"><figcaption>Where on the earth: <span id="place"></span>, in a ring, among all `, rows, " of the table</figcaption></figure>\n")
	}
}

// InSpace reports whether paths are drawn in three dimensions, from a side, and can be turned.
func (m *Measures) InSpace() bool { return m.Dim == 3 && !m.Degrees }

// WriteHistograms writes a section with the places of two histograms: one of the page's own, and one of durations, with their captions.
func WriteHistograms(w *webpage.Writer, title, own, caption, durations string, lasting *Lasting) {
	w.Section("often", title)
	w.Markup(`<div class="pair">`, "\n")
	w.Figure(own, caption)
	WriteDurations(w, durations, lasting)
	w.Markup("</div>\n")
	w.EndSection()
}

// WriteDurations writes the place of the histogram of durations, with its caption.
func WriteDurations(w *webpage.Writer, durations string, lasting *Lasting) {
	if lasting.Instants > 0 {
		durations += "; " + strconv.Itoa(lasting.Instants) + " last no time"
	}
	w.Figure("durations", durations)
}
