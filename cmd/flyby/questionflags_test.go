package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/question"
)

// withToys returns fields with a toy behind each field that it copies; the table has no toys.
func withToys(fields []asking.Field, names ...string) (all []asking.Field) {
	for _, f := range fields {
		all = append(all, f)
		if slices.Contains(names, f.Name) {
			f.Name, f.Help, f.Short = "toy-"+f.Name, "a `TOY` of "+f.Name, "a toy of "+f.Name
			all = append(all, f)
		}
	}
	return all
}

// toyCommand runs a command with a flag for each field of a table with toys, and returns its question and its output.
func toyCommand(args ...string) (*questionFlags, string, error) {
	var f questionFlags
	f.begin(question.Searches)
	c := (&app{}).equip(&cobra.Command{Use: "toy", RunE: func(c *cobra.Command, _ []string) error {
		if err := f.Check(); err != nil {
			return asked(c, err)
		}
		_, err := f.readOptions(c, asking.QuerySide)
		return err
	}})
	f.add(c, withToys(asking.Fields(question.Searches), "min-duration", "level", "distance"))
	reading := withToys(asking.ReadingFields(question.Searches), "where", "curve", "max-gap")
	f.add(c, reading)
	f.addSides(c, reading)
	root := &cobra.Command{Use: "flyby", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(c)
	root.SetFlagErrorFunc(cli.Wrong)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { c.Print(help(c)) })
	if asksForValues(args) {
		offer(root)
	}
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(args)
	err := root.Execute()
	return &f, out.String(), err
}

// TestFieldsAreFlags: a field that is added to a copy of the table is a flag with its help, its section, its completion and the checks of its type; a field of reading is one of each side, too.
func TestFieldsAreFlags(on *testing.T) {
	f, _, err := toyCommand("toy", "--toy-min-duration", "5s", "--toy-level", "pairs", "--query-toy-where", "id=2")
	if err != nil || f.Text("toy-min-duration") != "5s" || f.Plain().MinDuration != 5 || f.Plain().Level != question.Pairs || f.TextOf("toy-where", asking.QuerySide) != "id=2" {
		on.Errorf("%v: %+v", err, f.Plain())
	}
	if o, err := f.Reading(asking.QuerySide); err != nil || len(o.Where) != 1 {
		on.Errorf("%v: %v", o.Where, err)
	}
	for args, want := range map[string]string{
		"--toy-min-duration x":   `--toy-min-duration" flag: `,
		"--toy-level groups":     "--toy-level",
		"--toy-distance -1":      "--toy-distance -1: must be a number, 0 or more",
		"--toy-max-gap -2":       "--toy-max-gap -2: must be",
		"--query-toy-max-gap -2": "--query-toy-max-gap -2: must be",
		"--toy-where id":         "--toy-where",
	} {
		if _, _, err := toyCommand(append([]string{"toy"}, strings.Fields(args)...)...); err == nil || cli.Status(on.Context(), err, nil) != cli.WrongUsage || !strings.Contains(err.Error(), want) {
			on.Errorf("%s: %v, want %s", args, err, want)
		}
	}
	_, text, _ := toyCommand("toy", "--help")
	_, answer, _ := strings.Cut(text, "\nANSWER\n")
	files, _, _ := strings.Cut(text, "\nTIMES AND UNITS\n")
	if !strings.Contains(answer, "--toy-min-duration TOY") || !strings.Contains(answer, "a TOY of min-duration") || !strings.Contains(files, "--toy-where TOY") || strings.Contains(text, "query-toy") {
		on.Error(text)
	}
	for line, want := range map[string]string{"--toy-level ": "hits encounters pairs objects", "--query-toy-curve ": "none"} {
		_, text, err := toyCommand(append([]string{cobra.ShellCompRequestCmd, "toy"}, strings.Split(line, " ")...)...)
		if !strings.HasPrefix(strings.Join(strings.Fields(text), " "), want) {
			on.Errorf("%s: %s, %v", line, text, err)
		}
	}
}
