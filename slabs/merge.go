package slabs

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"path/filepath"

	"flyby"
	"flyby/internal/packed"
	"flyby/internal/parallel"
	"flyby/internal/spill"
	"flyby/job"
	"flyby/trajectory"
)

// MergeOptions say within what parts are merged.
type MergeOptions struct {
	Memory   uint64 // bytes; 0: 80 % of what is free
	Tmp      string // folder for rounds, where parts are many; "": the system's
	TmpLimit uint64 // bytes that may lie there at once; 0: what is free
	Threads  int    // 0: all cores
	Logger   *slog.Logger
	Progress func(job.Progress)
}

// Merge merges all parts and hands the rows of the ask to a sink: the file that job.Run writes, to the byte. The error is an ErrMissing, an ErrDamaged or both where a part is not there and good:
// then nothing is handed over.
func (w *Work) Merge(ctx context.Context, o MergeOptions, to job.Sink) (r job.Report, err error) {
	ask := w.m.Ask.ask()
	ask.Memory, ask.Tmp, ask.TmpLimit, ask.Read.Threads, ask.Logger, ask.Progress, ask.Device = o.Memory, o.Tmp, o.TmpLimit, o.Threads, o.Logger, o.Progress, "cpu"
	if err := job.CheckDelivery(ask, to); err != nil {
		return r, err
	}
	states, err := w.Status(ctx)
	if err == nil {
		err = incomplete(w.dir, states)
	}
	if err != nil {
		return r, err
	}
	wholes, err := w.wholes(ctx)
	if err != nil {
		return r, err
	}
	if err := w.holdsMerge(o); err != nil {
		return r, err
	}
	m := merging{Work: w, options: o}
	defer func() { err = errors.Join(err, m.close()) }()
	if err := m.open(); err != nil {
		return r, err
	}
	f := &job.Finding{Entries: wholes[0].Named(), Units: w.m.Units, Hits: m.hits, Encounters: m.encounters, Stats: m.stats()}
	f.Queries = f.Entries
	if w.m.Queries != nil {
		f.Queries = wholes[1].Named()
	}
	if r, err = job.Deliver(ctx, ask, f, to); err == nil {
		w.removeLeftovers()
	}
	if m.folder != nil {
		r.Spilled += m.folder.Written()
	}
	return r, err
}

// removeLeftovers removes what runs left that were killed: all parts are there.
func (w *Work) removeLeftovers() {
	for k := range w.m.Slabs {
		removeLeftovers(w.partOf(k), nil)
	}
	removeLeftovers(filepath.Join(w.dir, manifestName), nil)
}

// merging is parts that are merged.
type merging struct {
	*Work
	options MergeOptions
	files   []*packed.File
	sums    packed.Sums
	folder  *spill.Folder // of rounds; nil: nothing is merged yet
	runs    *packed.Runs
}

// open opens the parts.
func (m *merging) open() error {
	for k := range m.m.Slabs {
		f, err := m.openPart(k)
		if err != nil {
			return incomplete(m.dir, []State{{K: k, Is: Damaged, Why: err}})
		}
		m.files = append(m.files, f)
		m.sums.Rows, m.sums.Hits, m.sums.AtEdge = m.sums.Rows+f.Rows, m.sums.Hits+f.Hits, m.sums.AtEdge+f.AtEdge
		if err := f.Close(); err != nil { // it is opened again where it is read
			return err
		}
	}
	return nil
}

// close closes what is open.
func (m *merging) close() (err error) {
	if m.runs != nil {
		err = m.runs.Close()
	}
	for _, f := range m.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// stats are what is known of the search.
func (m *merging) stats() flyby.Stats {
	s := flyby.Stats{Entries: int(m.m.Entries.Segments), Queries: int(m.m.Entries.Segments), Hits: m.sums.Hits, AtVertical: m.sums.AtEdge}
	for _, q := range m.m.queries() {
		s.Queries = int(q.Segments)
	}
	return s
}

// rows yields the rows of all parts, which merging may take some bytes for.
func (m *merging) rows(ctx context.Context, bytes uint64) iter.Seq2[*packed.Rows, error] {
	return func(yield func(*packed.Rows, error) bool) {
		var err error
		m.folder, err = spill.Open(m.options.Tmp, m.options.TmpLimit)
		if err == nil {
			m.runs, err = packed.RunsOf(m.folder, m.kind, parallel.Threads(m.options.Threads), m.files)
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
	return func(yield func(trajectory.Hits, error) bool) {
		for rows, err := range m.rows(ctx, bytes) {
			if err != nil {
				yield(trajectory.Hits{}, err)
				return
			}
			if !yield(rows.Hits(), nil) {
				return
			}
		}
	}
}

// encounters yields the encounters of all parts, joined across the edges of slabs.
func (m *merging) encounters(ctx context.Context, bytes uint64) iter.Seq2[trajectory.Encounters, error] {
	return func(yield func(trajectory.Encounters, error) bool) {
		for rows, err := range m.rows(ctx, bytes) {
			if err != nil {
				yield(trajectory.Encounters{}, err)
				return
			}
			if !yield(rows.Encounters(), nil) {
				return
			}
		}
	}
}
