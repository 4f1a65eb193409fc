// Package groups makes a page of the groups of a result: a table of the largest or the longest groups, the paths of their members, the times of each member in its group, and figures of all
// groups.
package groups

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"maps"
	"slices"

	"flyby/internal/scene"
	"flyby/internal/webpage"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

//go:embed page/*.js page/style.css
var files embed.FS

// byDuration is the order of the longest groups.
const byDuration = "duration"

// A maker makes a page.
type maker struct {
	page.Maker[fileGroup, scene.Ruler]
	sizes   scene.Distribution
	partial int  // groups with fewer rows than members
	unsure  int  // groups whose members may be connected by objects that were not read
	rarest  bool // some rows name the members of the fewest groups alone
	Data    Data
}

// blank returns the maker of no page yet.
func blank() *maker {
	m := &maker{sizes: scene.Distribution{Width: 1}}
	m.Page = webpage.Page{Own: files, Scripts: []string{"look", "paths", "inside", "together", "page"}, Data: &m.Data, Main: m.main}
	return m
}

// Policy returns the Content-Security-Policy of pages.
func Policy() (string, error) { return blank().Policy() }

// New returns the maker of a page.
func New(ctx context.Context, q page.Request) (*maker, error) {
	m, orders := blank(), page.Groups.Orders()
	q.By = cmp.Or(q.By, orders[0])
	err := m.Begin(ctx, page.Groups, q, m)
	switch {
	case err != nil:
		return nil, err
	case !slices.Contains(orders, q.By):
		return nil, fmt.Errorf("report: By %q: must be one of %q", q.By, orders)
	case q.Queries != nil || q.SVG != "":
		return nil, errors.New("report: Queries and SVG: are for encounters")
	}
	return m, nil
}

// Pairs returns the members of the groups shown two by two, the last one with the first where their number is odd.
func (m *maker) Pairs() (pairs [][2]int) {
	all := map[int]bool{}
	for _, f := range m.Shown {
		for i := range f.members {
			all[int(f.members[i].traj)] = true
		}
	}
	trajs := slices.Sorted(maps.Keys(all))
	for i := 0; i < len(trajs); i += 2 {
		pairs = append(pairs, [2]int{trajs[i], trajs[(i+1)%len(trajs)]})
	}
	return pairs
}

// store returns the store with the samples of the groups shown.
func (m *maker) store() *trajectory.Store { return m.Sampled.Entries }

// time returns the time of a group.
func (f *fileGroup) time() scene.Ruler { return scene.Ruler{From: f.start, Until: f.end} }

// Count counts a group.
func (m *maker) Count(f *fileGroup) {
	m.sizes.Add(float64(f.most))
	if f.size() < f.most {
		m.partial++
	}
	m.Hold(f.time(), f.duration())
}

// Compare orders groups.
func (m *maker) Compare(a, b *fileGroup) int {
	size, duration := cmp.Compare(b.most, a.most), cmp.Compare(b.duration(), a.duration())
	if m.By == byDuration {
		size, duration = duration, size
	}
	return cmp.Or(size, duration)
}

// Keep returns a group with the members that are kept.
func (m *maker) Keep(f *fileGroup) *fileGroup {
	if n := len(f.members); n > mostMembers {
		f.members, f.more = slices.Clone(f.members[:mostMembers]), n-mostMembers
	}
	return f
}
