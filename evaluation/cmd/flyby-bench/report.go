package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"flyby/datasets"
	"flyby/internal/cli"
)

// report is a kind of report: a function that measures into a folder, and one that writes the
// report of a folder.
type report[O any] struct {
	run    func(context.Context, O) error
	render func(folder string) error
	tables func(w io.Writer, folder string) error
}

// reportFlags has the flags of a report.
type reportFlags struct {
	folder string
	quick  bool // print its tables, too
	anew   bool // measure nothing
}

// write measures by the options and writes the report.
func (r report[O]) write(c *cobra.Command, a *app, options O, d reportFlags) error {
	if d.anew {
		return r.render(d.folder)
	}
	if err := r.run(c.Context(), options); err != nil {
		return err
	}
	a.progress.end()
	if a.quiet || a.json {
		return nil
	}
	if d.quick {
		if err := r.tables(a.out, d.folder); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(a.out, filepath.Join(d.folder, "report.html"))
	return err
}

// measuringFlags has the flags that all measuring commands share.
type measuringFlags struct {
	scale          float64
	trials         int
	quick          bool
	folder, device string
}

// check refuses impossible flags.
func (m measuringFlags) check(c *cobra.Command) error {
	switch {
	case m.quick && m.trials > 1:
		return cli.Usage(c, "--quick: has one trial of everything, and --trials %d", m.trials)
	case !(m.scale > 0 && m.scale <= datasets.MaxScale):
		return cli.Usage(c, "--scale %v: must be above 0 and at most %d", m.scale, datasets.MaxScale)
	case m.trials < 1:
		return cli.Usage(c, "--trials %d: must be positive", m.trials)
	}
	if err := checkFolder(c, m.folder); err != nil {
		return err
	}
	return checkDevice(c, m.device)
}
