package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/asking"
	"flyby/question"
)

// pythonTables are flags in whose place functions of the Python module have arguments, and flags that the module sets.
func pythonTables() []string {
	return []string{"entries", "queries", "points", "json", "quiet", "verbose", "help", outFormatFlag}
}

// pythonCommands are the functions of the Python module that ask no question, with their commands, whose flags are their keywords.
func pythonCommands() map[string]string {
	return map[string]string{"at": "at", "convert": "convert", "info": "info", "read": "convert", "report": "report", "show": "report", "tune": "tune", "verify": "verify"}
}

// A keyword is a line of python/flyby/_help.py: the functions that have the keyword, its name, the sort of its value, and its help.
type keyword struct {
	functions        []string
	name, sort, help string
}

// inPython returns the name of a flag as Python writes it.
func inPython(flag string) string {
	name := strings.ReplaceAll(flag, "-", "_")
	if name == "with" || name == "from" {
		return name + "_"
	}
	return name
}

// keywordOf returns the keyword of a flag. sort is the sort of its value.
func keywordOf(name, sort, help string) keyword {
	help = strings.ReplaceAll(help, "`", "")
	help = regexp.MustCompile(`--[a-z][a-z-]*[a-z]`).ReplaceAllStringFunc(help, func(flag string) string { return inPython(flag[2:]) })
	return keyword{name: inPython(name), sort: sort, help: help}
}

// sortOf returns what a value of a field is, to a reader of Python.
func sortOf(f asking.Field) string {
	unit := map[string]string{"time": "duration"}[f.Dimension.String()]
	if unit == "" {
		unit = f.Dimension.String()
	}
	switch f.Type {
	case asking.Quantity:
		return unit + ", a number or text with a unit"
	case asking.Quantities:
		return unit + ", or a list of them, numbers or text with a unit"
	case asking.Bound:
		return unit + ", a number or text with a unit, perhaps behind <"
	case asking.Instant:
		return "time"
	case asking.Switch:
		return "True or False"
	case asking.Whole, asking.Natural, asking.Number:
		return "number"
	case asking.Wholes:
		return "number, or a list of them"
	case asking.Condition:
		return "text, or a list of them"
	case asking.Names:
		return "name, or a list of them"
	case asking.ColumnNames:
		return "dict"
	}
	return "text"
}

// sortOfFlag returns what a value of a flag is, to a reader of Python.
func sortOfFlag(f *pflag.Flag) string {
	switch what, _ := pflag.UnquoteUsage(f); what {
	case "FILE", "FOLDER", "DIR":
		return map[bool]string{true: "path, or a list of them", false: "path"}[strings.HasSuffix(f.Value.Type(), "Array")]
	case "N":
		return "number"
	}
	return map[bool]string{true: "True or False", false: "text"}[f.Value.Type() == "bool"]
}

// keywordsOf returns the keywords of a function: fields of its kind, and flags of its command that say where and how it runs.
func keywordsOf(function string, c *cobra.Command, fields []asking.Field) (all []keyword) {
	for _, f := range fields {
		name := f.Name
		if name == "neighbours" {
			name = "k"
		}
		k := keywordOf(name, sortOf(f), f.Help)
		if f.Default != "" {
			k.help += " (default " + f.Default + ")"
		}
		all = append(all, k)
	}
	for _, name := range []string{"out", "method", "device", "threads", "memory", "tmp", "tmp-limit", "explain"} {
		f := c.Flags().Lookup(name)
		if f == nil || slices.ContainsFunc(all, func(k keyword) bool { return k.name == inPython(name) }) {
			continue
		}
		all = append(all, keywordOf(name, sortOfFlag(f), f.Usage))
	}
	for i := range all {
		all[i].functions = []string{function}
	}
	return all
}

// keywordsOfFlags returns the keywords of a function that asks no question: the flags of its command, of which fields say what their values are.
func keywordsOfFlags(function string, c *cobra.Command, fields []asking.Field) (all []keyword) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		side, _, _ := strings.Cut(f.Name, "-")
		if slices.Contains(pythonTables(), f.Name) || f.Hidden || side == "entry" || side == "query" {
			return
		}
		sort := sortOfFlag(f)
		if at := slices.IndexFunc(fields, func(of asking.Field) bool { return of.Name == f.Name }); at >= 0 {
			sort = sortOf(fields[at])
		}
		k := keywordOf(f.Name, sort, f.Usage)
		k.functions = []string{function}
		all = append(all, k)
	})
	return all
}

// allFields returns the fields of all kinds.
func allFields() (all []asking.Field) {
	for _, k := range asking.Kinds() {
		all = slices.Concat(all, asking.Fields(k), asking.ReadingFields(k), asking.StateFields(k))
	}
	return all
}

// pythonSides returns the keywords of reading of each function of two tables, which may be said for one of them.
func pythonSides(t *place) string {
	var b strings.Builder
	add := func(function string, k question.Kind) {
		var names []string
		for _, f := range asking.ReadingFields(k) {
			names = append(names, strconv.Quote(inPython(f.Name)))
		}
		fmt.Fprintf(&b, "    %q: [%s],\n", function, strings.Join(names, ", "))
	}
	for _, k := range asking.Kinds() {
		if k.HasSides() {
			add(string(k), k)
		}
	}
	for _, function := range slices.Sorted(maps.Keys(pythonCommands())) {
		if commandNamed(t, pythonCommands()[function]).Flags().Lookup("entry-columns") != nil {
			add(function, question.Searches)
		}
	}
	return "\n# SIDES are the keywords of reading, each of which may be said for one of two tables, as entry_columns and query_columns, by function.\nSIDES = {\n" + b.String() + "}\n"
}

// pythonWords returns the words that keywords take, by keyword.
func pythonWords() string {
	of := map[string][]string{}
	for _, f := range allFields() {
		if f.Words != nil {
			of[inPython(f.Name)] = append(of[inPython(f.Name)], slices.DeleteFunc(f.Words(), regexp.MustCompile("[^a-z]").MatchString)...)
		}
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if slices.Sort(of[name]); len(of[name]) == 0 {
			continue
		}
		var words []string
		for _, word := range slices.Compact(of[name]) {
			words = append(words, strconv.Quote(word))
		}
		fmt.Fprintf(&b, "    %q: [%s],\n", name, strings.Join(words, ", "))
	}
	return "\n# WORDS are the words that a keyword takes, by keyword.\nWORDS = {\n" + b.String() + "}\n"
}

// pythonHelp returns python/flyby/_help.py for functions and their keywords. A keyword that functions share is one line.
func pythonHelp(t *place, of map[string][]keyword) string {
	names := slices.SortedFunc(maps.Keys(of), func(a, b string) int { // questions first, whose fields have one order
		return cmp.Or(strings.Compare(pythonCommands()[a], pythonCommands()[b]), strings.Compare(a, b))
	})
	var all []keyword
	for _, name := range names {
		last := 0
		for _, k := range of[name] {
			same := func(other keyword) bool { return other.name == k.name && other.sort == k.sort && other.help == k.help }
			if at := slices.IndexFunc(all[last:], same); at >= 0 {
				last += at
				all[last].functions = append(all[last].functions, k.functions...)
			} else {
				all = slices.Insert(all, last, k)
			}
			last++
		}
	}
	var b strings.Builder
	b.WriteString(`"""The keywords of the functions, each with the functions that have it, its value, and its help. Written by make docs from the fields of package question."""` + "\n\nKEYWORDS = [\n")
	for _, k := range all {
		fmt.Fprintf(&b, "    (%s, %s, %s, %s),\n", strconv.Quote(strings.Join(k.functions, " ")), strconv.Quote(k.name), strconv.Quote(k.sort), strconv.Quote(k.help))
	}
	return b.String() + "]\n" + pythonSides(t) + pythonWords()
}

// commandNamed returns a command.
func commandNamed(t *place, name string) *cobra.Command {
	c, _, err := (&app{}).command().Find([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pythonKeywords returns the keywords of all functions, with more fields than a kind has. A function that asks is a command of its name.
func pythonKeywords(t *place, more ...asking.Field) map[string][]keyword {
	of := map[string][]keyword{}
	for _, k := range asking.Kinds() {
		of[string(k)] = keywordsOf(string(k), commandNamed(t, string(k)), slices.Concat(asking.Fields(k), asking.ReadingFields(k), asking.StateFields(k), more))
	}
	for function, command := range pythonCommands() {
		of[function] = keywordsOfFlags(function, commandNamed(t, command), allFields())
	}
	return of
}

// TestPythonHelp: python/flyby/_help.py has each field of the table, with its help. A field that is added is a keyword.
func TestPythonHelp(on *testing.T) {
	t := beside(on)
	const path = "../../python/flyby/_help.py"
	if text := pythonHelp(t, pythonKeywords(t)); *rewrite {
		write(t, path, text)
	} else if read(t, path) != text {
		t.Errorf("%s is not what package question says; make docs writes it anew", path)
	}
	toy := asking.Field{Name: "from-here", Type: asking.Switch, Help: "an `E` of --merge-gap and --with"}
	if text := pythonHelp(t, pythonKeywords(t, toy)); !strings.Contains(text, `    ("convoys dbscan join knn nearest pointjoin search selfjoin visits", "from_here", "True or False", "an E of merge_gap and with_"),`) {
		t.Errorf("%s", text)
	}
}
