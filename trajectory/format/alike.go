package format

import (
	"fmt"
	"slices"

	"flyby/internal/infile"
)

// nameIn returns the tests and Options.Attributes with the spelling of columns in a file of a preset, whose columns are called names:
// publishers change the spelling of a column from one year to the next, and the files of one data set may have both spellings.
// Without a preset the names stay as given. The error wraps ErrNoCell and names two columns that may both be meant. See
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

// nameAlike returns the column among names that equals wanted but for case, blanks and _ - . :, which a flag names; wanted itself
// where it is among names, or where no column is alike.
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
