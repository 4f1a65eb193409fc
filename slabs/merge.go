package slabs

import (
	"cmp"
	"context"
	"errors"
	"iter"

	"flyby"
	"flyby/internal/ends"
	"flyby/internal/packed"
	"flyby/internal/parallel"
	"flyby/internal/spill"
	"flyby/job"
	"flyby/trajectory"
)

// MergeOptions are the machine of a merge, of which it takes Memory, Tmp, TmpLimit, Threads and Logger, and who watches it.
type MergeOptions struct {
	Machine flyby.Options
	job.Watch
}

// Merge merges the parts and hands the rows of the ask to a sink: the file that job.Run writes, to the byte, or a range of it. A sink with a Clash is a job.FieldError before anything is written. Where a part is missing or damaged, or, for a range, a block that the range needs, the
// error is an ErrMissing, an ErrDamaged or both, and lists all such slabs. Then no file is left, and a sink that cannot take rows back got none: for a file the checksums of blocks are checked while they are merged,
// for other sinks before that. See docs/decisions/0106-ranges-of-a-merge.md.
func (w *Work) Merge(ctx context.Context, r job.Range, o MergeOptions, to job.Sink) (report job.Report, err error) {
	if err := w.m.Ask.ask().CheckDelivery(r, to); err != nil {
		return report, err
	}
	if err := w.apart(ends.Of(to.Target())); err != nil {
		return report, err
	}
	if err := w.holdsMerge(o); err != nil {
		return report, err
	}
	return w.merge(ctx, r, o, to)
}

// merge is Merge, without the check of the memory.
func (w *Work) merge(ctx context.Context, r job.Range, o MergeOptions, to job.Sink) (report job.Report, err error) {
	ask := w.m.Ask.ask()
	ask.Machine, ask.Watch = o.Machine, o.Watch
	ask.Machine.Device = "cpu"
	m := merging{Work: w, options: o}
	defer func() { err = errors.Join(err, m.close()) }()
	if err := m.open(ctx, r); err != nil {
		return report, err
	}
	if !ask.Count && !to.TakesBack() {
		if err := m.check(ctx); err != nil {
			return report, err
		}
	}
	f, err := m.finding(ctx, r)
	if err != nil {
		return report, err
	}
	if report, err = ask.Deliver(ctx, f, to); err != nil {
		return report, m.explain(ctx, err)
	}
	if r.N < 2 { // all parts are there and good
		w.removeLeftovers()
	}
	if m.folder != nil {
		report.Spilled += m.folder.Written()
	}
	return report, nil
}

// CheckRange returns a job.FieldError for a range that Merge refuses.
func (w *Work) CheckRange(r job.Range) error { return w.m.Ask.ask().CheckDelivery(r, job.Sink{}) }

// removeLeftovers removes the leftovers of killed processes, once all parts are good.
func (w *Work) removeLeftovers() {
	removeLeftovers(w.dir, nil, leftoversOfParts, leftoverOf(manifestName))
}

// merging is the state of one merge.
type merging struct {
	*Work
	options MergeOptions
	files   []*packed.File
	queries packed.Queries // the query trajectories whose rows are merged
	sums    packed.Sums
	folder  *spill.Folder // of rounds; nil: nothing is merged yet
	runs    *packed.Runs
}

// open opens the parts for the merge of a range.
func (m *merging) open(ctx context.Context, r job.Range) error {
	var wrong []State
	for k := range m.m.Slabs {
		f, err := m.openPart(k)
		if err == nil {
			err = f.Close() // it is opened again for reading
		}
		if err != nil {
			wrong = append(wrong, stateOf(k, err))
			continue
		}
		m.files = append(m.files, f)
		m.sums.Rows, m.sums.Hits, m.sums.AtEdge = m.sums.Rows+f.Rows, m.sums.Hits+f.Hits, m.sums.AtEdge+f.AtEdge
	}
	if wrong != nil {
		return m.incomplete(ctx, wrong)
	}
	if m.queries = packed.AllQueries(); r.N > 1 {
		m.queries = packed.RangeOf(m.files, r.I, r.N)
	}
	return nil
}

// check reads the blocks to be merged, and checks their checksums.
func (m *merging) check(ctx context.Context) error {
	for _, f := range m.files {
		if err := errors.Join(f.CheckBlocks(ctx, m.queries), f.Close()); err != nil {
			return m.explain(ctx, err)
		}
	}
	return nil
}

// explain replaces the error of a part by an error that lists all missing and damaged parts; other errors stay as they are.
func (m *merging) explain(ctx context.Context, err error) error {
	var wrong []State
	for k, f := range m.files {
		if failed := f.Failed(); failed != nil {
			wrong = append(wrong, stateOf(k, failed))
		}
	}
	if wrong == nil || ctx.Err() != nil {
		return err
	}
	return m.incomplete(ctx, wrong)
}

// incomplete checks all parts, and returns an error that lists the missing and damaged ones, or, if all are good by now, the parts of some.
func (m *merging) incomplete(ctx context.Context, some []State) error {
	all, err := m.Status(ctx)
	if err != nil {
		return err
	}
	return cmp.Or(incomplete(m.dir, all), incomplete(m.dir, some))
}

// finding returns the rows of the parts in a range, as a job.Finding.
func (m *merging) finding(ctx context.Context, r job.Range) (*job.Finding, error) {
	wholes, err := m.wholes(ctx)
	if err != nil {
		return nil, err
	}
	f := &job.Finding{Entries: wholes[0].Named(), Units: m.m.Units, Hits: m.hits, Encounters: m.encounters, Stats: m.stats(), Range: r, Now: m.m.Ask.Read.Now}
	if f.Queries = f.Entries; m.m.Queries != nil {
		f.Queries = wholes[1].Named()
	}
	return f, nil
}

// close closes the parts, and the runs of rounds.
func (m *merging) close() (err error) {
	if m.runs != nil {
		err = m.runs.Close()
	}
	for _, f := range m.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// stats returns the counts of the search that the manifest has.
func (m *merging) stats() flyby.Stats {
	sides := m.m.sides()
	return flyby.Stats{Entries: int(sides[0].Segments), Queries: int(sides[len(sides)-1].Segments), Hits: m.sums.Hits, AtVertical: m.sums.AtEdge}
}

// rows yields the merged rows of all parts; bytes bounds the memory of merging.
func (m *merging) rows(ctx context.Context, bytes uint64) iter.Seq2[*packed.Rows, error] {
	return func(yield func(*packed.Rows, error) bool) {
		var err error
		m.folder, err = spill.Open(m.options.Machine.Tmp, m.options.Machine.TmpLimit)
		if err == nil {
			m.runs, err = packed.RunsOf(m.folder, m.kind, parallel.Threads(m.options.Machine.Threads), m.files, m.queries)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		for rows, err := range m.runs.Merged(ctx, bytes) {
			if !yield(rows, err) || err != nil {
				return
			}
		}
	}
}

// hits yields the hits of all parts.
func (m *merging) hits(ctx context.Context, bytes uint64) iter.Seq2[trajectory.Hits, error] {
	return rowsAs(m.rows(ctx, bytes), (*packed.Rows).Hits)
}

// encounters yields the encounters of all parts, joined across the edges of slabs.
func (m *merging) encounters(ctx context.Context, bytes uint64) iter.Seq2[trajectory.Encounters, error] {
	return rowsAs(m.rows(ctx, bytes), (*packed.Rows).Encounters)
}

// rowsAs yields rows in the form that as returns.
func rowsAs[T any](rows iter.Seq2[*packed.Rows, error], as func(*packed.Rows) T) iter.Seq2[T, error] {
	return func(yield func(some T, err error) bool) {
		for chunk, err := range rows {
			var some T
			if err == nil {
				some = as(chunk)
			}
			if !yield(some, err) {
				return
			}
		}
	}
}
