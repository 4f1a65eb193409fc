package partition

import (
	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel"
)

// runUnder returns the one run under boxes that have no halves: the box of a single run
// may be of any level.
func runUnder(b kernel.Boxes, p *binindex.Pyramid) binindex.Run {
	lowest, _, _ := b.Halves(p)
	return p.Runs[lowest.First]
}

// Meet compares the segments of two runs of a walk that Split cannot cut, and adds
// the hits to out, on the host: for walks of which even two runs outgrow a device's
// buffer. The work must be prepared.
func Meet(w kernel.WalkWork, entries *binindex.Pyramid, out *kernel.Hits) (s kernel.Stats) {
	q, e := runUnder(w.Query, w.Queries.Pyramid()), runUnder(w.Entry, entries)
	if w.Excludes(q.Traj, e.Traj) {
		return s
	}
	if w.Join && q.Row > e.Row {
		q, e = e, q
	}
	var list []interaction.HitRow
	for i := range int(q.Count) {
		for j := range int(e.Count) {
			a, b := q.Segment(w.Queries.Store, i), e.Segment(entries.Store, j)
			enter, exit, verdict := w.Window.Interact(&a, &b, w.Distance)
			s.Interactions++
			switch verdict {
			case interaction.Hit:
				list = append(list, interaction.HitRow{Query: q.Row + uint32(i), Entry: e.Row + uint32(j), Enter: enter, Exit: exit})
			case interaction.Borderline:
				s.Borderline++
				list = append(list, interaction.BorderlineRow(q.Row+uint32(i), e.Row+uint32(j)))
			}
		}
	}
	s.Hits = uint64(len(list))
	out.Add(kernel.HitList{List: list})
	return s
}
