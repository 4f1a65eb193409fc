package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
)

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
` + cli.ExitStatus + "\n"

// equip gives a command what all have in common.
func (a *app) equip(c *cobra.Command) *cobra.Command {
	c.DisableFlagsInUseLine = true
	c.Flags().SortFlags = false
	if c.Args == nil {
		c.Args = flagsOnly
	}
	c.Args = cli.Args(c.Args)
	return c
}

// flagsOnly refuses arguments.
func flagsOnly(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%q: flags only, no arguments", args[0])
	}
	return nil
}

// helpCommand is cobra's, but a wrong name is wrong usage.
func (a *app) helpCommand() *cobra.Command {
	return a.equip(&cobra.Command{
		Use:    "help [COMMAND]",
		Short:  "the help of a command",
		Long:   "Shows the help of a command.",
		Hidden: true,
		Args:   cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return cli.Usage(c.Root(), "unknown command %q", strings.Join(args, " "))
			}
			return about.Help()
		},
	})
}

// strictCompletion adds cobra's completion command; a wrong name of a shell is
// wrong usage.
func strictCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd("completion")
	c, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic(err) // our own bug: it was added just now
	}
	c.Short = "a completion script for bash, fish, powershell or zsh"
	c.Args = cli.Args(knownCommand)
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
}
