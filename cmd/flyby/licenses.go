package main

import (
	_ "embed"
	"io"

	"github.com/spf13/cobra"
)

// licences is a table of all modules that any system's command is built from, with versions and kinds of licence, and then the texts that must go
// with a binary. It is made from go.mod by make generate.
//
//go:embed licences.txt
var licences string

func (a *app) licensesCommand() *cobra.Command {
	return a.equip(&cobra.Command{
		Use:     "licenses",
		Aliases: []string{"licences"},
		Short:   "the licences of what is built in",
		Long: `Prints which modules flyby is built from, with their versions and licences, and then
the texts of those licences.`,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := io.WriteString(c.OutOrStdout(), licences)
			return err
		},
	})
}
