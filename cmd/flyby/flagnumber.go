package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"flyby/datasets"
	"flyby/internal/cli"
)

// addScale adds --scale. times says which of the paper's sizes it multiplies, remark what
// values it may have.
func addScale(c *cobra.Command, at *float64, times, remark string) {
	cli.AddNumber(c, at, "scale", 1, fmt.Sprintf("%s, `S` above 0, at most %d%s", times, datasets.MaxScale, remark))
}

// checkScale refuses a scale that no data set has.
func checkScale(c *cobra.Command, scale float64) error {
	if scale > 0 && scale <= datasets.MaxScale {
		return nil
	}
	return cli.Usage(c, "--scale %v: must be above 0, at most %d", scale, datasets.MaxScale)
}

// addSeed adds --seed.
func addSeed(c *cobra.Command, at *uint64, usage string) {
	cli.AddNatural(c, at, "seed", 1, usage)
}
