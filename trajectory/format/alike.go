package format

import (
	"fmt"
	"slices"

	"flyby/internal/infile"
)

// nameIn returns the tests and Options.Attributes with the columns' names in a file of a preset, of which names are all: publishers
// spell a column otherwise from one year to the next, and the files of one data set may be of both. Of no preset they are as they were
// asked. The error, which wraps ErrNoCell, names two columns of which either may be meant. See
// docs/decisions/0088-layouts-of-one-data-set.md.
func (o *Options) nameIn(file string, p *preset, names []string) (tests []infile.CellTest, attributes []string, err error) {
	tests, attributes = slices.Clone(o.Tests), slices.Clone(o.Attributes)
	if p == nil {
		return tests, attributes, nil
	}
	for i := range tests {
		t := &tests[i]
		if t.Column, err = nameAlike(file, t.Column, "where "+t.String(), names); err != nil {
			return nil, nil, err
		}
	}
	for i, name := range attributes {
		if attributes[i], err = nameAlike(file, name, "with", names); err != nil {
			return nil, nil, err
		}
	}
	return tests, attributes, nil
}

// nameAlike returns the one of names that is alike to one that a flag names: itself where that is there, or where none is alike.
func nameAlike(file, wanted, flag string, names []string) (string, error) {
	word := squash(wanted)
	if word == "" || slices.Contains(names, wanted) {
		return wanted, nil
	}
	first := ""
	for _, name := range names {
		switch {
		case squash(name) != word:
		case first == "":
			first = name
		default:
			return "", infile.NoCell(file, fmt.Sprintf("columns %q and %q, both %q but for case, blanks and _ - . :, which --%s names: say which", first, name, wanted, flag))
		}
	}
	if first == "" {
		return wanted, nil
	}
	return first, nil
}
