package main

import (
	"cmp"
	"fmt"
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

// usualFlags are the flags that people use, of commands that have many, ten at most.
func usualFlags(command string) []string {
	return map[string][]string{
		"join":       {"distance", "vertical", "level", "out", "with", "max-gap", "merge-gap", "min-duration", "columns", "units"},
		"search":     {"entries", "queries", "distance", "level", "out", "with", "max-gap", "min-duration", "columns", "units"},
		"verify":     {"entries", "queries", "distance", "vertical", "max-gap", "merge-gap", "min-duration", "with", "units", "sample"},
		"report":     {"entries", "queries", "distance", "top", "out", "columns", "lonlat", "max-gap", "units", "units-out"},
		"convoys":    {"distance", "min-size", "min-duration", "method", "level", "out", "max-gap", "max-break", "columns", "units"},
		"info":       {"columns", "preset", "lonlat", "units", "tz", "max-gap", "max-speed", "where", "skip-bad-rows", "json"},
		"at":         {"entries", "time", "out", "columns", "lonlat", "units", "tz", "max-gap", "max-speed", "where"},
		"convert":    {"out", "order", "columns", "preset", "lonlat", "units", "tz", "max-gap", "max-speed", "where"},
		"serve":      {"listen", "socket", "token-file", "max-rows", "timeout", "memory", "columns", "lonlat", "max-gap", "units"},
		"slab merge": {"out", "out-format", "ranges", "range", "memory", "tmp", "tmp-limit", "quiet"},
		"slab plan":  {"entries", "queries", "distance", "dir", "slabs", "memory", "level", "max-gap", "min-duration", "units"},
		"selfjoin":   {"eps", "level", "with-distance", "out", "columns", "lonlat", "units", "where", "method", "memory"},
		"pointjoin":  {"points", "queries", "eps", "level", "with-distance", "out", "columns", "lonlat", "units", "where"},
		"knn":        {"points", "queries", "neighbours", "out", "columns", "lonlat", "where", "method", "device", "memory"},
		"dbscan":     {"eps", "minpts", "out", "columns", "lonlat", "units", "where", "method", "device", "memory"},
	}[command]
}

// inShort is a flag of a command in a line: of a field of a question its own.
func inShort(command string, flag *pflag.Flag) string {
	lines := map[string]string{
		"device":     "auto, cpu, gpu or opencl:N of flyby devices",
		"dir":        "the folder of the slabs, on a disk that all processes see",
		"entries":    "the trajectories that are searched",
		"json":       "the answer as JSON",
		"memory":     "hold at most so much in memory: 2GB",
		"method":     "the method; all give the same answer",
		"order":      "order of the rows: ids or time",
		"out":        "file of the answer, by its ending: .csv, .parquet, ...; else standard output",
		"out-format": "format of an output whose name says none: csv, parquet, arrow, ...",
		"points":     "the points",
		"queries":    "the trajectories to search them with",
		"quiet":      "no progress and no summary",
		"range":      "which of the ranges to write, from 0 on", "ranges": "how many files that several processes write at once",
		"sample": "how many pairs to compute anew",
		"slabs":  "how many slabs: four for each worker, say",
		"tmp":    "folder for data that outgrow memory", "tmp-limit": "how much may lie in the folder of --tmp",
		"time": "the instant: 2024-05-01T12:00:00Z, or a number", "top": "how many of the closest to show",
		"listen": "the address and port; port 0 takes a free one", "socket": "a socket in place of a port", "token-file": "tokens, one of which each client has to show", "max-rows": "refuse answers with more rows", "timeout": "how long a search may take: 60s, 5min",

		"report distance": "the distance that was searched with, where the result does not say it", "report out": "the file of the page (default report.html)",
		"slab plan memory": "in place of --slabs: as many slabs as make a run fit this memory",
	}
	return cmp.Or(lines[command+" "+flag.Name], strings.Join(flag.Annotations[short], ""), lines[flag.Name])
}

// fieldExample is a search of a field with the files of docs/fields/data; "": the example of the full help will do.
func fieldExample(command string) string {
	return map[string]string{
		"join":    "flyby join bering.csv --distance 500m --max-gap 6h --min-duration 2h --with speeds",
		"search":  "flyby search --entries bering.csv --queries ports.csv --distance 500m --max-gap 6h",
		"convoys": "flyby convoys movebank.csv --distance 100m --min-size 2 --min-duration 30min --max-gap 2h",
		"info":    "flyby info movebank.csv",
		"at":      "flyby at junction.fcd.xml --time 10",
		"convert": "flyby convert states.csv --out states.parquet",
	}[command]
}

// shortenedHelp is the text of -h: usage, a line about the command, the flags that people use, and an example; of the
// root all of its help, which is short.
func shortenedHelp(c *cobra.Command) string {
	if c.HasAvailableSubCommands() {
		return help(c)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "USAGE\n  %s\n\n%s\n\n", c.UseLine(), c.Short)
	usual := usualFlags(wordsOf(c))
	if len(usual) == 0 {
		writeFlags(&b, flagSections(c))
	} else {
		writeUsual(&b, c, usual)
	}
	example := c.Example
	if field := fieldExample(wordsOf(c)); field != "" {
		example = "  " + field
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
