package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"flyby/internal/asking"
	"flyby/question"
)

// pythonFunctions returns the functions of the Python module that ask or read, with the kinds whose fields are their keywords. A function is a command of its name, but read, which is convert.
func pythonFunctions() map[string]question.Kind {
	all := map[string]question.Kind{"read": question.Joins}
	for _, k := range asking.Kinds() {
		all[string(k)] = k
	}
	return all
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

// keywordsOf returns the keywords of a function: fields of its kind, and flags of its command that say where and how it runs.
func keywordsOf(function string, c *cobra.Command, fields []asking.Field) (all []keyword) {
	for _, f := range fields {
		if function == "read" && c.Flags().Lookup(f.Name) == nil {
			continue
		}
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
		sort := map[string]string{"threads": "number", "explain": "True or False"}[name]
		if sort == "" {
			sort = "text"
		}
		all = append(all, keywordOf(name, sort, f.Usage))
	}
	for i := range all {
		all[i].functions = []string{function}
	}
	return all
}

// pythonSides returns the keywords of reading of each function of two tables, which may be said for one of them.
func pythonSides() string {
	var b strings.Builder
	for _, k := range asking.Kinds() {
		if !k.HasSides() {
			continue
		}
		var names []string
		for _, f := range asking.ReadingFields(k) {
			names = append(names, strconv.Quote(inPython(f.Name)))
		}
		fmt.Fprintf(&b, "    %q: [%s],\n", k, strings.Join(names, ", "))
	}
	return "\n# SIDES are the keywords of reading, each of which may be said for one of two tables, as entry_columns and query_columns, by function.\nSIDES = {\n" + b.String() + "}\n"
}

// pythonHelp returns python/flyby/_help.py for functions and their keywords. A keyword that functions share is one line.
func pythonHelp(of map[string][]keyword) string {
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	slices.Sort(names)
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
	return b.String() + "]\n" + pythonSides()
}

// pythonKeywords returns the keywords of all functions, with more fields than a kind has.
func pythonKeywords(t *place, more ...asking.Field) map[string][]keyword {
	of := map[string][]keyword{}
	for function, k := range pythonFunctions() {
		command := function
		if function == "read" {
			command = "convert"
		}
		c, _, err := (&app{}).command().Find([]string{command})
		if err != nil {
			t.Fatal(err)
		}
		fields := slices.Concat(asking.Fields(k), asking.ReadingFields(k), asking.StateFields(k), more)
		if function == "read" {
			fields = asking.ReadingFields(k)
		}
		of[function] = keywordsOf(function, c, fields)
	}
	return of
}

// TestPythonHelp: python/flyby/_help.py has each field of the table, with its help. A field that is added is a keyword.
func TestPythonHelp(on *testing.T) {
	t := beside(on)
	const path = "../../python/flyby/_help.py"
	if text := pythonHelp(pythonKeywords(t)); *rewrite {
		write(t, path, text)
	} else if read(t, path) != text {
		t.Errorf("%s is not what package question says; make docs writes it anew", path)
	}
	toy := asking.Field{Name: "from-here", Type: asking.Switch, Help: "an `E` of --merge-gap and --with"}
	if text := pythonHelp(pythonKeywords(t, toy)); !strings.Contains(text, `    ("convoys dbscan join knn nearest pointjoin search selfjoin visits", "from_here", "True or False", "an E of merge_gap and with_"),`) {
		t.Errorf("%s", text)
	}
}
