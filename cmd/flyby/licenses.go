package main

import (
	"io"

	"github.com/spf13/cobra"

	"flyby/internal/licences"
)

func (a *app) licensesCommand() *cobra.Command {
	return a.equip(&cobra.Command{
		Use:     "licenses",
		Aliases: []string{"licences"},
		Short:   "the licences of what is built in",
		Long: `Prints which modules flyby is built from, with their versions and licences, and then
the texts of those licences.`,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := io.WriteString(c.OutOrStdout(), licences.Text())
			return err
		},
	})
}
