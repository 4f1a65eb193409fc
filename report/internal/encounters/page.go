package encounters

import (
	"strings"

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
	m.TellIf(len(m.Shown) > 0, from)
	if m.named != nil {
		m.Tell("Names are of the column " + m.attributes[0] + ", ids where it is empty; in the table, pointing at a name shows the " + strings.Join(append([]string{"id"}, m.attributes[1:]...), ", ") + ".")
	}
	m.TellIf(m.level == resultfile.HitLevel && len(m.Result.Attributes()) > 0, "Objects have their ids: names are shown of encounters and pairs, not of hits.")
	m.TellIf(d.Vertical, "Distances are horizontal: heights have a threshold of their own.")
	m.drawFigures()
	m.drawOrbits()
	m.drawPasses()
	for _, r := range m.Shown {
		r.Query, r.Entry = m.Asking().ID(int(r.query)), m.Entries.ID(int(r.entry))
		m.hasOpen = m.hasOpen || r.Open != ""
	}
}

// rowName returns the word for a row.
func (m *maker) rowName() string {
	switch m.level {
	case resultfile.PairLevel:
		return "pair"
	case resultfile.NearestLevel:
		return "neighbour"
	}
	return "encounter"
}

// ranks reports whether a row is a query and an entry that comes closest to it.
func (m *maker) ranks() bool { return m.level == resultfile.NearestLevel }

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
	d.Intervals = m.Intervals(g.rows, g.objects, func(b brief) []int { of := m.objects(&b); return of[:] }, func(of int) (string, int) { return m.name(of), g.counts[of] })
	d.Meetings = m.meetings(g)
	whole := m.toThreshold && d.Threshold != nil && m.distances.Width*scene.FineBins == *d.Threshold
	d.Distances = m.distances.Histogram(whole)
	d.Lasting = m.Lasting()
}

// drawPasses fills in the rows with their paths, with fewer samples where paths would be too large.
func (m *maker) drawPasses() {
	room, most := m.Bytes, 2*mostSamples
	if m.many() {
		each := rowBytes
		if m.hasOrbit {
			each += orbitBytes
		}
		room, most = min(room, manyBytes-each*len(m.Shown)), 2*mostSamples*page.DefaultTop/len(m.Shown)
	}
	tried := func(most int) (passes []Pass, bytes int) {
		return page.Parts(m.Shown, m.many(), func(r *row) Pass { return m.pass(r, most) })
	}
	bytes := room + 1
	for bytes > room && most > 2*aroundSamples {
		most /= 2
		m.Data.Passes, bytes = tried(most)
	}
	for quarters := 7; bytes <= room && most < mostSamples && quarters > 4; quarters-- {
		if more, size := tried(most * quarters / 4); size <= room {
			most, m.Data.Passes = most*quarters/4, more
			break
		}
	}
	m.TellIf(most < mostSamples, "Paths have at most "+scene.Counted(most, "sample")+" of an object, so that the page is not too large.")
	cut := 0
	for i := range m.Data.Passes {
		if m.Data.Passes[i].Cut {
			cut++
		}
	}
	m.TellIf(cut > 0, scene.Counted(cut, m.rowName())+" would have more than "+scene.Counted(most, "sample")+" of an object: both ends of the paths are cut.")
}

const (
	// aroundDurations is how many durations of the encounter its window extends before and after it, and aroundSamples the least number of samples of each object
	// before and after the closest approach.
	aroundDurations = 3
	aroundSamples   = 4
	// mostSamples is the greatest number of samples of an object in a window.
	mostSamples = 400
	// manyBytes is how large a page may be that shows more rows than pages do by themselves, of which its rows take rowBytes each, and orbitBytes more if they have orbits: it has 1 MB with its script.
	manyBytes  = 920_000
	rowBytes   = 170
	orbitBytes = 40
)

// pass returns a row with both paths around it, with most samples each at most.
func (m *maker) pass(r *row, most int) Pass {
	query, entry := m.Query(r.query), m.Entry(r.entry)
	height := 0.0
	if query.Space().Heights {
		height = query.HeightAt(query.Traj, r.closest)
	}
	f := scene.NewFrame(query.Space(), query.At(query.Traj, r.closest), height, m.Lengths(1))
	p := Pass{Enter: scene.Rounded(r.enter - r.closest), Exit: scene.Rounded(r.exit - r.closest), Place: roundedPlace(f.Place()), Radii: scene.Rounded(m.Lengths(query.Radius(query.Traj) + entry.Radius(entry.Traj))), Cross: r.orbit.drawn()}
	for _, side := range []struct {
		of scene.Mover
		to *Track
	}{{query, &p.Query}, {entry, &p.Entry}} {
		first, last, cut := r.window(side.of, most)
		*side.to = trackOf(side.of, &f, r.closest, first, last)
		p.Cut = p.Cut || cut
	}
	if m.many() {
		m.round(&p, r.distance)
	}
	return p
}

// roundedPlace returns a place in the digits of the page.
func roundedPlace(at [3]float64) [3]float64 {
	for k := range at {
		at[k] = scene.Rounded(at[k])
	}
	return at
}

// window returns the samples [first, last) of one of the row's objects around it, most samples at most.
func (r *row) window(o scene.Mover, most int) (first, last int, cut bool) {
	begin, end := o.Range(o.Traj)
	before, behind := o.Samples(r.closest, r.closest)
	duration := float64(aroundDurations * (r.exit - r.enter))
	first, last = scene.Covering(o.T()[begin:end], r.enter-duration, r.exit+duration)
	first, last = max(begin, min(begin+first, before-aroundSamples)), min(end, max(begin+last, behind+aroundSamples))
	if last-first <= most {
		return first, last, false
	}
	first = max(first, min(before-most/2, last-most))
	return first, first + most, true
}

// trackOf returns the path of an object's samples [first, last); where the object is a point event at time t, that sample alone.
func trackOf(o scene.Mover, f *scene.Frame, t float64, first, last int) (k Track) {
	if row := o.Nearest(t); o.IsPoint(o.Traj, o.T()[row]) {
		return Track{Event: true, Lines: []scene.Line{o.Line(f, t, row, row+1, nil)}}
	}
	k.Lines = []scene.Line{}
	for p := range o.PiecesOf(o.Traj, o.Traj+1) {
		if a, b := max(first, p.First), min(last, p.First+p.Samples); a < b {
			k.Lines = append(k.Lines, o.Line(f, t, a, b, nil))
		}
	}
	return k
}
