package visits

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// Data is the data block of the page, in JSON, which its script draws. Times are offsets from a visit's t_enter, and places are offsets from its place, in the unit of lengths, to 9 digits.
// Where positions are degrees, places are to the east and to the north.
type Data struct {
	page.Measures
	Scale          float64   `json:"scale"`  // units of lengths of the page in one of the data's
	Zones          []Outline `json:"zones"`  // of the rows of the table
	Visits         []Visit   `json:"visits"` // row by row of the table
	page.Intervals           // of zones, and of all visits
	page.Lasting             // of visits
}

// A Visit is a visit with the path of the object around it.
type Visit struct {
	Zone   int          `json:"zone"`             // index in Zones
	Until  float64      `json:"until"`            // offset of t_exit
	Window [2]float64   `json:"window"`           // offsets of the time that is drawn
	Place  [2]float64   `json:"place"`            // of the object at the start, as the data have it: longitude and latitude if in degrees
	Radius float64      `json:"radius,omitempty"` // added to the threshold
	Lines  []scene.Line `json:"lines"`            // lines without gaps
}

// mostSamples is the greatest number of samples of a visit on a page, and leastSamples the number below which a page that is too large does not go.
const mostSamples, leastSamples = 400, 24

// Draw fills in the page of the rows shown.
func (m *maker) Draw() {
	d := &m.Data
	d.Measures, d.Scale = m.Measures(m.Threshold()), m.Lengths(1)
	d.Dim = 2 // zones are seen from above
	m.Introduce("longest", "visit", "Of "+scene.Counted(m.Entries.Trajectories(), "trajectory")+" and "+scene.Counted(m.Zones.Len(), "zone"))
	if d.Threshold != nil && *d.Threshold > 0 {
		m.Tell("Within " + scene.Short(*d.Threshold) + scene.UnitAfter(d.Length) + " of a zone.")
	}
	m.TellIf(m.called[0] != "", "Names of objects are of the column "+strings.TrimPrefix(m.called[0], "traj_")+", ids where it is empty.")
	m.TellIf(m.called[1] != "", "Names of zones are of the column "+strings.TrimPrefix(m.called[1], "zone_")+", ids where it is empty.")
	m.drawFigures()
	for _, r := range m.Shown {
		m.hasOpen = m.hasOpen || r.Open != ""
	}
	m.drawVisits()
}

// drawFigures fills in the data of the figures of all visits.
func (m *maker) drawFigures() {
	d, held := &m.Data, m.Figured("When zones were visited", (*row).brief)
	most := slices.SortedFunc(maps.Keys(m.counts), func(a, b int) int { return cmp.Or(m.counts[b]-m.counts[a], a-b) })
	d.Intervals = m.Intervals(held, most, func(b brief) []int { return []int{int(b.zone)} }, func(zone int) (string, int) { return m.zoneName(zone), m.counts[zone] })
	d.Lasting = m.Lasting()
}

// drawVisits fills in the visits shown with their zones and paths.
func (m *maker) drawVisits() {
	d := &m.Data
	var zones []int
	place := map[uint32]int{}
	for _, r := range m.Shown {
		if _, there := place[r.zone]; !there {
			place[r.zone], zones = len(zones), append(zones, int(r.zone))
		}
	}
	var rough, thinned, bytes int
	d.Zones, rough = m.outlines(zones)
	most := mostSamples
	for ; ; most /= 2 {
		thinned = 0
		d.Visits, bytes = page.Parts(m.Shown, false, func(r *row) Visit {
			v, less := m.visit(r, most)
			v.Zone = place[r.zone]
			if less {
				thinned++
			}
			return v
		})
		if bytes <= m.Bytes/2 || most <= leastSamples {
			break
		}
	}
	m.TellIf(rough > 0, "Outlines of "+scene.Counted(rough, "zone")+" leave corners out, for there are many.")
	m.TellIf(thinned > 0, scene.Counted(thinned, "visit")+" would have more than "+scene.Counted(most, "sample")+": paths leave samples out there.")
}

// visit returns a visit with its path, of most samples at most.
func (m *maker) visit(r *row, most int) (v Visit, thinned bool) {
	o := m.Entry(r.traj)
	begin, end := o.Range(o.Traj)
	at, height := max(o.T()[begin], min(r.enter, o.T()[end-1])), 0.0
	if o.Space().Heights {
		height = o.HeightAt(o.Traj, at)
	}
	frame := scene.NewFrame(o.Space(), o.At(o.Traj, at), height, m.Data.Scale)
	window, place := scene.Around(r.time(), o), frame.Place()
	v = Visit{Until: scene.Rounded(r.duration()), Window: [2]float64{scene.Rounded(window.From - r.enter), scene.Rounded(window.Until - r.enter)}, Place: [2]float64{scene.Rounded(place[0]), scene.Rounded(place[1])}, Radius: scene.Rounded(m.Lengths(o.Radius(o.Traj)))}
	v.Lines, thinned = o.Path(&frame, r.time(), window, most)
	for i := range v.Lines {
		v.Lines[i].Z = nil
	}
	return v, thinned
}
