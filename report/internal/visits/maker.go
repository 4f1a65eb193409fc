// Package visits makes a page of the visits of objects to zones: a table of the longest visits, for each of them the zone with the path of the object, and figures of all visits.
package visits

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"flyby/internal/scene"
	"flyby/internal/webpage"
	"flyby/report/internal/page"
)

//go:embed page/*.js page/style.css
var files embed.FS

// A maker makes a page.
type maker struct {
	page.Maker[row, brief]
	columns   []string          // that are read, in the order in which rowOf takes them
	called    [2]string         // columns with the names of objects and of zones; "": the file has none
	numbers   map[string]uint32 // of zones, by their ids
	counts    map[int]int       // visits of each zone
	names     map[int]string    // of zones whose rows have one
	namesakes map[string]int    // numbers of zones by name
	hasOpen   bool              // a row shown is open at an end
	Data      Data
}

// blank returns the maker of no page yet.
func blank() *maker {
	m := &maker{numbers: map[string]uint32{}, counts: map[int]int{}, names: map[int]string{}, namesakes: map[string]int{}}
	m.Page = webpage.Page{Own: files, Scripts: []string{"outline", "paths", "page"}, Data: &m.Data, Main: m.main}
	return m
}

// Policy returns the Content-Security-Policy of pages.
func Policy() (string, error) { return blank().Policy() }

// New returns the maker of a page.
func New(ctx context.Context, q page.Request) (*maker, error) {
	m := blank()
	err := m.Begin(ctx, page.Visits, q, m)
	switch {
	case err != nil:
		return nil, err
	case q.By != "" || q.Queries != nil || q.SVG != "":
		return nil, errors.New("report: By, Queries and SVG: are for groups and encounters")
	case q.Zones.Frame() != q.Entries.Space().Frame:
		return nil, fmt.Errorf("report: positions of Zones are %v, of Entries %v", q.Zones.Frame(), q.Entries.Space().Frame)
	}
	for i := range q.Zones.Len() {
		m.numbers[q.Zones.ID(i)] = uint32(i)
	}
	m.columns = []string{"traj_id", "zone_id", "t_enter", "t_exit", "t_closest", "d_min", "inside", "open"}
	for side, prefix := range []string{"traj_", "zone_"} {
		if names := slices.DeleteFunc(m.Result.Attached(prefix), func(name string) bool { return name == "id" }); len(names) > 0 {
			m.called[side] = prefix + names[0]
			m.columns = append(m.columns, m.called[side])
		}
	}
	return m, nil
}

// Pairs returns each object of the rows shown, twice.
func (m *maker) Pairs() (pairs [][2]int) {
	for _, r := range m.Shown {
		pairs = append(pairs, [2]int{int(r.traj), int(r.traj)})
	}
	return pairs
}

// Compare orders rows by how long they last, the longest first, and rows of one duration by their place in the file.
func (m *maker) Compare(a, b *row) int {
	return cmp.Or(cmp.Compare(b.duration(), a.duration()), cmp.Compare(a.number, b.number))
}

// A brief is the part of a row that is held.
type brief struct {
	zone uint32
	scene.Ruler
}

// brief returns the part of the row that is held.
func (r *row) brief() brief { return brief{r.zone, r.time()} }

// Count counts a row.
func (m *maker) Count(r *row) {
	m.counts[int(r.zone)]++
	if r.Zone != "" && m.names[int(r.zone)] == "" {
		name := strings.Clone(r.Zone)
		m.names[int(r.zone)] = name
		m.namesakes[name]++
	}
	m.Hold(r.brief(), r.duration())
}

// zoneName returns the name of a zone, with its id where others have the name, too; its id where it has none.
func (m *maker) zoneName(zone int) string {
	switch name, id := m.names[zone], m.Zones.ID(zone); {
	case name == "":
		return id
	case m.namesakes[name] > 1:
		return name + " (" + id + ")"
	default:
		return name
	}
}
