package groups

import (
	"context"
	"math"
	"slices"

	"flyby/internal/scene"
	"flyby/trajectory"
)

// A maker makes a page.
type maker struct {
	Request
	ctx     context.Context
	lengths func(float64) float64 // of the data as the page has them
	bytes   int                   // that paths may take
	facts   []string
	rows    int // of the file
	tally   tally
	top     top

	store *trajectory.Store // with samples of the groups that are shown
	trajs []int             // its numbers in the whole; nil: all
}

func newMaker(ctx context.Context, q Request) (m *maker, err error) {
	m = &maker{Request: q, ctx: ctx, bytes: mostBytes, top: top{by: q.By, most: q.Top}, tally: tally{most: q.Held, sizes: scene.Distribution{Width: 1}, from: math.Inf(1), until: math.Inf(-1)}}
	m.lengths, _, err = q.Answer.Turns(q.Units)
	return m, err
}

// page makes the page.
func (m *maker) page() (*Page, error) {
	for f, err := range m.groups() {
		if err != nil {
			return nil, err
		}
		m.tally.add(f)
		m.top.add(f)
	}
	shown := m.top.sorted()
	if err := m.take(shown); err != nil {
		return nil, err
	}
	if err := m.checkGroups(shown); err != nil {
		return nil, err
	}
	return m.drawn(shown), nil
}

// take takes the samples of the members of the groups that are shown.
func (m *maker) take(shown []*found) (err error) {
	m.store = m.Entries
	if m.Take == nil || len(shown) == 0 {
		return nil
	}
	var all []int
	for _, f := range shown {
		for i := range f.members {
			all = append(all, int(f.members[i].traj))
		}
		slices.Sort(all)
		all = slices.Compact(all)
	}
	m.store, m.trajs, err = m.Take(all)
	return err
}

// numberOf is the number of a trajectory of the whole in the store that has samples.
func (m *maker) numberOf(traj uint32) int {
	if m.trajs == nil {
		return int(traj)
	}
	at, _ := slices.BinarySearch(m.trajs, int(traj))
	return at
}

// dataThreshold is the threshold in the unit of the data; nil where none is told.
func (m *maker) dataThreshold() *float64 {
	if m.Distance != nil {
		return m.Distance
	}
	return m.Result.Distance()
}

// A tally counts all groups of a file, and holds what the figure of when there were groups is made of.
type tally struct {
	all, instants    int
	sizes, durations scene.Distribution
	most             int
	held             []scene.Ruler // from when to when
	outgrown         bool          // there were more groups than are held
	from, until      float64
	partial          int // groups with fewer rows than members
}

// add counts a group.
func (t *tally) add(f *found) {
	t.all++
	t.from, t.until = min(t.from, f.start), max(t.until, f.end)
	t.sizes.Add(float64(f.most))
	if d := f.duration(); d > 0 {
		t.durations.Add(d)
	} else {
		t.instants++
	}
	if f.size() < f.most {
		t.partial++
	}
	if t.outgrown = t.outgrown || len(t.held) == t.most; t.outgrown {
		t.held = nil
		return
	}
	t.held = append(t.held, scene.Ruler{From: f.start, Until: f.end})
}
