package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/unit"
	pointformat "flyby/points/format"
)

// help lays a help text out: usage, what the command does, an example that
// runs, flags in groups, exit status. It is written here and not as a template: package
// text/template calls methods by name, for which the linker keeps every method
// of every type, the servers of package net/http among them.
func help(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "USAGE\n  %s\n\n%s\n\n", c.UseLine(), trimmed(cmp.Or(c.Long, textOf(wordsOf(c)).folded())))
	if c.HasExample() {
		fmt.Fprintf(&b, "EXAMPLE\n%s\n\n", c.Example)
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("COMMANDS\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-*s  %s\n", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
		fmt.Fprintf(&b, "\n%s COMMAND -h shows the flags that are used most, flyby help %sCOMMAND all flags, flyby help files the formats of files, flyby help methods the methods, and flyby help units, times and places how these are said.\n\n", c.CommandPath(), strings.TrimLeft(wordsOf(c)+" ", " "))
	}
	writeFlags(&b, flagSections(c))
	if len(shownFlags(c)) > few {
		b.WriteString("docs/cli.md describes many of these flags in full.\n\n")
	}
	if set := c.Flags().Lookup(setFlag); set != nil && !set.Hidden {
		b.WriteString(methodsLine)
	}
	return b.String() + cli.ExitStatus + "\n"
}

// wordsOf are the words of a command behind the name of the program: "slab plan".
func wordsOf(c *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), c.Root().Name()), " ")
}

// writeFlags writes lists of flags, each under its heading.
func writeFlags(b *strings.Builder, lists []flagSection) {
	for _, l := range lists {
		if l.flags.HasAvailableFlags() {
			fmt.Fprintf(b, "%s\n%s\n\n", l.title, trimmed(l.flags.FlagUsagesWrapped(100)))
		}
	}
}

// asksShortHelp reports whether -h asks for the help of a command.
func asksShortHelp(c *cobra.Command) bool {
	f := c.Flags().Lookup(shortHelpFlag)
	return f != nil && f.Changed
}

// trimmed is a text without the blanks at its end.
func trimmed(text string) string { return strings.TrimRightFunc(text, unicode.IsSpace) }

// equip gives a command the parts that all commands share: help, and the checks of arguments.
func (a *app) equip(c *cobra.Command) *cobra.Command {
	c.DisableFlagsInUseLine = true
	c.Flags().SortFlags = false
	addHelp(c)
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

// oneArgument wants one argument, of a name.
func oneArgument(name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return fmt.Errorf("%s is missing", name)
		case len(args) > 1:
			return fmt.Errorf("%q: one %s only", args[1], name)
		}
		return nil
	}
}

// helpCommand is cobra's, but a wrong name is wrong usage.
func (a *app) helpCommand() *cobra.Command {
	return a.described("help", &cobra.Command{
		Hidden: true,
		Args:   cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if text := helpOfTopic(strings.Join(args, " ")); text != "" {
				_, err := io.WriteString(c.OutOrStdout(), text)
				return err
			}
			about, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return cli.Wrong(c.Root(), unknownCommand(c.Root(), strings.Join(args, " "), helpTopics()...))
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

// asksForValues reports whether a shell asks by the arguments for completions of a line.
func asksForValues(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// offer registers with cobra the values that the flags of a command and of its subcommands offer. Cobra keeps them as long as
// the process lives, and so the flags and all that their command holds: only runs that complete a line call it.
func offer(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		f.Hidden = !cli.Known(c, f)
		if v, ok := f.Value.(*fieldFlag); ok && v.Words != nil {
			words, how := v.offers()
			completeAs(c, f.Name, how, words)
		}
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

// filesTopic is the topic of help that lists the formats of files.
const filesTopic = "files"

// helpTopics returns the topics of help that are no commands.
func helpTopics() []string { return []string{filesTopic, methodsTopic, "units", "times", "places"} }

// helpOfTopic returns the help of a topic, "" for a word that is no topic. Formats and methods are listed from their tables; any other topic has a file of text.
func helpOfTopic(topic string) string {
	switch topic {
	case filesTopic:
		return helpOfFiles()
	case methodsTopic:
		return helpOfMethods()
	}
	text := textFile("topics/" + topic + ".txt")
	if text == "" || !slices.Contains(helpTopics(), topic) {
		return ""
	}
	text = strings.NewReplacer("{lengths}", unit.Names(unit.Length), "{times}", unit.Names(unit.Time), "{speeds}", unit.Names(unit.Speed)).Replace(text)
	return foldedAll(text)
}

// helpOfFiles says which files are read and written. Other help texts refer to it.
func helpOfFiles() string {
	var b strings.Builder
	b.WriteString("FILES OF TRAJECTORIES, which join, search, nearest, visits, convoys, at, info, convert, verify and report read\n")
	writeFormats(&b, fileset.Formats())
	b.WriteString(folded(severalFiles) + "\n\n")
	b.WriteString("FILES OF POINTS, which selfjoin, pointjoin, knn and dbscan read\n")
	writeFormats(&b, pointformat.Formats())
	b.WriteString(folded(severalPoints) + "\n\n")
	b.WriteString(folded("Files of all formats but Parquet and Arrow may be packed, with "+packings()+" behind their names; "+fileset.ArchiveExtension+
		" is an archive of files. FILE may be a folder, whose files of these formats are all read, or a pattern in quotes. - is standard input: CSV, and for points NPY too, or the format of --in-format.") + "\n\n")
	b.WriteString(folded("--columns names columns that have other names than id, t, x, y and perhaps z and r; the tables "+
		cli.Listed(reading.Presets(), "and")+" are known. flyby info FILE says how a file is read; docs/formats.md describes each format.") + "\n\n")
	b.WriteString("ANSWERS, by the ending of --out\n")
	writeFormats(&b, output.Written(reading.ResultOutput))
	b.WriteString(folded("Groups, clusters and pairs of points are written in all of these formats but "+unplaced()+"; dbscan and knn write .npy too, an array of NumPy. convert and generate write trajectories as "+
		stored()+"; at and generate write points as .csv, .parquet, .arrows, .ndjson or .npy, an array of NumPy without ids. Files may be packed here too. - is standard output, in CSV or the format of --out-format. join, search, nearest, convoys and dbscan write "+pageExtension+" too, a page like the pages of flyby report.") + "\n")
	return b.String()
}

// writeFormats lists formats.
func writeFormats(b *strings.Builder, all reading.Formats) {
	for _, f := range all.All {
		fmt.Fprintf(b, "  %-9s %s\n", f.Extensions[0], f.Name+remark(f))
	}
}

// packings are the endings of packed files.
func packings() string {
	var all []string
	for _, p := range infile.Packings() {
		all = append(all, p.Extension)
	}
	return cli.Listed(all, "or")
}

// stored are the endings of the files that trajectories are written to.
func stored() string {
	var all []string
	for _, f := range output.Written(reading.StoreOutput).All {
		all = append(all, f.Extensions[0])
	}
	return cli.Listed(all, "and")
}

// unplaced are the endings of the files that only rows with places are written to.
func unplaced() string {
	var all []string
	for _, f := range output.Written(reading.ResultOutput).All {
		if f.Placed {
			all = append(all, f.Extensions[0])
		}
	}
	return cli.Listed(all, "and")
}
