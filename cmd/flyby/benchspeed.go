package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"flyby/evaluation/speed"
)

// benchSpeed is one run of bench speed.
type benchSpeed struct {
	*app
	speed.Options
	slopes bool
}

func (a *app) benchSpeedCommand() *cobra.Command {
	b := benchSpeed{app: a}
	c := a.settle(&cobra.Command{
		Use:   "speed [--device DEVICE] [--rows NAMES] [--peer PATH] [--out DIR]",
		Short: "searches, joins, indexing, loading and start, beside their targets",
		Long: `Measures how fast flyby is on a device and prints each row beside its target for a
GPU or for two cores (docs/performance.md): the median of warm trials, their range,
and whether it holds. Times are from query values in host memory to ordered hits in
host memory, the database resident. S1 to S10 stand beside the least that they cost.

On a GPU, queries are in memory of the host that it reads by itself. What a search
takes from ordinary memory is told beside, and for S1 to S10 also what their bytes
take with an empty kernel in between.

--peer names the packed R-tree in C++ that rows are compared with, compiled; it is
run on the same data, at its best r, as PATH FILE QUERIES D R THREADS.

--slopes measures time against |D|, |Q|, d and the number of cores instead, and
draws DIR/slopes.svg.`,
		Example: "  flyby bench speed --device cpu --scale 0.01 --rows gal-0.05,paper --trials 1 --quiet\n" +
			"  flyby bench speed --device cpu --scale 0.001 --slopes --trials 1 --out slopes --quiet",
		RunE: func(c *cobra.Command, _ []string) error { return b.run(c) },
	})
	f := c.Flags()
	addDevice(c, &b.Device, "measure")
	f.StringSliceVar(&b.Rows, "rows", nil, "`NAMES` of rows, with commas: "+strings.Join(speed.Names(), ", ")+
		"; or of groups: "+strings.Join(speed.Groups(), ", ")+" (default all but two-devices and cancel, at scales below 1 without those of 10^7 segments and more)")
	f.StringVar(&b.Peer, "peer", "", "`PATH` of the compiled R-tree in C++")
	addScale(c, &b.Scale, "times the trajectories", "; targets hold at 1")
	addWhole(c, &b.Trials, "trials", 7, "`N` trials of each measurement, fewer of those that take seconds")
	f.StringVarP(&b.Folder, "out", "o", "", "folder `DIR` for measurements and tables; rows measured there by the same program are not measured again")
	f.BoolVar(&b.slopes, "slopes", false, "time against |D|, |Q|, d and cores; --scale 10 goes to 10^8 segments")
	a.addQuietJSON(c, "rows on standard output, progress and errors on standard error, as JSON, one object a line")
	complete(c, "rows", append(speed.Names(), speed.Groups()...)...)
	return c
}

// check refuses what cannot be right, before anything is generated.
func (b *benchSpeed) check(c *cobra.Command) error {
	if err := checkScale(c, b.Scale); err != nil {
		return err
	}
	switch {
	case b.Trials < 1:
		return usage(c, "--trials %d: must be positive", b.Trials)
	case c.Flags().Changed("out") && b.Folder == "":
		return usage(c, "--out: a folder is missing")
	case b.slopes && len(b.Rows) > 0:
		return usage(c, "--rows: is not for --slopes")
	case b.slopes && b.Peer != "":
		return usage(c, "--peer: is not for --slopes")
	case c.Flags().Changed("peer") && b.Peer == "":
		return usage(c, "--peer: a program is missing")
	}
	if err := checkOne(c, b.Device); err != nil {
		return err
	}
	if err := speed.CheckRows(b.Rows); err != nil {
		return usage(c, "--rows: %s", message(err))
	}
	if err := speed.CheckPeer(b.Peer); err != nil {
		return err
	}
	return checkDevice(b.Device)
}

// run measures and prints.
func (b *benchSpeed) run(c *cobra.Command) error {
	if err := b.check(c); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("bench speed: %w", err)
	}
	b.Command = []string{program}
	b.Progress = b.follower("bench")
	if b.slopes {
		return b.runSlopes(c)
	}
	report, err := speed.Run(c.Context(), b.Options)
	if err != nil {
		return err
	}
	b.display.end()
	if !b.json {
		return report.WriteText(b.streams.out)
	}
	lines := json.NewEncoder(b.streams.out)
	for _, row := range report.Rows {
		if err := lines.Encode(row); err != nil {
			return fmt.Errorf("bench speed: %w", err)
		}
	}
	return nil
}

// runSlopes measures and prints the slopes, and draws them where there is a folder.
func (b *benchSpeed) runSlopes(c *cobra.Command) error {
	curves, err := speed.Slopes(c.Context(), b.Options)
	if err != nil {
		return err
	}
	b.display.end()
	if b.Folder != "" {
		if _, err := speed.SaveSlopes(b.Folder, curves); err != nil {
			return err
		}
	}
	if !b.json {
		return speed.WriteSlopes(b.streams.out, curves)
	}
	lines := json.NewEncoder(b.streams.out)
	for _, curve := range curves {
		if err := lines.Encode(curve); err != nil {
			return fmt.Errorf("bench speed: %w", err)
		}
	}
	return nil
}
