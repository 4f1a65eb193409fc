package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"flyby/evaluation"
	"flyby/evaluation/datafile"
	"flyby/internal/cli"
)

// streams has the input and output of a run of the command.
type streams struct {
	out, err io.Writer
	terminal bool // err is a terminal that can move its cursor
}

// app is one run of the command.
type app struct {
	streams
	quiet, json bool
	progress    progress
}

// run runs the whole command and returns the exit status.
func run(ctx context.Context, args []string, s streams) int {
	a := &app{streams: s}
	root := a.command()
	root.SetArgs(args)
	root.SetOut(a.out)
	root.SetErr(a.err)
	err := root.ExecuteContext(ctx)
	a.progress.end()
	if err == nil {
		return cli.OK
	}
	return a.fail(ctx, err)
}

// command builds the tree of subcommands.
func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:           "flyby-bench COMMAND",
		Short:         "measurements of flyby: the papers' evaluations, and speed against its targets",
		Long:          "Measures flyby on this machine.\n\n" + cli.ExitStatus,
		Example:       "  flyby-bench paper --quick\n  flyby-bench speed --device cpu --scale 0.01 --rows gal-0.05,s1 --trials 1 --quiet",
		Args:          measurable,
		RunE:          func(c *cobra.Command, _ []string) error { return measurable(c, nil) },
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       "commit " + evaluation.Commit(),
	}
	root.SetFlagErrorFunc(cli.FlagError)
	root.AddCommand(a.paperCommand(), a.pointsCommand(), a.speedCommand(), a.scaleCommand(), a.serveCommand(), a.compareCommand(), a.kernelsCommand())
	return root
}

// measurable requires the name of a command.
func measurable(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return cli.Usage(c, "%q: say what to do: flyby-bench paper, points, speed, scale, serve, compare or kernels", args[0])
	}
	return cli.Usage(c, "say what to do: flyby-bench paper, points, speed, scale, serve, compare or kernels")
}

// equip sets up a command as all are: flags in the order in which they were added, and no arguments but a command's own.
func (a *app) equip(c *cobra.Command, json string) *cobra.Command {
	c.DisableFlagsInUseLine = true
	c.Flags().SortFlags = false
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return cli.Usage(c, "%q: flags only, no arguments", args[0])
		}
		return nil
	}
	c.Flags().BoolVar(&a.quiet, "quiet", false, "no progress")
	c.Flags().BoolVar(&a.json, "json", false, json)
	return c
}

// addDevice adds --device.
func addDevice(c *cobra.Command, device *string) {
	c.Flags().StringVar(device, "device", "", "`DEVICE` to measure: auto (a GPU if there is one, else the cpu), cpu, gpu, opencl or opencl:N (see flyby devices) (default $FLYBY_DEVICE, or auto)")
}

// addData adds --data, which replaces some sets.
func addData(c *cobra.Command, texts *[]string, what string, names []string) {
	c.Flags().StringArrayVar(texts, "data", nil, "`NAME=FILE`: "+what+"; may be given for each of "+strings.Join(names, ", "))
}

// parseData reads the values of --data for some sets, and refuses what check does.
func parseData(c *cobra.Command, texts, names []string, check func(datafile.Files) error) (datafile.Files, error) {
	files, err := datafile.Parse(texts, names)
	if err == nil {
		err = check(files)
	}
	if err != nil {
		return nil, cli.Usage(c, "--data: %s", cli.Message(err))
	}
	return files, nil
}

// checkFolder refuses an empty --out.
func checkFolder(c *cobra.Command, folder string) error {
	if c.Flags().Changed("out") && folder == "" {
		return cli.Usage(c, "--out: a folder is missing")
	}
	return nil
}

// checkDevice refuses several devices at once, since one is measured. Whether the device exists is found out when it is opened.
func checkDevice(c *cobra.Command, device string) error {
	if strings.HasSuffix(device, ":all") {
		return cli.Usage(c, "--device %s: must be one device (flyby-bench speed --rows two-devices compares all GPUs with one)", device)
	}
	return nil
}
