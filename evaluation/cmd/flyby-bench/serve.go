package main

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby/evaluation/serving"
	"flyby/internal/cli"
)

// serveRun is one run of the subcommand serve.
type serveRun struct {
	*app
	serving.Options
	flyby string // the command's path
}

func (a *app) serveCommand() *cobra.Command {
	b := serveRun{app: a}
	c := a.equip(&cobra.Command{
		Use:   "serve [--segments N] [--rows NAMES] [--clients N] [--lasting TIME] [--flyby PATH]",
		Short: "requests to flyby serve, beside the same searches in this process",
		Long: `Measures the cost of requests to flyby serve over the loopback, on the cores of this
machine, and prints each row beside its target: small requests over a kept connection,
the first byte and the rows of a long answer, and many clients at once, whose every
answer must be the bytes that flyby search writes.

Times are wall times, as a client sees them, and need two free cores. Data are stars,
generated each time, the same on every machine.`,
		Example: "  flyby-bench serve --segments 100000 --rows query,crowd --lasting 10s --quiet",
		RunE:    func(c *cobra.Command, _ []string) error { return b.run(c) },
	}, "rows on standard output, progress and errors on standard error, as JSON, one object a line")
	f := c.Flags()
	cli.AddWhole(c, &b.Segments, "segments", serving.FullSize, "`N` segments of the entries, at which targets hold")
	f.StringSliceVar(&b.Rows, "rows", nil, "`NAMES` of rows, with commas: "+strings.Join(serving.Names(), ", ")+" (default all)")
	cli.AddWhole(c, &b.Requests, "requests", 300, "`N` requests of the row query")
	cli.AddWhole(c, &b.Turns, "turns", 15, "`N` turns of the rows about long answers")
	cli.AddWhole(c, &b.Clients, "clients", 64, "`N` clients of the row crowd")
	f.DurationVar(&b.Lasting, "lasting", time.Minute, "`TIME` that the clients of the row crowd ask, such as 10s")
	f.StringVar(&b.flyby, "flyby", "", "`PATH` of the command flyby (default flyby beside flyby-bench, or in $PATH)")
	f.StringVarP(&b.Folder, "out", "o", "", "folder `DIR` for the files while they are measured (default the system's for temporary files)")
	return c
}

// run measures and prints.
func (b *serveRun) run(c *cobra.Command) (err error) {
	if least := min(b.Requests, b.Turns, b.Clients); least < 1 || b.Lasting <= 0 {
		return cli.Usage(c, "--requests %d, --turns %d, --clients %d, --lasting %v: must be positive", b.Requests, b.Turns, b.Clients, b.Lasting)
	}
	if b.Segments < serving.LeastSegments {
		return cli.Usage(c, "--segments %d: must be %d or more", b.Segments, serving.LeastSegments)
	}
	if err := serving.CheckRows(b.Rows); err != nil {
		return cli.Usage(c, "--rows: %s", cli.Message(err))
	}
	if err := checkFolder(c, b.Folder); err != nil {
		return err
	}
	if b.Command, err = program(b.flyby); err != nil {
		return err
	}
	b.Progress = b.follow
	report, err := serving.Run(c.Context(), b.Options)
	if err != nil {
		return err
	}
	b.progress.end()
	return b.write(report)
}
