package main

import (
	"errors"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/reading"
	"flyby/question"
	"flyby/trajectory/format"
)

// questionFlags are the flags of the fields of a question, and of the reading of its data: package question has their table. The draft has what they say.
type questionFlags struct {
	*asking.Draft
	threads int
}

// begin makes the draft of a command whose question is of a kind.
func (f *questionFlags) begin(k question.Kind) {
	f.Draft = asking.NewDraft(k)
	f.Advises = true
}

// add adds the flags of fields.
func (f *questionFlags) add(c *cobra.Command, fields []asking.Field) {
	for _, field := range fields {
		f.addField(c, field, asking.BothSides)
	}
}

// addAs adds the flag of a field with a help of its own.
func (f *questionFlags) addAs(c *cobra.Command, name, help string) {
	for _, field := range asking.Fields(f.Kind()) {
		if field.Name == name {
			field.Help = help
			f.addField(c, field, asking.BothSides)
		}
	}
}

// addReading adds the flags of reading and --threads, and of a kind with two data sets the flags of reading of one side alone, which help does not list one by one.
func (f *questionFlags) addReading(c *cobra.Command) {
	fields := asking.ReadingFields(f.Kind())
	f.add(c, fields)
	cli.AddWhole(c, &f.threads, "threads", 0, "`N` cores to use, at most four threads a core; 0: all")
	if f.Kind().HasSides() {
		f.addSides(c, fields)
	}
}

// addSides adds the flags of fields of reading for one side alone.
func (f *questionFlags) addSides(c *cobra.Command, fields []asking.Field) {
	for _, side := range []asking.Side{asking.EntrySide, asking.QuerySide} {
		for _, field := range fields {
			f.addField(c, field, side)
			cli.Hide(c.Flags(), field.NameOf(side), field.Name)
		}
	}
}

// addStates adds the flags that ask of paths of states.
func (f *questionFlags) addStates(c *cobra.Command) {
	f.Paths = true
	f.add(c, asking.StateFields(f.Kind()))
}

// sidesHint names, for help, the flags of one side. It stands before filesHint.
const sidesHint = "Each flag of reading may be said for one side: --entry-columns, --query-units, --query-where. "

// fieldFlag is the flag of a field, of a side or both.
type fieldFlag struct {
	*asking.Draft
	asking.Field
	side asking.Side
}

// Set says the field.
func (v *fieldFlag) Set(text string) error { return v.SetField(v.Field, v.side, text) }

// String returns what the field was said with.
func (v *fieldFlag) String() string { return v.TextOf(v.Name, v.side) }

// Type is what pflag calls the type of the value.
func (v *fieldFlag) Type() string { return string(v.Field.Type) }

// offers returns the values that a field offers to shells, and how.
func (v *fieldFlag) offers() ([]string, cobra.ShellCompDirective) {
	if v.Field.Type == asking.Condition {
		return v.Words(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	return v.Words(), cobra.ShellCompDirectiveNoFileComp
}

// Annotations of the flag of a field: its place in help, and its line of short help.
const (
	placed = "flyby_placed"
	short  = "flyby_short"
)

// addField adds the flag of a field for a side.
func (f *questionFlags) addField(c *cobra.Command, field asking.Field, side asking.Side) {
	name, hand := field.NameOf(side), ""
	if name == "neighbours" {
		hand = "k"
	}
	flag := c.Flags().VarPF(&fieldFlag{f.Draft, field, side}, name, hand, field.Help)
	flag.DefValue = field.Default
	switch field.Type {
	case asking.Switch:
		flag.DefValue, flag.NoOptDefVal = "false", "true"
	case asking.Word, asking.Instant:
		if field.Default != "" {
			flag.DefValue = strconv.Quote(field.Default)
		}
	}
	flag.Annotations = map[string][]string{placed: {string(field.Section), strconv.Itoa(field.Order)}, short: {field.Short}}
}

// asked is an error about a field as wrong usage of its flag.
func asked(c *cobra.Command, err error) error {
	if field := (*question.FieldError)(nil); errors.As(err, &field) {
		return cli.Wrong(c, fieldError{field})
	}
	return cli.Wrong(c, err)
}

// fieldError is an error about a field, with the names of flags.
type fieldError struct{ *question.FieldError }

func (e fieldError) Error() string { return e.Say(func(field string) string { return "--" + field }) }

// Unwrap returns the cause.
func (e fieldError) Unwrap() error { return e.FieldError.Unwrap() }

// checkThreads refuses a negative --threads.
func checkThreads(c *cobra.Command, threads int) error {
	if threads < 0 {
		return cli.Usage(c, "--threads %d: must be positive, or 0 for all cores", threads)
	}
	return nil
}

// checkSides refuses flags of queries that there are not.
func (f *questionFlags) checkSides(c *cobra.Command, queries *inputFiles) error {
	name := f.SaidOf(asking.QuerySide)
	if f.Plain().Search.ExcludeSameID {
		name = "exclude-same-id"
	}
	if name != "" && !queries.given() {
		return cli.Usage(c, "--%s: is for the queries, and --queries names none", name)
	}
	return nil
}

// tellOver tells which flags of one side hold in place of flags of both.
func (a *app) tellOver(f *questionFlags) {
	for _, name := range f.Over() {
		a.display.logger().Info("a flag of one side holds there in place of the flag of both", "flag", "--"+name)
	}
}

// readOptions checks the flags of reading and turns them into options of package format, for data sets of files of a side.
func (f *questionFlags) readOptions(c *cobra.Command, side asking.Side, of ...*inputFiles) (format.Options, error) {
	o, err := f.Reading(side)
	if err != nil {
		return o, asked(c, err)
	}
	switch {
	case o.Preset != "" && o.Preset != format.NoPreset && !anyTable(of):
		return o, cli.Usage(c, "--preset %s is for tables, and no file is one", o.Preset)
	case slices.Contains(reading.Heights(), o.Height) && !anyTable(of):
		return o, cli.Usage(c, "--height %s is a column of tables, and no file is one", o.Height)
	}
	o.Threads, o.Stdin, o.Folder = f.threads, c.InOrStdin(), folderOf(c)
	return o, checkThreads(c, f.threads)
}

// explain turns the error of reading into an error of a flag where a flag asks what files cannot give.
func (f *questionFlags) explain(c *cobra.Command, err error) error {
	err = f.refused(c, err)
	if field := (*question.FieldError)(nil); errors.As(err, &field) {
		return asked(c, err)
	}
	return err
}

// refused is Refused for errors about flags of the command: serve has no --from.
func (f *questionFlags) refused(c *cobra.Command, err error) error {
	if sets := (*reading.SetsError)(nil); errors.As(err, &sets) && c.Flags().Lookup(sets.Field) == nil {
		return err
	}
	return f.Refused(err)
}

// anyTable reports whether a file of the data sets is a table, which alone has presets.
func anyTable(sets []*inputFiles) bool {
	return slices.ContainsFunc(sets, func(of *inputFiles) bool {
		return slices.ContainsFunc(of.formats, func(f reading.Format) bool { return f.Tabular })
	})
}
