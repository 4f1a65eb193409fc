package page

import (
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

// DurationHead returns the heading of a column of durations.
func (m *Measures) DurationHead() string {
	if m.Stamps {
		return scene.InUnit("duration", "s")
	}
	return scene.InUnit("duration", m.Time)
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

// InSpace reports whether paths are drawn in three dimensions, from a side, and can be turned.
func (m *Measures) InSpace() bool { return m.Dim == 3 && !m.Degrees }

// WriteHistograms writes a section with the places of two histograms: one of the page's own, and one of durations.
func WriteHistograms(w *webpage.Writer, title, own, caption string, lasting *Lasting) {
	w.Section("often", title)
	w.Markup(`<div class="pair">`, "\n")
	w.Figure(own, caption)
	durations := "Durations"
	if lasting.Instants > 0 {
		durations += "; " + strconv.Itoa(lasting.Instants) + " last no time"
	}
	w.Figure("durations", durations)
	w.Markup("</div>\n")
	w.EndSection()
}
