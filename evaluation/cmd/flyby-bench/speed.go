package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flyby/evaluation/speed"
	"flyby/internal/cli"
)

// speedRun is one run of the subcommand.
type speedRun struct {
	*app
	speed.Options
	slopes bool
	flyby  string // the command's path
}

func (a *app) speedCommand() *cobra.Command {
	b := speedRun{app: a}
	c := a.equip(&cobra.Command{
		Use:   "speed [--device DEVICE] [--rows NAMES] [--peer PATH] [--out DIR]",
		Short: "searches, joins, indexing, loading and start, beside their targets",
		Long: `Measures how fast flyby is on a device and prints each row beside its target for a
GPU or for two cores (docs/performance.md): the median of warm trials, their range,
and whether it holds. Times are from query values in host memory to ordered hits in
host memory, the database resident. S1 to S10 stand beside a lower bound of their times.

On a GPU, queries are in pinned memory of the host, which the GPU reads by itself. The
time of a search from ordinary memory is printed beside, and for S1 to S10 also the time
of the transfers of their bytes around an empty kernel.

--peer names the compiled program of the packed R-tree in C++, the peer of the rows; it
runs on the same data, at its best r, as PATH FILE QUERIES D R THREADS.

The rows of the group memory run the command flyby with --memory, from file to file.
Their files lie in DIR, else in the system's folder for temporary files: stream-join
takes 4 GB there, slabs-1e7 1.3 GB and slabs-1e8 13 GB, and free space is checked first.
The data that slabs are cut from stay in DIR; all other files are removed.

The rows of the groups file and pays run the command too, from file to answer: on the
device, and on cores, GPU and auto in turn, for the table of when a GPU pays. Rows named
...-1e8 take 3 to 7 GB each, and are measured only where they are named. With --device cpu
no driver is loaded by flyby-bench itself, which would start others sooner.

--slopes measures time against |D|, |Q|, d and the number of cores instead, then the time
of the command with --memory 500MB against hits, to 3*10^8, and against segments, and
draws DIR/slopes.svg.

Rows:
` + rowNames(),
		Example: "  flyby-bench speed --device cpu --scale 0.01 --rows gal-0.05,paper --trials 1 --quiet\n" +
			"  flyby-bench speed --device cpu --scale 0.001 --slopes --trials 1 --out slopes --quiet",
		RunE: func(c *cobra.Command, _ []string) error { return b.run(c) },
	}, "rows on standard output, progress and errors on standard error, as JSON, one object a line")
	f := c.Flags()
	addDevice(c, &b.Device)
	f.StringSliceVar(&b.Rows, "rows", nil, "`NAMES` of rows or groups, with commas (default all but two-devices, cancel, catalogues and commands on 1e8, at scales below 1 without the rows of 10^7 segments, 10^8 hits and more)")
	f.StringVar(&b.Peer, "peer", "", "`PATH` of the compiled R-tree in C++")
	f.StringVar(&b.flyby, "flyby", "", "`PATH` of the command flyby, for the row start, the rows of encounters and of memory, and their slopes (default flyby beside flyby-bench, or in $PATH)")
	cli.AddNumber(c, &b.Scale, "scale", 1, "times the trajectories, `S` above 0; targets hold at 1")
	cli.AddWhole(c, &b.Trials, "trials", 7, "`N` trials of each measurement, fewer of measurements that take seconds")
	f.StringVarP(&b.Folder, "out", "o", "", "folder `DIR` for measurements and tables; rows measured there by the same program are not measured again")
	f.BoolVar(&b.slopes, "slopes", false, "time against |D|, |Q|, d, cores, hits and segments; --scale 10 goes to 10^8 segments")
	return c
}

// rowNames lists the names that --rows takes, for help.
func rowNames() string {
	var lines []string
	for names := range slices.Chunk(speed.Names(), 8) {
		lines = append(lines, "  "+strings.Join(names, ", "))
	}
	return strings.Join(lines, ",\n") + "\nGroups of rows:\n  " + strings.Join(speed.Groups(), ", ")
}

// check refuses impossible flags, before anything is generated.
func (b *speedRun) check(c *cobra.Command) error {
	switch {
	case b.slopes && len(b.Rows) > 0:
		return cli.Usage(c, "--rows: is not for --slopes")
	case b.slopes && b.Peer != "":
		return cli.Usage(c, "--peer: is not for --slopes")
	case c.Flags().Changed("peer") && b.Peer == "":
		return cli.Usage(c, "--peer: a program is missing")
	}
	if err := (measuringFlags{b.Scale, b.Trials, false, b.Folder, b.Device}).check(c); err != nil {
		return err
	}
	if err := speed.CheckRows(b.Rows); err != nil {
		return cli.Usage(c, "--rows: %s", cli.Message(err))
	}
	return speed.CheckPeer(b.Peer)
}

// run measures and prints.
func (b *speedRun) run(c *cobra.Command) error {
	if err := b.check(c); err != nil {
		return err
	}
	var err error
	if b.Command, err = program(b.flyby); err != nil {
		return err
	}
	b.Progress = b.follow
	if b.slopes {
		return b.runSlopes(c)
	}
	report, err := speed.Run(c.Context(), b.Options)
	if err != nil {
		return err
	}
	b.progress.end()
	return b.write(report)
}

// runSlopes measures and prints the slopes, and draws them where there is a folder.
func (b *speedRun) runSlopes(c *cobra.Command) error {
	curves, err := speed.Slopes(c.Context(), b.Options)
	if err != nil {
		return err
	}
	b.progress.end()
	if b.Folder != "" {
		if _, err := speed.SaveSlopes(b.Folder, curves); err != nil {
			return err
		}
	}
	if !b.json {
		return speed.WriteSlopes(b.out, curves)
	}
	lines := json.NewEncoder(b.out)
	for _, curve := range curves {
		if err := lines.Encode(curve); err != nil {
			return fmt.Errorf("speed: %w", err)
		}
	}
	return nil
}
