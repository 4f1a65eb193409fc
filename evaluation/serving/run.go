package serving

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"flyby/datasets"
	"flyby/evaluation"
	"flyby/evaluation/measure"
	"flyby/evaluation/speed"
	"flyby/internal/output"
	"flyby/trajectory"
)

// Names returns the names of the rows, in their order.
func Names() []string { return []string{"query", "first", "rate", "crowd"} }

// step measures rows that belong together.
type step struct {
	rows    []string
	measure func(*lab, context.Context) ([]speed.Row, error)
}

// allSteps returns the steps in the order in which they are measured.
func allSteps() []step {
	return []step{{[]string{"query"}, (*lab).query}, {[]string{"first", "rate"}, (*lab).long}, {[]string{"crowd"}, (*lab).crowd}}
}

// Segments of a star, and the seed of their data.
const (
	steps = 400
	seed  = 2
)

// lab holds the state that rows share: entries, and a server that has them.
type lab struct {
	Options
	start    func(ctx context.Context, args ...string) (*server, error)
	answer   func(ctx context.Context, args ...string) ([]byte, error) // runs a command to its end
	folder   string
	entries  *trajectory.Store
	path     string
	distance float64 // which gives about a hit a segment
	server   *server
}

// Run measures the rows that the options ask for.
func Run(ctx context.Context, o Options) (speed.Report, error) {
	o, err := o.settle()
	if err != nil {
		return speed.Report{}, err
	}
	p := program{o.Command}
	l := &lab{Options: o, start: p.start, answer: p.answer}
	return l.report(ctx)
}

// report measures the rows and returns them with the machine.
func (l *lab) report(ctx context.Context) (r speed.Report, err error) {
	r = speed.Report{Commit: evaluation.Commit(), Scale: float64(l.Segments) / FullSize}
	if r.Machine, err = evaluation.Here("cpu"); err != nil {
		return r, err
	}
	if len(l.Command) == 0 {
		for _, name := range Names() {
			r.Rows = append(r.Rows, speed.Row{Name: name, What: "a server", Skipped: "no program to start"})
		}
		r.Rows = l.wanted(r.Rows)
		return r, nil
	}
	if err := l.open(ctx); err != nil {
		return r, errors.Join(err, l.close())
	}
	for i, s := range allSteps() {
		if !l.wants(s.rows...) || err != nil {
			continue
		}
		l.Progress(measure.Progress{Phase: s.rows[0], Done: float64(i), Total: float64(len(allSteps()))})
		var rows []speed.Row
		if rows, err = s.measure(l, ctx); err != nil {
			err = fmt.Errorf("serving: %s: %w", s.rows[0], err)
		}
		r.Rows = append(r.Rows, rows...)
	}
	r.Rows = l.wanted(r.Rows)
	return r, errors.Join(err, l.close())
}

// wanted returns the rows that are asked for.
func (l *lab) wanted(rows []speed.Row) []speed.Row {
	return slices.DeleteFunc(rows, func(row speed.Row) bool { return !l.wants(row.Name) })
}

// open writes the entries and starts a server that has them.
func (l *lab) open(ctx context.Context) (err error) {
	if l.Folder != "" {
		if err := os.MkdirAll(l.Folder, 0o777); err != nil {
			return fmt.Errorf("serving: %w", err)
		}
	}
	if l.folder, err = os.MkdirTemp(l.Folder, "flyby-serving-*"); err != nil {
		return fmt.Errorf("serving: %w", err)
	}
	stars := l.Segments / steps
	if l.entries, err = datasets.Disc(stars, steps, seed); err != nil {
		return err
	}
	l.distance = speed.HitEach(stars)
	l.path = filepath.Join(l.folder, "stars.parquet")
	if err := output.WriteStore(ctx, l.path, l.entries, output.WriteOptions{}); err != nil {
		return err
	}
	l.server, err = l.start(ctx, "serve", "stars="+l.path, "--listen", "127.0.0.1:0", "--device", "cpu", "--max-rows", "100000000", "--timeout", "600s")
	return err
}

// close ends the server and removes the files.
func (l *lab) close() (err error) {
	if l.server != nil {
		err = l.server.stop()
	}
	if l.folder != "" {
		err = errors.Join(err, os.RemoveAll(l.folder))
	}
	return err
}

// full reports whether targets hold.
func (l *lab) full() bool { return l.Segments == FullSize }

// claim returns a figure beside its bounds at full size, most or least; 0: no bound.
func (l *lab) claim(what, unit string, got, most, least float64, note string) speed.Claim {
	c := speed.Claim{What: what, Unit: unit, Got: got, Note: note}
	if l.full() {
		c.Most, c.Least = most, least
	}
	return c
}

// queriesOf returns stars to search with, and their file, of an extension.
func (l *lab) queriesOf(first, stars int, extension string) (*trajectory.Store, string, error) {
	var trajs []int
	for traj := first; traj < first+stars; traj++ {
		trajs = append(trajs, traj%l.entries.Trajectories())
	}
	slices.Sort(trajs)
	s := l.entries.Subset(slices.Compact(trajs))
	path := filepath.Join(l.folder, fmt.Sprintf("queries-%d-%d%s", first, stars, extension))
	return s, path, output.WriteStore(context.Background(), path, s, output.WriteOptions{})
}
