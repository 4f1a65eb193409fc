// Package encounters makes a page of the encounters of a result: a table of the closest encounters, for each of them the distance against time and both paths, and figures of all encounters.
package encounters

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"strings"

	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/internal/scene"
	"flyby/internal/webpage"
	"flyby/report/internal/page"
)

//go:embed page/*.js
var files embed.FS

// A maker makes a page.
type maker struct {
	page.Maker[row, brief]
	level       resultfile.Level // of the rows
	distances   scene.Distribution
	toThreshold bool           // distances go up to the threshold
	hasOpen     bool           // some row shown is open at an end
	hasOrbit    bool           // some row shown has an orbit
	attributes  []string       // columns of the data in the rows, by --with: the first has the names of objects
	named       map[int]string // the names of objects that rows have, by number, see objects; nil: objects have ids alone
	namesakes   map[string]int // numbers of objects by name
	Data        Data
}

// blank returns the maker of no page yet.
func blank() *maker {
	m := &maker{}
	m.Page = webpage.Page{Own: files, Scripts: []string{"motion", "distance", "relative", "orbit", "paths", "meetings", "page"}, Data: &m.Data, Main: m.main}
	return m
}

// Policy returns the Content-Security-Policy of pages.
func Policy() (string, error) { return blank().Policy() }

// New returns the maker of a page.
func New(ctx context.Context, q page.Request) (*maker, error) {
	m := blank()
	if err := m.Begin(ctx, page.Encounters, q, m); err != nil {
		return nil, err
	}
	if err := check(&m.Request); err != nil {
		return nil, err
	}
	if m.level = m.Result.Level(); m.level != resultfile.HitLevel {
		m.attributes = m.Result.Attributes()
	}
	if len(m.attributes) > 0 {
		m.named, m.namesakes = map[int]string{}, map[string]int{}
	}
	if threshold := m.Threshold(); threshold != nil && *threshold > 0 {
		m.distances.Width, m.toThreshold = *threshold/scene.FineBins, true
	}
	return m, nil
}

// check refuses queries and results that do not go with the entries.
func check(q *page.Request) error {
	switch {
	case q.By != "":
		return fmt.Errorf("report: By %q: is for groups", q.By)
	case q.Queries != nil && q.Queries.Space() != q.Entries.Space():
		return fmt.Errorf("report: positions of Queries are %v in %d-D, of Entries %v in %d-D", q.Queries.Space().Frame, q.Queries.Dim(), q.Entries.Space().Frame, q.Entries.Dim())
	case q.Queries != nil && q.Queries.Times() != q.Entries.Times():
		return fmt.Errorf("report: times of Queries are %v, of Entries %v", q.Queries.Times(), q.Entries.Times())
	case q.Result.Horizontal() && !q.Entries.Space().Heights:
		return fmt.Errorf("%s: its distances are horizontal, and the data have no heights beside their positions", printable.Text(q.InErrors()))
	}
	return nil
}

// Pairs returns the pairs of trajectories of the rows shown.
func (m *maker) Pairs() [][2]int {
	pairs := make([][2]int, 0, len(m.Shown))
	for _, r := range m.Shown {
		pairs = append(pairs, [2]int{int(r.query), int(r.entry)})
	}
	return pairs
}

// Compare orders rows by distance, rows of equal distance by their place in the file.
func (m *maker) Compare(a, b *row) int {
	return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.number, b.number))
}

// A brief is the part of a row that is held.
type brief struct {
	query, entry, encounters uint32
	scene.Ruler
}

// brief returns the part of the row that is held.
func (r *row) brief() brief {
	return brief{r.query, r.entry, r.encounters, scene.Ruler{From: r.enter, Until: r.exit}}
}

// Count counts a row.
func (m *maker) Count(r *row) {
	m.distances.Add(r.distance)
	b := r.brief()
	m.Hold(b, r.duration)
	for side, object := range m.objects(&b) {
		if m.named != nil && len(m.named) < m.Held && m.named[object] == "" && r.of[side][0] != "" {
			name := strings.Clone(r.of[side][0])
			m.named[object] = name
			m.namesakes[name]++
		}
	}
}
