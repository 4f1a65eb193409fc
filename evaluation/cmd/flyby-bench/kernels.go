package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/testing/enginetest"
)

// kinds are the kinds of devices that programs are compiled for.
var kinds = []string{"gpu", "cpu"}

// kernelsCommand makes the subcommand kernels.
func (a *app) kernelsCommand() *cobra.Command {
	var method, kind string
	c := a.equip(&cobra.Command{
		Use:   "kernels [--method METHOD] [--kind KIND]",
		Short: "the OpenCL programs of a method, as they are compiled",
		Long: `Prints the programs in OpenCL C of a method that searches trajectories, in one piece, as
flyby compiles them: the constants that Go defines, then the files, one after another.
#line names each file; a comment before each program has the compiler's options. No
device is needed.

temporal is GPUTrajDistSearch of the paper (M. Gowanlock and H. Casanova,
arXiv:1405.7461); comments name the lines of its Algorithm 1. docs/papers.md says what
differs.`,
		Example: "  flyby-bench kernels --method temporal",
	}, "errors on standard error as JSON, one object a line")
	f := c.Flags()
	f.StringVar(&method, "method", "temporal", "`METHOD`: "+strings.Join(enginetest.Compiled(), " or "))
	f.StringVar(&kind, "kind", kinds[0], "`KIND` of device, "+strings.Join(kinds, " or ")+": its options, and whether it orders the hits")
	c.RunE = func(c *cobra.Command, _ []string) error {
		switch {
		case !slices.Contains(enginetest.Compiled(), method):
			return cli.Usage(c, "--method %s: must be %s", method, strings.Join(enginetest.Compiled(), " or "))
		case !slices.Contains(kinds, kind):
			return cli.Usage(c, "--kind %s: must be %s", kind, strings.Join(kinds, " or "))
		}
		return enginetest.WritePrograms(a.out, method, kind)
	}
	return c
}
