package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/slabs"
	"flyby/trajectory/format"
)

// scriptFlags are the flags of slab script.
type scriptFlags struct {
	out          string
	cpus, atOnce int
	mem          size
	gpu          bool
}

func (a *app) slabScriptCommand() *cobra.Command {
	var f scriptFlags
	c := a.equip(&cobra.Command{
		Use:   "script slurm DIR --out FILE [flags]",
		Short: "a script that has Slurm run the slabs of a plan and merge them",
		Long: folded(`Prints a bash script that needs no editing: run on a login node of Slurm it submits an array of tasks for the slabs of
the folder DIR that are missing or damaged, several slabs a task where they are more than the tasks of an array, and a job that merges
the parts to FILE once all tasks have ended well. Run again, after a failure say, it submits what is missing then; where nothing is, the
merge alone. The nodes see flyby, DIR and the folder of FILE under the names that they have here.`),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby slab plan --entries stars.csv --distance 0.05 --dir work --slabs 3
  flyby slab script slurm work --out near.csv --cpus 4 --mem 8GB`,
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return errors.New("slurm DIR is missing")
			case args[0] != "slurm":
				return fmt.Errorf("%q: must be slurm", args[0])
			}
			return oneArgument("DIR")(c, args[1:])
		},
		RunE: func(c *cobra.Command, args []string) error { return a.slabScript(c, args[1], &f) },
	})
	s := c.Flags()
	s.StringVarP(&f.out, "out", "o", "", "`FILE` that the parts are merged to, of the format of its ending, but for GeoJSON (see flyby help files); required")
	completeFile(c, "out", format.ResultOutput)
	cli.AddWhole(c, &f.cpus, "cpus", 1, "`N` cores of a task, all of which flyby slab run uses")
	s.Var(&f.mem, "mem", "`SIZE` of a task's memory, such as 8GB or 512MiB, nine tenths of which flyby may hold (default what Slurm gives a task)")
	cli.AddWhole(c, &f.atOnce, "at-once", 0, "`N` tasks run at once, at most; 0: as many as Slurm starts")
	s.BoolVar(&f.gpu, "gpu", false, "a task has a GPU, and runs on it")
	return c
}

// check refuses what does not go together.
func (f *scriptFlags) check(c *cobra.Command) error {
	f.out = standardOut(f.out)
	switch given := c.Flags().Changed; {
	case f.out == "":
		return cli.Usage(c, "--out FILE is missing")
	case f.out == "-":
		return cli.Usage(c, "--out -: must be a file, for a job writes it")
	case f.cpus < 1:
		return cli.Usage(c, "--cpus %d: must be 1 or more", f.cpus)
	case given("mem") && f.mem == 0:
		return cli.Usage(c, "--mem 0: must be more than nothing")
	case f.atOnce < 0:
		return cli.Usage(c, "--at-once %d: must be positive, or 0 for no limit", f.atOnce)
	}
	return checkMergeOut(c, f.out)
}

// slabScript prints a script.
func (a *app) slabScript(c *cobra.Command, dir string, f *scriptFlags) error {
	if err := f.check(c); err != nil {
		return err
	}
	work, err := slabs.Open(a.lies(dir))
	if err != nil {
		return err
	}
	if work.Ask().Count {
		return errMergedCount(c)
	}
	script, err := work.Slurm(slabs.SlurmOptions{Out: a.lies(f.out), Flyby: thisCommand(), CPUs: f.cpus, Memory: uint64(f.mem), AtOnce: f.atOnce, GPU: f.gpu})
	if err == nil {
		_, err = io.WriteString(a.streams.out, script)
	}
	return err
}

// thisCommand is the path of the executable, or "" where it has none that lasts: go run removes it, and so may whoever replaces it.
func thisCommand() string {
	path, err := os.Executable()
	if err != nil || !filepath.IsAbs(path) || strings.Contains(filepath.ToSlash(path), "/go-build") && filepath.Base(path) == "flyby" {
		return ""
	}
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}
