package engine_test

import (
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/partition"
	"flyby/kernel"
	"flyby/trajectory"
)

// pairs are pairs of parts of two stores.
func pairs(queries, entries *trajectory.Store) []partition.Pair {
	parts := func(s *trajectory.Store) []*partition.Part {
		all, some := partition.Whole(s), during(s, 10, 30)
		return []*partition.Part{all, all.Slice(0, 15), all.Slice(15, 28), some, some.Slice(1, 12)}
	}
	var pairs []partition.Pair
	for _, q := range parts(queries) {
		for _, e := range parts(entries) {
			pairs = append(pairs, partition.Pair{Queries: q, Entries: e})
		}
	}
	return pairs
}

// TestExcluded: a pair of trajectories is excluded in the parts where it is excluded in the
// whole stores.
func TestExcluded(t *testing.T) {
	queries, entries := random(t, 1, 30), random(t, 2, 30)
	excluded := make([]uint32, 30)
	for q := range excluded {
		excluded[q] = uint32(q * 7 % 30)
	}
	excluded[6] = interaction.NoneExcluded
	for i, p := range slices.Repeat(pairs(queries, entries), 2) {
		whole := interaction.Rule{Excluded: excluded, Later: i%2 == 0}
		part := interaction.Rule{Excluded: p.Excluded(whole), Later: whole.Later}
		if len(part.Excluded) != p.Queries.Store.Trajectories() {
			t.Fatalf("pair %d: excluded for %d trajectories, want %d", i, len(part.Excluded), p.Queries.Store.Trajectories())
		}
		out := 0
		for q := range uint32(p.Queries.Store.Trajectories()) {
			for e := range uint32(p.Entries.Store.Trajectories()) {
				got, want := part.Excludes(q, e), whole.Excludes(p.Queries.Traj(q), p.Entries.Traj(e))
				if got != want {
					t.Errorf("pair %d: %d and %d excluded: %v, want %v", i, q, e, got, want)
				}
				if want {
					out++
				}
			}
			if e := part.Excluded[q]; e != interaction.NoneExcluded && int(e) >= p.Entries.Store.Trajectories() {
				t.Errorf("pair %d: %d is excluded from trajectory %d, which is not there", i, q, e)
			}
		}
		if out == 0 {
			t.Errorf("pair %d: nothing is excluded, nothing tested", i)
		}
		if p.Excluded(interaction.Rule{}) != nil {
			t.Error("something is excluded where nothing is")
		}
	}
}

// TestExcludeSelves: a trajectory is excluded from itself, and from no other.
func TestExcludeSelves(t *testing.T) {
	s := random(t, 3, 30)
	for i, p := range pairs(s, s) {
		rule := interaction.Rule{Excluded: p.ExcludeSelves()}
		for q := range uint32(p.Queries.Store.Trajectories()) {
			for e := range uint32(p.Entries.Store.Trajectories()) {
				if got, want := rule.Excludes(q, e), p.Queries.Traj(q) == p.Entries.Traj(e); got != want {
					t.Errorf("pair %d: %d and %d excluded: %v, want %v", i, q, e, got, want)
				}
			}
		}
	}
}

// TestMoveBack: hits are moved by the maps of rows, encounters by the maps of
// trajectories, and everything else stays.
func TestMoveBack(t *testing.T) {
	queries, entries := random(t, 4, 30), random(t, 5, 30)
	for i, p := range pairs(queries, entries) {
		var list, want []interaction.HitRow
		for row := range min(p.Queries.Store.Samples(), p.Entries.Store.Samples()) {
			h := interaction.HitRow{Query: uint32(row), Entry: uint32(p.Entries.Store.Samples() - 1 - row), Enter: float64(row), Exit: 1e9}
			list = append(list, h)
			h.Query, h.Entry = p.Queries.Row(h.Query), p.Entries.Row(h.Entry)
			want = append(want, h)
		}
		var joined kernel.Joined
		for traj := range min(p.Queries.Store.Trajectories(), p.Entries.Store.Trajectories()) {
			joined.QueryTraj = append(joined.QueryTraj, uint32(traj))
			joined.EntryTraj = append(joined.EntryTraj, uint32(p.Entries.Store.Trajectories()-1-traj))
		}
		wantQ, wantE := slices.Clone(joined.QueryTraj), slices.Clone(joined.EntryTraj)
		for k := range wantQ {
			wantQ[k], wantE[k] = p.Queries.Traj(wantQ[k]), p.Entries.Traj(wantE[k])
		}
		half := len(list) / 2
		p.MoveBack([]kernel.HitList{{List: list[:half]}, {Joined: &joined}, {List: list[half:]}})
		if !slices.Equal(list, want) {
			t.Errorf("pair %d: %v, want %v", i, list, want)
		}
		if !slices.Equal(joined.QueryTraj, wantQ) || !slices.Equal(joined.EntryTraj, wantE) {
			t.Errorf("pair %d: encounters of %v and %v, want %v and %v", i, joined.QueryTraj, joined.EntryTraj, wantQ, wantE)
		}
	}
}

// BenchmarkMoveBack moves a million hits, of consecutive trajectories and of a slice of time.
func BenchmarkMoveBack(b *testing.B) {
	const hits = 1 << 20
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{0, 1, 1, 2, 2}}, T: []float64{0, 0, 1, 0, 1}, X: make([]float64, 5), Y: make([]float64, 5),
	}, trajectory.BuildOptions{})
	if err != nil {
		b.Fatal(err)
	}
	all := partition.Whole(s)
	for name, p := range map[string]partition.Pair{
		"follow": {Queries: all.Slice(1, 3), Entries: all},
		"time":   {Queries: all, Entries: during(s, 0, 1)},
	} {
		b.Run(name, func(b *testing.B) {
			list := make([]interaction.HitRow, hits)
			b.SetBytes(hits * 24)
			for b.Loop() {
				for i := range list {
					list[i].Entry = uint32(i % 3)
				}
				p.MoveBack([]kernel.HitList{{List: list}})
			}
		})
	}
}

// TestMoveBackCounts: counts of hits by query row are moved with the hits, once for lists
// that share them, and dropped where the rows of a part are scattered over the whole.
func TestMoveBackCounts(t *testing.T) {
	queries, entries := random(t, 1, 30), random(t, 2, 30)
	for i, p := range pairs(queries, entries) {
		n := p.Queries.Store.Samples()
		rows := &kernel.RowHits{Counts: make([]uint32, n)}
		lists := make([]kernel.HitList, 3)
		for k := range lists {
			for row := k; row < n; row += 1 + k {
				lists[k].List = append(lists[k].List, interaction.HitRow{Query: uint32(row)})
				rows.Counts[row]++
			}
			lists[k].Rows = rows
		}
		p.MoveBack(lists)
		counted := make([]uint32, queries.Samples())
		for _, l := range lists {
			if (l.Rows == nil) != (lists[0].Rows == nil) {
				t.Fatalf("pair %d: some lists are counted, some not", i)
			}
			for _, h := range l.List {
				counted[h.Query]++
			}
		}
		if lists[0].Rows == nil {
			if first, last := p.Queries.Row(0), p.Queries.Row(uint32(n-1)); int(last-first) == n-1 {
				t.Errorf("pair %d: rows %d to %d stay together, their counts are forgotten", i, first, last)
			}
			continue
		}
		if got := counted[rows.First : int(rows.First)+n]; !slices.Equal(got, rows.Counts) {
			t.Errorf("pair %d: counts from row %d on are %v, want %v", i, rows.First, rows.Counts, got)
		}
	}
}
