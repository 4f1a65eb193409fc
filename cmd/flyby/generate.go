package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flyby/datasets"
	"flyby/internal/cli"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

func (a *app) generateCommand() *cobra.Command {
	var out string
	var seed uint64
	var scale float64
	c := a.equip(&cobra.Command{
		Use:   "generate NAME [--out FILE] [--seed N] [--scale S]",
		Short: "make one of the data sets that flyby is measured on",
		Long: `Makes a data set: ` + strings.Join(datasets.Names(), ", ") + `.
The galaxy and the supernovae are in kpc and Myr, as their Parquet files say; the
random walks have no units.
One seed gives the same file everywhere. docs/datasets.md says what is in them.`,
		Example:   "  flyby generate galaxy --seed 7 --scale 0.1 --out stars.csv",
		ValidArgs: datasets.Names(),
		Args:      oneDataset,
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkScale(c, scale); err != nil {
				return err
			}
			out = standardOut(out)
			if err := checkOut(c, out, format.StoreOutput); err != nil {
				return err
			}
			if err := a.checkStandardOut(out); err != nil {
				return err
			}
			a.display.begin("generate "+args[0], noUnit)
			a.display.set(0, 0)
			s, err := generate(c.Context(), args[0], seed, scale)
			if err != nil {
				return err
			}
			a.display.end()
			var units format.Units
			units.Length, units.Time = datasets.Units(args[0])
			return format.WriteStore(c.Context(), out, s, format.WriteOptions{Stdout: a.streams.out, Units: units})
		},
	})
	c.Flags().StringVarP(&out, "out", "o", "-", "`FILE` to write: "+kinds(format.StoreOutput)+". Where it is a link, the file it leads to is replaced, which must exist")
	completeFile(c, "out", format.StoreOutput)
	addSeed(c, &seed, "`N` that the random numbers start from")
	addScale(c, &scale, "times the paper's number of trajectories", "")
	a.addQuietJSON(c, "progress and errors on standard error as JSON, one object a line")
	return c
}

// generate is datasets.Generate, for which an interrupt does not wait.
func generate(ctx context.Context, name string, seed uint64, scale float64) (*trajectory.Store, error) {
	type made struct {
		store *trajectory.Store
		err   error
	}
	done := make(chan made, 1)
	go func() {
		s, err := datasets.Generate(name, seed, scale)
		done <- made{s, err}
	}()
	select {
	case m := <-done:
		return m.store, m.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// oneDataset wants the name of a data set as the only argument.
func oneDataset(_ *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return fmt.Errorf("NAME is missing: one of %s", strings.Join(datasets.Names(), ", "))
	case len(args) > 1:
		return fmt.Errorf("%q: one NAME only", args[1])
	case !slices.Contains(datasets.Names(), args[0]):
		return fmt.Errorf("%q: must be one of %s%s", args[0], strings.Join(datasets.Names(), ", "), cli.Meant(args[0], "", datasets.Names()))
	}
	return nil
}
