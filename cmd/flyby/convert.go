package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/input"
)

func (a *app) convertCommand() *cobra.Command {
	var read questionFlags
	read.begin(question.Joins)
	var memory memoryFlags
	var out, order string
	c := a.described("convert", &cobra.Command{
		Annotations:       answers(),
		Args:              someFile,
		ValidArgsFunction: completeArguments(fileset.Formats()),
		RunE: func(c *cobra.Command, args []string) error {
			return a.convert(c, args, standardOut(out), order, &read, &memory)
		},
	})
	c.Flags().StringVarP(&out, "out", "o", "-", "`FILE` to write"+outRules)
	addOutFormat(c, output.Written(reading.StoreOutput))
	c.Flags().StringVar(&order, "order", orderOfIDs, "write rows in `ORDER`: ids, trajectory by trajectory in the order of their ids, or time, where rows of one time are in the order of their ids")
	complete(c, "order", orders()...)
	read.addReading(c)
	memory.add(c, "sorted on disk, and the file is the same")
	a.addQuietJSON(c, "progress, summary and errors on standard error as JSON, one object a line")
	c.Flags().BoolVar(&a.verbose, "verbose", false, "say which files were read and written, and where rows were sorted")
	return c
}

// convertSummary is the last line of --json.
type convertSummary struct {
	Type         string `json:"type"` // "summary"
	Command      string `json:"command"`
	Rows         uint64 `json:"rows"` // that were read
	Trajectories int    `json:"trajectories"`
	Skipped      int    `json:"skipped_rows"`
	Gaps         int    `json:"gaps"` // that were not written
	Out          string `json:"out"`
}

// Values of --order.
const (
	orderOfIDs  = "ids"
	orderOfTime = "time"
)

func orders() []string { return []string{orderOfIDs, orderOfTime} }

// convert reads files and writes their samples.
func (a *app) convert(c *cobra.Command, args []string, out, order string, read *questionFlags, memory *memoryFlags) error {
	files, err := argumentFiles(c, args)
	if err != nil {
		return err
	}
	if _, err := checkOut(c, out, output.Written(reading.StoreOutput)); err != nil {
		return err
	}
	if err := a.checkEnds(c, end{"--out", out}, files); err != nil {
		return err
	}
	o, err := read.readOptions(c, asking.BothSides, files)
	if err != nil {
		return err
	}
	if o.Curve > 0 {
		return cli.Usage(c, "--curve: convert writes what was read: give it to the search")
	}
	if err := cmp.Or(oneOf(c, "--order", order, orders()), memory.check(c)); err != nil {
		return err
	}
	o.KeepDegrees, o.OrbitCurve = true, 0
	b := memory.bound()
	data, err := input.OpenFiles(c.Context(), files.names, files.files, input.Options{Read: o})
	if err != nil {
		return err
	}
	t := &task{app: a, out: out, bound: b}
	report, gaps, err := job.Convert(c.Context(), job.Conversion{
		Inputs:  job.Inputs{EntryData: data, Read: o},
		Machine: flyby.Options{Threads: o.Threads, Memory: b.remaining(), Tmp: memory.tmp, TmpLimit: uint64(memory.tmpLimit), Logger: a.display.logger()},
		Watch:   job.Watch{Progress: t.progress, Taken: a.tellReading, FewerThreads: hostmemory.Cores},
		ByTime:  order == orderOfTime,
	}, a.sink(c, out))
	if err != nil {
		return t.explain(c, &searchFlags{questionFlags: *read}, err)
	}
	a.tellOfGaps(files.shown(), report.Entries, &gaps)
	sorted := "memory"
	if report.Entries.Outgrows() {
		sorted = hostmemory.Size(report.Spilled) + " of files in --tmp"
	}
	l := report.Entries
	if a.json {
		a.display.object(convertSummary{"summary", "convert", uint64(l.Report.Rows), l.Trajectories(), l.Report.Skipped, gaps.Number, out})
	}
	a.display.logger().Info("converted", "of", files.shown(), "rows", l.Report.Rows, "left_out", l.Report.Skipped+l.Report.Missed, "trajectories", l.Trajectories(), "put_in_order_in", sorted, "to", cli.Shown(out))
	return nil
}

// tellOfGaps says how gaps, which neutral columns do not have, come back.
func (a *app) tellOfGaps(name string, l loaded, g *job.Gaps) {
	longest := g.Longest
	if longest == 0 { // no segment lasts, and 0 is no limit
		longest = g.Shortest / 2
	}
	switch {
	case g.Number == 0:
	case longest < g.Shortest:
		a.display.warn("%s: %s not written, since columns have none: read the result with --max-gap %v", name, were(g.Number), longest)
	case l.Report.SpeedGaps == g.Number && l.Report.CutOff == 0:
		a.display.warn("%s: %s not written, since columns have none: read the result with the same --max-speed", name, were(g.Number))
	default:
		a.display.warn("%s: %s not written, since columns have none, and no --max-gap makes them again: one is %v long, and segments last up to %v", name, were(g.Number), g.Shortest, longest)
	}
}

// were says how many gaps there were.
func were(gaps int) string {
	if gaps == 1 {
		return "1 gap was"
	}
	return plural(gaps, "gap") + " were"
}
