package main

import "github.com/spf13/cobra"

// helpTemplate lays a help text out: usage, what the command does, an example
// that runs, flags, exit status.
const helpTemplate = `USAGE
  {{.UseLine}}

{{.Long | trimTrailingWhitespaces}}
{{if .HasExample}}
EXAMPLE
{{.Example}}
{{end}}{{if .HasAvailableSubCommands}}
COMMANDS{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}}  {{.Short}}{{end}}{{end}}

Use "{{.CommandPath}} COMMAND --help" for the help of a command.
{{end}}{{if .HasAvailableLocalFlags}}
FLAGS
{{.LocalFlags.FlagUsagesWrapped 100 | trimTrailingWhitespaces}}
{{end}}
` + exitStatus + "\n"

// settle gives a command what all have in common.
func (a *app) settle(c *cobra.Command) *cobra.Command {
	c.DisableFlagsInUseLine = true
	c.Flags().SortFlags = false
	if c.Args == nil {
		c.Args = cobra.NoArgs
	}
	c.Args = usageArgs(c.Args)
	return c
}
