package scale

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"flyby/evaluation"
	"flyby/evaluation/measure"
	"flyby/evaluation/speed"
)

// Names returns the names of the rows, in their order.
func Names() []string {
	return []string{"plan", "slabs", "start", "workers", "merge", "ranges", "parts"}
}

// step measures rows that belong together.
type step struct {
	rows    []string
	measure func(*lab, context.Context) ([]speed.Row, error)
}

// allSteps returns the steps in the order in which they are measured.
func allSteps() []step {
	return []step{
		{[]string{"plan", "slabs", "parts"}, (*lab).cut},
		{[]string{"start"}, (*lab).start},
		{[]string{"workers"}, (*lab).workers},
		{[]string{"merge", "ranges"}, (*lab).merges},
	}
}

// Run measures the rows that the options ask for.
func Run(ctx context.Context, o Options) (speed.Report, error) {
	o, err := o.settle()
	if err != nil {
		return speed.Report{}, err
	}
	l := &lab{Options: o, run: processes(o.Command)}
	return l.report(ctx)
}

// report measures the rows and returns them with the machine.
func (l *lab) report(ctx context.Context) (r speed.Report, err error) {
	r = speed.Report{Commit: evaluation.Commit(), Scale: float64(l.Segments) / FullSize}
	if r.Machine, err = evaluation.Here("cpu"); err != nil {
		return r, err
	}
	if l.Folder != "" {
		if err := os.MkdirAll(l.Folder, 0o777); err != nil {
			return r, fmt.Errorf("scale: %w", err)
		}
	}
	all := allSteps()
	for i, s := range all {
		if !l.wants(s.rows...) {
			continue
		}
		if len(l.Command) == 0 {
			for _, name := range s.rows {
				r.Rows = append(r.Rows, speed.Row{Name: name, What: "slabs", Skipped: "no program to start"})
			}
			continue
		}
		l.Progress(measure.Progress{Phase: s.rows[0], Done: float64(i), Total: float64(len(all))})
		rows, err := l.step(ctx, s)
		if err != nil {
			return r, fmt.Errorf("scale: %s: %w", s.rows[0], err)
		}
		r.Rows = append(r.Rows, rows...)
	}
	r.Rows = slices.DeleteFunc(r.Rows, func(row speed.Row) bool { return !l.wants(row.Name) })
	slices.SortFunc(r.Rows, func(a, b speed.Row) int { return slices.Index(Names(), a.Name) - slices.Index(Names(), b.Name) })
	return r, nil
}

// step measures a step in a folder of its own.
func (l *lab) step(ctx context.Context, s step) (rows []speed.Row, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if l.folder, err = os.MkdirTemp(l.Folder, "flyby-scale-*"); err != nil {
		return nil, fmt.Errorf("scale: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(l.folder)) }()
	return s.measure(l, ctx)
}
