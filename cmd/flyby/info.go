package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"flyby/internal/asking"
	"flyby/internal/inventory"
	"flyby/internal/reading/fileset"
	"flyby/question"
	"flyby/trajectory/format"
)

func (a *app) infoCommand() *cobra.Command {
	var read questionFlags
	read.begin(question.Joins)
	c := a.described("info", &cobra.Command{
		Args:              someFile,
		ValidArgsFunction: completeArguments(fileset.Formats()),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := argumentFiles(c, args)
			if err != nil {
				return err
			}
			if err := a.checkApart(c, end{"", "-"}, files); err != nil {
				return err
			}
			o, err := read.readOptions(c, asking.BothSides, files)
			if err != nil {
				return err
			}
			if fileset.HaveSets(files.files, o) {
				return a.infoOfSets(c.Context(), files, o)
			}
			o.KeepDegrees, o.KeepFirst = true, true
			l, err := a.loadAny(c.Context(), files, o)
			if err != nil {
				return read.explain(c, err)
			}
			read := l.Store
			if l.Degrees {
				if l, err = a.inMetres(files.shown(), l); err != nil {
					return err
				}
			}
			facts := inventory.Of(l.Store, read, &l.Report, o.ColumnUnits)
			return a.printAnswer(facts, facts.Text(files.shown()))
		},
	})
	read.addReading(c)
	a.addQuietJSON(c, "the summary as a JSON object on standard output; progress and errors as JSON on standard error")
	return c
}

// infoOfSets prints the facts of element sets of orbits.
func (a *app) infoOfSets(ctx context.Context, files *inputFiles, o format.Options) error {
	o.Sets, o.Progress = true, nil
	sets := inventory.NewSets()
	ids, report, err := fileset.ReadFileRows(ctx, files.files, o, sets.Take)
	if err != nil {
		return err
	}
	sets.Finish(ids, &report)
	a.tell(inventory.Reading(files.shown(), &o, &report, sets.Objects))
	return a.printAnswer(sets, sets.Text(files.shown()))
}

// someFile wants an argument or more.
func someFile(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("FILE is missing")
	}
	return nil
}
