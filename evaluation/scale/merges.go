package scale

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"flyby"
	"flyby/evaluation/measure"
	"flyby/evaluation/speed"
	"flyby/internal/output"
)

// ranges is the number of ranges that parts are merged in.
const ranges = 4

// merging is a plan whose parts are merged.
type merging struct {
	dir          string
	parts        int
	wanted       float64 // rows a second, times one run's
	took, beside turns   // seconds; times faster than writing
	peak         turns   // MB
}

// merges measures the rows merge and ranges: the merge of the parts of many slabs, and the writing of the same hits
// found by one run.
func (l *lab) merges(ctx context.Context) ([]speed.Row, error) {
	s, err := disc(l.Segments, longSteps)
	if err != nil {
		return nil, err
	}
	all := []*merging{{dir: l.path("few"), parts: l.Parts[0], wanted: 0.6}, {dir: l.path("many"), parts: l.Parts[1], wanted: 0.4}}
	path, err := l.write(ctx, s, false)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if err := l.ready(ctx, path, s, m); err != nil {
			return nil, err
		}
	}
	db, err := flyby.Open(ctx, s.store, flyby.Options{Device: "cpu"})
	if err != nil {
		return nil, err
	}
	defer db.Close() //nolint:errcheck // the database was only read
	hits, err := db.Hits(ctx, flyby.Search{Distance: s.distance})
	if err != nil {
		return nil, err
	}
	defer hits.Release()
	m := merges{lab: l, all: all, hits: hits, set: s}
	if err := m.canRange(ctx); err != nil {
		return nil, err
	}
	for range l.Turns {
		if err := m.turn(ctx); err != nil {
			return nil, err
		}
	}
	return m.rows(), nil
}

// ready plans and runs the slabs that are merged.
func (l *lab) ready(ctx context.Context, path string, s set, m *merging) error {
	_, n, err := l.plan(ctx, path, s, m.dir, m.parts)
	if err == nil {
		m.parts = n
		_, err = l.run(ctx, "slab", "run", m.dir, "--missing", "--device", "cpu")
	}
	return err
}

// merges has the measurements of the rows merge and ranges.
type merges struct {
	*lab
	set      set
	all      []*merging
	hits     *flyby.Hits
	writing  turns // seconds
	inRanges turns // times one merge
	noRanges bool  // the command cannot merge ranges
}

// canRange asks the command whether it merges ranges.
func (m *merges) canRange(ctx context.Context) error {
	c, err := m.run(ctx, "slab", "merge", "--help")
	m.noRanges = !strings.Contains(c.said, "--ranges")
	return err
}

// turn writes the hits, and merges them each way.
func (m *merges) turn(ctx context.Context) error {
	want, got := m.path("written.parquet"), m.path("merged.parquet")
	write, err := m.write(want)
	if err != nil {
		return err
	}
	m.writing.add(write)
	for i, one := range m.all {
		c, err := m.merge(ctx, one.dir, got)
		if err == nil {
			err = checkSame(fmt.Sprintf("the merge of %d parts", one.parts), got, want)
		}
		if err != nil {
			return err
		}
		one.took.add(c.cpu)
		one.beside.add(write / c.cpu)
		one.peak.add(float64(c.Peak) / 1e6)
		if i == 0 && !m.noRanges {
			if err := m.mergeRanges(ctx, one.dir, c); err != nil {
				return err
			}
		}
	}
	return errors.Join(os.Remove(want), os.Remove(got))
}

// mergeRanges merges the parts of a folder in ranges, which must have as many rows as one merge.
func (m *merges) mergeRanges(ctx context.Context, dir string, whole cost) error {
	to := m.path("range.parquet")
	var all cost
	rows := uint64(0)
	for i := range ranges {
		c, err := m.merge(ctx, dir, to, "--ranges", fmt.Sprint(ranges), "--range", fmt.Sprint(i))
		if err = errors.Join(err, os.RemoveAll(to)); err != nil {
			return err
		}
		all.add(c)
		rows += c.Rows
	}
	m.inRanges.add(all.cpu / whole.cpu)
	if rows != whole.Rows {
		return fmt.Errorf("scale: %d ranges have %d rows, one merge %d", ranges, rows, whole.Rows)
	}
	return nil
}

// write writes the hits to Parquet, as one run writes its own, and returns the processor time.
func (m *merges) write(path string) (cpu float64, err error) {
	runtime.GC() // now rather than while the writing is timed
	begun := measure.ProcessorTime()
	w, err := output.CreateHits(path, m.set.store, m.set.store, output.WriteOptions{Origin: output.Origin{Level: "hits", Distance: &m.set.distance}})
	if err != nil {
		return 0, err
	}
	defer w.Abort()
	for chunk, err := range m.hits.Chunks() {
		if err == nil {
			err = w.Write(chunk)
		}
		if err != nil {
			return 0, err
		}
	}
	err = w.Close()
	return (measure.ProcessorTime() - begun).Seconds(), err
}

// rows returns the rows merge and ranges of the table.
func (m *merges) rows() []speed.Row {
	hits := m.hits.Stats().Hits
	var merge []speed.Claim
	for _, one := range m.all {
		what := fmt.Sprintf("%d parts", one.parts)
		merge = append(merge,
			m.claim(what, "x", one.beside, 0, one.wanted, fmt.Sprintf("%s, %s written", seconds(one.took), seconds(m.writing))),
			m.claim(what+", peak", "MB", one.peak, 300, 0, ""))
	}
	inRanges := row("ranges", fmt.Sprintf("%d ranges of a merge of %d parts, added up, times one merge", ranges, m.all[0].parts), hits)
	if m.noRanges {
		inRanges.Skipped = "the command has no --ranges"
	} else {
		inRanges.Claims = append(inRanges.Claims, m.claim("ranges", "x", m.inRanges, 1.25, 0, ""))
	}
	return []speed.Row{row("merge", "merge to Parquet, rows a second, times one run's writing", hits, merge...), inRanges}
}
