package encounters

import (
	"flyby/internal/resultfile"
	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// Draw fills in the page of the rows shown.
func (m *maker) Draw() {
	d := &m.Data
	threshold, from := m.thresholdOf()
	speed := m.Answer.Or(m.Units).Speed
	d.Measures, d.Vertical, d.Speed = m.Measures(threshold), m.Result.Horizontal(), &speed
	m.Introduce("closest", m.rowName(), m.contents())
	if len(m.Shown) > 0 {
		m.Tell(from)
	}
	if d.Vertical {
		m.Tell("Distances are horizontal: heights have a threshold of their own.")
	}
	m.drawFigures()
	m.drawPasses()
	for _, r := range m.Shown {
		r.Query, r.Entry = m.Asking().ID(int(r.query)), m.Entries.ID(int(r.entry))
		m.hasOpen = m.hasOpen || r.Open != ""
	}
}

// rowName returns the word for a row.
func (m *maker) rowName() string {
	if m.Result.Level() == resultfile.PairLevel {
		return "pair"
	}
	return "encounter"
}

// contents says of which data a page is.
func (m *maker) contents() string {
	text := scene.Counted(m.Entries.Trajectories(), "trajectory")
	if m.Joins() {
		return "Of " + text + ", each with all others"
	}
	return "Of " + scene.Counted(m.Queries.Trajectories(), "trajectory") + " against " + text
}

// drawFigures fills in the data of the figures of all rows.
func (m *maker) drawFigures() {
	d := &m.Data
	g := m.graphOf(m.Figured("When objects met, and who met whom,", (*row).brief))
	m.drawIntervals(g)
	d.Meetings = m.meetings(g)
	whole := m.toThreshold && d.Threshold != nil && m.distances.Width*scene.FineBins == *d.Threshold
	d.Distances = m.distances.Histogram(whole)
	d.Lasting = m.Lasting()
}

// drawPasses fills in the rows with their paths, with fewer samples where paths would be too large.
func (m *maker) drawPasses() {
	most, bytes := 2*mostSamples, m.Bytes+1
	for bytes > m.Bytes && most > 2*aroundSamples {
		most /= 2
		m.Data.Passes, bytes = page.Parts(m.Shown, func(r *row) Pass { return m.pass(r, most) })
	}
	if most < mostSamples {
		m.Tell("Paths have at most " + scene.Counted(most, "sample") + " of an object, so that the page is not too large.")
	}
	cut := 0
	for i := range m.Data.Passes {
		if m.Data.Passes[i].Cut {
			cut++
		}
	}
	if cut > 0 {
		m.Tell(scene.Counted(cut, "encounter") + " would have more than " + scene.Counted(most, "sample") + " of an object: both ends of the paths are cut.")
	}
}
