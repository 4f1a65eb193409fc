package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/cli"
	"flyby/internal/printable"
	"flyby/internal/reading/fileset"
	"flyby/trajectory/format"
)

// commandFirst returns arguments with the name of the command, which may stand behind flags, in front. The error is wrong
// usage where no command has the name.
func commandFirst(root *cobra.Command, args []string) ([]string, error) {
	at := commandAt(root, args)
	if at < 0 || asksForValues(args) {
		return args, nil
	}
	if found, _, err := root.Find(args[at : at+1]); err != nil || found == root {
		return args, cli.Wrong(root, unknownCommand(root, args[at]))
	}
	return slices.Concat(args[at:at+1], args[:at], args[at+1:]), nil
}

// commandAt is where the name of the command stands: at the first argument that is neither a flag nor the value of one, -1
// where all are.
func commandAt(root *cobra.Command, args []string) int {
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "-")
		switch {
		case args[i] == "--":
			return -1
		case !isFlag:
			return i
		case !strings.Contains(name, "=") && takesValue(root, strings.TrimPrefix(name, "-")):
			i++
		}
	}
	return -1
}

// takesValue reports whether a flag of some command, or one that another tool has for it, takes the argument behind it.
func takesValue(root *cobra.Command, name string) bool {
	takes := false
	for _, c := range root.Commands() {
		f := c.Flags().Lookup(name)
		if len(name) == 1 {
			f = c.Flags().ShorthandLookup(name)
		}
		switch {
		case f == nil:
		case f.NoOptDefVal != "":
			return false
		default:
			takes = true
		}
	}
	ours, _, _ := strings.Cut(foreignFlags()[name], " ")
	return takes || ours != "" && takesValue(root, ours)
}

// knownCommand refuses a name of no command, and suggests a similar name.
func knownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownCommand(c, args[0])
}

// unknownCommand is the error of a word that names no command and no topic; it suggests a similar name.
func unknownCommand(c *cobra.Command, word string, topics ...string) error {
	names := topics
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	hint := cli.Meant(word, "", names)
	if !c.HasParent() {
		file, isFile := fileset.Formats().Choose(word, "")
		switch door := doors()[strings.ToLower(word)]; {
		case door != "":
			hint = ": is it " + door + "?"
		case hint == "" && isFile && strings.Contains(word, "."):
			hint = fmt.Sprintf(": flyby info %s says what is in a file of %s", printable.Text(word), file.Name)
		}
	}
	return fmt.Errorf("unknown command %q%s", word, hint)
}

// doors are the commands that people look for under another name.
func doors() map[string]string { return byWord("othercommands.txt") }

// flagError is cli.FlagError, which for a flag of another tool suggests the flag of flyby.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return cli.FlagError(c, err)
	}
	name := unknown.GetSpecifiedName()
	if (name == "format" || name == "output-format") && c.Flags().Lookup("out") != nil {
		return cli.Usage(c, "%w: the ending of --out FILE says the format, or --out-format", err)
	}
	for _, name := range []string{unknown.GetSpecifiedShortnames(), name} { // -distance, say, cobra takes for -d -i -s
		if ours := flagHere(c, name); ours != "" {
			return cli.Usage(c, "%w: is it %s?", err, ours)
		}
	}
	return cli.FlagError(c, err)
}

// flagHere is a command's own flag for a flag of another tool, or for one with one dash or with other signs between its words;
// "" where the command has no such flag.
func flagHere(c *cobra.Command, name string) string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	for _, ours := range append([]string{name}, strings.Fields(foreignFlags()[name])...) {
		if f := c.Flags().Lookup(ours); f != nil && cli.Known(c, f) {
			return "--" + ours
		}
	}
	return ""
}

// foreignFlags are flags of other tools with their names in flyby, of which the first that a command has is meant.
func foreignFlags() map[string]string { return byWord("otherflags.txt") }

// skipHint names --skip-bad-rows where that is likely to help, and was not given.
func skipHint(c *cobra.Command, err error) error {
	var bad *format.Error
	if flag := c.Flags().Lookup("skip-bad-rows"); flag != nil && !flag.Changed && errors.As(err, &bad) && bad.IsOfRow() {
		return fmt.Errorf("%w; --skip-bad-rows leaves such rows out", err)
	}
	return err
}
