package main

import (
	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/reading/fileset"
	"flyby/question"
)

func (a *app) nearestCommand() *cobra.Command {
	var f searchFlags
	c := a.described("nearest", &cobra.Command{
		Annotations:       answers(),
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeArguments(fileset.Formats()),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.entries.arguments(c, args); err != nil {
				return err
			}
			f.takeOneSet(c)
			return a.search(c, &f)
		},
	})
	f.addFile(c, &f.entries, "entries", "the same as the argument `FILE`; may be given several times")
	f.addFile(c, &f.queries, "queries", "`FILE`, folder or quoted pattern of the objects whose nearest entries are asked for; several times for several files; none: each entry is a query")
	f.add(c, question.NearestTrajectories)
	addPage(c)
	a.addAll(c)
	c.SetFlagErrorFunc(nearestFlagError)
	return c
}

// nearestFlagError is flagError that gives the reason why nearest has no such flag.
func nearestFlagError(c *cobra.Command, err error) error {
	if text := reasonOf(err, byKey("notofnearest.txt")); text != "" {
		return cli.Usage(c, "%s", text)
	}
	return flagError(c, err)
}
