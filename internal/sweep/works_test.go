package sweep_test

import (
	"flyby/binindex"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// worked is a work of a driver as the pairs of segments that it compares.
type worked struct {
	interaction.Rule
	queries, entries *trajectory.Store
	parts            []part
}

// part is query rows that meet entry rows: each with each, in a join of a pyramid either way round.
type part struct {
	query, entry map[uint32]bool
	either       bool
}

func (p part) ofQueries() map[uint32]bool { return p.query }
func (p part) ofEntries() map[uint32]bool { return p.entry }

// partsOfRanges returns the invocations of a work on ranges.
func partsOfRanges(w kernel.RangeWork, db kernel.Database) (parts []part) {
	for _, v := range w.Invocations {
		p := part{query: map[uint32]bool{}, entry: map[uint32]bool{}}
		for _, row := range w.Rows[v.Batch.First:v.Batch.Last] {
			p.query[row] = true
		}
		for _, g := range v.Ranges {
			for _, row := range db.Order[g.First:g.Last] {
				p.entry[row] = true
			}
		}
		parts = append(parts, p)
	}
	return parts
}

// partsOfWalk returns the pairs of boxes of a walk, all of them: a walk takes them all.
func partsOfWalk(w kernel.WalkWork, entries *binindex.Pyramid) (parts []part) {
	w = w.Prepared()
	add := func(query, entry kernel.Boxes) {
		parts = append(parts, part{rowsUnder(w.Queries.Pyramid(), query), rowsUnder(entries, entry), w.Join})
	}
	add(w.Query, w.Entry)
	if w.More != nil {
		for query, entry := range w.More {
			add(query, entry)
		}
	}
	return parts
}

// rowsUnder returns the rows of the runs under boxes.
func rowsUnder(p *binindex.Pyramid, b kernel.Boxes) map[uint32]bool {
	rows := map[uint32]bool{}
	for ; b.Level > 0; b.Level-- {
		b.First, b.Last = b.First*binindex.Fan, min(b.Last*binindex.Fan, len(p.Levels[b.Level-1]))
	}
	for _, run := range p.Runs[b.First:b.Last] {
		for row := range uint32(run.Count) {
			rows[run.Row+row] = true
		}
	}
	return rows
}

// has reports whether the work compares the segments of a hit.
func (w *worked) has(h interaction.HitRow) bool {
	for _, p := range w.parts {
		if p.query[h.Query] && p.entry[h.Entry] || p.either && p.query[h.Entry] && p.entry[h.Query] {
			return true
		}
	}
	return false
}

// whole reports whether the first part has all segments.
func (w *worked) whole() bool {
	p := w.parts[0]
	return len(p.query) == w.queries.Segments() && len(p.entry) == w.entries.Segments()
}

// trajectories returns the range of trajectories that the rows of the parts belong to, [0, 0) where there are no
// rows.
func (w *worked) trajectories(s *trajectory.Store, rows func(part) map[uint32]bool) (first, last int) {
	first = s.Trajectories()
	for _, p := range w.parts {
		for row := range rows(p) {
			traj := s.Owner(int(row))
			first, last = min(first, traj), max(last, traj+1)
		}
	}
	return min(first, last), last
}

// rows are the rows of the segments of a work's stores, by trajectory and number.
type rows struct{ query, entry [][]uint32 }

// newRows makes the rows of a work.
func newRows(w *worked) rows {
	table := func(s *trajectory.Store) [][]uint32 {
		of := make([][]uint32, s.Trajectories())
		for row := range s.Rows() {
			traj := s.Owner(row)
			of[traj] = append(of[traj], uint32(row))
		}
		return of
	}
	return rows{table(w.queries), table(w.entries)}
}

// of returns the i-th hit by its rows.
func (r rows) of(h trajectory.Hits, i int) interaction.HitRow {
	return interaction.HitRow{
		Query: r.query[h.QueryTraj[i]][h.QuerySeg[i]], Entry: r.entry[h.EntryTraj[i]][h.EntrySeg[i]],
		Enter: h.Enter[i], Exit: h.Exit[i],
	}
}
