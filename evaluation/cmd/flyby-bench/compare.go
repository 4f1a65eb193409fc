package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"flyby/evaluation/speed"
	"flyby/internal/cli"
)

// compareCommand makes the subcommand compare.
func (a *app) compareCommand() *cobra.Command {
	c := a.equip(&cobra.Command{
		Use:   "compare BASE HERE",
		Short: "rows of two programs, measured in turn, beside each other",
		Long: `Compares the rows of two files. Each file is the output of runs of flyby-bench speed
--json with one program, one run after the other. make speed BASE=COMMIT makes such
files: the two programs take turns.

A row has the median of all trials, the least and the greatest median of a run, and the
processor time of all threads, which means more than wall time on a shared machine. A row
holds if it is at most 3 % slower here than at the base; a row of less than 1 ms, at most
5 %. Rows that one file lacks are left out; a row with other hits is an error.`,
		Example: "  flyby-bench compare base.jsonl here.jsonl",
	}, "errors on standard error as JSON, one object a line")
	c.Args = cli.Args(cobra.ExactArgs(2))
	c.RunE = func(_ *cobra.Command, args []string) error { return a.compare(args[0], args[1]) }
	return c
}

// compare prints the table of two files.
func (a *app) compare(basePath, herePath string) error {
	base, err := readSide(basePath)
	if err != nil {
		return err
	}
	here, err := readSide(herePath)
	if err != nil {
		return err
	}
	all, err := speed.Compare(base, here)
	if err != nil {
		return err
	}
	return speed.WriteCompared(a.out, all)
}

// readSide reads the rows of a file.
func readSide(path string) (side speed.Side, err error) {
	f, err := os.Open(path)
	if err != nil {
		return side, fmt.Errorf("speed: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if side, err = speed.ReadSide(f); err != nil {
		return side, fmt.Errorf("speed: %s: %w", path, err)
	}
	return side, nil
}
