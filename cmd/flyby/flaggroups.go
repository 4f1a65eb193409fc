package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A flagGroup is the flags that help lists under one heading, in order. A flag that only one command has in the group stands
// behind the name of the command.
type flagGroup struct {
	title string
	flags []string
}

// flagGroups are the groups of flags but the last, machine, which has all others in the order in which commands add them:
// methods of points bring settings of their own.
func flagGroups() []flagGroup {
	return []flagGroup{
		{"FILES", []string{"entries", "queries", "points", "in-format", "columns", "preset", "no-header", "where", "height", "sort-times", "skip-bad-rows"}},
		{"TIMES AND UNITS", []string{"lonlat", "units", "tz", "time-layout"}},
		{"QUESTION", []string{"distance", "vertical", "eps", "minpts", "dbscan explain", "neighbours", "min-size", "convoys method", "convoys min-duration", "max-break", "min-ticks", "clock", "origin",
			"theta", "time", "from", "to", "max-gap", "max-speed", "radius", "curve", "exclude-same-id", "sample", "seed"}},
		{"ANSWER", []string{"level", "out", "svg", "out-format", "ranges", "range", "dir", "order", "merge-gap", "min-duration", "having", "top", "by", "limit", "count", "with", "geometry", "with-distance", "units-out"}},
		{"WHO MAY ASK", []string{"listen", "socket", "host", "token-file", "tls-cert", "tls-key", "until-eof"}},
		{"LIMITS", []string{"max-body", "max-rows", "timeout", "queue", "connections"}},
	}
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
	rest := shownFlags(c)
	if len(rest) <= few {
		return []flagSection{{"FLAGS", flagSet(rest)}}
	}
	for _, g := range flagGroups() {
		var some []*pflag.Flag
		for _, name := range g.flags {
			at := slices.IndexFunc(rest, func(f *pflag.Flag) bool { return f.Name == name || wordsOf(c)+" "+f.Name == name })
			if at >= 0 {
				some, rest = append(some, rest[at]), slices.Delete(rest, at, at+1)
			}
		}
		if len(some) > 0 {
			lists = append(lists, flagSection{g.title, flagSet(some)})
		}
	}
	return append(lists, flagSection{machineGroup, flagSet(rest)})
}

// shownFlags returns the flags of a command that are not hidden, --help last.
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
