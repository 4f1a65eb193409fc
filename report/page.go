package report

import (
	"encoding/json"
	"strings"

	"flyby/internal/resultfile"
	"flyby/internal/scene"
)

// drawn returns the page of the rows shown.
func (m *maker) drawn(shown []*row) *Page {
	threshold, from := m.thresholdOf(shown)
	p := &Page{Level: m.levelName(), Rows: shown, Clock: m.Clock(), Data: Data{Measures: m.Measures(threshold), Vertical: m.Result.Horizontal()}}
	p.Title = m.Title(len(shown), "closest", strings.TrimSuffix(p.Level, "s"))
	d := &p.Data
	speed := m.Answer.Or(m.Units).Speed
	d.Speed = &speed
	m.Tell(m.contents())
	m.Facts = append(m.Facts, m.Notes...)
	if len(shown) > 0 {
		m.Tell(from)
	}
	if d.Vertical {
		m.Tell("Distances are horizontal: heights have a threshold of their own.")
	}
	m.figures(d, shown)
	m.passes(d, shown)
	for _, r := range shown {
		r.Query, r.Entry = m.Asking().ID(int(r.query)), m.Entries.ID(int(r.entry))
		p.HasOpen = p.HasOpen || r.Open != ""
	}
	p.Facts = m.Facts
	return p
}

// levelName returns the word for the rows.
func (m *maker) levelName() string {
	if m.Result.Level() == resultfile.PairLevel {
		return "pairs"
	}
	return "encounters"
}

// contents returns a sentence about the data.
func (m *maker) contents() string {
	text := scene.Counted(m.Entries.Trajectories(), "trajectory")
	if m.Joins() {
		return m.InData("Of " + text + ", each with all others")
	}
	return m.InData("Of " + scene.Counted(m.Queries.Trajectories(), "trajectory") + " against " + text)
}

// figures fills in the data of the figures of all rows.
func (m *maker) figures(d *Data, shown []*row) {
	g := m.graphOf(m.Figured(shown, "When objects met, and who met whom,", (*row).brief))
	m.intervals(d, g)
	d.Meetings = m.meetings(g)
	whole := m.toThreshold && d.Threshold != nil && m.distances.Width*scene.FineBins == *d.Threshold
	d.Distances = m.distances.Histogram(whole)
	d.Durations, d.Instants = m.Durations.Histogram(false), m.Instants
}

// passes fills in the rows with their paths, with fewer samples where paths would be too large.
func (m *maker) passes(d *Data, shown []*row) {
	for most := mostSamples; ; most /= 2 {
		d.Passes = make([]Pass, 0, len(shown))
		cut, bytes := 0, 0
		for _, r := range shown {
			p := m.pass(r, most)
			text, _ := json.Marshal(&p) //nolint:errcheck // its numbers are finite
			if bytes += len(text); p.Cut {
				cut++
			}
			d.Passes = append(d.Passes, p)
		}
		if bytes > m.Bytes && most > 2*aroundSamples {
			continue
		}
		if most < mostSamples {
			m.Tell("Paths have at most " + scene.Counted(most, "sample") + " of an object, so that the page is not too large.")
		}
		if cut > 0 {
			m.Tell(scene.Counted(cut, "encounter") + " would have more than " + scene.Counted(most, "sample") + " of an object: both ends of the paths are cut.")
		}
		return
	}
}
