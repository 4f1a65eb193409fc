package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	measure "flyby/internal/unit"
	"flyby/job"
	"flyby/report"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
)

// pageFlags are those of one run of report.
type pageFlags struct {
	searchFlags
	top int
	svg string
}

func (a *app) reportCommand() *cobra.Command {
	var f pageFlags
	c := a.equip(&cobra.Command{
		Use:   "report RESULT --entries FILE [--queries FILE] [flags]",
		Short: "a page to look at: the closest encounters of a file of results, their paths and distances",
		Long: folded(`Writes one HTML file, which a browser opens from the disk without a network, of the closest encounters of RESULT: a table, and for each the
distance against time, the pass as the query sees it and both paths; and of all rows who met whom, when, how closely and for how long. RESULT is what search
(with --queries) or join (without) wrote: encounters, pairs, or hits, which are joined to encounters, in any format. The data are read with the flags that
they were searched with. Rows that the data do not have, or not at this distance, are errors: it is another file then, or there were other flags. Of data that outgrow --memory
the trajectories of the rows shown are read. With --svg the distance against time of each row shown is a picture of its own, too, for papers.`),
		Example: `  flyby generate galaxy --scale 0.02 --out stars.csv
  flyby join stars.csv --distance 0.5 --out near.csv
  flyby report near.csv --entries stars.csv --out near.html`,
		Args:              oneArgument("RESULT"),
		ValidArgsFunction: completeArguments(format.ResultOutput),
		RunE:              func(c *cobra.Command, args []string) error { return a.report(c, args[0], &f) },
	})
	f.addFile(c, &f.entries, "entries", "`FILE` of the trajectories that were searched or joined; several times for several; required")
	f.addFile(c, &f.queries, "queries", "`FILE` of the trajectories that they were searched with; several times for several; none for a join")
	addQuantity(c, &f.distance, "distance", measure.Length, "threshold `D` that was searched with, in the length unit of the data, or with a unit: 500m (default: what the metadata of RESULT say, or the distance as encounters begin and end)")
	cli.AddWhole(c, &f.top, "top", report.DefaultTop, fmt.Sprintf("show the `N` closest rows, %s at most", hostmemory.Count(report.MostTop)))
	c.Flags().StringVarP(&f.out, "out", "o", "report.html", "`FILE` for the page; - is standard output")
	c.Flags().StringVar(&f.svg, "svg", "", "also write the distance against time of row N to `DIR`/N.svg, for papers; DIR is made if missing, files of these names are replaced; alone: --out /dev/null")
	if err := c.MarkFlagDirname("svg"); err != nil {
		panic(err) // our own bug: there is no such flag
	}
	c.Flags().Var(&f.answer.units, "units-out", "distances and speeds of RESULT are in `UNITS`, as --units-out of the search said: km,km/s (default: what the metadata of RESULT say, or the units of the data)")
	f.read.add(c)
	f.memory.add(c, "read for the trajectories that the page shows")
	a.addQuietJSON(c, "progress and errors on standard error as JSON, one object a line")
	return c
}

// check refuses what is wrong whatever the data are.
func (f *pageFlags) check(c *cobra.Command, path string) error {
	switch {
	case !(f.distance.number() >= 0 && f.distance.number() <= trajectory.MaxMagnitude):
		return cli.Usage(c, "--distance %s: must be a number, 0 or more", &f.distance)
	case f.top < 1 || f.top > report.MostTop:
		return cli.Usage(c, "--top %d: must be from 1 to %d", f.top, report.MostTop)
	case path == "-":
		return cli.Usage(c, "RESULT -: must be a file, whose name says its format")
	case f.out == "":
		return cli.Usage(c, "--out: must name a file, or - for standard output")
	case c.Flags().Changed("svg") && (f.svg == "" || f.svg == "-"):
		return cli.Usage(c, "--svg %s: must name a folder", f.svg)
	case f.svg != "" && filepath.Ext(f.out) == ".svg" && filepath.Dir(f.out) == filepath.Clean(f.svg):
		return cli.Usage(c, "--out %s: could be one of the pictures of --svg %s", f.out, f.svg)
	}
	if _, ok := format.Find(output.Written(), path, format.ResultOutput); !ok {
		return checkPath(c, "RESULT", path, format.ResultOutput)
	}
	if !f.queries.given() && !c.Flags().Changed("queries") {
		f.inputs = f.inputs[:1]
	}
	for _, in := range f.inputs {
		if err := in.check(c); err != nil {
			return err
		}
		if !in.given() {
			return in.missing(c)
		}
	}
	f.out, f.level, f.method = standardOut(f.out), encounterLevel, string(flyby.MethodBruteForce)
	return f.memory.check(c)
}

// report reads the data and the result, and writes the page.
func (a *app) report(c *cobra.Command, path string, f *pageFlags) error {
	if err := f.check(c, path); err != nil {
		return err
	}
	from := &inputFiles{flag: "RESULT", files: []input.File{{Path: path}}}
	if err := a.checkApart(c, end{"--out", f.out}, from); err != nil {
		return err
	}
	if err := a.checkPictures(c, f.svg, append([]*inputFiles{from}, f.inputs...)); err != nil {
		return err
	}
	result, err := report.OpenIn(a.folder, path)
	if err != nil {
		return err
	}
	t, err := a.begin(c, &f.searchFlags, func(ask *job.Ask) { ask.Read.Upright = result.Horizontal() })
	if err != nil {
		return err
	}
	defer t.Close() //nolint:errcheck // what was read of its files was good
	view := job.View{Top: f.top, SVG: f.svg}
	if c.Flags().Changed("distance") {
		d, err := f.distance.in(c, f.entries.shown(), t.Units())
		if err != nil {
			return err
		}
		view.Distance = &d
	}
	t.Ask().Answer = f.answer.units.AnswerUnits
	if err := f.answer.units.check(c, f.entries.shown(), t.Units()); err != nil {
		return err
	}
	return t.writePage(c, f, result, view)
}

// checkPictures refuses a folder for pictures that has inputs under names of pictures: they would be replaced.
func (a *app) checkPictures(c *cobra.Command, folder string, inputs []*inputFiles) error {
	if folder == "" {
		return nil
	}
	there, _ := os.ReadDir(a.lies(folder)) //nolint:errcheck // whoever makes the pictures says what is wrong
	names := []string{"1.svg"}
	for _, e := range there {
		if filepath.Ext(e.Name()) == ".svg" {
			names = append(names, e.Name())
		}
	}
	for _, name := range names {
		if err := a.checkApart(c, end{"--svg", filepath.Join(folder, name)}, inputs...); err != nil {
			return err
		}
	}
	return nil
}

// writePage writes the page, and says what is on it.
func (t *task) writePage(c *cobra.Command, f *pageFlags, result *report.Result, view job.View) error {
	summary, err := t.Page(c.Context(), f.out, output.WriteOptions{Folder: t.folder, Stdout: t.streams.out}, result, view)
	if err != nil {
		return t.explain(c, &f.searchFlags, err)
	}
	t.display.end()
	switch {
	case t.json:
		t.display.object(pageSummary{"summary", t.command, summary.Title, summary.Rows, summary.Shown, f.out, f.svg, time.Since(t.begun).Seconds()})
	case !t.quiet && (t.terminal || t.verbose) && f.out != "-":
		fmt.Fprintf(t.err, "%s: %s (%s)\n", shown(f.out), printable.Text(summary.Title), seconds(time.Since(t.begun)))
	}
	return nil
}

// A pageSummary is what --json tells of a page.
type pageSummary struct {
	Type    string  `json:"type"`
	Command string  `json:"command"`
	Title   string  `json:"title"`
	Rows    int     `json:"rows"`
	Shown   int     `json:"shown"`
	Out     string  `json:"out"`
	SVG     string  `json:"svg,omitempty"`
	TotalS  float64 `json:"total_s"`
}
