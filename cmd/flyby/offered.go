package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Annotations of a flag: the values that it offers to shells, and the number of the cobra.ShellCompDirective that
// says how.
const (
	offered   = "flyby_offered"
	offeredAs = "flyby_offered_as"
)

// complete offers values of a flag to shells.
func complete(c *cobra.Command, flag string, values ...string) {
	completeAs(c, flag, cobra.ShellCompDirectiveNoFileComp, values)
}

func completeAs(c *cobra.Command, flag string, how cobra.ShellCompDirective, values []string) {
	s := c.Flags()
	err := errors.Join(s.SetAnnotation(flag, offered, values), s.SetAnnotation(flag, offeredAs, []string{strconv.Itoa(int(how))}))
	if err != nil {
		panic(err) // our own bug: there is no such flag
	}
}

// asksForValues reports whether arguments are those by which shells ask for what completes a line.
func asksForValues(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// offer has cobra know what the flags of a command and of those under it offer. Cobra knows it for as long as the
// process lives, and so the flags and all that their command holds: who does not ask is better off without.
func offer(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		for _, number := range f.Annotations[offeredAs] {
			how, err := strconv.Atoi(number)
			if err == nil {
				err = c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(f.Annotations[offered], cobra.ShellCompDirective(how)))
			}
			if err != nil {
				panic(err) // our own bug
			}
		}
	})
	for _, under := range c.Commands() {
		offer(under)
	}
}
