package pointpapers

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"flyby/evaluation"
	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
)

// journalName is the journal's file in the folder.
const journalName = "points.jsonl"

// Run measures the cases that the folder's journal lacks and writes the report. Where ctx ends before that, finished
// measurements stay in the journal and there is no report.
func Run(ctx context.Context, o Options) error {
	o, err := o.settle()
	if err != nil {
		return err
	}
	if err := o.Data.Find(); err != nil {
		return err
	}
	m, err := evaluation.Here(o.Device)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.Folder, 0o777); err != nil {
		return fmt.Errorf("pointpapers: %w", err)
	}
	j, err := journal.Open(filepath.Join(o.Folder, journalName), journal.Session{
		Machine: m, Seed: o.Seed, Scale: o.Scale, Commit: evaluation.Commit(), Started: time.Now().UTC(),
	})
	if err != nil {
		return err
	}
	defer j.Close()
	l := newLab(o, m.Device.Selector, j)
	if err := l.all(ctx, plan{o.Scale, o.Quick, l.device != hostDevice, o.PeerGrid != "", m.Cores}); err != nil {
		return fmt.Errorf("pointpapers: %w", err)
	}
	return save(o.Folder, j)
}

// all measures the experiments.
func (l *lab) all(ctx context.Context, p plan) error {
	if err := measure.Agree(l.journal, l.Quick); err != nil {
		return err
	}
	picked := experiments(l.Papers)
	for _, e := range picked {
		l.total += len(e.cases(p)) * l.Trials
	}
	// The device's cases come first: a lent device is not held while the host's baselines run.
	for _, late := range []bool{false, true} {
		for _, e := range picked {
			if err := l.measure(ctx, e.paper, e.casesOf(p, func(c Case) bool { return l.last(c) == late })); err != nil {
				return err
			}
		}
		for _, e := range picked {
			if err := e.measureOthers(ctx, l, p, late); err != nil {
				return err
			}
		}
	}
	l.Progress(measure.Progress{Phase: "report", Done: float64(l.total), Total: float64(l.total)})
	return nil
}

// last reports whether a case waits until the device's cases are done.
func (l *lab) last(c Case) bool { return baseline(c.Method) && l.device != hostDevice }

// Render writes the report of the folder's journal, which may come from another machine and may lack measurements.
func Render(folder string) error {
	j, err := journal.Read(filepath.Join(folder, journalName))
	if err != nil {
		return err
	}
	return save(folder, j)
}

func save(folder string, j *journal.Journal) error {
	d, err := document(j)
	if err != nil {
		return err
	}
	return report.Save(folder, d)
}

// WriteTables writes the titled tables of the folder's journal as Markdown.
func WriteTables(w io.Writer, folder string) error {
	j, err := journal.Read(filepath.Join(folder, journalName))
	if err != nil {
		return err
	}
	d, err := document(j)
	if err != nil {
		return err
	}
	return report.WriteMarkdown(w, d.Tables())
}
