package sweep

import (
	"context"
	"slices"
	"sort"

	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/internal/packed"
	"flyby/trajectory"
)

// chunkHits is the number of hits that are given at a time.
const chunkHits = 1 << 14

// mapping gives the hits of a slab in the numbers of the whole data sets.
type mapping struct {
	*pair
	query, entry *trajectory.Locator
	kept         []interaction.HitRow
	columns      trajectory.Hits
	give         func(*packed.Rows) error
	found        uint64 // hits that belong to the slab
	near         uint64 // hits for which interaction.Rule.AtHeights is true
}

func newMapping(p *pair, give func(*packed.Rows) error) *mapping {
	return &mapping{
		pair: p, give: give,
		query: p.queries.Store.Locator(p.queries.Store.Samples()),
		entry: p.entries.Store.Locator(p.entries.Store.Samples()),
	}
}

// keep appends the hits that belong to the slab. A hit of overhang with overhang belongs to an earlier slab.
func (m *mapping) keep(kept, list []interaction.HitRow) []interaction.HitRow {
	before := len(kept)
	start, q, e := m.entries.Start, m.queries.Store.T(), m.entries.Store.T()
	for _, h := range list {
		if max(q[h.Query], e[h.Entry]) >= start {
			if kept = append(kept, h); m.rule.HasHeights() {
				m.count(h)
			}
		}
	}
	m.found += uint64(len(kept) - before)
	return kept
}

// count counts a hit whose heights differ by the vertical threshold, about.
func (m *mapping) count(h interaction.HitRow) {
	q, e := m.queries.Store.Upright(int(h.Query)), m.entries.Store.Upright(int(h.Entry))
	if m.rule.AtHeights(&q, &e) {
		m.near++
	}
}

// hits gives hits.
func (m *mapping) hits(list []interaction.HitRow) error {
	for chunk := range slices.Chunk(list, chunkHits) {
		m.kept = m.keep(m.kept[:0], chunk)
		if len(m.kept) == 0 {
			continue
		}
		m.resize(len(m.kept))
		c := &m.columns
		for i, h := range m.kept {
			traj, segment := m.query.Locate(h.Query)
			c.QueryTraj[i], c.QuerySeg[i] = m.queries.Traj[traj], m.queries.Before[traj]+segment
			traj, segment = m.entry.Locate(h.Entry)
			c.EntryTraj[i], c.EntrySeg[i] = m.entries.Traj[traj], m.entries.Before[traj]+segment
			c.Enter[i], c.Exit[i] = h.Enter, h.Exit
		}
		if err := m.give(packed.OfHits(*c)); err != nil {
			return err
		}
	}
	return nil
}

// resize makes room for n hits in columns.
func (m *mapping) resize(n int) {
	c := &m.columns
	if c.QueryTraj == nil {
		for _, column := range []*[]uint32{&c.QueryTraj, &c.QuerySeg, &c.EntryTraj, &c.EntrySeg} {
			*column = make([]uint32, chunkHits)
		}
		c.Enter, c.Exit = make([]float64, chunkHits), make([]float64, chunkHits)
	}
	c.QueryTraj, c.QuerySeg = c.QueryTraj[:n], c.QuerySeg[:n]
	c.EntryTraj, c.EntrySeg = c.EntryTraj[:n], c.EntrySeg[:n]
	c.Enter, c.Exit = c.Enter[:n], c.Exit[:n]
}

// encounters gives encounters, whose columns it changes.
func (m *mapping) encounters(e trajectory.Encounters) error {
	encounter.Forget(e, m.queries.Store, m.entries.Store)
	for i := range e.QueryTraj {
		e.QueryTraj[i], e.EntryTraj[i] = m.queries.Traj[e.QueryTraj[i]], m.entries.Traj[e.EntryTraj[i]]
	}
	if e.Len() == 0 {
		return nil
	}
	return m.give(packed.OfEncounters(e))
}

// joiner joins the hits of a slab, the hits of whole query trajectories at a time.
type joiner struct {
	*mapping
	threads int
	pending []interaction.HitRow // not joined yet
	wait    int                  // number of pending hits at which add looks again
}

// joinedAtOnce is about the number of hits that are joined at a time: enough for all threads, and few beside a list of hits,
// the only hits whose memory a search counts.
const joinedAtOnce = 1 << 16

// add takes hits a chunk at a time, and once they are enough joins the hits of all complete query trajectories.
func (j *joiner) add(ctx context.Context, list []interaction.HitRow) error {
	for chunk := range slices.Chunk(list, chunkHits) {
		j.pending = j.keep(j.pending, chunk)
		if n := len(j.pending); n >= max(joinedAtOnce, j.wait) {
			first, _ := j.queries.Store.Range(j.queries.Store.Owner(int(j.pending[n-1].Query)))
			whole := sort.Search(n, func(i int) bool { return int(j.pending[i].Query) >= first })
			j.wait = 2 * (n - whole)
			if err := j.join(ctx, whole); err != nil {
				return err
			}
		}
	}
	return nil
}

// join joins the first n of the hits.
func (j *joiner) join(ctx context.Context, n int) error {
	if n == 0 {
		return nil
	}
	found, err := encounter.Join(ctx, j.pending[:n], j.queries.Store, j.entries.Store, j.rule, j.threads, nil)
	if err != nil {
		return err
	}
	encounter.MakeExact(ctx, found, j.queries.Store, j.entries.Store, j.rule, j.threads)
	j.pending = append(j.pending[:0], j.pending[n:]...)
	return j.encounters(found)
}
