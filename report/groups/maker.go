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
	lengths func(float64) float64 // converts lengths of the data to the unit of the page
	bytes   int                   // size that paths may have
	facts   []string
	rows    int // number of rows of the file
	tally   tally
	top     top

	store *trajectory.Store // with the samples of the groups shown
	trajs []int             // numbers of its trajectories in the whole data; nil: all
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

// take takes the samples of the members of the groups shown.
func (m *maker) take(shown []*fileGroup) (err error) {
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

// numberOf returns the number, in the store with samples, of a trajectory of the whole data.
func (m *maker) numberOf(traj uint32) int {
	if m.trajs == nil {
		return int(traj)
	}
	at, _ := slices.BinarySearch(m.trajs, int(traj))
	return at
}

// dataThreshold returns the threshold in the unit of the data; nil where it is not known.
func (m *maker) dataThreshold() *float64 {
	if m.Distance != nil {
		return m.Distance
	}
	return m.Result.Distance()
}

// A tally counts all groups of a file, and holds the times of groups for the figure of groups against time.
type tally struct {
	all, instants    int
	sizes, durations scene.Distribution
	most             int
	held             []scene.Ruler // times of groups
	outgrown         bool          // the file has more groups than may be held
	from, until      float64
	partial          int // groups with fewer rows than members
}

// add counts a group.
func (t *tally) add(f *fileGroup) {
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
