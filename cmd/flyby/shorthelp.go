package main

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Flags that ask for help: --help for all of it, -h for a short one.
const (
	helpFlag      = "help"
	shortHelpFlag = "short-help"
)

// addHelp adds --help and -h, which sets --help too: package cobra looks at that one alone.
func addHelp(c *cobra.Command) {
	c.Flags().Bool(helpFlag, false, "this help; -h is a short one")
	c.Flags().VarPF(&shortHelp{all: c.Flags()}, shortHelpFlag, "h", "").NoOptDefVal = "true"
	c.Flags().Lookup(shortHelpFlag).Hidden = true
}

// shortHelp is the value of -h.
type shortHelp struct{ all *pflag.FlagSet }

// Set asks for help.
func (s *shortHelp) Set(text string) error { return s.all.Set(helpFlag, text) }

// String is the value as help would show it.
func (s *shortHelp) String() string { return "false" }

// Type is what help would call the value.
func (s *shortHelp) Type() string { return "bool" }

// inShort is a flag of a command in a line: of a field of a question its own.
func inShort(command string, flag *pflag.Flag) string {
	lines := maps.Collect(tableRows("shortflags.txt"))
	return cmp.Or(lines[command+" "+flag.Name], strings.Join(flag.Annotations[short], ""), lines[flag.Name])
}

// shortenedHelp is the text of -h: usage, a line about the command, the flags that people use, and an example; of the
// root all of its help, which is short.
func shortenedHelp(c *cobra.Command) string {
	if c.HasAvailableSubCommands() {
		return help(c)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "USAGE\n  %s\n\n%s\n\n", c.UseLine(), c.Short)
	text := textOf(wordsOf(c))
	if len(text.usual) == 0 {
		writeFlags(&b, flagSections(c))
	} else {
		writeUsual(&b, c, text.usual)
	}
	example := c.Example
	if text.field != "" {
		example = "  " + text.field
	}
	if example != "" {
		fmt.Fprintf(&b, "EXAMPLE\n%s\n\n", example)
	}
	fmt.Fprintf(&b, "%s --help has all %d flags; flyby help files lists the formats of files.\n", c.CommandPath(), len(shownFlags(c)))
	return b.String()
}

// writeUsual writes flags in a line each.
func writeUsual(b *strings.Builder, c *cobra.Command, usual []string) {
	b.WriteString("FLAGS\n")
	for _, name := range usual {
		f := c.Flags().Lookup(name)
		word, _ := pflag.UnquoteUsage(f)
		hand := "   "
		if f.Shorthand != "" {
			hand = "-" + f.Shorthand + ","
		}
		fmt.Fprintf(b, "  %s %-22s %s\n", hand, strings.TrimSpace("--"+name+" "+word), inShort(wordsOf(c), f))
	}
	b.WriteString("\n")
}
