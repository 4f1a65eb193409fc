package encounters

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"
	"strconv"
	"unsafe"

	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/scene"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// errPartOfHits refuses hits of data that are not in memory: the rows to show are chosen by their closest approach, which only the data tell.
var errPartOfHits = errors.New("hits are joined to encounters in memory, which the data outgrow: give --memory more, or a file of --level encounters")

// joined yields the encounters of a file of hits.
func (m *maker) joined() iter.Seq2[*row, error] {
	return func(yield func(*row, error) bool) {
		hits, numbers, err := m.hits()
		if err != nil {
			yield(nil, err)
			return
		}
		all, free, err := m.join(hits)
		if err != nil {
			yield(nil, err)
			return
		}
		for i := range all.Len() {
			r := m.rowOfEncounter(&all, i, numbers)
			r.free = free[i]
			if !yield(&r, nil) {
				return
			}
		}
	}
}

// join joins hits to encounters. free has for each encounter where the two trajectories are closest in the segments of its hits. If the time of it is outside of its encounter, times were
// cut by --from and --to, and join cuts them at the first and the last instant of all hits.
func (m *maker) join(hits []interaction.HitRow) (all trajectory.Encounters, free []interaction.Approach, err error) {
	rule := interaction.Rule{Distance: *m.Within(), Window: interaction.Unbounded()}
	if all, err = encounter.Join(m.Ctx, hits, m.Asking(), m.Entries, rule, 1, nil); err != nil {
		return all, nil, err
	}
	free = m.freeOf(hits, &all, rule.Window)
	for i, a := range free {
		if a.Time < all.Enter[i] || a.Time > all.Exit[i] {
			rule.Window = interaction.Window{From: slices.Min(all.Enter), To: slices.Max(all.Exit)}
			all, err = encounter.Join(m.Ctx, hits, m.Asking(), m.Entries, rule, 1, nil)
			return all, m.freeOf(hits, &all, rule.Window), err
		}
	}
	return all, free, nil
}

// freeOf returns for each encounter where the two trajectories are closest in a window and in the segments of its hits, be it before or after these hits, and be
// their distance above the threshold.
func (m *maker) freeOf(hits []interaction.HitRow, all *trajectory.Encounters, w interaction.Window) []interaction.Approach {
	queries, free := m.Asking(), make([]interaction.Approach, all.Len())
	for i := range free {
		free[i] = interaction.Approach{Time: all.Closest[i], Distance: math.Inf(1)}
	}
	for _, h := range hits {
		query, entry := queries.Owner(int(h.Query)), m.Entries.Owner(int(h.Entry))
		behind := sort.Search(all.Len(), func(i int) bool {
			return cmp.Or(cmp.Compare(int(all.QueryTraj[i]), query), cmp.Compare(int(all.EntryTraj[i]), entry), cmp.Compare(all.Enter[i], h.Enter)) > 0
		})
		if i := behind - 1; i >= 0 {
			at, distance, _, ok := w.Closest(queries.SegmentAt(query, int(h.Query)), m.Entries.SegmentAt(entry, int(h.Entry)))
			if ok && distance < free[i].Distance {
				free[i] = interaction.Approach{Time: at, Distance: distance}
			}
		}
	}
	return free
}

// hits returns the hits of the file in the defined order, and the first row of each pair of trajectories.
func (m *maker) hits() (hits []interaction.HitRow, first map[[2]uint32]int, err error) {
	switch {
	case m.Take != nil:
		return nil, nil, fmt.Errorf("%s: %w", printable.Text(m.InErrors()), errPartOfHits)
	case m.Result.Horizontal():
		return nil, nil, fmt.Errorf("%s: its hits were found with --vertical: give a file of --level encounters", printable.Text(m.InErrors()))
	case m.Within() == nil:
		return nil, nil, fmt.Errorf("%s: says no distance that its hits were found within: give --distance", printable.Text(m.InErrors()))
	}
	first = map[[2]uint32]int{}
	var last [6]string
	for fields, err := range m.Result.Rows(m.Ctx, []string{"query_traj", "query_seg", "entry_traj", "entry_seg", "t_enter", "t_exit"}) {
		if err != nil {
			return nil, nil, err
		}
		f := fields.Fields
		if m.Joins() && f[0] == last[2] && f[1] == last[3] && f[2] == last[0] && f[3] == last[1] && f[4] == last[4] {
			continue // the hit of the row before, exchanged
		}
		copy(last[:], f)
		p := page.Parser{Request: &m.Request, Row: fields.Number}
		pair := [2]uint32{p.Trajectory("query_traj", f[0], m.Asking()), p.Trajectory("entry_traj", f[2], m.Entries)}
		h := interaction.HitRow{Enter: p.Time("t_enter", f[4]), Exit: p.Time("t_exit", f[5])}
		if p.Err == nil {
			h.Query = segment(&p, "query_seg", f[1], m.Asking(), pair[0], h)
			h.Entry = segment(&p, "entry_seg", f[3], m.Entries, pair[1], h)
		}
		if p.Err != nil {
			return nil, nil, p.Err
		}
		if _, there := first[pair]; !there {
			first[pair] = fields.Number
		}
		if len(hits) == cap(hits) {
			if err := memory.Need(memory.Count(2*len(hits))+" hits", memory.Of(2*len(hits), int(unsafe.Sizeof(h)))); err != nil {
				return nil, nil, err
			}
		}
		hits = append(hits, h)
	}
	slices.SortFunc(hits, func(a, b interaction.HitRow) int {
		return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Entry, b.Entry))
	})
	return hits, first, nil
}

// segment returns the row of a segment of a trajectory, which has to exist and to last for all of the hit.
func segment(p *page.Parser, column, field string, in *trajectory.Store, traj uint32, h interaction.HitRow) uint32 {
	number, err := strconv.Atoi(field)
	first, last := in.Range(int(traj))
	at := first + sort.Search(last-first, func(i int) bool { return in.SegmentIDIn(int(traj), first+i) >= number })
	if err != nil || number < 0 || at >= last || in.SegmentIDIn(int(traj), at) != number {
		p.Wrong("%s is %s, and the trajectory has no such segment: another file, or other flags", column, strconv.Quote(field))
		return 0
	}
	const rounding = 1e-9 // how much a time in a text that another program rounded may differ from the true time, relative to it
	if g := in.SegmentAt(int(traj), at); h.Enter < g.T0-float64(rounding*math.Abs(g.T0)) || h.Exit > g.T1+float64(rounding*math.Abs(g.T1)) {
		p.Wrong("segment %d of %s is there from %s to %s, not for all of the hit: another file, or other flags", number, in.ID(int(traj)), in.Times().Format(g.T0), in.Times().Format(g.T1))
	}
	return uint32(at)
}

// rowOfEncounter returns the row of an encounter that hits were joined to.
func (m *maker) rowOfEncounter(all *trajectory.Encounters, i int, first map[[2]uint32]int) row {
	r := row{
		number: first[[2]uint32{all.QueryTraj[i], all.EntryTraj[i]}], query: all.QueryTraj[i], entry: all.EntryTraj[i], encounters: 1,
		enter: all.Enter[i], exit: all.Exit[i], closest: all.Closest[i], distance: m.Lengths(all.Distance[i]), duration: all.Exit[i] - all.Enter[i], open: all.Open[i],
	}
	r.texts = texts{Enter: m.Format(r.enter), Exit: m.Format(r.exit), Closest: m.Format(r.closest), Distance: scene.Exact(r.distance), Open: r.open.String()}
	if speed := all.Speed[i]; !math.IsNaN(speed) {
		r.Speed = scene.Exact(m.Speeds(speed))
	}
	return r
}
