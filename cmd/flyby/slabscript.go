package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/job"
	"flyby/slabs"
)

// scriptFlags are the flags of slab script.
type scriptFlags struct {
	out          string
	cpus, atOnce int
	ranges       int
	mem          size
	gpu          bool
	image, claim string
}

// engines are the engines that run slabs by a script.
func engines() []string { return []string{"slurm", "dask", "kubernetes"} }

func (a *app) slabScriptCommand() *cobra.Command {
	var f scriptFlags
	c := a.described("slab script", &cobra.Command{
		Args:              engineAndDir,
		ValidArgsFunction: completeScript,
		RunE:              func(c *cobra.Command, args []string) error { return a.slabScript(c, args[0], args[1], &f) },
	})
	s := c.Flags()
	s.StringVarP(&f.out, "out", "o", "", "`FILE` that the parts are merged to, in the format of its ending, GeoJSON excepted (see flyby help files); required")
	completeFile(c, "out", output.Written(reading.ResultOutput))
	cli.AddWhole(c, &f.cpus, "cpus", 1, "`N` cores of a task, all of which flyby slab run uses")
	s.Var(&f.mem, "mem", "`SIZE` of a task's memory, such as 8GB or 512MiB, nine tenths of which flyby may hold (default: the memory that the engine gives a task)")
	cli.AddWhole(c, &f.atOnce, "at-once", 0, "`N` tasks run at once, at most; 0: as many as the engine starts")
	s.BoolVar(&f.gpu, "gpu", false, "each task has a GPU, and runs on it; with Dask, on a worker that was started with --resources GPU=1; with Kubernetes, by nvidia.com/gpu")
	cli.AddWhole(c, &f.ranges, "ranges", 0, "`N` merges side by side, each of a range of query trajectories: to FILE with -0, -1 and so on before its extension; 0: one merge to FILE")
	s.StringVar(&f.image, "image", "", "`IMAGE` of the pods, with flyby and sh, found as in a shell; for kubernetes, which needs it")
	s.StringVar(&f.claim, "claim", "", "`NAME:FOLDER`, a claim of a volume that many pods may write, and the folder where it is mounted here and in pods; for kubernetes, which needs it")
	return c
}

// engineAndDir wants the name of an engine, and a folder.
func engineAndDir(c *cobra.Command, args []string) error {
	all := engines()
	switch {
	case len(args) == 0:
		return fmt.Errorf("%s DIR is missing", strings.Join(all, "|"))
	case !slices.Contains(all, args[0]):
		return fmt.Errorf("%q: %s", args[0], cli.OneOf(args[0], all))
	}
	return oneArgument("DIR")(c, args[1:])
}

// completeScript has a shell offer engines, then folders.
func completeScript(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return engines(), cobra.ShellCompDirectiveNoFileComp
	case 1:
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// checkPods refuses flags of pods where there are none, and wants them where there are.
func (f *scriptFlags) checkPods(c *cobra.Command, engine string) error {
	for flag, value := range map[string]string{"image": f.image, "claim": f.claim} {
		switch {
		case engine != "kubernetes" && c.Flags().Changed(flag):
			return cli.Usage(c, "--%s: is for kubernetes", flag)
		case engine == "kubernetes" && value == "":
			return cli.Usage(c, "--%s is missing, which pods need", flag)
		}
	}
	return nil
}

// check refuses combinations of flags that are wrong.
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
	case f.ranges < 0:
		return cli.Usage(c, "--ranges %d: must be positive, or 0 for one merge", f.ranges)
	case f.atOnce < 0:
		return cli.Usage(c, "--at-once %d: must be positive, or 0 for no limit", f.atOnce)
	}
	return checkMergeOut(c, f.out)
}

// slabScript prints a script.
func (a *app) slabScript(c *cobra.Command, engine, dir string, f *scriptFlags) error {
	if err := errors.Join(f.check(c), f.checkPods(c, engine)); err != nil {
		return err
	}
	work, err := a.openWork(c, dir)
	if err != nil {
		return err
	}
	if work.Ask().Count {
		return errMergedCount(c)
	}
	o := slabs.ScriptOptions{Out: a.lies(f.out), Flyby: thisCommand(), CPUs: f.cpus, Memory: uint64(f.mem), AtOnce: f.atOnce, GPU: f.gpu, Ranges: f.ranges}
	var script string
	switch engine {
	case "slurm":
		script, err = work.Slurm(o)
	case "dask":
		script, err = work.Dask(o)
	case "kubernetes":
		o.Flyby = "" // as the image has it
		claim, folder, _ := strings.Cut(f.claim, ":")
		script, err = work.Kubernetes(c.Context(), o, slabs.Pods{Image: f.image, Claim: claim, Folder: folder})
	}
	var field *job.FieldError
	if errors.As(err, &field) {
		if field.Field == "Claim" || field.Field == "Sink" {
			return cli.Usage(c, "%s", flagOf(field))
		}
		return cli.Usage(c, "--ranges: was planned with %s", flagOf(field))
	}
	if err == nil {
		_, err = io.WriteString(a.streams.out, script)
	}
	return err
}

// thisCommand returns the path of the executable, or "" for one that does not last: go run removes its executable, and an installation may replace it.
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
