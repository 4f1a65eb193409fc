package groups

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"flyby/internal/scene"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// A maker makes a page.
type maker struct {
	page.Maker[fileGroup, scene.Ruler]
	rows    int // number of rows of the file
	sizes   scene.Distribution
	partial int // groups with fewer rows than members
	unsure  int // groups whose members may be connected by objects that were not read
	Data    Data
}

func newMaker(ctx context.Context, q Request) (m *maker, err error) {
	q.By = cmp.Or(q.By, BySize)
	m = &maker{sizes: scene.Distribution{Width: 1}}
	m.Maker, err = page.NewMaker[fileGroup, scene.Ruler](ctx, "report/groups", q)
	switch {
	case err != nil:
		return nil, err
	case !slices.Contains(Orders(), q.By):
		return nil, fmt.Errorf("report/groups: By %q: must be one of %q", q.By, Orders())
	case q.Queries != nil || q.SVG != "":
		return nil, errors.New("report/groups: Queries and SVG: are for encounters")
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
func (m *maker) Count(f *fileGroup) (scene.Ruler, float64) {
	m.sizes.Add(float64(f.most))
	if f.size() < f.most {
		m.partial++
	}
	return f.time(), f.duration()
}

// Compare orders groups.
func (m *maker) Compare(a, b *fileGroup) int {
	size, duration := cmp.Compare(b.most, a.most), cmp.Compare(b.duration(), a.duration())
	if m.By == ByDuration {
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
