package engine

import (
	"context"

	"flyby/interaction"
	"flyby/internal/ownership"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/trajectory"
)

// blocks searches for a single query segment whose hits alone outgrow their budget of most
// bytes: the segment is compared with one block of the entries' rows after another, in their
// order, on the host. A block has at most as many segments as hits fit.
func (r *execution) blocks(ctx context.Context, q queryRange, most uint64, give func(*Result) error) error {
	entries := r.engine.entries
	rows := int(max(most/hitBytes, 1))
	for first := 0; first < entries.Samples(); first += rows {
		last := min(first+rows, entries.Samples())
		f, err := r.block(ctx, q, first, last)
		if err != nil {
			return err
		}
		part := q
		part.ends = q.ends && last == entries.Samples()
		if err := r.give(ctx, part, f, give); err != nil {
			return err
		}
	}
	return nil
}

// block compares the query segment of a range with the entries that start at the rows
// [first, last).
func (r *execution) block(ctx context.Context, q queryRange, first, last int) (*Result, error) {
	e, t := r.engine, task{Task: r.asked, pool: r.engine.pool, report: r.report(q)}
	b := onlyQuery{rule: q.rule, query: r.asked.Queries.Segment(q.first), row: uint32(q.first), entries: e.entries}
	threads := max(1, min(e.config.Threads, (last-first)/blockRows))
	lists, counts := make([][]interaction.HitRow, threads), make([]uint64, threads)
	parallel.Ranges(last-first, threads, func(k, from, to int) {
		lists[k], counts[k] = b.compare(ctx, first+from, first+to)
	})
	hits, f := kernel.Hits{}, &Result{}
	for k, list := range lists {
		hits.Add(kernel.HitList{List: list})
		f.Stats.Hits += uint64(len(list))
		f.Stats.Interactions += counts[k]
	}
	t.ordered = r.ordered[r.turn]
	return f, e.take(ctx, f, &hits, t, nil)
}

// blockRows is the number of rows that are worth a thread.
const blockRows = 1 << 10

// onlyQuery is a query segment that is compared with entries.
type onlyQuery struct {
	rule    interaction.Rule // its query trajectory is 0
	query   trajectory.Segment
	row     uint32
	entries *trajectory.Store
}

// compare compares the query with the entries that start at the rows [first, last), and counts
// the entries among them that share an instant with it.
func (b *onlyQuery) compare(ctx context.Context, first, last int) (list []interaction.HitRow, n uint64) {
	traj := b.entries.Owner(first)
	base, _ := b.entries.Range(traj)
	for row, e := range b.entries.Slice(traj, b.entries.Owner(last-1)+1).Rows() {
		if row += base; row < first {
			continue
		}
		if row >= last || row%blockRows == 0 && ctx.Err() != nil {
			return list, n
		}
		for _, end := b.entries.Range(traj); row >= end; _, end = b.entries.Range(traj) {
			traj++
		}
		if b.rule.Excludes(0, uint32(traj)) || !ownership.ShareInstant(&b.query, &e) {
			continue
		}
		n++
		if enter, exit, hit := b.rule.Window.Decide(b.query, e, b.rule.Distance); hit {
			list = append(list, interaction.HitRow{Query: b.row, Entry: uint32(row), Enter: enter, Exit: exit})
		}
	}
	return list, n
}
