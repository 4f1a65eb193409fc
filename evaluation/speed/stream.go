package speed

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"flyby"
	"flyby/evaluation/report"
	"flyby/internal/memory"
	"flyby/trajectory"
)

// The targets of a join whose hits outgrow memory.
const (
	streamMemory  = 1000 // MB
	wantedOverlap = 1.3  // x the longer of search and write
	streamHits    = 1.2e8
)

// stream measures the command's join of a workload whose hits outgrow memory, from its start to its CSV file, and in turn
// the search and the writing alone.
func (l *lab) stream(ctx context.Context, w workload, d float64, r *Row) error {
	if len(l.Command) == 0 {
		r.Skipped = noProgram
		return nil
	}
	folder, err := l.folder()
	if err != nil {
		return err
	}
	r.Skipped, err = diskFor(folder, "hits", uint64(streamHits*l.Scale*l.Scale)*hitDisk)
	if r.Skipped != "" || err != nil {
		return err
	}
	entries, err := l.write(ctx, w, w.name+".parquet")
	if err != nil {
		return err
	}
	a, err := l.newSeparateRuns(ctx, w, d)
	if err != nil {
		return err
	}
	out := filepath.Join(folder, "stream.csv")
	var all []process
	err = l.repeatProcess(ctx, fewest, func() error {
		p, err := l.flyby(ctx, "join", "--entries", entries, "--distance", fmt.Sprint(d), "--level", "hits", "--method", string(flyby.MethodSpatiotemporal),
			"--memory", size(streamMemory), "--tmp", folder, "--out", out)
		if err = errors.Join(err, os.RemoveAll(out)); err != nil {
			return err
		}
		all = append(all, p)
		return a.measure(ctx, p.hits)
	})
	if err = errors.Join(err, a.close()); err != nil {
		return err
	}
	l.claimBounded(r, streamMemory, all)
	l.claimOverlap(r, all[0], a)
	return nil
}

// claimOverlap holds a process's time against the longer of its search and its writing, each counted while it was at
// work, and reports the time of each alone: a search that keeps all cores busy leaves none to the writing.
func (l *lab) claimOverlap(r *Row, p process, a *separateRuns) {
	search, write := median(a.search.seconds), median(a.write.seconds)
	c := Claim{
		What: "x the longer of search and write", Unit: "x", Got: p.took.Seconds() / max(p.SearchS, p.WriteS),
		Note: fmt.Sprintf("%s and %s at work", report.Seconds(p.SearchS).Text, report.Seconds(p.WriteS).Text),
	}
	if l.full() {
		c.Most = wantedOverlap
	}
	beside := Claim{
		What: "x both alone", Unit: "x", Got: r.Median() / (search + write),
		Note: fmt.Sprintf("search %s, write %s at the rate of gal-5", report.Seconds(search).Text, report.Seconds(write).Text),
	}
	if cpu := median(a.search.cpu) + median(a.write.cpu); cpu > 0 && len(r.CPU) > 0 {
		beside.Note += "; " + report.Times(median(r.CPU)/cpu).Text + " in processor time"
	}
	r.Claims = append(r.Claims, c, beside)
}

// separateRuns runs the search and the writing of a join, each by itself in this process.
type separateRuns struct {
	entries       *trajectory.Store
	db            *flyby.Database // with the command's memory bound
	d             float64
	sample        answer // hits of gal-5's queries, to be written
	path          string
	search, write trials // write is scaled to all hits from the rate of sample
}

// newSeparateRuns opens a workload for its join.
func (l *lab) newSeparateRuns(ctx context.Context, w workload, d float64) (*separateRuns, error) {
	entries, err := l.store(w)
	if err != nil {
		return nil, err
	}
	folder, err := l.folder()
	if err != nil {
		return nil, err
	}
	queries := w.first(entries, l.Scale)
	unbounded, err := l.database(ctx, w.name, entries, flyby.Options{Method: flyby.MethodSpatiotemporal})
	if err != nil {
		return nil, err
	}
	hits, err := unbounded.Hits(ctx, flyby.Search{Queries: queries, Distance: d, ExcludeSameID: true})
	if err != nil {
		return nil, err
	}
	a := &separateRuns{entries: entries, d: d, sample: answer{"gal-5", queries, hits}, path: filepath.Join(folder, "alone.csv")}
	a.db, err = flyby.Open(ctx, entries, flyby.Options{
		Method: flyby.MethodSpatiotemporal, Device: l.machine.Device.Selector, Memory: memory.Usage() + streamMemory*mega,
	})
	if err != nil {
		hits.Release()
	}
	return a, err
}

func (a *separateRuns) close() error {
	a.sample.hits.Release()
	return a.db.Close()
}

// measure searches for all hits, whose number must be want, and writes some.
func (a *separateRuns) measure(ctx context.Context, want uint64) error {
	watch := startWatch()
	hits, err := a.db.Hits(ctx, flyby.Search{Distance: a.d})
	if err != nil {
		return err
	}
	defer hits.Release()
	n := uint64(0)
	for chunk, err := range hits.Chunks() {
		if err != nil {
			return err
		}
		n += uint64(chunk.Len())
	}
	if n != want {
		return fmt.Errorf("speed: %d hits, the command finds %d", n, want)
	}
	a.search.add(watch.stop(), 1)
	some, err := a.sample.writing(a.path, a.entries)(ctx)
	if err == nil {
		a.write.add(some, float64(n)/float64(max(1, some.hits)))
	}
	return err
}
