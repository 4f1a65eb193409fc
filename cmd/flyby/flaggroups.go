package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/asking"
	"flyby/question"
)

// An ownGroup is flags that are no fields of a question, which help lists under one heading: behind the field of a name, or before all fields where it is "". A flag that only one
// command has there stands behind the name of the command.
type ownGroup struct {
	title, behind string
	flags         string
}

// ownGroups are the groups of flags that are no fields, but for the last heading, machine, which has all others in the order in which commands add them:
// methods of points bring settings of their own.
func ownGroups() []ownGroup {
	return []ownGroup{
		{string(asking.Files), "", "entries queries points zones"},
		{string(asking.Asked), "minpts", "dbscan/explain"},
		{string(asking.Asked), "theta", "time"},
		{string(asking.Asked), "exclude-same-id", "sample measure seed"},
		{string(asking.Answered), "level", "out svg out-format ranges range dir order"},
		{string(asking.Answered), "top", "by title"},
		{"WHO MAY ASK", "", "listen socket host token-file tls-cert tls-key until-eof"},
		{"LIMITS", "", "max-body max-rows timeout queue connections"},
	}
}

// headings are the headings of help, in order.
func headings() []string {
	return []string{string(asking.Files), string(asking.TimesAndUnits), string(asking.Asked), string(asking.Answered), "WHO MAY ASK", "LIMITS", machineGroup}
}

// headingOf returns the heading of a flag of a command, and its place there.
func headingOf(c *cobra.Command, f *pflag.Flag, added int) (title string, at float64) {
	if p := f.Annotations[placed]; len(p) > 0 {
		order, _ := strconv.Atoi(p[1]) // addField wrote it
		return p[0], float64(order)
	}
	for _, g := range ownGroups() {
		own := strings.Fields(g.flags)
		i := max(slices.Index(own, f.Name), slices.Index(own, wordsOf(c)+"/"+f.Name))
		if i < 0 {
			continue
		}
		_, behind := fieldOf(g.behind, asking.Kinds()...)
		return g.title, behind + float64(i+1)/100
	}
	if title, at := fieldOf(f.Name, question.Joins, question.Clusterings); title != "" { // report's --top is the page's
		return title, at
	}
	return machineGroup, float64(added)
}

// fieldOf returns the heading of a field and its place in help, from the last of the kinds that have a field of the name; no kind has it: -1.
func fieldOf(name string, of ...question.Kind) (title string, at float64) {
	at = -1
	for _, k := range of {
		for _, field := range asking.Fields(k) {
			if field.Name == name && float64(field.Order) > at {
				title, at = string(field.Section), float64(field.Order)
			}
		}
	}
	return title, at
}

// machineGroup is the title of the last group.
const machineGroup = "MACHINE"

// few is how many flags of a command need no groups.
const few = 10

// A flagSection is the flags of a command that help lists under one heading.
type flagSection struct {
	title string
	flags *pflag.FlagSet
}

// flagSections are the flags that the help of a command lists.
func flagSections(c *cobra.Command) (lists []flagSection) {
	all := shownFlags(c)
	if len(all) <= few {
		return []flagSection{{"FLAGS", flagSet(all)}}
	}
	type place struct {
		flag *pflag.Flag
		at   float64
	}
	of := map[string][]place{}
	for i, f := range all {
		title, at := headingOf(c, f, i)
		of[title] = append(of[title], place{f, at})
	}
	for _, title := range headings() {
		slices.SortStableFunc(of[title], func(a, b place) int { return cmp.Compare(a.at, b.at) })
		var flags []*pflag.Flag
		for _, p := range of[title] {
			flags = append(flags, p.flag)
		}
		if len(flags) > 0 {
			lists = append(lists, flagSection{title, flagSet(flags)})
		}
	}
	return lists
}

// shownFlags returns the flags of a command that help lists, --help last.
func shownFlags(c *cobra.Command) (all []*pflag.Flag) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != helpFlag {
			all = append(all, f)
		}
	})
	if f := c.LocalFlags().Lookup(helpFlag); f != nil {
		all = append(all, f)
	}
	return all
}

// flagSet is some flags as a set, in their order.
func flagSet(flags []*pflag.Flag) *pflag.FlagSet {
	s := &pflag.FlagSet{SortFlags: false}
	for _, f := range flags {
		s.AddFlag(f)
	}
	return s
}
