package report

import (
	"cmp"
	"encoding/json"
	"path/filepath"

	"flyby/internal/memory"
	"flyby/internal/resultfile"
	"flyby/internal/scene"
	"flyby/trajectory"
)

// drawn returns the page of the rows shown.
func (m *maker) drawn(shown []row) *Page {
	answer := m.Answer.Or(m.Units)
	p := &Page{Level: m.levelName(), Rows: []Row{}, Data: Data{
		Dim: m.Entries.Dim(), Degrees: m.Entries.Space().Frame == trajectory.EarthCentred, Length: answer.Length, Time: m.Units.Duration(), Speed: answer.Speed,
		Stamps: m.Entries.Times() == trajectory.Timestamp, Vertical: m.Result.Horizontal(),
	}}
	p.Title = m.title(len(shown))
	d := &p.Data
	threshold, from := m.thresholdOf(shown)
	d.Threshold = threshold
	m.tell(m.contents())
	m.facts = append(m.facts, m.Notes...)
	if len(shown) > 0 {
		m.tell(from)
	}
	if d.Vertical {
		m.tell("Distances are horizontal: heights have a threshold of their own.")
	}
	m.figures(d, shown)
	m.passes(d, shown)
	m.rowsOfPage(p, shown)
	p.Facts = m.facts
	return p
}

// tell adds a sentence to the facts of the page.
func (m *maker) tell(fact string) { m.facts = append(m.facts, fact) }

// levelName returns the word for the rows.
func (m *maker) levelName() string {
	if m.Result.Level() == resultfile.PairLevel {
		return "pairs"
	}
	return "encounters"
}

// title returns a title such as "near.csv: the closest 200 of 1,234 encounters".
func (m *maker) title(shown int) string {
	name, what := cmp.Or(m.Called, filepath.Base(m.Result.Path())), m.levelName()
	what = what[:len(what)-1]
	switch all := m.tally.all; {
	case all == 0:
		return name + ": no " + what + "s"
	case shown < all:
		return name + ": the closest " + memory.Count(shown) + " of " + scene.Counted(all, what)
	default:
		return name + ": " + scene.Counted(all, what)
	}
}

// contents returns a sentence about the data.
func (m *maker) contents() string {
	text := scene.Counted(m.Entries.Trajectories(), "trajectory")
	if m.joins() {
		text = "Of " + text + ", each with all others"
	} else {
		text = "Of " + scene.Counted(m.Queries.Trajectories(), "trajectory") + " against " + text
	}
	if m.Name != "" {
		text += ", in " + m.Name
	}
	return text + "."
}

// figures fills in the data of the figures of all rows.
func (m *maker) figures(d *Data, shown []row) {
	briefs := m.tally.briefs(shown)
	if m.tally.outgrown {
		m.tell("When objects met, and who met whom, is of the " + scene.Counted(len(shown), "row") + " of the table alone: there are too many others.")
	}
	m.intervals(d, briefs)
	d.Meetings = m.meetings(briefs)
	whole := m.tally.toThreshold && d.Threshold != nil && m.tally.distances.Width*scene.FineBins == *d.Threshold
	d.Distances = m.tally.distances.Histogram(whole)
	d.Durations = m.tally.durations.Histogram(false)
	d.Instants = m.tally.instants
}

// mostBytes is how large the paths of a page may be: a page may have 20 MB, of which rows and names take some.
const mostBytes = 16_000_000

// passes fills in the rows with their paths, with fewer samples where paths would be too large.
func (m *maker) passes(d *Data, shown []row) {
	for most := mostSamples; ; most /= 2 {
		d.Passes = make([]Pass, 0, len(shown))
		cut, bytes := 0, 0
		for i := range shown {
			p := m.pass(&shown[i], most)
			text, _ := json.Marshal(&p) //nolint:errcheck // its numbers are finite
			if bytes += len(text); p.Cut {
				cut++
			}
			d.Passes = append(d.Passes, p)
		}
		if bytes > m.bytes && most > 2*aroundSamples {
			continue
		}
		if most < mostSamples {
			m.tell("Paths have at most " + scene.Counted(most, "sample") + " of an object, so that the page is not too large.")
		}
		if cut > 0 {
			m.tell(scene.Counted(cut, "encounter") + " would have more than " + scene.Counted(most, "sample") + " of an object: both ends of the paths are cut.")
		}
		return
	}
}

// rowsOfPage fills in the rows of the table.
func (m *maker) rowsOfPage(p *Page, shown []row) {
	c := scene.ClockOf(m.Entries.Times(), m.tally.from, m.tally.until)
	for i := range shown {
		r := &shown[i]
		p.HasOpen = p.HasOpen || r.texts.open != ""
		p.Rows = append(p.Rows, Row{
			Number: i + 1, Query: m.wholeQueries().ID(int(r.query)), Entry: m.Entries.ID(int(r.entry)),
			Closest: r.texts.closest, Distance: r.texts.distance, Enter: r.texts.enter, Exit: r.texts.exit, Duration: r.texts.duration, Speed: r.texts.speed, Open: r.texts.open,
			ShownClosest: c.Text(r.closest), ShownDistance: scene.Short(r.distance), ShownDuration: scene.Short(r.duration), ShownSpeed: cmp.Or(scene.SpeedText(r.texts.speed), "–"),
			SortClosest: r.closest, SortDuration: r.duration,
		})
	}
}
